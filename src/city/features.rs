//! The features that are in memory: one set of columns per loaded file, with a spatial index and folded text each.

use super::ids::FileIds;
use super::layer::LayerData;
use super::pack::{Area, FeatureColumns, PackError, position_of_steps};
use super::words::Words;
use super::{Category, CategorySet};
use crate::spatial::{BBox, Position, Shape, fold_each};
use glassmap_index::{Points, Rects, Window, has_bit, step};
use memchr::memmem::Finder;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Which feature: a number of a file and one within it. It stays good while the city is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FeatureKey {
    pub(super) file: u16,
    pub(super) index: u32,
}

/// All loaded features of a city.
#[derive(Default)]
pub struct Features {
    files: Vec<Loaded>,
    count: usize,
}

/// A file among those that are loaded.
pub(super) struct Loaded {
    pub(super) file: Rc<File>,
    /// A bit for each of its features that an earlier file has too, and that is not listed twice; none, when there is
    /// none.
    pub(super) repeated: Vec<u64>,
    /// The layer that it is, if it is no file of the city's.
    pub(super) layer: Option<LayerTag>,
    /// A layer that was taken off the map: keys of its features stay good, but nothing lists them.
    gone: bool,
}

/// Which layer a file is.
pub(super) struct LayerTag {
    name: Box<str>,
    pub(super) kinds: CategorySet,
}

/// The features of one file, read and indexed. Several cities in memory may hold the same one.
pub struct File {
    columns: FeatureColumns,
    ids: FileIds,
    /// Where each feature is, in steps: exactly so of a pack's; of a layer's the nearest step, a few millimetres off.
    places: Vec<[i32; 2]>,
    tag_starts: Vec<u32>,
    areas: Vec<Area>,
    /// Name, English name, brand, cuisine and address of each feature, folded.
    pub(super) words: Words,
    /// Where all features are.
    pub(super) points: Points,
    /// What is round those that are areas.
    rects: Rects,
    /// How many features are of each set of kinds.
    kinds: Vec<(CategorySet, u32)>,
    /// Of a layer, what was read.
    layer: Option<LayerData>,
}

/// In the index, of a feature that is of no kind at all: no category has this bit.
const NO_KIND: u32 = 1 << 31;

/// One loaded feature.
#[derive(Clone, Copy)]
pub struct Feature<'a> {
    file: &'a File,
    layer: Option<&'a LayerTag>,
    key: FeatureKey,
}

impl Features {
    /// Adds the features of a file, but for those that are here already. Answers with how many came in.
    pub fn add(&mut self, file: Rc<File>) -> Result<usize, PackError> {
        if self.files.len() >= usize::from(u16::MAX) {
            return Err(PackError::Damaged("too many files"));
        }
        let others = self.files.iter().map(|loaded| (&loaded.file.ids, &loaded.file.columns.strings));
        // Of an id that the file itself has twice the first counts.
        let repeated = file.ids.repeated(&file.columns.strings, others);
        let added = file.len() - repeated.iter().map(|bits| bits.count_ones() as usize).sum::<usize>();
        self.files.push(Loaded { file, repeated, layer: None, gone: false });
        self.count += added;
        Ok(added)
    }

    /// From now on these layers are on the map, each with its name, its kind and its places, and no others.
    pub fn set_layers<'b>(&mut self, layers: impl Iterator<Item = (&'b str, CategorySet, &'b Rc<File>)>) {
        for loaded in self.files.iter_mut().filter(|loaded| loaded.layer.is_some() && !loaded.gone) {
            loaded.gone = true;
            self.count -= loaded.file.len();
        }
        for (name, kinds, file) in layers {
            self.count += file.len();
            let layer = Some(LayerTag { name: name.into(), kinds });
            match self.files.iter_mut().find(|loaded| Rc::ptr_eq(&loaded.file, file)) {
                Some(loaded) => (loaded.layer, loaded.gone) = (layer, false),
                None => {
                    let (file, repeated) = (Rc::clone(file), Vec::new());
                    self.files.push(Loaded { file, repeated, layer, gone: false });
                }
            }
        }
    }

    /// How many features there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The feature of that id.
    pub fn by_id(&self, id: &str) -> Option<Feature<'_>> {
        self.numbered_files().find_map(|(number, loaded)| Some(loaded.feature(number, loaded.file.find(id)?)))
    }

    /// The feature of that key.
    pub fn get(&self, key: FeatureKey) -> Feature<'_> {
        self.files[key.file as usize].feature(key.file, key.index)
    }

    /// All features.
    pub fn iter(&self) -> impl Iterator<Item = Feature<'_>> {
        self.numbered_files().flat_map(|(number, loaded)| loaded.iter(number))
    }

    /// The features of the first tier.
    pub fn base(&self) -> impl Iterator<Item = Feature<'_>> {
        self.numbered_files().take_while(|(number, _)| *number == 0).flat_map(|(number, loaded)| loaded.iter(number))
    }

    /// Features whose rectangle overlaps `bbox`, edges included.
    pub fn overlapping(&self, bbox: BBox) -> impl Iterator<Item = Feature<'_>> {
        let window = window_of(bbox);
        self.numbered_files().flat_map(move |(number, loaded)| {
            let mut found = Vec::new();
            loaded.file.overlapping(&window, u32::MAX, &mut found);
            found.into_iter().filter_map(move |index| loaded.listed(number, index))
        })
    }

    pub(super) fn numbered_files(&self) -> impl Iterator<Item = (u16, &Loaded)> {
        let numbered = self.files.iter().enumerate().map(|(number, loaded)| (number as u16, loaded));
        numbered.filter(|(_, loaded)| !loaded.gone)
    }
}

/// The numbers of the bits that are set.
fn ones(bits: &[u64]) -> impl Iterator<Item = u32> {
    bits.iter()
        .zip(0..)
        .flat_map(|(bits, word)| (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| word * 64 + bit))
}

/// The whole steps within a rectangle.
pub(super) fn window_of(BBox { west, south, east, north }: BBox) -> Window {
    Window::of_degrees([west, south, east, north])
}

/// The smallest rectangle of whole steps that holds all of one.
fn in_steps(BBox { west, south, east, north }: BBox) -> BBox {
    let Window { west, south, east, north } = Window::round([west, south, east, north]);
    BBox::around([[west, south], [east, north]].map(position_of_steps))
}

/// A set of kinds as the index has it.
fn bits_of(kinds: CategorySet) -> u32 {
    if kinds.is_empty() { NO_KIND } else { kinds.0 }
}

impl Loaded {
    /// The feature of that number, unless an earlier file has it.
    fn listed(&self, number: u16, index: u32) -> Option<Feature<'_>> {
        (!has_bit(&self.repeated, index)).then(|| self.feature(number, index))
    }

    fn iter(&self, number: u16) -> impl Iterator<Item = Feature<'_>> {
        self.file.points.numbers().iter().filter_map(move |index| self.listed(number, *index))
    }

    /// Which bits the index has for the features of the asked kinds, `None` being all; 0 when there can be none.
    pub(super) fn wanted(&self, asked: Option<CategorySet>) -> u32 {
        match (asked, &self.layer) {
            (None, _) => u32::MAX,
            (Some(asked), Some(layer)) => {
                if layer.kinds.meets(asked) {
                    u32::MAX
                } else {
                    0
                }
            }
            (Some(asked), None) => asked.without_layers().0,
        }
    }

    /// How many features of the wanted kinds are listed.
    pub(super) fn count(&self, wanted: u32) -> usize {
        let of_kinds = |kinds: CategorySet| bits_of(kinds) & wanted != 0;
        let all = self.file.kinds.iter().filter(|(kinds, _)| of_kinds(*kinds)).map(|(_, count)| *count as usize);
        let twice = ones(&self.repeated).filter(|index| of_kinds(self.file.kinds_of(*index as usize)));
        all.sum::<usize>() - twice.count()
    }

    pub(super) fn feature(&self, number: u16, index: u32) -> Feature<'_> {
        let key = FeatureKey { file: number, index };
        Feature { file: &self.file, layer: self.layer.as_ref(), key }
    }
}

impl File {
    /// The features in the bytes of a file.
    pub fn decode(bytes: &[u8]) -> Result<Self, PackError> {
        let mut columns = FeatureColumns::decode(bytes)?;
        let ids = FileIds::of_columns(std::mem::take(&mut columns.ids), &columns.strings)?;
        let (places, mut tag_starts, areas) = (columns.places(), columns.tag_starts(), columns.areas());
        if columns.tag_strings().is_empty() {
            tag_starts = Vec::new();
        }
        columns.forget();
        let file = Self { columns, ids, places, tag_starts, areas, ..Self::empty() };
        let words = file.folded_words();
        Ok(Self { words, ..file }.indexed())
    }

    /// The places of a layer. It waits for `pause` between parts of the work, each of some ten milliseconds for
    /// 200,000 places: so that the page can move on.
    pub async fn of_layer(layer: LayerData, pause: impl AsyncFn()) -> Self {
        let ids = FileIds::of_texts((0..layer.len()).map(|index| layer.id(index)).collect());
        pause().await;
        let (positions, mut areas) = layer.shapes();
        let places = positions.iter().map(|position| [step(position.lng), step(position.lat)]).collect();
        areas.iter_mut().for_each(|area| area.bbox = in_steps(area.bbox));
        pause().await;
        let (text, starts, numbers) = layer.folded(&pause).await;
        let words = Words::of_each(text, starts, numbers, &pause).await;
        pause().await;
        let layer = Some(layer);
        Self { ids, places, areas, words, layer, ..Self::empty() }.indexed()
    }

    fn empty() -> Self {
        Self {
            columns: FeatureColumns::default(),
            ids: FileIds::of_texts(Vec::new()),
            places: Vec::new(),
            tag_starts: Vec::new(),
            areas: Vec::new(),
            words: Words::default(),
            points: Points::default(),
            rects: Rects::default(),
            kinds: Vec::new(),
            layer: None,
        }
    }

    fn indexed(mut self) -> Self {
        let mut counts: FxHashMap<u32, u32> = FxHashMap::default();
        let kinds: Vec<u32> = (0..self.len()).map(|index| bits_of(self.kinds_of(index))).collect();
        kinds.iter().for_each(|kinds| *counts.entry(*kinds).or_default() += 1);
        self.points = Points::new(&self.places, &kinds);
        let rects: Vec<_> = self.areas.iter().map(|area| (area.feature, window_of(area.bbox))).collect();
        self.rects = Rects::new(&rects);
        self.kinds = counts.into_iter().map(|(kinds, count)| (CategorySet(kinds & !NO_KIND), count)).collect();
        self
    }

    /// Whether a feature is of one of the wanted kinds.
    pub(super) fn is_of(&self, index: u32, wanted: u32) -> bool {
        bits_of(self.kinds_of(index as usize)) & wanted != 0
    }

    /// Adds the features of the wanted kinds whose rectangle shares a point with a window.
    pub(super) fn overlapping(&self, window: &Window, wanted: u32, found: &mut Vec<u32>) {
        self.points.within(window, wanted, found);
        self.reaching(window, wanted, found);
    }

    /// Adds the areas of the wanted kinds that reach into a window from a position outside it.
    pub(super) fn reaching(&self, window: &Window, wanted: u32, found: &mut Vec<u32>) {
        if self.areas.is_empty() {
            return;
        }
        let from = found.len();
        self.rects.meeting(window, found);
        let mut kept = from;
        for at in from..found.len() {
            let index = found[at];
            if !window.holds(self.place(index)) && self.is_of(index, wanted) {
                found[kept] = index;
                kept += 1;
            }
        }
        found.truncate(kept);
    }

    /// Where a feature is.
    pub(super) fn position(&self, index: usize) -> Position {
        position_of_steps(self.places[index])
    }

    /// Where a feature is, in steps.
    pub(super) fn place(&self, index: u32) -> [i32; 2] {
        self.places[index as usize]
    }

    /// The feature of that id.
    fn find(&self, id: &str) -> Option<u32> {
        self.ids.find(id, &self.columns.strings)
    }

    fn kinds_of(&self, index: usize) -> CategorySet {
        self.columns.categories.get(index).map_or(CategorySet::NONE, |set| set.without_layers())
    }

    fn area(&self, index: u32) -> Option<&Area> {
        self.areas.binary_search_by_key(&index, |area| area.feature).ok().map(|found| &self.areas[found])
    }

    /// Of a layer, what was read.
    pub fn layer(&self) -> Option<&LayerData> {
        self.layer.as_ref()
    }

    /// How many features it has.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is searched of each feature. Features alike in all of it share it, and each string is folded once.
    fn folded_words(&self) -> Words {
        let columns = &self.columns;
        let mut words = Words::default();
        let mut numbers: FxHashMap<[u32; 5], u32> = FxHashMap::default();
        let mut distinct = Vec::new();
        for index in 0..self.len() {
            let tag = |key: &str| self.tag(index, key);
            let names = [columns.names[index], columns.names_en[index]];
            let fields = [names[0], names[1], tag("brand"), tag("cuisine"), columns.addresses[index]];
            words.push(*numbers.entry(fields).or_insert_with(|| {
                distinct.push(fields);
                distinct.len() as u32 - 1
            }));
        }
        drop(numbers);
        let mut strings: Vec<u32> = distinct.iter().flatten().copied().collect();
        strings.sort_unstable();
        strings.dedup();
        let mut folded = Vec::with_capacity(strings.len());
        let texts = strings.iter().map(|number| columns.strings.get(*number).unwrap_or_default());
        fold_each(texts, |text| folded.push(Box::<str>::from(text)));
        for fields in distinct {
            let text = fields.map(|number| strings.binary_search(&number).map_or("", |at| &*folded[at]));
            words.add(text.into_iter());
        }
        words.finished()
    }

    /// The string number of that tag's value; 0 when the feature lacks it.
    fn tag(&self, index: usize, key: &str) -> u32 {
        let at = |index: usize| self.tag_starts.get(index).copied().unwrap_or_default() as usize;
        let tags = &self.columns.tag_strings()[at(index)..at(index + 1)];
        let mut pairs = tags.chunks_exact(2);
        pairs.find(|pair| self.columns.strings.get(pair[0]) == Some(key)).map_or(0, |pair| pair[1])
    }
}

impl<'a> Feature<'a> {
    fn index(self) -> usize {
        self.key.index as usize
    }

    fn string(self, number: u32) -> Option<&'a str> {
        self.file.columns.strings.get(number)
    }

    /// Its key.
    pub fn key(self) -> FeatureKey {
        self.key
    }

    /// Its id, such as `osm:node:123`.
    pub fn id(self) -> &'a str {
        self.file.ids.get(self.index(), &self.file.columns.strings)
    }

    /// Where it is: a point's coordinate, an area's centroid.
    pub fn position(self) -> Position {
        self.file.position(self.index())
    }

    /// All kinds it is one of.
    pub fn categories(self) -> CategorySet {
        match self.layer {
            Some(layer) => layer.kinds,
            None => self.file.kinds_of(self.index()),
        }
    }

    /// The kind it is shown as: the first of its kinds in category order. Of a place of a layer it is `listing`, which
    /// nothing but a sign is made of: ask [`Feature::kind_name`] first.
    pub fn category(self) -> Category {
        self.categories().first().unwrap_or(Category::Listing)
    }

    /// The name of the kind it is shown as: a category's, or `layer:` and a layer's.
    pub fn kind_name(self) -> &'a str {
        self.layer.map_or_else(|| self.category().name(), |layer| &layer.name)
    }

    /// Whether it is of a layer.
    pub fn is_of_layer(self) -> bool {
        self.layer.is_some()
    }

    /// Of a place of a layer, what was read of it: the layer and its number there.
    pub fn of_layer(self) -> Option<(&'a LayerData, usize)> {
        self.file.layer.as_ref().map(|layer| (layer, self.index()))
    }

    /// The local name; a park may have none.
    pub fn name(self) -> Option<&'a str> {
        match &self.file.layer {
            Some(layer) => layer.name(self.index()),
            None => self.string(self.file.columns.names[self.index()]),
        }
    }

    /// The English name, where it is another.
    pub fn name_en(self) -> Option<&'a str> {
        self.string(self.file.columns.names_en.get(self.index()).copied().unwrap_or_default())
    }

    /// The address in one line.
    pub fn address(self) -> Option<&'a str> {
        match &self.file.layer {
            Some(layer) => layer.address(self.index()),
            None => self.string(self.file.columns.addresses[self.index()]),
        }
    }

    /// The kept tags as recorded: names and values. A place of a layer has none; its attributes are in
    /// [`Feature::of_layer`].
    pub fn tags(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let starts = &self.file.tag_starts;
        let at = |index: usize| starts.get(index).copied().unwrap_or_default() as usize;
        let range = at(self.index())..at(self.index() + 1);
        let pairs = self.file.columns.tag_strings()[range].chunks_exact(2);
        pairs.filter_map(move |pair| Some((self.string(pair[0])?, self.string(pair[1])?)))
    }

    /// The value of one kept tag, or of a layer's attribute.
    pub fn tag(self, key: &str) -> Option<&'a str> {
        match &self.file.layer {
            Some(layer) => layer.attribute(self.index(), key),
            None => self.string(self.file.tag(self.index(), key)),
        }
    }

    /// Its outline, when it is an area that keeps one.
    pub fn area(self) -> Option<&'a Area> {
        self.file.area(self.key.index)
    }

    /// The shape of its outline.
    pub fn shape(self) -> Option<&'a Shape> {
        self.area().map(|area| &area.shape)
    }

    /// The rectangle round it; a point's is the point.
    pub fn bbox(self) -> BBox {
        self.area().map_or_else(|| BBox::point(self.position()), |area| area.bbox)
    }

    /// Name, English name, brand, cuisine and address, folded, each ended by a line break.
    pub fn folded(self) -> &'a str {
        self.file.words.of(self.key.index)
    }

    /// The local and the English name, folded; empty where there is none.
    pub fn folded_names(self) -> [&'a str; 2] {
        let mut fields = self.folded().split('\n');
        [fields.next().unwrap_or_default(), fields.next().unwrap_or_default()]
    }

    /// Whether one of its text fields holds the folded text that `query` looks for.
    pub fn matches(self, query: &Finder) -> bool {
        query.find(self.folded().as_bytes()).is_some()
    }
}

//! The features that are in memory: one set of columns per loaded file, with a spatial index and folded text each.

use super::layer::LayerData;
use super::pack::{Area, FeatureColumns, PackError};
use super::{Category, CategorySet};
use crate::spatial::{BBox, Position, Shape, fold};
use memchr::memmem::Finder;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Which feature: a number of a file and one within it. It stays good while the city is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FeatureKey {
    file: u16,
    index: u32,
}

/// All loaded features of a city.
#[derive(Default)]
pub struct Features {
    files: Vec<Loaded>,
    count: usize,
}

/// A file among those that are loaded.
struct Loaded {
    file: Rc<File>,
    /// Its features that an earlier file has too, and that are not listed twice.
    repeated: FxHashSet<u32>,
    /// The layer that it is, if it is no file of the city's.
    layer: Option<LayerTag>,
    /// A layer that was taken off the map: keys of its features stay good, but nothing lists them.
    gone: bool,
}

/// Which layer a file is.
struct LayerTag {
    name: Box<str>,
    kinds: CategorySet,
}

/// The features of one file, read and indexed. Several cities in memory may hold the same one.
pub struct File {
    columns: FeatureColumns,
    ids: Vec<Box<str>>,
    by_id: FxHashMap<Box<str>, u32>,
    positions: Vec<Position>,
    tag_starts: Vec<u32>,
    areas: Vec<Area>,
    /// Of each feature, where its five folded fields start in `folded`; one more at the end.
    folded_starts: Vec<u32>,
    /// Name, English name, brand, cuisine and address of each feature, folded, each ended by a line break.
    folded: String,
    tree: RTree<GeomWithData<Rectangle<[f64; 2]>, u32>>,
    /// Of a layer, what was read.
    layer: Option<LayerData>,
}

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
        let is_here = |id: &str| self.files.iter().any(|loaded| loaded.file.by_id.contains_key(id));
        // Of an id that the file itself has twice the first counts.
        let repeats = |index: &u32| {
            let id = &*file.ids[*index as usize];
            file.by_id.get(id) != Some(index) || is_here(id)
        };
        let repeated: FxHashSet<u32> = (0..file.ids.len() as u32).filter(repeats).collect();
        let added = file.ids.len() - repeated.len();
        self.files.push(Loaded { file, repeated, layer: None, gone: false });
        self.count += added;
        Ok(added)
    }

    /// From now on these layers are on the map, each with its name, its kind and its places, and no others.
    pub fn set_layers<'b>(&mut self, layers: impl Iterator<Item = (&'b str, CategorySet, &'b Rc<File>)>) {
        for loaded in self.files.iter_mut().filter(|loaded| loaded.layer.is_some() && !loaded.gone) {
            loaded.gone = true;
            self.count -= loaded.file.ids.len();
        }
        for (name, kinds, file) in layers {
            self.count += file.ids.len();
            let layer = Some(LayerTag { name: name.into(), kinds });
            match self.files.iter_mut().find(|loaded| Rc::ptr_eq(&loaded.file, file)) {
                Some(loaded) => (loaded.layer, loaded.gone) = (layer, false),
                None => {
                    let (file, repeated) = (Rc::clone(file), FxHashSet::default());
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
        self.numbered_files().find_map(|(number, loaded)| Some(loaded.feature(number, *loaded.file.by_id.get(id)?)))
    }

    /// The feature of that key.
    pub fn get(&self, key: FeatureKey) -> Feature<'_> {
        self.files[key.file as usize].feature(key.file, key.index)
    }

    /// All features.
    pub fn iter(&self) -> impl Iterator<Item = Feature<'_>> {
        self.numbered_files().flat_map(|(number, loaded)| {
            let entries = loaded.file.tree.iter();
            entries.filter_map(move |entry| loaded.listed(number, entry.data))
        })
    }

    /// The features of the first tier.
    pub fn base(&self) -> impl Iterator<Item = Feature<'_>> {
        self.iter().filter(|feature| feature.key.file == 0)
    }

    /// Features whose rectangle overlaps `bbox`, edges included.
    pub fn overlapping(&self, bbox: BBox) -> impl Iterator<Item = Feature<'_>> {
        let envelope = AABB::from_corners([bbox.west, bbox.south], [bbox.east, bbox.north]);
        self.numbered_files().flat_map(move |(number, loaded)| {
            let entries = loaded.file.tree.locate_in_envelope_intersecting(&envelope);
            entries.filter_map(move |entry| loaded.listed(number, entry.data))
        })
    }

    fn numbered_files(&self) -> impl Iterator<Item = (u16, &Loaded)> {
        let numbered = self.files.iter().enumerate().map(|(number, loaded)| (number as u16, loaded));
        numbered.filter(|(_, loaded)| !loaded.gone)
    }
}

impl Loaded {
    /// The feature of that number, unless an earlier file has it.
    fn listed(&self, number: u16, index: u32) -> Option<Feature<'_>> {
        (!self.repeated.contains(&index)).then(|| self.feature(number, index))
    }

    fn feature(&self, number: u16, index: u32) -> Feature<'_> {
        let key = FeatureKey { file: number, index };
        Feature { file: &self.file, layer: self.layer.as_ref(), key }
    }
}

impl File {
    /// The features in the bytes of a file.
    pub fn decode(bytes: &[u8]) -> Result<Self, PackError> {
        Ok(Self::new(FeatureColumns::decode(bytes)?)?.indexed())
    }

    /// The places of a layer.
    pub fn of_layer(layer: LayerData) -> Self {
        let ids: Vec<Box<str>> = (0..layer.len()).map(|index| layer.id(index)).collect();
        let by_id = ids.iter().zip(0..).map(|(id, index)| (id.clone(), index)).collect();
        let (positions, areas) = layer.shapes();
        let (folded, folded_starts) = layer.folded();
        let (columns, tag_starts, tree) = (FeatureColumns::default(), Vec::new(), RTree::new());
        let layer = Some(layer);
        Self { columns, ids, by_id, positions, tag_starts, areas, folded_starts, folded, tree, layer }.indexed()
    }

    fn indexed(mut self) -> Self {
        let mut entries = Vec::with_capacity(self.ids.len());
        for index in 0..self.ids.len() as u32 {
            let key = FeatureKey { file: 0, index };
            let BBox { west, south, east, north } = Feature { file: &self, layer: None, key }.bbox();
            entries.push(GeomWithData::new(Rectangle::from_corners([west, south], [east, north]), index));
        }
        self.tree = RTree::bulk_load(entries);
        self
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
        self.ids.is_empty()
    }

    fn new(columns: FeatureColumns) -> Result<Self, PackError> {
        let ids = columns.ids.to_strings(&columns.strings)?;
        let mut by_id = FxHashMap::with_capacity_and_hasher(ids.len(), rustc_hash::FxBuildHasher);
        for (index, id) in ids.iter().enumerate() {
            by_id.entry(id.clone()).or_insert(index as u32);
        }
        let mut file = Self {
            ids,
            by_id,
            positions: columns.positions(),
            tag_starts: columns.tag_starts(),
            areas: columns.areas(),
            folded_starts: vec![0],
            folded: String::new(),
            tree: RTree::new(),
            layer: None,
            columns,
        };
        // Brands and cuisines repeat: each string is folded once.
        let mut known: FxHashMap<u32, String> = FxHashMap::default();
        for index in 0..file.ids.len() {
            let tag = |key: &str| file.tag(index, key);
            let columns = &file.columns;
            let fields = [columns.names[index], columns.names_en[index], tag("brand"), tag("cuisine")];
            for number in fields.into_iter().chain([columns.addresses[index]]) {
                if let Some(text) = columns.strings.get(number) {
                    file.folded.push_str(known.entry(number).or_insert_with(|| fold(text)));
                }
                file.folded.push('\n');
            }
            file.folded_starts.push(file.folded.len() as u32);
        }
        Ok(file)
    }

    /// The string number of that tag's value; 0 when the feature lacks it.
    fn tag(&self, index: usize, key: &str) -> u32 {
        let tags = &self.columns.tag_strings()[self.tag_starts[index] as usize..self.tag_starts[index + 1] as usize];
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
        &self.file.ids[self.index()]
    }

    /// Where it is: a point's coordinate, an area's centroid.
    pub fn position(self) -> Position {
        self.file.positions[self.index()]
    }

    /// All kinds it is one of.
    pub fn categories(self) -> CategorySet {
        match self.layer {
            Some(layer) => layer.kinds,
            None => {
                self.file.columns.categories.get(self.index()).map_or(CategorySet::NONE, |set| set.without_layers())
            }
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
        let areas = &self.file.areas;
        areas.binary_search_by_key(&self.key.index, |area| area.feature).ok().map(|found| &areas[found])
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
        let (start, end) = (self.file.folded_starts[self.index()], self.file.folded_starts[self.index() + 1]);
        &self.file.folded[start as usize..end as usize]
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

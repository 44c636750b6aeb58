//! A loaded city: its pack, its features with their indexes, and the names that find them.

mod category;
pub mod features;
pub mod gazetteer;
mod ids;
mod layer;
pub mod pack;
pub mod places;
mod search;
pub mod suggest;
mod tags;
mod text;
pub mod walking;
mod words;

pub use category::{Category, CategorySet, MAX_LAYERS};
pub use layer::{LayerData, layer_name};
pub use search::{Filter, Hit, Inside, Nearest, Region, fold_query, nearest, search};
pub use tags::{DIET, KEPT_TAGS, is_kept_tag};
pub use text::TextIndex;

use features::{Features, File};
use pack::{Manifest, PackError};
use std::rc::Rc;
use walking::Walking;

/// A city whose base data is in memory.
pub struct City {
    /// What its pack says of it.
    pub manifest: Manifest,
    /// The features loaded so far.
    pub features: Features,
    /// The city-wide text index, once it is there.
    pub text: Option<Rc<TextIndex>>,
    /// The walking graph, once it is there.
    pub walking: Option<Rc<Walking>>,
    loaded: CategorySet,
    layers: Vec<OnMap>,
}

/// A layer of one's own that is on the map.
struct OnMap {
    name: String,
    slot: u8,
    file: Rc<File>,
}

impl City {
    /// A city from its manifest and the bytes of its base file.
    pub fn new(manifest: Manifest, base: &[u8]) -> Result<Self, PackError> {
        Self::with_base(manifest, Rc::new(File::decode(base)?))
    }

    /// A city from its manifest and its base file.
    pub fn with_base(manifest: Manifest, base: Rc<File>) -> Result<Self, PackError> {
        let mut features = Features::default();
        features.add(base)?;
        // A category without features has no file: there is nothing to wait for.
        let empty = Category::on_demand().filter(|category| !manifest.files.categories.contains_key(category));
        let loaded = Category::base().chain(empty).collect();
        Ok(Self { manifest, features, text: None, walking: None, loaded, layers: Vec::new() })
    }

    /// Adds the file of an on-demand category; nothing happens when it is here already.
    pub fn add_category(&mut self, category: Category, file: Rc<File>) -> Result<(), PackError> {
        if !self.loaded.has(category) {
            self.features.add(file)?;
            self.loaded = self.loaded.with(category);
        }
        Ok(())
    }

    /// From now on these layers are on the map, by name, and no others; at most [`MAX_LAYERS`].
    pub fn set_layers(&mut self, layers: &[(String, Rc<File>)]) {
        self.layers.retain(|old| layers.iter().any(|(name, _)| *name == old.name));
        for (name, file) in layers {
            if self.layers.iter().all(|old| old.name != *name)
                && let Some(slot) = (0..MAX_LAYERS).find(|slot| self.layers.iter().all(|old| old.slot != *slot))
            {
                self.layers.push(OnMap { name: name.clone(), slot, file: Rc::clone(file) });
            }
        }
        let on_map = self.layers.iter().map(|layer| (&*layer.name, layer.kinds(), &layer.file));
        self.features.set_layers(on_map);
    }

    /// The layers on the map: name, kind, places.
    pub fn layers(&self) -> impl Iterator<Item = (&str, CategorySet, &Rc<File>)> {
        self.layers.iter().map(|layer| (&*layer.name, layer.kinds(), &layer.file))
    }

    /// The kind of that name: a category, or a layer that is on the map.
    pub fn kind(&self, name: &str) -> Option<CategorySet> {
        let category = Category::from_name(name).map(|category| CategorySet::NONE.with(category));
        category.or_else(|| self.layers.iter().find(|layer| layer.name == name).map(OnMap::kinds))
    }

    /// The names of these kinds: categories in their order, then layers.
    pub fn kind_names(&self, kinds: CategorySet) -> impl Iterator<Item = (&str, CategorySet)> {
        let categories = kinds.iter().map(|category| (category.name(), CategorySet::NONE.with(category)));
        let layers = self.layers.iter().map(|layer| (&*layer.name, layer.kinds()));
        categories.chain(layers.filter(move |(_, kind)| kind.meets(kinds)))
    }

    /// The categories whose every feature is in memory, and the layers.
    pub fn loaded(&self) -> CategorySet {
        self.layers.iter().fold(self.loaded, |loaded, layer| loaded.and(layer.kinds()))
    }

    /// On-demand categories that are not loaded, in category order, with how many features each has in the city.
    pub fn unloaded(&self) -> impl Iterator<Item = (Category, u32)> {
        let waiting = Category::on_demand().filter(|category| !self.loaded.has(*category));
        waiting.map(|category| (category, self.manifest.count(category)))
    }
}

impl OnMap {
    fn kinds(&self) -> CategorySet {
        CategorySet::NONE.with_layer(self.slot)
    }
}

//! A loaded city: its pack, its features with their indexes, and the names that find them.

mod category;
pub mod features;
pub mod gazetteer;
pub mod pack;
pub mod places;
mod search;
pub mod suggest;
mod tags;
mod text;
pub mod walking;

pub use category::{Category, CategorySet};
pub use search::{Filter, Hit, Inside, Region, fold_query, search};
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
        Ok(Self { manifest, features, text: None, walking: None, loaded })
    }

    /// Adds the file of an on-demand category; nothing happens when it is here already.
    pub fn add_category(&mut self, category: Category, file: Rc<File>) -> Result<(), PackError> {
        if !self.loaded.has(category) {
            self.features.add(file)?;
            self.loaded = self.loaded.with(category);
        }
        Ok(())
    }

    /// The categories whose every feature is in memory.
    pub fn loaded(&self) -> CategorySet {
        self.loaded
    }

    /// On-demand categories that are not loaded, in category order, with how many features each has in the city.
    pub fn unloaded(&self) -> impl Iterator<Item = (Category, u32)> {
        let waiting = Category::on_demand().filter(|category| !self.loaded.has(*category));
        waiting.map(|category| (category, self.manifest.count(category)))
    }
}

//! What describe_surroundings and compare_areas share: `district` is a property of a place, not something near it.

use super::ToolError;
use super::args::Kind;
use super::listing::insert_unsearched;
use super::reader::Reader;
use crate::city::{Category, CategorySet, City};
use serde_json::{Map, Value, json};

/// The kinds to look for, once they are loaded.
pub(super) struct Kinds {
    named: Option<CategorySet>,
    ignores_district: bool,
}

impl Kinds {
    /// Loads what is named; a district named alone is refused.
    pub async fn load(map: Reader<'_>, categories: Option<&Vec<Kind>>) -> Result<Self, ToolError> {
        let asked = map.kinds(categories).await?;
        let ignores_district = asked.is_some_and(|asked| asked.has(Category::District));
        let named: Option<CategorySet> = asked.map(|asked| {
            let places = asked.iter().filter(|category| *category != Category::District);
            places.collect::<CategorySet>().and(asked.layers())
        });
        if named.is_some_and(CategorySet::is_empty) {
            return Err(ToolError::InvalidArgument(
                "categories names only district, which a place lies in rather than has around it. Name other \
                 categories or leave categories out; describe_surroundings gives the district anyway."
                    .into(),
            ));
        }
        map.load(named).await?;
        Ok(Self { named, ignores_district })
    }

    /// The kinds to look for: the named ones, or all that are loaded but the district.
    pub fn of(&self, city: &City) -> CategorySet {
        let is_there = |category: &Category| category.is_base() || city.manifest.count(*category) > 0;
        let loaded = || city.loaded().iter().filter(|category| *category != Category::District && is_there(category));
        self.named.unwrap_or_else(|| loaded().collect::<CategorySet>().and(city.loaded().layers()))
    }

    /// Adds what was named in vain and what was not searched.
    pub fn tell(&self, city: &City, answer: &mut Map<String, Value>) {
        if self.ignores_district {
            answer.insert("ignored_categories".into(), json!([Category::District.name()]));
        }
        if self.named.is_none() {
            insert_unsearched(city, answer);
        }
    }
}

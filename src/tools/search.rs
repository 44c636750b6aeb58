//! The filter that find_features and select_features share.

use super::args::{PlaceRef, category_set};
use super::marks::inside_of;
use super::reader::{Place, Reader};
use super::{ToolError, find_features::folded};
use crate::city::{Category, CategorySet, Filter, Hit, Region, search};

/// Metres searched round `near` when no radius is given: a comfortable walk.
const DEFAULT_RADIUS_M: f64 = 800.0;

/// The filter as it was given.
pub(super) struct Search<'a> {
    pub query: Option<&'a str>,
    pub categories: Option<&'a Vec<Category>>,
    pub near: Option<&'a PlaceRef>,
    pub radius_m: Option<f64>,
    pub within: Option<&'a str>,
}

/// What it found.
pub(super) struct Found {
    /// Where distances were measured from.
    pub place: Place,
    /// The radius that limited the search, in metres.
    pub radius_m: Option<f64>,
    /// The text, folded.
    pub query: Option<String>,
    /// The kinds that were named.
    pub categories: Option<CategorySet>,
    /// Every match, nearest first.
    pub hits: Vec<Hit>,
}

impl Search<'_> {
    /// Whether it asks for anything.
    pub fn is_empty(&self) -> bool {
        self.query.is_none()
            && self.categories.is_none()
            && self.near.is_none()
            && self.radius_m.is_none()
            && self.within.is_none()
    }

    /// Loads what it names and searches.
    pub async fn run(self, map: Reader<'_>) -> Result<Found, ToolError> {
        let query = folded(self.query)?;
        let inside = match self.within {
            Some(within) => Some(inside_of(map, within).await?),
            None => None,
        };
        let categories = category_set(self.categories);
        let place = match self.near {
            Some(near) => map.place("near", near).await?,
            None => {
                drop(map.city().await?);
                Place { position: map.session().camera().center, key: None }
            }
        };
        map.load(categories).await?;
        if query.is_some() {
            map.text().await?;
        }
        let radius_m = self.radius_m.or(self.near.map(|_| DEFAULT_RADIUS_M));
        let filter = Filter {
            query: query.as_deref(),
            categories,
            region: radius_m.map_or(Region::City, Region::Radius),
            inside: inside.as_ref(),
            origin: place.position,
        };
        let hits = search(&map.loaded_city()?.features, &filter);
        Ok(Found { place, radius_m, query, categories, hits })
    }
}

//! The filter that find_features, select_features and summarize_features share.

use super::area_filter::Area;
use super::args::{Kind, PlaceRef};
use super::marks::inside_of;
use super::opening::{OpenAt, When};
use super::reader::{Place, Reader};
use super::{ToolError, find_features::folded};
use crate::city::{CategorySet, Filter, Hit, Inside, Nearest, Region, nearest};
use crate::domain::MAX_RADIUS_M;

/// Metres searched round `near` when no radius is given: a comfortable walk.
const DEFAULT_RADIUS_M: f64 = 800.0;

/// The filter as it was given.
pub(super) struct Search<'a> {
    pub query: Option<&'a str>,
    pub categories: Option<&'a Vec<Kind>>,
    pub near: Option<&'a PlaceRef>,
    pub radius_m: Option<f64>,
    pub within: Option<&'a str>,
    pub area: Option<&'a Area>,
    pub open_at: Option<&'a str>,
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
    /// How many match; with `open_at` how many of those are open then.
    pub total: usize,
    /// As many as were asked for of them, nearest first.
    pub hits: Vec<Hit>,
    /// Who else matches, with `open_at`.
    pub open: Option<OpenAt>,
}

impl Search<'_> {
    /// Whether it asks for anything.
    pub fn is_empty(&self) -> bool {
        self.query.is_none()
            && self.categories.is_none()
            && self.near.is_none()
            && self.radius_m.is_none()
            && self.within.is_none()
            && self.area.is_none()
            && self.open_at.is_none()
    }

    /// Loads what it names and searches: at least the nearest `most` are found, all are counted.
    pub async fn run(self, map: Reader<'_>, most: usize) -> Result<Found, ToolError> {
        let query = folded(self.query)?;
        let when = self.open_at.map(When::read).transpose()?;
        if let Some(radius_m) = self.radius_m.filter(|radius_m| !(*radius_m > 0.0 && *radius_m <= MAX_RADIUS_M)) {
            return Err(ToolError::InvalidArgument(format!(
                "radius_m must be a number above 0 and at most {MAX_RADIUS_M}; you gave {radius_m}."
            )));
        }
        let inside = self.ground(map).await?;
        let categories = map.kinds(self.categories).await?;
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
        // Who is open is found out of all.
        let most = if when.is_some() { usize::MAX } else { most };
        let Nearest { total, hits } = nearest(&map.loaded_city()?.features, &filter, most);
        let Some(when) = when else {
            return Ok(Found { place, radius_m, query, categories, total, hits, open: None });
        };
        let open = OpenAt::of(map, hits, when).await?;
        let hits = open.open();
        Ok(Found { place, radius_m, query, categories, total: hits.len(), hits, open: Some(open) })
    }

    /// The part of the ground that it is confined to.
    async fn ground(&self, map: Reader<'_>) -> Result<Option<Inside>, ToolError> {
        let Some(area) = self.area else {
            return match self.within {
                Some(within) => inside_of(map, within).await.map(Some),
                None => Ok(None),
            };
        };
        let beside = if self.near.is_some() { "near" } else { "within" };
        if self.near.is_some() || self.within.is_some() {
            return Err(ToolError::InvalidArgument(format!(
                "area and {beside} both say where to search, so they exclude each other: pass one of them."
            )));
        }
        area.ground(map).await.map(Some)
    }
}

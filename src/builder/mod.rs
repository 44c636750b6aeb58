//! City packs from OSM extracts.

pub mod basemap;

use crate::city::{Category, City};
use serde_json::{Value, json};

/// Land, water and places, without a basemap.
pub fn plain_style() -> Value {
    let empty = json!({ "type": "geojson", "data": { "type": "FeatureCollection", "features": [] } });
    json!({
        "version": 8,
        "sources": { "land": empty, "features": empty },
        "layers": [
            { "id": "ground", "type": "background", "paint": { "background-color": "#c0d9e4" } },
            { "id": "land", "type": "fill", "source": "land", "paint": {
                "fill-color": ["match", ["get", "category"], "park", "#d3e2c4", "#f6f3ec"],
            } },
            { "id": "features", "type": "circle", "source": "features", "paint": {
                "circle-radius": ["interpolate", ["linear"], ["zoom"], 10, 2, 16, 6],
                "circle-color": "#0956ae", "circle-stroke-color": "#ffffff", "circle-stroke-width": 1,
            } },
        ],
    })
}

/// The outlines of districts as land, parks upon it; the whole rectangle of a city without districts.
pub fn land(city: &City) -> Value {
    let ring = |ring: &Vec<crate::spatial::Position>| {
        let closed = ring.iter().chain(ring.first());
        closed.map(|position| json!([position.lng, position.lat])).collect::<Vec<_>>()
    };
    let areas = city.features.base().filter_map(|feature| {
        let category = feature.category();
        let drawn = matches!(category, Category::District | Category::Park);
        let polygons: Vec<_> = feature
            .shape()
            .filter(|_| drawn)?
            .polygons
            .iter()
            .map(|polygon| polygon.rings().map(ring).collect::<Vec<_>>())
            .collect();
        Some(json!({
            "type": "Feature", "properties": { "category": category.name() },
            "geometry": { "type": "MultiPolygon", "coordinates": polygons },
        }))
    });
    let mut features: Vec<Value> = areas.collect();
    features.sort_by_key(|feature| feature["properties"]["category"] == "park");
    if city.manifest.count(Category::District) == 0 {
        let [west, south, east, north] = <[f64; 4]>::from(city.manifest.bbox);
        let corners = json!([[[west, south], [east, south], [east, north], [west, north], [west, south]]]);
        features.insert(
            0,
            json!({
                "type": "Feature", "properties": { "category": "district" },
                "geometry": { "type": "Polygon", "coordinates": corners },
            }),
        );
    }
    json!({ "type": "FeatureCollection", "features": features })
}

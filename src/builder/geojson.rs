use super::BuildError;
use super::draft::{Draft, Origin, line_centroid, stored};
use super::rings::Area;
use super::rules::{Dropped, Tags};
use crate::city::{Category, CategorySet};
use crate::spatial::{BBox, Polygon, Position, Shape};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// The file that brings listings, beside an extract or in a folder.
const LISTINGS: &str = "listings.geojson";

/// The features of GeoJSON files, and why others are none.
#[derive(Default)]
pub(super) struct Files {
    pub(super) drafts: Vec<Draft>,
    pub(super) dropped: Vec<Dropped>,
    /// The rectangle round all their geometries.
    pub(super) bbox: Option<BBox>,
    by_id: FxHashMap<String, usize>,
}

#[derive(Deserialize)]
struct Collection {
    #[serde(rename = "type")]
    kind: String,
    /// Whether all of it is made up, for show.
    #[serde(default)]
    sample: bool,
    #[serde(default)]
    features: Vec<Feature>,
}

#[derive(Deserialize)]
struct Feature {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    properties: Option<Map<String, Value>>,
    #[serde(default)]
    geometry: Value,
}

impl Feature {
    /// The id among its properties, else its own.
    fn own_id(&self) -> Option<String> {
        let property = self.properties.as_ref().and_then(|properties| properties.get("id"));
        [property, Some(&self.id)].into_iter().flatten().find_map(text)
    }
}

type Point = Vec<f64>;

#[derive(Deserialize)]
#[serde(tag = "type", content = "coordinates")]
enum Geometry {
    Point(Point),
    MultiPoint(Vec<Point>),
    LineString(Vec<Point>),
    MultiLineString(Vec<Vec<Point>>),
    Polygon(Vec<Vec<Point>>),
    MultiPolygon(Vec<Vec<Vec<Point>>>),
}

impl Files {
    /// The features of every `<category>.geojson` of a folder, in category order, and of its listings.
    pub(super) fn of_folder(folder: &Path) -> Result<Self, BuildError> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(BuildError::unreadable(folder))? {
            let path = entry.map_err(BuildError::unreadable(folder))?.path();
            let is_geojson = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("geojson"));
            if is_geojson && path.file_name().is_none_or(|name| name != LISTINGS) {
                files.push((category_of(&path)?, path));
            }
        }
        if files.is_empty() {
            return Err(BuildError::Empty { path: folder.into() });
        }
        files.sort();
        let mut read = Self::default();
        for (category, path) in files {
            read.add_file(&path, category)?;
        }
        Ok(read)
    }

    /// Adds `listings.geojson` from inside the extract's folder, or from beside the extract.
    pub(super) fn add_listings(&mut self, extract: &Path) -> Result<(), BuildError> {
        let beside = extract.parent().map(|folder| folder.join(LISTINGS));
        let places: [Option<PathBuf>; 2] = [Some(extract.join(LISTINGS)), beside];
        match places.into_iter().flatten().find(|path| path.is_file()) {
            Some(path) => self.add_file(&path, Category::Listing),
            None => Ok(()),
        }
    }

    /// The features whose position is inside the rectangle, and why others are none.
    pub(super) fn inside(self, bbox: &BBox) -> (Vec<Draft>, Vec<Dropped>) {
        let (inside, outside): (Vec<_>, Vec<_>) =
            self.drafts.into_iter().partition(|draft| bbox.contains(draft.position));
        let cut = outside.iter().map(|_| Dropped::OutsideBBox);
        (inside, self.dropped.into_iter().chain(cut).collect())
    }

    fn add_file(&mut self, path: &Path, category: Category) -> Result<(), BuildError> {
        let odd = |detail: String| BuildError::GeoJson { path: path.into(), detail };
        let text = std::fs::read_to_string(path).map_err(BuildError::unreadable(path))?;
        let collection: Collection = serde_json::from_str(&text).map_err(|error| odd(error.to_string()))?;
        if collection.kind != "FeatureCollection" {
            return Err(odd(format!("its type is {:?}", collection.kind)));
        }
        let is_listings = path.ends_with(LISTINGS);
        for (index, mut feature) in collection.features.into_iter().enumerate() {
            if collection.sample {
                feature.properties.get_or_insert_default().insert("sample".into(), Value::Bool(true));
            }
            let own = feature.own_id();
            let id = match own {
                Some(id) if !is_listings || id.starts_with("listing:") => id,
                Some(id) => format!("listing:{id}"),
                None if is_listings => format!("listing:{}", index + 1),
                None => format!("file:{}:{}", category.name(), index + 1),
            };
            self.add(feature, category, id);
        }
        Ok(())
    }

    fn add(&mut self, feature: Feature, category: Category, id: String) {
        let Some((position, area, around)) = serde_json::from_value(feature.geometry).ok().and_then(place) else {
            self.dropped.push(Dropped::OddGeometry);
            return;
        };
        let whole = self.bbox.unwrap_or(BBox::EMPTY);
        let corners = [Position::new(around.west, around.south), Position::new(around.east, around.north)];
        self.bbox = Some(corners.into_iter().chain([position]).fold(whole, BBox::include));
        let properties = feature.properties.unwrap_or_default();
        let draft = draft(id, category, position, area, &properties);
        match self.by_id.get(&draft.id) {
            Some(known) => self.drafts[*known].absorb(draft),
            None => {
                self.by_id.insert(draft.id.clone(), self.drafts.len());
                self.drafts.push(Draft { origin: Origin::File(self.drafts.len() as i64), ..draft });
            }
        }
    }
}

/// The category a file is named after.
fn category_of(path: &Path) -> Result<Category, BuildError> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    Category::from_name(stem).ok_or_else(|| {
        let known = Category::ALL.iter().map(|category| category.name()).collect::<Vec<_>>().join(", ");
        BuildError::UnknownCategory { path: path.into(), known }
    })
}

fn draft(
    id: String,
    category: Category,
    position: Position,
    area: Option<Area>,
    properties: &Map<String, Value>,
) -> Draft {
    let pairs: Vec<_> = properties.iter().filter_map(|(key, value)| Some((key.as_str(), text(value)?))).collect();
    let tags = Tags::collect(pairs.iter().map(|(key, value)| (*key, value.as_str())));
    let name = tags.get("name").or_else(|| tags.get("name_en")).map(str::to_owned);
    let mut kept = tags.kept();
    kept.extend(tags.get("sample").map(|value| ("sample".to_owned(), value.to_owned())));
    Draft {
        origin: Origin::File(0),
        id,
        categories: CategorySet::NONE.with(category),
        position,
        name_en: tags.get("name_en").filter(|english| name.as_deref() != Some(english)).map(str::to_owned),
        name,
        address: tags.get("address").map(str::to_owned),
        tags: kept,
        area,
    }
}

/// A plain value as text; nothing for lists, objects and null.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Position, area and rectangle of a geometry; `None` for one without a position on Earth.
fn place(geometry: Geometry) -> Option<(Position, Option<Area>, BBox)> {
    let lines = |lines: Vec<Vec<Point>>| lines.into_iter().map(positions).collect::<Option<Vec<_>>>();
    let (position, area, around) = match geometry {
        Geometry::Point(point) => {
            let position = positions(vec![point])?[0];
            (position, None, BBox::point(position))
        }
        Geometry::MultiPoint(points) => {
            let points = positions(points)?;
            (mean(&points), None, BBox::around(points))
        }
        Geometry::LineString(line) => place_lines(vec![positions(line)?])?,
        Geometry::MultiLineString(parts) => place_lines(lines(parts)?)?,
        Geometry::Polygon(rings) => place_area(vec![lines(rings)?])?,
        Geometry::MultiPolygon(polygons) => place_area(polygons.into_iter().map(lines).collect::<Option<_>>()?)?,
    };
    Some((stored(position), area, around))
}

fn place_area(polygons: Vec<Vec<Vec<Position>>>) -> Option<(Position, Option<Area>, BBox)> {
    let open = |mut ring: Vec<Position>| {
        if ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
        (ring.len() >= 3).then_some(ring)
    };
    let polygon = |rings: Vec<Vec<Position>>| {
        let mut rings = rings.into_iter().map(open);
        Some(Polygon { outer: rings.next()??, holes: rings.collect::<Option<_>>()? })
    };
    let shape = Shape { polygons: polygons.into_iter().map(polygon).collect::<Option<_>>()? };
    let (position, around) = (shape.centroid()?, shape.bbox());
    Some((position, Some(Area { shape, joints: FxHashSet::default() }), around))
}

fn place_lines(lines: Vec<Vec<Position>>) -> Option<(Position, Option<Area>, BBox)> {
    Some((line_centroid(&lines)?, None, BBox::around(lines.into_iter().flatten())))
}

fn mean(points: &[Position]) -> Position {
    let count = points.len() as f64;
    let (lng, lat) = points.iter().fold((0.0, 0.0), |(lng, lat), point| (lng + point.lng, lat + point.lat));
    Position::new(lng / count, lat / count)
}

/// Points as positions; `None` when there is none, or one is not on Earth.
fn positions(points: Vec<Point>) -> Option<Vec<Position>> {
    let position = |point: Point| match point[..] {
        [lng, lat, ..] => Some(Position::new(lng, lat)).filter(|position| position.is_valid()),
        _ => None,
    };
    let positions: Vec<_> = points.into_iter().map(position).collect::<Option<_>>()?;
    (!positions.is_empty()).then_some(positions)
}

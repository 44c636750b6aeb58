//! GeoJSON (RFC 7946), feature by feature, without the whole of it in memory as a tree.

use super::shapes::{line, rings};
use super::{Sink, Value};
use crate::report::{Code, Refusal};
use crate::{Geometry, Point};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// Reads a collection, one feature or a bare geometry.
pub fn read(text: &str, sink: &mut Sink<'_>) -> Result<(), Refusal> {
    let mut root = Root { sink, refused: None, kind: None, crs: None, features: false, alone: RawFeature::default() };
    let mut json = serde_json::Deserializer::from_str(text);
    let read = (&mut json).deserialize_map(&mut root).and_then(|()| json.end());
    if let Some(refusal) = root.refused.take() {
        return Err(refusal);
    }
    if let Err(error) = read {
        let sentence = error.to_string();
        let is_deep = sentence.starts_with("recursion limit");
        return Err(if is_deep { Refusal::TooDeep } else { Refusal::Broken(sentence) });
    }
    let Root { sink, kind, crs, features, alone, .. } = root;
    if let Some(name) = crs {
        return Err(Refusal::OtherCrs(name));
    }
    match kind.as_deref() {
        Some("FeatureCollection") if features => Ok(()),
        Some("Feature") => feature(Element::Feature(Box::new(alone)), sink),
        Some("Topology" | "FeatureCollection") | None => Err(Refusal::OtherJson),
        Some(_) => {
            let RawFeature { kind, coordinates, geometries, .. } = alone;
            let geometry = Some(RawGeometry { kind, coordinates, geometries });
            let kind = Some("Feature".to_owned());
            let known = geometry.as_ref().is_some_and(RawGeometry::is_known);
            let alone = RawFeature { kind, geometry, ..RawFeature::default() };
            if known { feature(Element::Feature(Box::new(alone)), sink) } else { Err(Refusal::OtherJson) }
        }
    }
}

/// The outermost object, which may be a collection, a feature or a geometry: its members come in any order.
struct Root<'a, 'b> {
    sink: &'a mut Sink<'b>,
    refused: Option<Refusal>,
    kind: Option<String>,
    crs: Option<String>,
    features: bool,
    alone: RawFeature,
}

impl<'de> Visitor<'de> for &mut Root<'_, '_> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "features" => {
                    self.features = true;
                    let refused = map.next_value_seed(Features(self.sink))?;
                    if let Some(refusal) = refused {
                        self.refused = Some(refusal);
                        return Err(A::Error::custom("refused"));
                    }
                }
                "crs" => self.crs = foreign(&map.next_value::<serde_json::Value>()?),
                _ => {
                    self.alone.member(&key, &mut map)?;
                    if key == "type" {
                        self.kind.clone_from(&self.alone.kind);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The reference system that the member `crs` of older files names, when it is not WGS 84.
fn foreign(crs: &serde_json::Value) -> Option<String> {
    let name = crs["properties"]["name"].as_str().or(crs["properties"]["href"].as_str())?;
    let upper = name.to_uppercase();
    let is_wgs84 = ["CRS84", "EPSG::4326", "EPSG:4326", "WGS84", "WGS 84"].iter().any(|known| upper.contains(known));
    (!is_wgs84).then(|| name.chars().take(80).collect())
}

/// The list of features; what it gives is why no more of them are read.
struct Features<'a, 'b>(&'a mut Sink<'b>);

impl<'de> DeserializeSeed<'de> for Features<'_, '_> {
    type Value = Option<Refusal>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Features<'_, '_> {
    type Value = Option<Refusal>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a list of features")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        while let Some(element) = list.next_element::<Element>()? {
            if let Err(refusal) = feature(element, self.0) {
                return Ok(Some(refusal));
            }
        }
        Ok(None)
    }
}

fn feature(element: Element, sink: &mut Sink<'_>) -> Result<(), Refusal> {
    let row = sink.row(1);
    let raw = match element {
        Element::Feature(raw) if raw.kind.as_deref() == Some("Feature") => raw,
        Element::Feature(raw) => {
            sink.find(row, Code::NotAFeature, raw.kind.unwrap_or_default());
            return Ok(());
        }
        Element::Other(what) => {
            sink.find(row, Code::NotAFeature, what);
            return Ok(());
        }
    };
    let RawFeature { id, geometry, mut properties, .. } = *raw;
    let Some(geometry) = geometry else {
        sink.find(row, Code::NoGeometry, "");
        return Ok(());
    };
    let kind = geometry.kind.clone().unwrap_or_default();
    match geometry.shape(row, sink) {
        Ok(geometry) => {
            if let Some(id) = id
                && properties.iter().all(|(key, _)| key != "id")
            {
                properties.push(("id".into(), id));
            }
            sink.push(row, geometry, properties)
        }
        Err(Missing) => {
            sink.find(row, Code::BadGeometry, kind);
            Ok(())
        }
    }
}

/// Something of a list of features.
enum Element {
    Feature(Box<RawFeature>),
    Other(String),
}

#[derive(Default)]
struct RawFeature {
    kind: Option<String>,
    id: Option<Value>,
    geometry: Option<RawGeometry>,
    properties: Vec<(String, Value)>,
    coordinates: Option<Coordinates>,
    geometries: Option<Vec<RawGeometry>>,
}

impl RawFeature {
    fn member<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        match key {
            "type" => self.kind = Some(text_of(&map.next_value()?)),
            "id" => self.id = Some(value_of(map.next_value()?)).filter(|id| id.as_str() != "null"),
            "geometry" => self.geometry = map.next_value::<MaybeGeometry>()?.0,
            "properties" => self.properties = map.next_value::<Properties>()?.0,
            "coordinates" => self.coordinates = Some(map.next_value()?),
            "geometries" => self.geometries = Some(map.next_value::<Geometries>()?.0),
            _ => drop(map.next_value::<IgnoredAny>()?),
        }
        Ok(())
    }
}

fn text_of(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn value_of(value: serde_json::Value) -> Value {
    match value {
        serde_json::Value::String(text) => Value::Text(text),
        other => Value::Json(other.to_string()),
    }
}

/// Visits whatever stands there: an object by `map`, anything else by `other`.
macro_rules! lenient {
    ($type:ty, $map:expr, $other:expr) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                struct Any;
                impl<'de> Visitor<'de> for Any {
                    type Value = $type;

                    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                        to.write_str("anything")
                    }

                    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                        $map(map)
                    }

                    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                        while list.next_element::<IgnoredAny>()?.is_some() {}
                        Ok($other("a list"))
                    }

                    fn visit_unit<E>(self) -> Result<Self::Value, E> {
                        Ok($other("null"))
                    }

                    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
                        Ok($other("true or false"))
                    }

                    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
                        Ok($other("a number"))
                    }

                    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
                        Ok($other("a number"))
                    }

                    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
                        Ok($other("a number"))
                    }

                    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
                        Ok($other("a text"))
                    }
                }
                from.deserialize_any(Any)
            }
        }
    };
}

lenient!(
    Element,
    |mut map: A| -> Result<Element, A::Error> {
        let mut raw = RawFeature::default();
        while let Some(key) = map.next_key::<String>()? {
            raw.member(&key, &mut map)?;
        }
        Ok(Element::Feature(Box::new(raw)))
    },
    |what: &str| Element::Other(what.to_owned())
);

/// Attributes; what is no object has none.
struct Properties(Vec<(String, Value)>);

lenient!(
    Properties,
    |mut map: A| -> Result<Properties, A::Error> {
        let mut properties: Vec<(String, Value)> = Vec::new();
        while let Some((key, value)) = map.next_entry::<String, serde_json::Value>()? {
            properties.push((key, value_of(value)));
        }
        Ok(Properties(properties))
    },
    |_: &str| Properties(Vec::new())
);

/// A geometry; none where there is no object.
struct MaybeGeometry(Option<RawGeometry>);

#[derive(Default)]
struct RawGeometry {
    kind: Option<String>,
    coordinates: Option<Coordinates>,
    geometries: Option<Vec<RawGeometry>>,
}

lenient!(
    MaybeGeometry,
    |mut map: A| -> Result<MaybeGeometry, A::Error> {
        let mut raw = RawGeometry::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "type" => raw.kind = Some(text_of(&map.next_value()?)),
                "coordinates" => raw.coordinates = Some(map.next_value()?),
                "geometries" => raw.geometries = Some(map.next_value::<Geometries>()?.0),
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(MaybeGeometry(Some(raw)))
    },
    |_: &str| MaybeGeometry(None)
);

/// The parts of a collection.
struct Geometries(Vec<RawGeometry>);

impl<'de> Deserialize<'de> for Geometries {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let parts = Vec::<MaybeGeometry>::deserialize(from)?;
        Ok(Self(parts.into_iter().map(|part| part.0.unwrap_or_default()).collect()))
    }
}

/// Numbers in lists in lists. A list that begins with a number is a position, of which the first two count.
enum Coordinates {
    Number(f64),
    Position(Point),
    List(Vec<Coordinates>),
}

impl<'de> Deserialize<'de> for Coordinates {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(AnyCoordinates)
    }
}

struct AnyCoordinates;

impl<'de> Visitor<'de> for AnyCoordinates {
    type Value = Coordinates;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("coordinates")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Coordinates, A::Error> {
        match list.next_element::<Coordinates>()? {
            None => Ok(Coordinates::List(Vec::new())),
            Some(Coordinates::Number(first)) => {
                let second = match list.next_element::<Coordinates>()? {
                    Some(Coordinates::Number(second)) => second,
                    _ => f64::NAN,
                };
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Coordinates::Position([first, second]))
            }
            Some(first) => {
                let mut items = vec![first];
                while let Some(item) = list.next_element()? {
                    items.push(item);
                }
                Ok(Coordinates::List(items))
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Coordinates, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Coordinates::Number(f64::NAN))
    }

    fn visit_unit<E>(self) -> Result<Coordinates, E> {
        Ok(Coordinates::Number(f64::NAN))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Coordinates, E> {
        Ok(Coordinates::Number(f64::NAN))
    }

    fn visit_str<E>(self, text: &str) -> Result<Coordinates, E> {
        Ok(Coordinates::Number(text.trim().parse().unwrap_or(f64::NAN)))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Coordinates, E> {
        Ok(Coordinates::Number(number as f64))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Coordinates, E> {
        Ok(Coordinates::Number(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Coordinates, E> {
        Ok(Coordinates::Number(number))
    }
}

/// The geometry has not the form of its kind.
struct Missing;

impl Coordinates {
    fn position(self) -> Option<Point> {
        if let Self::Position(point) = self { Some(point) } else { None }
    }

    fn list<T>(self, each: impl FnMut(Self) -> Option<T>) -> Option<Vec<T>> {
        let Self::List(items) = self else { return None };
        let all: Option<Vec<T>> = items.into_iter().map(each).collect();
        all.filter(|all| !all.is_empty())
    }

    fn points(self) -> Option<Vec<Point>> {
        self.list(Self::position)
    }
}

impl RawGeometry {
    fn is_known(&self) -> bool {
        self.coordinates.is_some() || self.geometries.is_some()
    }

    fn shape(self, row: u32, sink: &mut Sink<'_>) -> Result<Geometry, Missing> {
        let kind = self.kind.unwrap_or_default();
        if kind == "GeometryCollection" {
            let parts = self.geometries.unwrap_or_default().into_iter().map(|part| part.shape(row, sink));
            let parts = parts.collect::<Result<Vec<_>, _>>()?;
            return if parts.is_empty() { Err(Missing) } else { Ok(Geometry::GeometryCollection(parts)) };
        }
        let coordinates = self.coordinates.ok_or(Missing)?;
        let geometry = match kind.as_str() {
            "Point" => coordinates.position().map(Geometry::Point),
            "MultiPoint" => coordinates.points().map(Geometry::MultiPoint),
            "LineString" => coordinates.points().and_then(line).map(Geometry::LineString),
            "MultiLineString" => coordinates.list(|item| item.points().and_then(line)).map(Geometry::MultiLineString),
            "Polygon" => {
                let lists = coordinates.list(Coordinates::points);
                lists.and_then(|lists| rings(lists, row, sink)).map(Geometry::Polygon)
            }
            "MultiPolygon" => {
                let polygons = coordinates.list(|item| {
                    let lists = item.list(Coordinates::points)?;
                    rings(lists, row, sink)
                });
                polygons.map(Geometry::MultiPolygon)
            }
            _ => None,
        };
        geometry.ok_or(Missing)
    }
}

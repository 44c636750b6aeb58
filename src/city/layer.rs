//! A layer of one's own: places from a file, in the form in which the city's are searched.

use super::pack::Area;
use super::words::PART;
use crate::spatial::{BBox, Polygon, Position, Shape, distance_m, fold_each};
use glassmap_layers::{Columns, Geometry, Point};
use rustc_hash::{FxHashMap, FxHashSet};

/// Attributes that are an address in one line, the best first.
const ADDRESSES: [&str; 5] = ["address", "addr:full", "addr", "adresse", "地址"];
/// Characters of the name of a layer.
const MAX_NAME: usize = 40;

/// The places of a layer and what was read of each.
pub struct LayerData {
    name: String,
    columns: Columns,
    address: Option<u32>,
    /// The names of attributes that any place has.
    attributes: FxHashSet<u32>,
}

/// The name of a layer from that of its file: `layer:`, then letters, numbers and hyphens, in lower case.
pub fn layer_name(file: &str) -> String {
    let stem = file.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    let mut name = String::new();
    for c in stem.to_lowercase().chars() {
        if c.is_alphanumeric() || c == '_' {
            name.push(c);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name: String = name.chars().take(MAX_NAME).collect();
    let name = name.trim_matches('-');
    format!("layer:{}", if name.is_empty() { "places" } else { name })
}

fn position([lng, lat]: Point) -> Position {
    Position::new(lng, lat)
}

fn positions(points: &[Point]) -> Vec<Position> {
    points.iter().copied().map(position).collect()
}

impl LayerData {
    /// The places of that layer; `name` is `layer:` and its own.
    pub fn new(name: String, columns: Columns) -> Self {
        let is = |number: u32, text: &str| columns.string(number).is_some_and(|own| own.eq_ignore_ascii_case(text));
        let number = |text: &str| (1..=columns.strings() as u32).find(|number| is(*number, text));
        let address = ADDRESSES.iter().find_map(|text| number(text));
        let names = |index| columns.pairs(index).chunks_exact(2).map(|pair| pair[0]);
        let attributes = (0..columns.len()).flat_map(names).collect();
        Self { name, address, attributes, columns }
    }

    /// `layer:` and its own name.
    pub fn layer(&self) -> &str {
        &self.name
    }

    /// What was read.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// How many places it has.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// The id of a place: the layer and the row in its file.
    pub fn id(&self, index: usize) -> Box<str> {
        format!("{}/{}", self.name, self.columns.rows[index]).into()
    }

    /// What a place is called.
    pub fn name(&self, index: usize) -> Option<&str> {
        self.columns.string(self.columns.names[index])
    }

    /// Its address, where an attribute is one.
    pub fn address(&self, index: usize) -> Option<&str> {
        let address = self.address?;
        let mut pairs = self.columns.pairs(index).chunks_exact(2);
        pairs.find(|pair| pair[0] == address).and_then(|pair| self.columns.string(pair[1]))
    }

    /// An attribute.
    pub fn attribute(&self, index: usize, key: &str) -> Option<&str> {
        let mut properties = self.columns.properties(index);
        properties.find(|(name, ..)| *name == key).map(|(_, value, _)| value).filter(|value| !value.is_empty())
    }

    /// Whether any place has an attribute of that name.
    pub fn has_attribute(&self, key: &str) -> bool {
        self.attributes.iter().any(|name| self.columns.string(*name) == Some(key))
    }

    /// Where a place is, in full.
    pub fn geometry(&self, index: usize) -> &Geometry {
        &self.columns.geometries[index]
    }

    /// Where all places are: the point, the middle of a line, an area's centroid; and the shapes of those that are more
    /// than a point. A line is an outline that goes there and back, several points are outlines of one point: so they
    /// are searched, framed and measured from as areas are, and hold nothing.
    pub(super) fn shapes(&self) -> (Vec<Position>, Vec<Area>) {
        let (mut middles, mut areas) = (Vec::with_capacity(self.len()), Vec::new());
        for (geometry, feature) in self.columns.geometries.iter().zip(0..) {
            if let Geometry::Point(point) = geometry {
                middles.push(position(*point));
                continue;
            }
            let whole = |rings: &[Vec<Point>]| Polygon {
                outer: rings.first().map(|ring| positions(ring)).unwrap_or_default(),
                holes: rings.iter().skip(1).map(|ring| positions(ring)).collect(),
            };
            let solid = Shape { polygons: geometry.polygons().into_iter().map(whole).collect() };
            let lines = geometry.lines();
            let middle = solid.centroid().or_else(|| middle_of(&lines)).or(geometry.first().map(position));
            let there_and_back = |line: &&[Point]| {
                let back = line.iter().rev().skip(1).take(line.len().saturating_sub(2));
                let outer = line.iter().chain(back).copied().map(position).collect();
                Polygon { outer, holes: Vec::new() }
            };
            let dot = |point: Point| Polygon { outer: vec![position(point)], holes: Vec::new() };
            let mut shape = solid;
            shape.polygons.extend(lines.iter().map(there_and_back));
            shape.polygons.extend(geometry.points().into_iter().map(dot));
            let bbox = shape.bbox();
            middles.push(middle.unwrap_or_else(|| bbox.center()));
            // Measures are worked out where they are asked for: there may be very many.
            areas.push(Area { feature, shape, bbox, area_m2: 0.0, perimeter_m: 0.0 });
        }
        (middles, areas)
    }

    /// The searchable text of all places as [`super::features::File`] has it: five fields, then one for each other
    /// attribute. Texts that several places have alike are there once: where each text begins, and which each place has.
    /// Between parts of the work it waits for `pause`.
    pub(super) async fn folded(&self, pause: &impl AsyncFn()) -> (String, Vec<u32>, Vec<u32>) {
        let columns = &self.columns;
        let number_of =
            |text: &str| (1..=columns.strings() as u32).find(|number| columns.string(*number) == Some(text));
        let [brand, cuisine] = ["brand", "cuisine"].map(number_of);
        // Values repeat: each string is folded once.
        let (mut known, mut ends) = (String::new(), vec![0, 0]);
        while ends.len() <= columns.strings() + 1 {
            let next = ends.len() as u32 - 1;
            let part = next..(next + PART as u32).min(columns.strings() as u32 + 1);
            fold_each(part.map(|number| columns.string(number).unwrap_or_default()), |text| {
                known.push_str(text);
                ends.push(known.len());
            });
            pause().await;
        }
        let (mut text, mut starts, mut numbers) = (String::new(), vec![0], Vec::with_capacity(columns.len()));
        let mut seen: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let add = |text: &mut String, number: u32| {
            text.push_str(&known[ends[number as usize]..ends[number as usize + 1]]);
            text.push('\n');
        };
        for index in 0..columns.len() {
            if index % PART == PART - 1 {
                pause().await;
            }
            let pairs = columns.pairs(index);
            let value = |key: Option<u32>| {
                let pair = key.and_then(|key| pairs.chunks_exact(2).find(|pair| pair[0] == key));
                pair.map_or(0, |pair| pair[1])
            };
            let name = columns.names[index];
            let fields = [name, 0, value(brand), value(cuisine), value(self.address)];
            let others = pairs.chunks_exact(2).map(|pair| pair[1]).filter(|number| !fields.contains(number));
            let strings: Vec<u32> = fields.into_iter().chain(others).collect();
            let number = *seen.entry(strings).or_insert_with_key(|strings| {
                strings.iter().for_each(|number| add(&mut text, *number));
                starts.push(text.len() as u32);
                starts.len() as u32 - 2
            });
            numbers.push(number);
        }
        (text, starts, numbers)
    }

    /// Length of a place's lines in metres, or area and perimeter: what [`Area`] does not have of a layer.
    pub fn measures(&self, index: usize) -> (f64, f64, f64) {
        let geometry = self.geometry(index);
        let along = |line: &&[Point]| -> f64 {
            line.windows(2).map(|pair| distance_m(position(pair[0]), position(pair[1]))).sum()
        };
        let whole = |rings: &[Vec<Point>]| Polygon {
            outer: rings.first().map(|ring| positions(ring)).unwrap_or_default(),
            holes: rings.iter().skip(1).map(|ring| positions(ring)).collect(),
        };
        let solid = Shape { polygons: geometry.polygons().into_iter().map(whole).collect() };
        (geometry.lines().iter().map(along).sum(), solid.area_m2(), solid.perimeter_m())
    }

    /// The rectangle round all places; `None` of none.
    pub fn bbox(&self) -> Option<BBox> {
        let boxes = self.columns.geometries.iter().filter_map(Geometry::bbox);
        boxes.map(|[west, south, east, north]| BBox { west, south, east, north }).reduce(|a, b| BBox {
            west: a.west.min(b.west),
            south: a.south.min(b.south),
            east: a.east.max(b.east),
            north: a.north.max(b.north),
        })
    }
}

/// The corner of the longest line that is nearest to its middle, by number.
fn middle_of(lines: &[&[Point]]) -> Option<Position> {
    let longest = lines.iter().max_by_key(|line| line.len())?;
    longest.get(longest.len() / 2).copied().map(position)
}

#[cfg(all(test, not(target_arch = "wasm32")))] // the reader is a program of its own in the page
mod tests {
    use super::*;
    use crate::city::features::File;
    use futures_util::FutureExt;
    use glassmap_layers::{Options, read};

    fn layer(text: &str) -> LayerData {
        let imported = read(text.as_bytes(), "a.csv", &Options::default(), &mut |_| ()).expect("a table");
        LayerData::new("layer:a".into(), imported.columns)
    }

    #[test]
    fn names_of_layers_are_words_of_ids() {
        for (file, name) in [
            ("My Trees (2024).geojson", "layer:my-trees-2024"),
            ("C:\\data\\Ħal Luqa.CSV", "layer:ħal-luqa"),
            ("<script>.kml", "layer:script"),
            ("..json", "layer:places"),
            ("樹木.csv", "layer:樹木"),
        ] {
            assert_eq!(layer_name(file), name);
        }
        assert!(layer_name(&"x".repeat(500)).len() < 50);
    }

    #[test]
    fn a_line_reaches_as_far_as_it_goes_and_several_points_are_each_where_they_are() {
        let text = "name,wkt\nL,\"LINESTRING(14 35,14 36,15 36)\"\nM,\"MULTIPOINT((14.2 35.2),(14.4 35.4))\"\n\
                    P,\"POLYGON((0 0,1 0,1 1,0 1,0 0))\"\n";
        let layer = layer(text);
        let (positions, areas) = layer.shapes();
        assert_eq!(positions[0], Position::new(14.0, 36.0));
        let holds = |index: usize, lng, lat| areas[index].shape.contains(Position::new(lng, lat));
        assert!(holds(0, 14.5, 36.0) && holds(0, 14.0, 35.5) && !holds(0, 14.5, 35.5));
        assert!(holds(1, 14.2, 35.2) && !holds(1, 14.3, 35.3) && holds(2, 0.5, 0.5));
        let away = areas[0].shape.distance_m(Position::new(14.5, 36.001));
        assert!((away - 110.9).abs() < 1.0, "{away}");
        let (length, area, _) = layer.measures(0);
        assert!((length - 201_000.0).abs() < 1_000.0 && area == 0.0, "{length}");
        assert!(layer.measures(2).1 > 1.2e10);
    }

    #[test]
    fn places_of_the_same_text_share_it_and_an_attribute_is_known_by_its_name() {
        let layer = layer(
            "name,kind,lat,lng\nElm,tree,35.9,14.5\nElm,tree,35.8,14.4\nElm,bush,35.7,14.3\nElm,tree,35.6,14.2\n",
        );
        let pause = async || ();
        let folded = std::pin::pin!(layer.folded(&pause)).now_or_never();
        let (text, starts, numbers) = folded.expect("nothing to wait for");
        assert_eq!((numbers, starts.len(), text.matches("elm").count()), (vec![0, 0, 1, 0], 3, 2));
        assert!(layer.has_attribute("kind") && !layer.has_attribute("tree") && !layer.has_attribute("category"));
    }

    #[test]
    fn every_attribute_is_searched_and_the_place_found_by_row() {
        let layer = layer("name,kind,address,lat,lng\nÀ,Oak tree,Main St 1,35.9,14.5\nB,,,35.8,14.4\n");
        assert_eq!((layer.address(0), layer.address(1)), (Some("Main St 1"), None));
        let made = std::pin::pin!(File::of_layer(layer, async || ())).now_or_never();
        let file = made.expect("nothing to wait for");
        let mut features = crate::city::features::Features::default();
        let file = std::rc::Rc::new(file);
        let kinds = crate::city::CategorySet::NONE.with_layer(2);
        features.set_layers([("layer:a", kinds, &file)].into_iter());
        let feature = features.by_id("layer:a/2").expect("the first row of the table");
        assert_eq!(feature.folded(), "a\n\n\n\nmain st 1\noak tree\n");
        assert_eq!(
            (feature.kind_name(), feature.categories(), feature.tag("kind")),
            ("layer:a", kinds, Some("Oak tree"))
        );
        assert_eq!(features.len(), 2);
        let key = feature.key();
        features.set_layers(std::iter::empty());
        assert!(features.is_empty() && features.by_id("layer:a/2").is_none() && features.iter().next().is_none());
        assert_eq!(features.get(key).id(), "layer:a/2");
    }
}

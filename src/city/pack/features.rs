use super::columns::{Ids, Strings, StringsBuilder, id_order};
use super::{PackError, pack, unpack};
use crate::city::CategorySet;
use crate::spatial::{BBox, Polygon, Position, Shape};
use serde::{Deserialize, Serialize};

/// Steps of a position's coordinates in a degree: OSM's own, about a centimetre.
const POSITION_STEPS: f64 = 1e7;
/// Steps of an outline's coordinates in a degree, about a decimetre.
const OUTLINE_STEPS: f64 = 1e6;

/// A feature as the builder makes it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FeatureRecord {
    /// `osm:node:1`, `district:valletta`, …
    pub id: String,
    /// Where it is: a point's coordinate, an area's centroid.
    pub position: Option<Position>,
    /// All kinds it is one of; never empty.
    pub categories: CategorySet,
    /// The local name.
    pub name: Option<String>,
    /// The English name where it is another.
    pub name_en: Option<String>,
    /// The address in one line.
    pub address: Option<String>,
    /// The kept tags by name, as recorded.
    pub tags: Vec<(String, String)>,
    /// The outline of an area that keeps one.
    pub shape: Option<Shape>,
    /// Geodesic area of the outline before any simplification, in square metres.
    pub area_m2: f64,
    /// Geodesic length of its edges before any simplification, in metres.
    pub perimeter_m: f64,
}

/// The features of one file as columns: value `i` of each column belongs to feature `i`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FeatureColumns {
    /// Every string of the file once.
    pub strings: Strings,
    /// The features' ids.
    pub ids: Ids,
    lng: Vec<i32>,
    lat: Vec<i32>,
    /// All kinds of each feature.
    pub categories: Vec<CategorySet>,
    /// Local names, as numbers of strings.
    pub names: Vec<u32>,
    /// English names, as numbers of strings.
    pub names_en: Vec<u32>,
    /// Addresses, as numbers of strings.
    pub addresses: Vec<u32>,
    tag_counts: Vec<u32>,
    tags: Vec<u32>,
    /// Polygons of each feature; 0 for a point.
    polygons: Vec<u32>,
    /// Rings of each polygon, the outline first.
    rings: Vec<u32>,
    /// Points of each ring.
    points: Vec<u32>,
    /// Longitude and latitude of each point by turns, less those of the point before.
    outlines: Vec<i32>,
    /// Of each feature with an outline, in decimetres squared and decimetres.
    areas: Vec<u64>,
    perimeters: Vec<u64>,
}

impl FeatureColumns {
    /// The bytes of a file of these features, put in the order of their ids.
    ///
    /// Every feature must have a position.
    pub fn encode(mut features: Vec<FeatureRecord>) -> Vec<u8> {
        features.sort_by(|a, b| id_order(&a.id).cmp(&id_order(&b.id)));
        let mut columns = Self::default();
        let mut strings = StringsBuilder::default();
        let (mut id_before, mut lng, mut lat) = (0, 0, 0);
        let mut pen = Pen::default();
        for feature in &features {
            columns.ids.push(&feature.id, &mut id_before, &mut strings);
            let position = feature.position.expect("the builder places every feature");
            columns.lng.push(step(position.lng, POSITION_STEPS, &mut lng));
            columns.lat.push(step(position.lat, POSITION_STEPS, &mut lat));
            columns.categories.push(feature.categories);
            columns.names.push(strings.optional(feature.name.as_deref()));
            columns.names_en.push(strings.optional(feature.name_en.as_deref()));
            columns.addresses.push(strings.optional(feature.address.as_deref()));
            columns.tag_counts.push(feature.tags.len() as u32);
            for (key, value) in &feature.tags {
                columns.tags.extend([strings.number(key), strings.number(value)]);
            }
            columns.polygons.push(feature.shape.as_ref().map_or(0, |shape| shape.polygons.len() as u32));
            if let Some(shape) = &feature.shape {
                columns.push_shape(shape, &mut pen);
                columns.areas.push((feature.area_m2 * 100.0).round() as u64);
                columns.perimeters.push((feature.perimeter_m * 10.0).round() as u64);
            }
        }
        columns.strings = strings.build();
        pack(&columns)
    }

    fn push_shape(&mut self, shape: &Shape, pen: &mut Pen) {
        for polygon in &shape.polygons {
            self.rings.push(1 + polygon.holes.len() as u32);
            for ring in polygon.rings() {
                self.points.push(ring.len() as u32);
                self.outlines.extend(ring.iter().flat_map(|point| pen.write(*point)));
            }
        }
    }

    /// The columns of a file, every length and number in them checked.
    pub fn decode(bytes: &[u8]) -> Result<Self, PackError> {
        let mut columns: Self = unpack(bytes)?;
        columns.strings.finish()?;
        for numbers in [&columns.names, &columns.names_en, &columns.addresses, &columns.tags] {
            columns.strings.check(numbers)?;
        }
        let count = columns.ids.len();
        let whole = [columns.lng.len(), columns.lat.len(), columns.categories.len(), columns.names.len()]
            .into_iter()
            .chain([columns.names_en.len(), columns.addresses.len(), columns.tag_counts.len(), columns.polygons.len()])
            .all(|length| length == count);
        let areas = columns.polygons.iter().filter(|polygons| **polygons > 0).count();
        let sums = sum(&columns.tag_counts) * 2 == columns.tags.len() as u64
            && sum(&columns.polygons) == columns.rings.len() as u64
            && sum(&columns.rings) == columns.points.len() as u64
            && sum(&columns.points) * 2 == columns.outlines.len() as u64
            && columns.rings.iter().all(|rings| *rings > 0)
            && [columns.areas.len(), columns.perimeters.len()] == [areas; 2];
        if whole && sums { Ok(columns) } else { Err(PackError::Damaged("its columns do not fit one another")) }
    }

    /// How many features there are.
    pub fn len(&self) -> usize {
        self.categories.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.categories.is_empty()
    }

    /// All positions.
    pub fn positions(&self) -> Vec<Position> {
        self.places().into_iter().map(position_of_steps).collect()
    }

    /// All positions in steps.
    pub(in crate::city) fn places(&self) -> Vec<[i32; 2]> {
        let (mut lng, mut lat) = (0i32, 0i32);
        let steps = self.lng.iter().zip(&self.lat);
        let walk = steps.map(|(east, north)| {
            (lng, lat) = (lng.wrapping_add(*east), lat.wrapping_add(*north));
            [lng, lat]
        });
        walk.collect()
    }

    /// Lets go of what was read out of them: ids, positions, outlines and how many tags each feature has.
    pub(in crate::city) fn forget(&mut self) {
        self.ids = Ids::default();
        self.strings.forget();
        for column in [&mut self.lng, &mut self.lat, &mut self.outlines] {
            *column = Vec::new();
        }
        for column in [&mut self.tag_counts, &mut self.polygons, &mut self.rings, &mut self.points] {
            *column = Vec::new();
        }
        (self.areas, self.perimeters) = (Vec::new(), Vec::new());
    }

    /// Of each feature, where its pairs of strings start in [`FeatureColumns::tag_strings`]; one number more than
    /// features, the last being the end.
    pub fn tag_starts(&self) -> Vec<u32> {
        let mut total = 0;
        let ends = self.tag_counts.iter().map(|count| {
            total += count * 2;
            total
        });
        std::iter::once(0).chain(ends).collect()
    }

    /// Names and values of all tags by turns, as numbers of strings.
    pub fn tag_strings(&self) -> &[u32] {
        &self.tags
    }

    /// The outlines of the areas: the feature's number, shape, rectangle, area in square metres, perimeter in metres.
    pub fn areas(&self) -> Vec<Area> {
        let (mut rings, mut points, mut pen) = (self.rings.iter(), self.points.iter(), Pen::default());
        let mut outlines = self.outlines.chunks_exact(2);
        let mut measures = self.areas.iter().zip(&self.perimeters);
        let mut areas = Vec::with_capacity(self.areas.len());
        for (index, polygons) in self.polygons.iter().enumerate().filter(|(_, polygons)| **polygons > 0) {
            let mut read_ring = || -> Vec<Position> {
                let count = points.next().map_or(0, |count| *count as usize);
                outlines.by_ref().take(count).map(|step| pen.read(step[0], step[1])).collect()
            };
            let polygons = (0..*polygons)
                .map(|_| {
                    let holes = rings.next().map_or(0, |rings| rings - 1);
                    Polygon { outer: read_ring(), holes: (0..holes).map(|_| read_ring()).collect() }
                })
                .collect();
            let shape = Shape { polygons };
            let (area, perimeter) = measures.next().map_or((0, 0), |(area, perimeter)| (*area, *perimeter));
            areas.push(Area {
                feature: index as u32,
                bbox: shape.bbox(),
                shape,
                area_m2: area as f64 / 100.0,
                perimeter_m: perimeter as f64 / 10.0,
            });
        }
        areas
    }
}

/// The position at those steps.
pub(in crate::city) fn position_of_steps([lng, lat]: [i32; 2]) -> Position {
    Position::new(f64::from(lng) / POSITION_STEPS, f64::from(lat) / POSITION_STEPS)
}

/// The outline of one feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// The feature's number in its file.
    pub feature: u32,
    /// The outline itself.
    pub shape: Shape,
    /// The rectangle round it.
    pub bbox: BBox,
    /// Geodesic area in square metres, of the outline before any simplification.
    pub area_m2: f64,
    /// Geodesic length of its edges in metres, before any simplification.
    pub perimeter_m: f64,
}

/// The last point written or read; the next is a step from it.
#[derive(Default)]
struct Pen {
    lng: i32,
    lat: i32,
}

impl Pen {
    fn write(&mut self, point: Position) -> [i32; 2] {
        [step(point.lng, OUTLINE_STEPS, &mut self.lng), step(point.lat, OUTLINE_STEPS, &mut self.lat)]
    }

    fn read(&mut self, east: i32, north: i32) -> Position {
        (self.lng, self.lat) = (self.lng.wrapping_add(east), self.lat.wrapping_add(north));
        Position::new(f64::from(self.lng) / OUTLINE_STEPS, f64::from(self.lat) / OUTLINE_STEPS)
    }
}

/// `degrees` in whole steps, less the value `before`, which becomes it.
fn step(degrees: f64, steps: f64, before: &mut i32) -> i32 {
    let value = (degrees * steps).round() as i32;
    let difference = value.wrapping_sub(*before);
    *before = value;
    difference
}

fn sum(counts: &[u32]) -> u64 {
    counts.iter().map(|count| u64::from(*count)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::city::Category;
    use proptest::prelude::*;

    fn sample() -> Vec<FeatureRecord> {
        let ring = |points: &[(f64, f64)]| points.iter().map(|&(x, y)| Position::new(x, y)).collect::<Vec<_>>();
        let outer = ring(&[(14.5, 35.9), (14.51, 35.9), (14.51, 35.91)]);
        let holes = vec![ring(&[(14.505, 35.902), (14.507, 35.902), (14.507, 35.904)])];
        vec![
            FeatureRecord {
                id: "osm:node:5".into(),
                position: Some(Position::new(14.512_345_6, 35.899_999_9)),
                categories: CategorySet::NONE.with(Category::Cafe).with(Category::Bar),
                name: Some("Kafè".into()),
                tags: vec![("cuisine".into(), "coffee_shop".into()), ("brand".into(), "Kafè".into())],
                ..FeatureRecord::default()
            },
            FeatureRecord {
                id: "district:ir-rabat".into(),
                position: Some(Position::new(14.5, 35.9)),
                categories: CategorySet::NONE.with(Category::District),
                name: Some("Ir-Rabat".into()),
                name_en: Some("Victoria".into()),
                address: Some("Għawdex".into()),
                shape: Some(Shape { polygons: vec![Polygon { outer, holes }] }),
                area_m2: 123_456.7,
                perimeter_m: 2_345.6,
                ..FeatureRecord::default()
            },
        ]
    }

    #[test]
    fn features_come_back_as_they_were_written() {
        let columns = FeatureColumns::decode(&FeatureColumns::encode(sample())).expect("whole");
        let ids = columns.ids.to_strings(&columns.strings).expect("whole");
        assert_eq!(ids.iter().map(|id| id.as_ref()).collect::<Vec<_>>(), ["district:ir-rabat", "osm:node:5"]);
        assert_eq!(columns.positions()[1], Position::new(14.512_345_6, 35.899_999_9));
        assert_eq!(columns.strings.get(columns.names_en[0]), Some("Victoria"));
        assert_eq!(columns.strings.get(columns.names_en[1]), None);
        let (starts, tags) = (columns.tag_starts(), columns.tag_strings());
        let pair = &tags[starts[1] as usize..starts[2] as usize];
        assert_eq!(pair.iter().filter_map(|n| columns.strings.get(*n)).collect::<Vec<_>>().join("="), {
            "cuisine=coffee_shop=brand=Kafè"
        });
        let areas = columns.areas();
        assert_eq!((areas.len(), areas[0].feature), (1, 0));
        assert_eq!((&areas[0].shape, areas[0].area_m2), (sample()[1].shape.as_ref().expect("one"), 123_456.7));
    }

    #[test]
    fn a_file_cut_at_any_byte_is_refused() {
        let bytes = FeatureColumns::encode(sample());
        assert!((0..bytes.len()).all(|end| FeatureColumns::decode(&bytes[..end]).is_err()));
    }

    proptest! {
        #[test]
        fn a_file_with_any_byte_changed_is_refused_or_read_but_never_breaks(at in 0usize..400, to: u8) {
            let mut bytes = FeatureColumns::encode(sample());
            let at = at % bytes.len();
            bytes[at] = to;
            if let Ok(columns) = FeatureColumns::decode(&bytes) {
                let _ = (columns.areas(), columns.positions(), columns.ids.to_strings(&columns.strings));
            }
        }
    }
}

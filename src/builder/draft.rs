use super::address::{AddressOrder, address};
use super::rings::Area;
use super::rules::Tags;
use super::simplify::simplify;
use crate::city::pack::FeatureRecord;
use crate::city::{Category, CategorySet};
use crate::spatial::{Position, round_to};

/// Decimals of stored positions: those of OSM's own coordinates.
const POSITION_DECIMALS: i32 = 7;
/// Categories whose areas keep their outline.
const OUTLINED: [Category; 4] = [Category::Park, Category::School, Category::District, Category::Hospital];

/// A feature on its way into the pack.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// Which object it was made of; also the order in which the lowest id is sought.
    pub(super) origin: Origin,
    pub(super) id: String,
    pub(super) categories: CategorySet,
    pub(super) position: Position,
    pub(super) name: Option<String>,
    pub(super) name_en: Option<String>,
    pub(super) address: Option<String>,
    pub(super) tags: Vec<(String, String)>,
    pub(super) area: Option<Area>,
}

/// The kind of object and its number. Nodes come before ways before relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Origin {
    /// An OSM node.
    Node(i64),
    /// An OSM way.
    Way(i64),
    /// An OSM relation.
    Relation(i64),
    /// A feature of a GeoJSON file, numbered over all files.
    File(i64),
}

impl Origin {
    /// The id of an OSM object.
    pub(super) fn id(self) -> String {
        match self {
            Self::Node(number) => format!("osm:node:{number}"),
            Self::Way(number) => format!("osm:way:{number}"),
            Self::Relation(number) => format!("osm:relation:{number}"),
            Self::File(number) => format!("file:{number}"),
        }
    }
}

impl Draft {
    /// The feature that an OSM object makes.
    pub(super) fn of_object(
        origin: Origin,
        tags: &Tags,
        categories: CategorySet,
        position: Position,
        order: AddressOrder,
    ) -> Self {
        Self {
            origin,
            id: origin.id(),
            categories,
            position: stored(position),
            name: tags.name().map(str::to_owned),
            name_en: tags.name_en().map(str::to_owned),
            address: address(tags, order),
            tags: tags.kept(),
            area: None,
        }
    }

    /// Takes from `other` the categories, and whatever this one does not say itself.
    pub(super) fn absorb(&mut self, other: Self) {
        self.categories = CategorySet(self.categories.0 | other.categories.0);
        self.name = self.name.take().or(other.name);
        let another = other.name_en.filter(|english| self.name.as_ref() != Some(english));
        self.name_en = self.name_en.take().or(another);
        self.address = self.address.take().or(other.address);
        self.area = self.area.take().or(other.area);
        let missing = |(key, _): &(String, String)| !self.tags.iter().any(|(known, _)| known == key);
        let new: Vec<_> = other.tags.into_iter().filter(missing).collect();
        self.tags.extend(new);
    }

    /// The feature as the pack stores it: with an outline only where its category keeps one, simplified, its area and
    /// perimeter those of the outline before that.
    pub(super) fn finish(self) -> FeatureRecord {
        let outlined = OUTLINED.iter().any(|category| self.categories.has(*category));
        let area = self.area.filter(|_| outlined);
        FeatureRecord {
            id: self.id,
            position: Some(self.position),
            categories: self.categories,
            name: self.name,
            name_en: self.name_en,
            address: self.address,
            tags: self.tags,
            area_m2: area.as_ref().map_or(0.0, |area| area.shape.area_m2()),
            perimeter_m: area.as_ref().map_or(0.0, |area| area.shape.perimeter_m()),
            shape: area.as_ref().map(simplify),
        }
    }
}

/// The position as it is stored, so that what is inside the bbox here is inside when read again.
pub(super) fn stored(position: Position) -> Position {
    Position::new(round_to(position.lng, POSITION_DECIMALS), round_to(position.lat, POSITION_DECIMALS))
}

/// The middle of one or more lines, weighted by length in the plane of longitude and latitude; without any length the
/// first point; `None` for no point.
pub(super) fn line_centroid(lines: &[Vec<Position>]) -> Option<Position> {
    let first = *lines.iter().flatten().next()?;
    let (mut length, mut x, mut y) = (0.0, 0.0, 0.0);
    for pair in lines.iter().flat_map(|line| line.windows(2)) {
        let (a, b) = (pair[0], pair[1]);
        let step = (b.lng - a.lng).hypot(b.lat - a.lat);
        length += step;
        x += step * (f64::midpoint(a.lng, b.lng) - first.lng);
        y += step * (f64::midpoint(a.lat, b.lat) - first.lat);
    }
    Some(if length > 0.0 { Position::new(first.lng + x / length, first.lat + y / length) } else { first })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_line_weighs_its_parts_by_length() {
        let line = [(0.0, 0.0), (3.0, 0.0), (3.0, 1.0)].map(|(x, y)| Position::new(x, y));
        let middle = Some(Position::new((3.0 * 1.5 + 3.0) / 4.0, 0.125));
        assert_eq!(line_centroid(&[line.to_vec()]), middle);
        assert_eq!(line_centroid(&[line[..2].to_vec(), line[1..].to_vec()]), middle);
        assert_eq!(line_centroid(&[line[..1].to_vec()]), Some(line[0]));
        assert_eq!(line_centroid(&[Vec::new()]), None);
    }
}

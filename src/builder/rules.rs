use crate::city::{Category, CategorySet, DIET, KEPT_TAGS};

/// The only keys that can make an object a feature.
const DECIDING: [&str; 6] = ["amenity", "shop", "tourism", "leisure", "railway", "boundary"];

/// The tags of one object.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tags(Vec<(String, String)>);

impl Tags {
    /// The tags, or `None` when no key among them can make the object a feature: most objects end here.
    pub(super) fn deciding<'a>(tags: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Option<Self> {
        tags.clone().any(|(key, _)| DECIDING.contains(&key)).then(|| Self::collect(tags))
    }

    /// All tags given.
    pub(super) fn collect<'a>(tags: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        Self(tags.map(|(key, value)| (key.to_owned(), value.to_owned())).collect())
    }

    /// The value of a key, when it is not blank.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known == key);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.trim().is_empty())
    }

    fn is(&self, key: &str, value: &str) -> bool {
        self.get(key) == Some(value)
    }

    /// The name to show: `name`, else `name:en`, else `brand`.
    pub(super) fn name(&self) -> Option<&str> {
        ["name", "name:en", "brand"].into_iter().find_map(|key| self.get(key))
    }

    /// `name:en` where it is another than the name shown.
    pub(super) fn name_en(&self) -> Option<&str> {
        self.get("name:en").filter(|english| self.name() != Some(english))
    }

    /// The kept tags, `phone` and `website` also from their `contact:` keys.
    pub(super) fn kept(&self) -> Vec<(String, String)> {
        let plain = KEPT_TAGS.iter().filter_map(|key| {
            let fallback = || match *key {
                "phone" => self.get("contact:phone"),
                "website" => self.get("contact:website"),
                _ => None,
            };
            self.get(key).or_else(fallback).map(|value| ((*key).to_owned(), value.to_owned()))
        });
        let diets = self.0.iter().filter(|(key, value)| key.starts_with(DIET) && !value.trim().is_empty());
        plain.chain(diets.cloned()).collect()
    }

    /// Whether a closed way with these tags is the line along it rather than the area inside.
    pub(super) fn denies_area(&self) -> bool {
        self.is("area", "no")
    }

    /// Whether a relation with these tags is an area.
    pub(super) fn is_area_relation(&self) -> bool {
        self.is("type", "multipolygon") || self.is("type", "boundary")
    }
}

/// What an object is, before its geometry is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A node, or a way that is a line.
    Open,
    /// A closed way.
    ClosedWay,
    /// A relation.
    Relation,
}

/// Why an object that fits a category is not in the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dropped {
    /// It has no `name`, `name:en` or `brand`.
    NoName,
    /// A park or garden that is a node, a line, or says `area=no`.
    NotAnArea,
    /// A park or garden without a name, under 2000 m².
    SmallUnnamedPark,
    /// A relation that is neither a multipolygon nor a boundary.
    OtherRelation,
    /// Nodes it goes through are not in the extract.
    MissingNodes,
    /// Ways it is made of are not in the extract, or it has none.
    MissingMembers,
    /// Its ways do not close.
    OpenRing,
    /// Its ring encloses nothing.
    NoArea,
    /// A geometry of a GeoJSON file that has no position.
    OddGeometry,
    /// A district of which less than half lies inside the bbox.
    CutDistrict,
    /// Its position is outside the bbox.
    OutsideBBox,
}

impl Dropped {
    /// The reason in words, for the report.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::NoName => "no name",
            Self::NotAnArea => "park or garden that is not an area",
            Self::SmallUnnamedPark => "unnamed park or garden under 2000 m²",
            Self::OtherRelation => "relation that is neither multipolygon nor boundary",
            Self::MissingNodes => "missing nodes",
            Self::MissingMembers => "missing member ways",
            Self::OpenRing => "rings that do not close",
            Self::NoArea => "ring that encloses nothing",
            Self::OddGeometry => "geometry without a position",
            Self::CutDistrict => "district less than half inside the bbox",
            Self::OutsideBBox => "position outside the bbox",
        }
    }
}

/// Every category whose rule the tags fit. `district_level` is the `admin_level` of districts.
fn fitting(tags: &Tags, form: Form, district_level: Option<u8>) -> CategorySet {
    let fits = |category: &Category| match category {
        Category::MrtStation => {
            let metro = tags.is("station", "subway") || tags.is("station", "light_rail");
            tags.is("railway", "station") && (metro || tags.is("subway", "yes") || tags.is("light_rail", "yes"))
        }
        Category::Park => tags.is("leisure", "park") || tags.is("leisure", "garden"),
        Category::District => {
            let level = district_level.is_some_and(|level| tags.is("admin_level", &level.to_string()));
            level && form == Form::Relation && tags.is("boundary", "administrative")
        }
        Category::Listing => false,
        plain => tags.is(plain.osm_key(), plain.name()),
    };
    Category::ALL.iter().copied().filter(fits).collect()
}

/// The set without `category`.
pub(super) const fn without(set: CategorySet, category: Category) -> CategorySet {
    CategorySet(set.0 & !CategorySet::NONE.with(category).0)
}

/// The categories an object counts under as far as its tags and form decide; `None` when it fits none.
pub(super) fn admit(tags: &Tags, form: Form, district_level: Option<u8>) -> Option<Result<CategorySet, Dropped>> {
    let mut categories = fitting(tags, form, district_level);
    if categories.is_empty() {
        return None;
    }
    if form == Form::Relation && !tags.is_area_relation() {
        return Some(Err(Dropped::OtherRelation));
    }
    if tags.name().is_none() {
        if !categories.has(Category::Park) {
            return Some(Err(Dropped::NoName));
        }
        categories = CategorySet::NONE.with(Category::Park);
    }
    if form == Form::Open || (form == Form::ClosedWay && tags.denies_area()) {
        categories = without(categories, Category::Park);
    }
    Some(if categories.is_empty() { Err(Dropped::NotAnArea) } else { Ok(categories) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(text: &str) -> Tags {
        Tags::collect(text.split(' ').filter_map(|pair| pair.split_once('=')))
    }

    #[test]
    fn an_object_fits_every_category_whose_value_matches_exactly() {
        for (text, form, expected) in [
            ("name=A amenity=restaurant shop=bakery", Form::Open, Some(Ok("restaurant bakery"))),
            ("name=A amenity=bar;restaurant", Form::Open, None),
            ("name=A disused:amenity=bar", Form::Open, None),
            ("amenity=cafe", Form::Open, Some(Err(Dropped::NoName))),
            ("amenity=cafe brand=B", Form::Open, Some(Ok("cafe"))),
            ("name=A railway=station", Form::Open, None),
            ("name=A railway=station station=light_rail", Form::Open, Some(Ok("mrt_station"))),
            ("name=A railway=station subway=yes", Form::ClosedWay, Some(Ok("mrt_station"))),
            ("name=A railway=halt subway=yes", Form::Open, None),
            ("name=A leisure=garden", Form::Open, Some(Err(Dropped::NotAnArea))),
            ("leisure=garden", Form::ClosedWay, Some(Ok("park"))),
            ("leisure=garden amenity=cafe", Form::ClosedWay, Some(Ok("park"))),
            ("leisure=park amenity=school name=A", Form::Open, Some(Ok("school"))),
            ("leisure=park name=A area=no", Form::ClosedWay, Some(Err(Dropped::NotAnArea))),
            ("type=site amenity=school name=A", Form::Relation, Some(Err(Dropped::OtherRelation))),
            ("type=boundary boundary=administrative admin_level=8 name=A", Form::Relation, Some(Ok("district"))),
            ("type=boundary boundary=administrative admin_level=6 name=A", Form::Relation, None),
            ("boundary=administrative admin_level=8 name=A", Form::ClosedWay, None),
        ] {
            let found = admit(&tags(text), form, Some(8));
            let names = |set: CategorySet| set.iter().map(Category::name).collect::<Vec<_>>().join(" ");
            assert_eq!(found.map(|found| found.map(names)), expected.map(|e| e.map(str::to_owned)), "{text}");
        }
    }

    #[test]
    fn names_and_contacts_fall_back() {
        let shown = |text: &str| {
            let tags = tags(text);
            (tags.name().map(str::to_owned), tags.name_en().map(str::to_owned))
        };
        assert_eq!(shown("name:en=E brand=B"), (Some("E".into()), None));
        assert_eq!(shown("name=N name:en=E"), (Some("N".into()), Some("E".into())));
        assert_eq!(shown("name=N name:en=N"), (Some("N".into()), None));
        let kept = tags("contact:phone=1 website=w contact:website=x diet:vegan=only cuisine=thai ref=9").kept();
        let text = kept.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ");
        assert_eq!(text, "cuisine=thai phone=1 website=w diet:vegan=only");
    }
}

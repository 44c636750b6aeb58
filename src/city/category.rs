use crate::language::{Language, say, word};
use serde::{Deserialize, Serialize};

macro_rules! categories {
    ($($variant:ident $name:literal $key:literal),+ $(,)?) => {
        /// A kind of place. The order of the variants is the category order wherever one is needed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
        #[schemars(description = "A category.")]
        #[allow(missing_docs, reason = "the names are OpenStreetMap's values")]
        pub enum Category {
            $(#[serde(rename = $name)] $variant),+
        }

        impl Category {
            /// All categories in their order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name that tools, packs and links use.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// The OpenStreetMap key whose value of the same word makes an object one of this category; empty where
            /// the rule is another.
            pub const fn osm_key(self) -> &'static str {
                match self { $(Self::$variant => $key),+ }
            }
        }
    };
}

categories! {
    MrtStation "mrt_station" "",
    Park "park" "",
    School "school" "amenity",
    Supermarket "supermarket" "shop",
    Listing "listing" "",
    District "district" "",
    Restaurant "restaurant" "amenity",
    Cafe "cafe" "amenity",
    FastFood "fast_food" "amenity",
    Bakery "bakery" "shop",
    Bar "bar" "amenity",
    Convenience "convenience" "shop",
    Pharmacy "pharmacy" "amenity",
    Clinic "clinic" "amenity",
    Hospital "hospital" "amenity",
    PlaceOfWorship "place_of_worship" "amenity",
    Bank "bank" "amenity",
    Hotel "hotel" "tourism",
    Parking "parking" "amenity",
    BicycleRental "bicycle_rental" "amenity",
    Library "library" "amenity",
    Museum "museum" "tourism",
    PostOffice "post_office" "amenity",
    Police "police" "amenity",
}

/// The categories in words, in their order.
const WORDS: [&str; 24] = [
    word!("mrt station"),
    word!("park"),
    word!("school"),
    word!("supermarket"),
    word!("listing"),
    word!("district"),
    word!("restaurant"),
    word!("cafe"),
    word!("fast food"),
    word!("bakery"),
    word!("bar"),
    word!("convenience"),
    word!("pharmacy"),
    word!("clinic"),
    word!("hospital"),
    word!("place of worship"),
    word!("bank"),
    word!("hotel"),
    word!("parking"),
    word!("bicycle rental"),
    word!("library"),
    word!("museum"),
    word!("post office"),
    word!("police"),
];

impl Category {
    /// The category of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|category| category.name() == name)
    }

    /// One of its places in words, in the middle of a sentence: "fast food".
    pub fn in_words(self, language: Language) -> &'static str {
        say(language, WORDS[self as usize])
    }

    /// Whether its features are in memory from the start (the first tier).
    pub const fn is_base(self) -> bool {
        (self as u8) <= (Self::District as u8)
    }

    /// The categories of the first tier.
    pub fn base() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|category| category.is_base())
    }

    /// The categories of the second tier: each is a file of its own, loaded when first named.
    pub fn on_demand() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|category| !category.is_base())
    }
}

/// At most this many layers of one's own are on the map at a time.
pub const MAX_LAYERS: u8 = 8;
/// The bits of layers come after those of categories.
const FIRST_LAYER: u8 = 24;

/// A set of kinds of places: categories, one bit each in category order, then layers, one bit each by their slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CategorySet(pub u32);

impl CategorySet {
    /// No category.
    pub const NONE: Self = Self(0);

    /// The set with `category` in it.
    #[must_use]
    pub const fn with(self, category: Category) -> Self {
        Self(self.0 | 1 << category as u32)
    }

    /// Whether `category` is in it.
    pub const fn has(self, category: Category) -> bool {
        self.0 & (1 << category as u32) != 0
    }

    /// The set with the layer of that slot in it.
    #[must_use]
    pub const fn with_layer(self, slot: u8) -> Self {
        Self(self.0 | 1 << (FIRST_LAYER + slot % MAX_LAYERS))
    }

    /// Whether the layer of that slot is in it.
    pub const fn has_layer(self, slot: u8) -> bool {
        self.0 & (1 << (FIRST_LAYER + slot % MAX_LAYERS)) != 0
    }

    /// The set with all of the other in it.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Its categories alone, without layers.
    #[must_use]
    pub const fn without_layers(self) -> Self {
        Self(self.0 & ((1 << FIRST_LAYER) - 1))
    }

    /// Its layers alone.
    #[must_use]
    pub const fn layers(self) -> Self {
        Self(self.0 & !((1 << FIRST_LAYER) - 1))
    }

    /// Whether the two share a kind.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Does `work` with the number of each of its bits.
    pub fn each_bit(self, mut work: impl FnMut(usize)) {
        let mut bits = self.0;
        while bits != 0 {
            work(bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }

    /// Whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its categories in category order.
    pub fn iter(self) -> impl Iterator<Item = Category> {
        Category::ALL.iter().copied().filter(move |category| self.has(*category))
    }

    /// The first of its categories: the one a feature is shown as.
    pub fn first(self) -> Option<Category> {
        self.iter().next()
    }
}

impl FromIterator<Category> for CategorySet {
    fn from_iter<I: IntoIterator<Item = Category>>(categories: I) -> Self {
        categories.into_iter().fold(Self::NONE, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_categories_are_base_and_eighteen_on_demand() {
        assert_eq!((Category::base().count(), Category::on_demand().count()), (6, 18));
        assert!(Category::ALL.iter().all(|c| Category::from_name(c.name()) == Some(*c)));
        assert!(Category::ALL.iter().all(|c| c.in_words(Language::ENGLISH) == c.name().replace('_', " ")));
    }

    #[test]
    fn layers_have_bits_of_their_own() {
        assert!(Category::ALL.len() <= FIRST_LAYER as usize);
        let set = CategorySet::NONE.with(Category::Police).with_layer(7);
        assert!(set.has_layer(7) && !set.has_layer(0) && set.iter().eq([Category::Police]));
        assert_eq!(
            (set.without_layers(), set.layers()),
            (CategorySet::NONE.with(Category::Police), CategorySet::NONE.with_layer(7))
        );
    }

    #[test]
    fn a_set_lists_its_categories_in_order() {
        let set: CategorySet = [Category::Bar, Category::Restaurant].into_iter().collect();
        assert_eq!(set.first(), Some(Category::Restaurant));
        assert_eq!(set.iter().map(Category::name).collect::<Vec<_>>(), ["restaurant", "bar"]);
    }
}

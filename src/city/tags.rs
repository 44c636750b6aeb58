/// Tags kept with a feature, verbatim and in this order; those that begin with [`DIET`] follow them.
pub const KEPT_TAGS: [&str; 18] = [
    "brand",
    "cuisine",
    "opening_hours",
    "phone",
    "website",
    "wheelchair",
    "stars",
    "fee",
    "capacity",
    "dispensing",
    "religion",
    "denomination",
    "emergency",
    "network",
    "operator",
    "internet_access",
    "takeaway",
    "outdoor_seating",
];

/// What the names of the tags begin with that say which diets a place caters for.
pub const DIET: &str = "diet:";

/// Whether features keep a tag of that name.
pub fn is_kept_tag(name: &str) -> bool {
    KEPT_TAGS.contains(&name) || name.strip_prefix(DIET).is_some_and(|diet| !diet.is_empty())
}

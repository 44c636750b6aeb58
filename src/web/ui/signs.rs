//! What each category is called on the page, its sign and its group.

use super::Icon;
use crate::city::Category;
use leptos::prelude::*;

/// What one place of a category is called.
pub const fn one(category: Category) -> &'static str {
    match category {
        Category::MrtStation => "Station",
        Category::Park => "Park",
        Category::School => "School",
        Category::Supermarket => "Supermarket",
        Category::Listing => "Home",
        Category::District => "District",
        Category::Restaurant => "Restaurant",
        Category::Cafe => "Cafe",
        Category::FastFood => "Fast food",
        Category::Bakery => "Bakery",
        Category::Bar => "Bar",
        Category::Convenience => "Corner shop",
        Category::Pharmacy => "Pharmacy",
        Category::Clinic => "Clinic",
        Category::Hospital => "Hospital",
        Category::PlaceOfWorship => "Place of worship",
        Category::Bank => "Bank",
        Category::Hotel => "Hotel",
        Category::Parking => "Parking",
        Category::BicycleRental => "Bike hire",
        Category::Library => "Library",
        Category::Museum => "Museum",
        Category::PostOffice => "Post office",
        Category::Police => "Police",
    }
}

/// A category's words for many of its places, its sign in `icons.svg`, and its group, which gives the colour.
pub const fn of(category: Category) -> (&'static str, &'static str, &'static str) {
    match category {
        Category::MrtStation => ("Stations", "cat-mrt_station", "transit"),
        Category::Park => ("Parks", "cat-park", "green"),
        Category::School => ("Schools", "cat-school", "culture"),
        Category::Supermarket => ("Supermarkets", "cat-supermarket", "shops"),
        Category::Listing => ("Homes", "cat-listing", "services"),
        Category::District => ("Districts", "cat-district", "services"),
        Category::Restaurant => ("Restaurants", "cat-restaurant", "food"),
        Category::Cafe => ("Cafes", "cat-cafe", "food"),
        Category::FastFood => ("Fast food", "cat-fast_food", "food"),
        Category::Bakery => ("Bakeries", "cat-bakery", "food"),
        Category::Bar => ("Bars", "cat-bar", "food"),
        Category::Convenience => ("Corner shops", "cat-convenience", "shops"),
        Category::Pharmacy => ("Pharmacies", "cat-pharmacy", "health"),
        Category::Clinic => ("Clinics", "cat-clinic", "health"),
        Category::Hospital => ("Hospitals", "cat-hospital", "health"),
        Category::PlaceOfWorship => ("Worship", "cat-place_of_worship", "culture"),
        Category::Bank => ("Banks", "cat-bank", "services"),
        Category::Hotel => ("Hotels", "cat-hotel", "services"),
        Category::Parking => ("Parking", "cat-parking", "transit"),
        Category::BicycleRental => ("Bike hire", "cat-bicycle_rental", "transit"),
        Category::Library => ("Libraries", "cat-library", "culture"),
        Category::Museum => ("Museums", "cat-museum", "culture"),
        Category::PostOffice => ("Post offices", "cat-post_office", "services"),
        Category::Police => ("Police", "cat-police", "services"),
    }
}

/// The category's sign on a disc of its group's colour.
pub fn disc(category: Category) -> AnyView {
    let (_, icon, group) = of(category);
    view! { <span class=["sign ", group].concat()><Icon name=icon/></span> }.into_any()
}

/// The sign of a place of one's own: a ring, as on the map.
pub fn own_disc() -> AnyView {
    view! { <span class="sign own-sign" aria-hidden="true"></span> }.into_any()
}

//! What each category is called on the page, its sign and its group.

use super::Icon;
use crate::city::Category;
use crate::language::word;
use crate::web::store::Store;
use crate::web::words::tr;
use leptos::prelude::*;

/// What one place of a category is called.
pub fn one(category: Category) -> &'static str {
    tr(match category {
        Category::MrtStation => word!("Station"),
        Category::Park => word!("Park"),
        Category::School => word!("School"),
        Category::Supermarket => word!("Supermarket"),
        Category::Listing => word!("Home"),
        Category::District => word!("District"),
        Category::Restaurant => word!("Restaurant"),
        Category::Cafe => word!("Cafe"),
        Category::FastFood => word!("Fast food"),
        Category::Bakery => word!("Bakery"),
        Category::Bar => word!("Bar"),
        Category::Convenience => word!("Corner shop"),
        Category::Pharmacy => word!("Pharmacy"),
        Category::Clinic => word!("Clinic"),
        Category::Hospital => word!("Hospital"),
        Category::PlaceOfWorship => word!("Place of worship"),
        Category::Bank => word!("Bank"),
        Category::Hotel => word!("Hotel"),
        Category::Parking => word!("Parking"),
        Category::BicycleRental => word!("Bike hire"),
        Category::Library => word!("Library"),
        Category::Museum => word!("Museum"),
        Category::PostOffice => word!("Post office"),
        Category::Police => word!("Police"),
    })
}

/// A category's words for many of its places, its sign in `icons.svg`, and its group, which gives the colour.
pub fn of(category: Category) -> (&'static str, &'static str, &'static str) {
    let (words, icon, group) = match category {
        Category::MrtStation => (word!("Stations"), "cat-mrt_station", "transit"),
        Category::Park => (word!("Parks"), "cat-park", "green"),
        Category::School => (word!("Schools"), "cat-school", "culture"),
        Category::Supermarket => (word!("Supermarkets"), "cat-supermarket", "shops"),
        Category::Listing => (word!("Homes"), "cat-listing", "services"),
        Category::District => (word!("Districts"), "cat-district", "services"),
        Category::Restaurant => (word!("Restaurants"), "cat-restaurant", "food"),
        Category::Cafe => (word!("Cafes"), "cat-cafe", "food"),
        Category::FastFood => (word!("Fast food"), "cat-fast_food", "food"),
        Category::Bakery => (word!("Bakeries"), "cat-bakery", "food"),
        Category::Bar => (word!("Bars"), "cat-bar", "food"),
        Category::Convenience => (word!("Corner shops"), "cat-convenience", "shops"),
        Category::Pharmacy => (word!("Pharmacies"), "cat-pharmacy", "health"),
        Category::Clinic => (word!("Clinics"), "cat-clinic", "health"),
        Category::Hospital => (word!("Hospitals"), "cat-hospital", "health"),
        Category::PlaceOfWorship => (word!("Worship"), "cat-place_of_worship", "culture"),
        Category::Bank => (word!("Banks"), "cat-bank", "services"),
        Category::Hotel => (word!("Hotels"), "cat-hotel", "services"),
        Category::Parking => (word!("Parking"), "cat-parking", "transit"),
        Category::BicycleRental => (word!("Bike hire"), "cat-bicycle_rental", "transit"),
        Category::Library => (word!("Libraries"), "cat-library", "culture"),
        Category::Museum => (word!("Museums"), "cat-museum", "culture"),
        Category::PostOffice => (word!("Post offices"), "cat-post_office", "services"),
        Category::Police => (word!("Police"), "cat-police", "services"),
    };
    (tr(words), icon, group)
}

/// The category's sign on a disc of its group's colour.
pub fn disc(category: Category) -> AnyView {
    let (_, icon, group) = of(category);
    view! { <span class=["sign ", group].concat()><Icon name=icon/></span> }.into_any()
}

/// The sign of a place of the layer of that name, without `layer:`: its letter in a ring, as on the map.
pub fn own_disc(store: Store, layer: &str) -> AnyView {
    view! { <span class="sign own-sign" aria-hidden="true">{store.layer_letter(layer)}</span> }.into_any()
}

//! All kinds of places, to be shown on the map.

use super::column::{close, heading};
use super::own::own;
use super::sheet::grip;
use super::{Icon, city_name, signs};
use crate::city::{Category, CategorySet, Filter, Region, search};
use crate::domain::Session;
use crate::language::word;
use crate::web::store::Store;
use crate::web::words::{grouped, tr, trn};
use leptos::prelude::*;

/// The groups in the order in which they stand, each with the kinds in it.
const GROUPS: [(&str, &[Category]); 7] = [
    (word!("Food"), &[Category::Restaurant, Category::Cafe, Category::FastFood, Category::Bakery, Category::Bar]),
    (word!("Shops"), &[Category::Supermarket, Category::Convenience]),
    (word!("Getting about"), &[Category::MrtStation, Category::BicycleRental, Category::Parking]),
    (word!("Green"), &[Category::Park]),
    (word!("Health"), &[Category::Pharmacy, Category::Clinic, Category::Hospital]),
    (word!("Culture"), &[Category::School, Category::Library, Category::Museum, Category::PlaceOfWorship]),
    (
        word!("Services"),
        &[
            Category::Bank,
            Category::PostOffice,
            Category::Police,
            Category::Hotel,
            Category::Listing,
            Category::District,
        ],
    ),
];

/// The tray of all kinds.
pub fn places(store: Store) -> AnyView {
    let in_view = RwSignal::new(false);
    let seen = Memo::new(move |_| if in_view.get() { in_sight(store) } else { Vec::new() });
    let which = move |words: &'static str, of_view: bool| {
        view! {
            <button type="button" aria-pressed=move || (in_view.get() == of_view).to_string()
                on:click=move |_| in_view.set(of_view)>{words}</button>
        }
        .into_any()
    };
    let groups = GROUPS.map(|(name, kinds)| {
        let kinds = kinds.iter().map(|category| kind(store, *category, in_view, seen)).collect_view();
        view! { <div class="group" role="group" aria-label=tr(name)>{kinds}</div> }.into_any()
    });
    view! {
        <section class="glass panel column tray" data-covers="left" aria-labelledby="places-title">
            {grip(store)}
            <header class="head">
                {heading("places-title", || tr!("Places").to_owned())}
                <div class="seg" role="group" aria-label=tr!("Count")>
                    {which(tr!("In view"), true)}
                    <button type="button" aria-pressed=move || (!in_view.get()).to_string()
                        on:click=move |_| in_view.set(false)>{move || tr!("All %{city}", city = city_name(store))}</button>
                </div>
                {close(store)}
            </header>
            <div class="scroll cats">{groups.into_iter().collect_view()}</div>
            {own(store)}
            {foot(store)}
        </section>
    }
    .into_any()
}

/// How many loaded places of each kind are in sight, in category order.
fn in_sight(store: Store) -> Vec<u32> {
    let view = store.session(|session: &Session| session.bounds().zip(Some(session.camera().center))).flatten();
    let Some((bounds, origin)) = view else { return Vec::new() };
    let counts = store.read_city(|city| {
        let filter = Filter { query: None, categories: None, region: Region::Bounds(bounds), inside: None, origin };
        let mut counts = vec![0; Category::ALL.len()];
        for hit in search(&city.features, &filter) {
            city.features.get(hit.key).categories().iter().for_each(|category| counts[category as usize] += 1);
        }
        counts
    });
    counts.unwrap_or_default()
}

/// What is told of one kind.
fn kind(store: Store, category: Category, in_view: RwSignal<bool>, seen: Memo<Vec<u32>>) -> AnyView {
    let (words, icon, group) = signs::of(category);
    let all = move || {
        store.about.with(|about| {
            let counts = about.as_ref().map(|about| about.counts.as_slice()).unwrap_or_default();
            counts.iter().find(|(other, _)| *other == category).map_or(0, |(_, count)| *count)
        })
    };
    let none = move || store.about.with(Option::is_some) && all() == 0;
    let wanted = move || store.on_map().has(category);
    let busy = move || store.loading.get().has(category);
    let failure = move || {
        store.failed.with(|failed| failed.iter().find(|(other, _)| *other == category).map(|(_, for_good)| *for_good))
    };
    let here = move || {
        let loaded = store.read_city(|city| city.loaded().has(category)).unwrap_or_default();
        loaded.then(|| seen.with(|seen| seen.get(category as usize).copied().unwrap_or_default()))
    };
    let number = move || match (failure(), in_view.get()) {
        _ if none() => "–".to_owned(),
        (Some(true), _) => tr!("not on this site").to_owned(),
        (Some(false), _) if !busy() => tr!("Try again").to_owned(),
        (_, true) => here().map_or_else(|| tr!("not loaded").to_owned(), |count| grouped(count.into())),
        (_, false) => grouped(all().into()),
    };
    let title = move || match failure() {
        _ if none() => tr!("None in %{city}", city = city_name(store)),
        Some(true) => tr!("This site does not have these places").to_owned(),
        Some(false) => tr!("They did not come. Check the connection and try again").to_owned(),
        None => String::new(),
    };
    let press = move |_| {
        if !none() && failure() != Some(true) {
            store.toggle(category);
        }
    };
    view! {
        <button type="button" class=["cat ", group].concat() class:failed=move || failure().is_some()
            aria-pressed=move || wanted().to_string() aria-busy=move || busy().to_string()
            aria-disabled=move || (none() || failure() == Some(true)).to_string() title=title on:click=press>
            <span class="sign"><Icon name=icon/></span>
            <span><b>{words}</b>" "<em>{number}</em></span>
        </button>
    }
    .into_any()
}

/// How many kinds are on the map, what is on its way, and the way to hide them all.
fn foot(store: Store) -> AnyView {
    let said = move || {
        let (wanted, loading) = (store.on_map(), store.loading.get());
        let waiting = CategorySet(wanted.0 & loading.0).iter().count();
        let shown = wanted.iter().count();
        match (shown, waiting) {
            (0, _) => tr!("Pick what the map shows").to_owned(),
            (_, 0) => trn!(shown, "%{n} kind on the map", "%{n} kinds on the map"),
            (_, _) => {
                trn!(shown, "Loading %{waiting} of %{n} kind", "Loading %{waiting} of %{n} kinds", waiting = waiting)
            }
        }
    };
    let share = move || {
        let (wanted, loading) = (store.on_map(), store.loading.get());
        let waiting = CategorySet(wanted.0 & loading.0).iter().count();
        (waiting > 0).then(|| 1.0 - waiting as f64 / wanted.iter().count().max(1) as f64)
    };
    let clear = move |_| {
        for category in untrack(|| store.on_map()).iter() {
            store.toggle(category);
        }
    };
    view! {
        {move || share().map(|share| view! {
            <progress class="thin" aria-label=tr!("Loading places") max="1" value=share.to_string()></progress>
        }.into_any())}
        <footer class="foot">
            <span role="status">{said}</span>
            <button type="button" class="b text small" disabled=move || store.on_map().is_empty() on:click=clear>
                {tr!("Clear")}
            </button>
        </footer>
    }
    .into_any()
}

//! What the map shows, in words: where it looks, what is on it and which way each thing lies, with the same actions. For
//! who cannot see the map, and for who would rather read.

use super::column::{close, heading};
use super::lane::{drawings, notes, place, selected};
use super::sheet::grip;
use crate::city::{Filter, Region, search};
use crate::domain::Session;
use crate::spatial::{Direction, Position, distance_m};
use crate::tools::district_of;
use crate::web::store::Store;
use crate::web::words::{either, length, number, tr, trn, whither};
use leptos::prelude::*;

/// So many places are listed, the nearest first.
const MOST: usize = 60;
/// One press moves the map by this part of what it shows.
const STEP: f64 = 0.5;
/// One press turns the map by so many degrees, an eighth of the compass, and tilts it by so many.
const TURN: f64 = 45.0;
const TILT: f64 = 15.0;

/// The list of what the map shows.
pub fn in_words(store: Store) -> AnyView {
    view! {
        <section class="glass panel column in-words" data-covers="left" aria-labelledby="in-words-title">
            {grip(store)}
            <header class="head">{heading("in-words-title", || tr!("The map in words").to_owned())}{close(store)}</header>
            <div class="scroll inspect">
                <p class="where" role="status">{move || whereabouts(store)}</p>
                {moves(store)}
                {selected(store)} {drawings(store)} {notes(store)}
                {in_view(store)}
            </div>
        </section>
    }
    .into_any()
}

/// Where the map looks and how much it shows.
fn whereabouts(store: Store) -> String {
    let view = store.session(|session: &Session| session.bounds().zip(Some(session.camera()))).flatten();
    let Some((bounds, camera)) = view else { return String::new() };
    let center = camera.center;
    let place = store.read_city(|city| {
        let district = district_of(city, center)?;
        either(district.name_en(), district.name()).map(str::to_owned)
    });
    let place = place.flatten().unwrap_or_else(|| super::city_name(store));
    let wide = distance_m(Position::new(bounds.west, center.lat), Position::new(bounds.east, center.lat));
    let high = distance_m(Position::new(center.lng, bounds.south), Position::new(center.lng, bounds.north));
    let looks = tr!(
        "The middle is in %{place}. From west to east the map shows %{wide}, from south to north %{high}.",
        place = place,
        wide = length(wide),
        high = length(high)
    );
    let is_turned = camera.bearing.rem_euclid(360.0).round() % 360.0 != 0.0;
    let up = is_turned.then(|| whither(Direction::of_bearing(camera.bearing)));
    let turned = up.map(|up| tr!("It is turned: up is %{way}.", way = up));
    let tilt = camera.pitch.round();
    let tilted = (tilt > 0.0).then(|| tr!("It is tilted by %{n}°.", n = number(tilt, 0)));
    [Some(looks), turned, tilted].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Buttons that move the map by half of what it shows, and those that turn and tilt it, which takes two fingers or a key
/// and a drag otherwise.
fn moves(store: Store) -> AnyView {
    let ways = [
        (tr!("North"), (0.0, -STEP)),
        (tr!("East"), (STEP, 0.0)),
        (tr!("South"), (0.0, STEP)),
        (tr!("West"), (-STEP, 0.0)),
    ];
    let press = |name: &'static str, what: Box<dyn Fn()>| {
        view! { <button type="button" class="b text line small" on:click=move |_| what()>{name}</button> }.into_any()
    };
    let way =
        |(name, (right, down)): (&'static str, (f64, f64))| press(name, Box::new(move || store.move_by(right, down)));
    view! {
        <div class="moves" role="group" aria-label=tr!("Move the map")>
            {ways.map(way).collect_view()}
            {press(tr!("Nearer"), Box::new(move || store.zoom_by(1.0)))}
            {press(tr!("Farther"), Box::new(move || store.zoom_by(-1.0)))}
        </div>
        <div class="moves" role="group" aria-label=tr!("Turn and tilt the map")>
            {press(tr!("Turn left"), Box::new(move || store.turn_by(-TURN)))}
            {press(tr!("Turn right"), Box::new(move || store.turn_by(TURN)))}
            {press(tr!("Tilt up"), Box::new(move || store.tilt_by(TILT)))}
            {press(tr!("Tilt down"), Box::new(move || store.tilt_by(-TILT)))}
            {press(tr!("North up"), Box::new(move || store.north_up()))}
        </div>
    }
    .into_any()
}

/// The places that the map shows, the nearest to its middle first.
fn in_view(store: Store) -> AnyView {
    (move || {
        let view = store.session(|session: &Session| session.bounds().zip(Some(session.camera().center))).flatten();
        let (bounds, origin) = view?;
        let shown = store.shown.get();
        store.read_city(|city| {
            let region = Region::Bounds(bounds);
            let filter = Filter { query: None, categories: Some(shown), region, inside: None, origin };
            let hits = search(&city.features, &filter);
            let count = hits.len();
            let title = tr!("Places on the map");
            if count == 0 {
                let sentence = tr!("No places are shown here. Choose kinds of places under Places, or move the map.");
                return view! { <h3>{title}" "<b>"0"</b></h3><p class="soft rest">{sentence}</p> }.into_any();
            }
            let rows = hits.iter().take(MOST).map(|hit| place(store, &city.features.get(hit.key), Some(origin)));
            let rest = (count > MOST).then(|| {
                let words = trn!(
                    count - MOST,
                    "and %{n} more: move the map nearer to list it",
                    "and %{n} more: move the map nearer to list them"
                );
                view! { <p class="soft rest">{words}</p> }
            });
            view! { <h3>{title}" "<b>{count}</b></h3><ul>{rows.collect_view()}</ul>{rest} }.into_any()
        })
    })
    .into_any()
}

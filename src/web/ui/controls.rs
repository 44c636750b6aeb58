use super::super::store::Store;
use super::Icon;
use crate::spatial::Position;
use crate::web::words::{number, tr};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

/// The longest the scale bar may be, in CSS pixels.
const LONGEST_BAR_PX: f64 = 96.0;
/// Length of the equator on the sphere of Web Mercator, in metres.
const EQUATOR_M: f64 = 40_075_016.686;

/// Zoom, north, and where the human is.
#[component]
pub fn Controls() -> impl IntoView {
    let store = expect_context::<Store>();
    let turned = move || {
        let bearing = store.camera.get().map_or(0.0, |camera| camera.bearing);
        format!("{:.0}deg", -bearing)
    };
    view! {
        <div class="glass panel zoom" role="region" aria-label=tr!("Zoom and position")>
            <button type="button" class="b" aria-label=tr!("Zoom in") title=tr!("Zoom in") on:click=move |_| store.zoom_by(1.0)>
                <Icon name="plus"/>
            </button>
            <button type="button" class="b" aria-label=tr!("Zoom out") title=tr!("Zoom out") on:click=move |_| store.zoom_by(-1.0)>
                <Icon name="minus"/>
            </button>
            <button type="button" class="b" aria-label=tr!("Turn north up") title=tr!("Turn north up")
                on:click=move |_| store.north_up()>
                <span class="needle" style:rotate=turned><Icon name="north"/></span>
            </button>
            <button type="button" class="b" aria-label=tr!("Show where I am") title=tr!("Show where I am")
                on:click=move |_| locate(store, move |here| store.go_to(here))>
                <Icon name="here"/>
            </button>
        </div>
    }
}

/// Asks the browser where the human is; it asks them first.
pub fn locate(store: Store, then: impl FnOnce(Position) + 'static) {
    let geolocation = web_sys::window().and_then(|window| window.navigator().geolocation().ok());
    let Some(geolocation) = geolocation else {
        return store.notice.set(Some(tr!("This browser cannot tell where you are.").into()));
    };
    let found = Closure::once_into_js(move |position: web_sys::Position| {
        let coords = position.coords();
        then(Position::new(coords.longitude(), coords.latitude()));
    });
    let refused = Closure::once_into_js(move |_: JsValue| {
        let sentence =
            tr!("Your position did not come: allow this page to use it in the browser's settings, or try again.");
        store.notice.set(Some(sentence.into()));
    });
    drop(geolocation.get_current_position_with_error_callback(found.unchecked_ref(), Some(refused.unchecked_ref())));
}

/// The scale bar, and whom to credit.
#[component]
pub fn Credit() -> impl IntoView {
    let store = expect_context::<Store>();
    let scale = Memo::new(move |_| store.camera.get().map(|camera| scale_bar(camera.center.lat, camera.zoom)));
    let width = move || scale.get().map_or_else(|| "0px".into(), |(pixels, _)| format!("{pixels:.0}px"));
    let words = move || scale.get().map(|(_, metres)| in_words(metres));
    let credit = move || {
        store.about.get().map_or_else(|| tr!("© OpenStreetMap contributors").into(), |about| credit(&about.attribution))
    };
    view! {
        <footer class="credit">
            <Show when=move || scale.get().is_some()>
                <span class="scale"><i style:width=width aria-hidden="true"></i>{words}</span>
            </Show>
            <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">{credit}</a>
        </footer>
    }
}

/// Whom to credit, as the pack says it; what nearly every pack says, in the reader's language.
pub fn credit(attribution: &str) -> String {
    if attribution == "© OpenStreetMap contributors" {
        tr!("© OpenStreetMap contributors").into()
    } else {
        attribution.to_owned()
    }
}

/// Width in pixels and length in metres of the longest round length (1, 2 or 5 and zeros) that fits.
fn scale_bar(lat: f64, zoom: f64) -> (f64, f64) {
    let metres_per_pixel = EQUATOR_M * lat.to_radians().cos() / (512.0 * zoom.exp2());
    let longest = metres_per_pixel * LONGEST_BAR_PX;
    let power = 10f64.powf(longest.log10().floor());
    let metres = [5.0, 2.0, 1.0].into_iter().map(|step| step * power).find(|metres| *metres <= longest);
    let metres = metres.unwrap_or(power);
    (metres / metres_per_pixel, metres)
}

fn in_words(metres: f64) -> String {
    // Below ten there is something behind the point of round lengths, if at all.
    let written = |length: f64| number(length, u32::from(length < 1.0));
    if metres >= 1000.0 { tr!("%{n} km", n = written(metres / 1000.0)) } else { tr!("%{n} m", n = written(metres)) }
}

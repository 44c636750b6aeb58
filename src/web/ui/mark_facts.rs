//! What is told of a mark: its kind, whose it is, its measures, and which kinds of places are in it.

use super::signs;
use crate::city::{Category, CategorySet, Filter, Region, search};
use crate::domain::{Drawing, DrawingKind, MarkId, Measure, Note, Origin, Session};
use crate::web::store::Store;
use crate::web::store::search::Asked;
use crate::web::words::{self, area, grouped, length, tr};
use leptos::prelude::*;

/// Kinds that are listed of what is inside, at most.
const MOST_KINDS: usize = 8;

/// What a card shows of a mark.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// Its label, or what it is.
    pub title: String,
    /// What it is and whose.
    pub kind: &'static str,
    /// Its sign.
    pub icon: &'static str,
    /// Whose it is.
    pub origin: Origin,
    /// Its label or its whole text.
    pub label: String,
    /// Its measures by their names.
    pub measures: Vec<(&'static str, String)>,
    /// Whether it has an inside.
    pub is_area: bool,
    /// Whether its points can be moved by hand.
    pub can_reshape: bool,
    /// Whom to credit for it.
    pub credit: Option<String>,
}

/// What the session has of a mark; nothing when it is not there.
pub fn of(session: &Session, id: MarkId) -> Option<Facts> {
    session.drawing(id).map(of_drawing).or_else(|| session.note(id).map(of_note))
}

fn of_drawing(drawing: &Drawing) -> Facts {
    let mine = drawing.origin() == Origin::User;
    let of_hand = |yours, agents| if mine { yours } else { agents };
    let (name, icon) = words::kind(drawing.kind());
    let kind = match drawing.kind() {
        DrawingKind::Circle { .. } => of_hand(tr!("Your circle"), tr!("The agent’s circle")),
        DrawingKind::Polygon { .. } => of_hand(tr!("Your area"), tr!("The agent’s area")),
        DrawingKind::Line { route: Some(_), .. } => {
            of_hand(tr!("Your route on foot"), tr!("The agent’s route on foot"))
        }
        DrawingKind::Line { route: None, .. } => of_hand(tr!("Your line"), tr!("The agent’s line")),
        DrawingKind::Reachable { .. } => of_hand(tr!("Your reachable area"), tr!("The agent’s reachable area")),
    };
    let mut measures = Vec::new();
    let mut credit = None;
    match drawing.kind() {
        DrawingKind::Line { route: Some(route), .. } => {
            measures.push((tr!("On foot"), words::minutes(route.duration_s)));
            measures.push((tr!("Distance"), length(route.distance_m)));
            credit = route.attribution.as_deref().map(super::controls::credit);
        }
        kind => {
            match kind {
                DrawingKind::Circle { radius_m, .. } => measures.push((tr!("Radius"), length(*radius_m))),
                DrawingKind::Reachable { minutes: within, .. } => {
                    measures.push((tr!("On foot within"), words::minutes(f64::from(*within) * 60.0)));
                }
                _ => {}
            }
            match drawing.measure() {
                Some(Measure::Area { area_m2, perimeter_m }) => {
                    measures.push((tr!("Area" as "measure"), area(area_m2)));
                    measures.push((tr!("Around"), length(perimeter_m)));
                }
                Some(Measure::Line { length_m }) => measures.push((tr!("Length"), length(length_m))),
                None => {}
            }
            if let DrawingKind::Polygon { ring: points } | DrawingKind::Line { points, .. } = kind {
                measures.push((tr!("Points"), points.len().to_string()));
            }
        }
    }
    let is_route = matches!(drawing.kind(), DrawingKind::Line { route: Some(_), .. });
    Facts {
        title: drawing.label().unwrap_or(name).to_owned(),
        kind,
        icon,
        origin: drawing.origin(),
        label: drawing.label().unwrap_or_default().to_owned(),
        measures,
        is_area: !matches!(drawing.kind(), DrawingKind::Line { .. }),
        can_reshape: !is_route,
        credit,
    }
}

fn of_note(note: &Note) -> Facts {
    Facts {
        title: tr!("Note").to_owned(),
        kind: if note.origin() == Origin::User { tr!("Your note") } else { tr!("The agent’s note") },
        icon: "note",
        origin: note.origin(),
        label: note.note.clone(),
        measures: Vec::new(),
        is_area: false,
        can_reshape: false,
        credit: None,
    }
}

/// How many places of each kind are in an area, of those that are loaded; each kind leads to its list.
pub fn inside(store: Store, id: MarkId) -> AnyView {
    let region = Memo::new(move |_| {
        store.session(|session| session.drawing(id).and_then(Drawing::region).map(|_| session.drawing(id).cloned()))
    });
    let counts = Memo::new(move |_| {
        region.track();
        let Ok(inside) = store.inside(id) else { return Vec::new() };
        let counted = store.read_city(|city| {
            let origin = city.manifest.bbox.center();
            let filter = Filter { query: None, categories: None, region: Region::City, inside: Some(&inside), origin };
            let mut counts = vec![0u32; Category::ALL.len()];
            for hit in search(&city.features, &filter) {
                city.features.get(hit.key).categories().iter().for_each(|category| counts[category as usize] += 1);
            }
            let counted = Category::ALL.iter().copied().zip(counts);
            let mut counted: Vec<_> =
                counted.filter(|(category, count)| *count > 0 && *category != Category::District).collect();
            counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            counted
        });
        counted.unwrap_or_default()
    });
    let chip = move |(category, count): (Category, u32)| {
        let (words, _, group) = signs::of(category);
        let kinds = CategorySet::NONE.with(category);
        let list = move |_| store.look_for(Asked { kinds, within: Some(id), ..Asked::default() });
        view! {
            <button type="button" class=["count-chip ", group].concat() on:click=list>
                {signs::disc(category)}{words}<b>{grouped(count.into())}</b>
            </button>
        }
        .into_any()
    };
    let chips = move || counts.get().into_iter().take(MOST_KINDS).map(chip).collect_view();
    view! {
        <section class="inside">
            <h3>{tr!("Inside, of what is loaded")}</h3>
            <div class="chips">{chips}</div>
            {move || counts.with(Vec::is_empty).then(|| tr!("Nothing yet: show more kinds of places."))}
        </section>
    }
    .into_any()
}

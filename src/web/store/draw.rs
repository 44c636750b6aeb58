//! Drafts: what the human draws or reshapes, before it is the session's.

use super::{Hand, Store};
use crate::domain::{Drawing, DrawingKind, MAX_POINTS, MarkId, Measure, Note};
use crate::spatial::{
    Position, Step, destination, distance_m, line_length_m, ring_area_m2, ring_perimeter_m, simplified,
};
use crate::web::map::{Pen, Tap, Told};
use crate::web::words::tr;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Value, json};
use wasm_bindgen::JsCast;

/// What a draft will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// Points round an area.
    Area,
    /// A centre and an edge.
    Circle,
    /// Points along a line.
    Line,
    /// One place.
    Spot,
}

/// What is being drawn or reshaped.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// What it will be.
    pub outline: Outline,
    /// Its points so far.
    pub points: Vec<Position>,
    /// Whether the last point still follows the pointer.
    pub is_live: bool,
    /// Whether there is a step back, and one forward.
    pub turns: (bool, bool),
    /// Whether it was refused and waits to be mended.
    pub is_mended: bool,
    /// Whether a tap has chosen a point or the whole, and the next tap says where it goes.
    pub is_chosen: bool,
    /// Where the pointer is, in CSS pixels.
    pub at: Option<(f64, f64)>,
}

/// What was there when reshaping began.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Original {
    Drawing(Drawing),
    Note(Note),
}

impl Outline {
    const fn name(self) -> &'static str {
        match self {
            Self::Area => "polygon",
            Self::Circle => "circle",
            Self::Line => "line",
            Self::Spot => "point",
        }
    }
}

impl Draft {
    /// Its size, once it has one.
    pub fn size(&self) -> Option<Measure> {
        let points = &self.points;
        match self.outline {
            Outline::Area if points.len() > 2 => {
                Some(Measure::Area { area_m2: ring_area_m2(points), perimeter_m: ring_perimeter_m(points) })
            }
            Outline::Line if points.len() > 1 => Some(Measure::Line { length_m: line_length_m(points) }),
            Outline::Circle => DrawingKind::circle(*points.first()?, self.radius_m()?).ok()?.measure(),
            Outline::Area | Outline::Line | Outline::Spot => None,
        }
    }

    /// A circle's radius in metres.
    pub fn radius_m(&self) -> Option<f64> {
        match self.points[..] {
            [center, edge] if self.outline == Outline::Circle => Some(distance_m(center, edge)),
            _ => None,
        }
    }

    /// Length of the side that was drawn last, in metres.
    pub fn last_side_m(&self) -> Option<f64> {
        match self.points[..] {
            [.., a, b] if matches!(self.outline, Outline::Area | Outline::Line) => Some(distance_m(a, b)),
            _ => None,
        }
    }

    /// How many points are set.
    pub fn set(&self) -> usize {
        self.points.len() - usize::from(self.is_live && self.outline != Outline::Circle)
    }

    /// Whether there is enough of it to be a drawing.
    pub fn is_enough(&self) -> bool {
        let least = match self.outline {
            Outline::Area => 3,
            Outline::Circle | Outline::Line => 2,
            Outline::Spot => 1,
        };
        self.set() >= least
    }

    /// It as `draw_shape` and `update_mark` take it.
    fn geometry(&self) -> Value {
        let place = |at: Position| json!({ "lng": at.lng, "lat": at.lat });
        match (self.outline, &self.points[..]) {
            (Outline::Circle, [center, ..]) => {
                json!({ "center": place(*center), "radius_m": self.radius_m().unwrap_or_default() })
            }
            (Outline::Spot, [center, ..]) => json!({ "center": place(*center) }),
            (_, points) => {
                let points = simplified(points, MAX_POINTS);
                json!({ "coordinates": points.iter().map(|at| [at.lng, at.lat]).collect::<Vec<_>>() })
            }
        }
    }
}

impl Store {
    /// From now on the tool in hand is what the map follows, and what others change of a mark ends its reshaping.
    pub fn follow_hand(self) {
        Effect::new(move |before: Option<Hand>| {
            let hand = self.hand.get();
            if before.unwrap_or_default() != hand {
                self.tap.set(None);
                self.draft.set(None);
                self.original.set_value(None);
                self.aim.set(hand != Hand::Select);
                self.screen.get_value().set_keys(hand == Hand::Select);
                self.pins(&[]);
                self.popover.set(super::Popover::None);
                if hand != Hand::Select && super::is_phone() {
                    // Sheets would lie over the dock and most of the map.
                    self.show(super::Column::Closed);
                    self.set_lane(false);
                }
                if hand != Hand::Select {
                    self.screen.get_value().focus();
                }
                spawn_local(self.hold(hand));
            }
            hand
        });
        Effect::new(move |_| {
            self.version.track();
            let original = self.original.get_value();
            let Hand::Reshape(id) = self.hand.get_untracked() else { return };
            if original.is_some() && self.original_of(id) != original {
                self.hand.set(Hand::Select);
                self.say(tr!(
                    "This was changed or removed meanwhile, so your reshaping was put down. What is on the map is what the other made of it."
                ));
            }
        });
        Effect::new(move |_| {
            let aims = self.aim.get();
            self.with_pen(|pen| pen.aim(aims));
        });
        let moved = window_event_listener(leptos::ev::pointermove, move |event| {
            if self.aim.get_untracked() && (event.movement_x() != 0 || event.movement_y() != 0) {
                self.aim.set(false);
            }
        });
        let pressed = window_event_listener(leptos::ev::pointerdown, move |event| {
            let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            if self.aim.get_untracked() && target.is_some_and(|target| target.tag_name() == "CANVAS") {
                self.aim.set(false);
            }
        });
        // The page listens as long as it lives.
        std::mem::forget((moved, pressed));
    }

    fn with_pen(self, what: impl FnOnce(&Pen)) {
        if let Some(pen) = self.pen.get_value() {
            what(&pen);
        }
    }

    /// Makes the pen do what this tool does.
    async fn hold(self, hand: Hand) {
        let tool = match hand {
            Hand::Polygon => "polygon",
            Hand::Circle => "circle",
            Hand::Line => "line",
            Hand::Freehand => "freehand",
            Hand::Reshape(_) => "",
            Hand::Select | Hand::Note | Hand::Reach | Hand::Route => {
                self.with_pen(Pen::stop);
                return self.hide(None);
            }
        };
        let pen = match self.pen.get_value() {
            Some(pen) => Some(pen),
            None => self.screen.get_value().open_pen(move |told| self.told(told)).await,
        };
        if self.hand.get_untracked() != hand {
            return;
        }
        self.pen.set_value(pen.clone());
        let Some(pen) = pen else { return self.no_pen() };
        if let Hand::Reshape(id) = hand {
            return self.reshape(&pen, id);
        }
        self.hide(None);
        if pen.take(tool).await.is_err() {
            return self.no_pen();
        }
        pen.aim(self.aim.get_untracked());
    }

    fn no_pen(self) {
        self.hand.set(Hand::Select);
        self.say(tr!("The drawing tools did not load. Check the connection and take the tool again."));
    }

    /// Takes this mark off the map while it is in hand.
    fn hide(self, id: Option<MarkId>) {
        self.screen.get_value().hide(id);
        if let Some(context) = self.context.get_value() {
            self.follow(&context);
        }
    }

    fn original_of(self, id: MarkId) -> Option<Original> {
        let context = self.context.get_value()?;
        let session = context.session();
        let drawing = session.drawing(id).cloned().map(Original::Drawing);
        drawing.or_else(|| session.note(id).cloned().map(Original::Note))
    }

    fn reshape(self, pen: &Pen, id: MarkId) {
        let Some(original) = self.original_of(id) else { return self.hand.set(Hand::Select) };
        let (outline, points) = match &original {
            Original::Note(note) => (Outline::Spot, vec![note.position]),
            Original::Drawing(drawing) => match drawing.kind() {
                DrawingKind::Circle { center, radius_m } => {
                    (Outline::Circle, vec![*center, destination(*center, 90.0, *radius_m)])
                }
                DrawingKind::Polygon { ring } => (Outline::Area, ring.clone()),
                DrawingKind::Line { points, .. } => (Outline::Line, points.clone()),
                DrawingKind::Reachable { center, .. } => (Outline::Spot, vec![*center]),
            },
        };
        self.original.set_value(Some(original));
        self.hide(Some(id));
        let flat: Vec<_> = points.iter().flat_map(|at| [at.lng, at.lat]).collect();
        pen.reshape(outline.name(), &flat);
        pen.aim(self.aim.get_untracked());
    }

    fn outline(self) -> Option<Outline> {
        Some(match self.hand.get_untracked() {
            Hand::Polygon | Hand::Freehand => Outline::Area,
            Hand::Circle => Outline::Circle,
            Hand::Line => Outline::Line,
            Hand::Reshape(_) => match self.original.get_value()? {
                Original::Note(_) => Outline::Spot,
                Original::Drawing(drawing) => match drawing.kind() {
                    DrawingKind::Circle { .. } => Outline::Circle,
                    DrawingKind::Polygon { .. } => Outline::Area,
                    DrawingKind::Line { .. } => Outline::Line,
                    DrawingKind::Reachable { .. } => Outline::Spot,
                },
            },
            Hand::Select | Hand::Note | Hand::Reach | Hand::Route => return None,
        })
    }

    /// Hears the pen.
    fn told(self, told: &Told) {
        let Some(outline) = self.outline() else { return };
        if told.what() == "finish" {
            return spawn_local(self.finished());
        }
        let flat = told.points();
        let draft = Draft {
            outline,
            points: flat.chunks_exact(2).map(|pair| Position::new(pair[0], pair[1])).collect(),
            is_live: told.live(),
            turns: (told.back(), told.forward()),
            is_mended: told.mending(),
            is_chosen: told.chosen(),
            at: told.x().zip(told.y()),
        };
        let is_something = !draft.points.is_empty() || draft.turns.1;
        self.draft.set(is_something.then_some(draft));
    }

    /// The draft becomes a drawing, or the mark what was made of it; refused, it stays in hand.
    async fn finished(self) {
        let (Some(draft), hand) = (self.draft.get_untracked(), self.hand.get_untracked()) else { return };
        if self.busy.get_untracked().is_some() {
            return;
        }
        if matches!(hand, Hand::Reshape(_)) && !draft.turns.0 {
            return self.hand.set(Hand::Select);
        }
        let (tool, name, value) = match hand {
            Hand::Reshape(id) => ("update_mark", "id", id.to_string()),
            _ => ("draw_shape", "type", draft.outline.name().to_owned()),
        };
        let mut input = draft.geometry();
        input[name] = json!(value);
        // What this changes itself ends nothing.
        let original = self.original.get_value();
        self.original.set_value(None);
        self.busy.set(Some(tr!("Drawing")));
        let answer = self.ask(tool, input).await;
        self.busy.set(None);
        if self.hand.get_untracked() != hand {
            return;
        }
        if answer.is_ok() {
            self.notice.set(None);
            return self.hand.set(Hand::Select);
        }
        self.original.set_value(original);
        if !draft.is_mended && !matches!(hand, Hand::Reshape(_)) {
            self.with_pen(Pen::mend);
        }
    }

    /// Ends the draft as it stands.
    pub fn finish(self) {
        self.with_pen(Pen::finish);
    }

    /// Lets go what a tap has chosen to be moved, if there is such.
    pub fn let_go(self) -> bool {
        let is_chosen = self.draft.with_untracked(|draft| draft.as_ref().is_some_and(|draft| draft.is_chosen));
        if is_chosen {
            self.with_pen(Pen::unchoose);
        }
        is_chosen
    }

    /// Lets the draft go, if there is one; a mark that is being reshaped stays as it was.
    pub fn drop_draft(self) -> bool {
        let hand = self.hand.get_untracked();
        if matches!(hand, Hand::Reshape(_)) || self.draft.get_untracked().is_none() {
            return false;
        }
        self.draft.set(None);
        self.notice.set(None);
        spawn_local(self.hold(hand));
        true
    }

    /// One step back: of the draft, else of the session.
    pub fn back(self) {
        match self.draft.get_untracked() {
            Some(draft) if draft.turns.0 => self.with_pen(Pen::back),
            _ => self.undo(),
        }
    }

    /// One step forward: of the draft, else of the session.
    pub fn forward(self) {
        match self.draft.get_untracked() {
            Some(draft) if draft.turns.1 => self.with_pen(Pen::forward),
            _ => self.redo(),
        }
    }

    /// Takes the last point back, or the one that was touched.
    pub fn take_back_point(self) {
        if matches!(self.hand.get_untracked(), Hand::Reshape(_))
            || self.draft.get_untracked().is_some_and(|d| d.is_mended)
        {
            self.with_pen(Pen::remove);
        } else if self.draft.get_untracked().is_some() {
            self.with_pen(Pen::back);
        }
    }

    /// Does at the aim what a tap would do.
    pub fn press(self) {
        self.aim.set(true);
        if self.outline().is_some() {
            self.with_pen(|pen| {
                pen.aim(true);
                pen.press();
            });
        } else if let Some(at) = self.middle() {
            self.tap.set(Some(Tap { at, hit: None }));
        }
    }

    /// Sets the next point so far and that way from the last one; from the middle of the map, where the first one is set
    /// then, while there is none. The map follows.
    pub fn step(self, step: Step) {
        let draft = self.draft.get_untracked();
        let last = draft.as_ref().and_then(|draft| draft.points[..draft.set()].last().copied());
        let Some(from) = last.or_else(|| self.middle()) else { return };
        let to = destination(from, step.bearing_deg, step.distance_m);
        self.aim.set(true);
        self.with_pen(|pen| {
            pen.aim(true);
            if last.is_none() {
                pen.set_point(from.lng, from.lat);
            }
            pen.set_point(to.lng, to.lat);
        });
    }

    /// Gives the map the keyboard's focus.
    pub fn screen_focus(self) {
        self.screen.get_value().focus();
    }

    /// Moves the map under the aim.
    pub fn pan(self, right: f64, down: f64) {
        self.aim.set(true);
        self.screen.get_value().pan(right, down);
    }

    /// Makes the circle in hand so wide; with none there, round the middle of the map.
    pub fn set_radius(self, radius_m: f64) {
        let draft = self.draft.get_untracked();
        let Some(center) = draft.as_ref().and_then(|draft| draft.points.first().copied()).or_else(|| self.middle())
        else {
            return;
        };
        if draft.as_ref().is_some_and(|draft| draft.is_mended || matches!(self.hand.get_untracked(), Hand::Reshape(_)))
        {
            let edge = destination(center, 90.0, radius_m);
            return self.with_pen(|pen| pen.set_edge(edge.lng, edge.lat));
        }
        spawn_local(async move {
            let center = json!({ "lng": center.lng, "lat": center.lat });
            let circle = json!({ "type": "circle", "center": center, "radius_m": radius_m });
            if self.ask("draw_shape", circle).await.is_ok() {
                self.hand.set(Hand::Select);
            }
        });
    }

    /// Marks places that were tapped for the tool in hand: `pin`, `start` or `finish`.
    pub fn pins(self, pins: &[(Position, &str)]) {
        self.screen.get_value().show_pins(pins);
    }
}

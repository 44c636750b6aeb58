//! What both hands change: the view, the selection and the marks; edits and their inverses, history, and the one
//! writer, [`Session::commit`].

mod circle;
mod edit;
mod geometry;
mod history;
mod ids;
mod layer;
mod marks;
mod ring;
mod selection;
mod session;
mod state;
#[cfg(test)]
mod testing;
mod text;

pub use circle::{RING_VERTICES, circle_area_m2, circle_bbox, circle_perimeter_m, circle_ring};
pub use edit::{Edit, EditError, Target};
pub use geometry::{DrawingKind, GeometryError, MAX_MINUTES, MAX_POINTS, MAX_RADIUS_M, Measure, Region, Route};
pub use history::{DEPTH, HistoryError, Undone};
pub use ids::{MarkId, MarkIds, Origin};
pub use layer::{Layer, MAX_LAYERS};
pub use marks::{Drawing, Note};
pub use ring::crossing;
pub use selection::{Selected, Selection};
pub use session::{Changes, Session};
pub use state::State;
pub use text::{MAX_ICON, MAX_LABEL, MAX_NOTE, TextError, checked_icon, checked_label, checked_note, clipped};

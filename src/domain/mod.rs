//! What both hands change: the view now, marks and the selection with it. One writer, `Session::commit`.

mod session;

pub use session::{Changes, Edit, Origin, Session};

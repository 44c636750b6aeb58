use crate::domain::{Changes, Session};

/// Where the session shows.
pub trait MapPort {
    /// Shows what a commit changed. Nobody waits for it: a hidden tab paints nothing.
    fn show(&self, session: &Session, changes: Changes);
}

/// No screen: nothing shows, nothing is missed.
pub struct NoScreen;

impl MapPort for NoScreen {
    fn show(&self, _session: &Session, _changes: Changes) {}
}

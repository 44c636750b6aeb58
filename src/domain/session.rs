use crate::spatial::{BBox, Camera, Viewport};

/// Whose hand made a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An agent, through a tool.
    Agent,
    /// The human, by hand.
    User,
}

/// A change of the session, planned before it is made.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// The camera goes there.
    MoveCamera(Camera),
}

/// Which parts of the session a commit changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The camera, the window or what covers it.
    pub view: bool,
}

/// The state that human and agent share. Its fields change through [`Session::commit`] alone, but for the window,
/// which is measured, not edited.
#[derive(Clone, Debug)]
pub struct Session {
    camera: Camera,
    viewport: Viewport,
    rendered: bool,
    version: u64,
    user_version: u64,
}

impl Session {
    /// A session that opens at `camera` in a window of that size. `rendered` says whether the map shows already; a
    /// session without a screen always does.
    pub fn new(camera: Camera, viewport: Viewport, rendered: bool) -> Self {
        Self { camera: camera.bounded(), viewport, rendered, version: 0, user_version: 0 }
    }

    /// Makes the change and raises the version by one. Answers with what changed.
    pub fn commit(&mut self, edit: Edit, origin: Origin) -> Changes {
        let Edit::MoveCamera(camera) = edit;
        self.camera = camera.bounded();
        self.version += 1;
        if origin == Origin::User {
            self.user_version = self.version;
        }
        Changes { view: true }
    }

    /// Takes note of the window's size and of what covers it.
    pub fn resize(&mut self, viewport: Viewport) {
        self.viewport = viewport;
    }

    /// Takes note that the map has shown for the first time.
    pub fn set_rendered(&mut self) {
        self.rendered = true;
    }

    /// Where the map looks from: what was asked for, not a moment of a flight there.
    pub fn camera(&self) -> Camera {
        self.camera
    }

    /// The map's window.
    pub fn viewport(&self) -> Viewport {
        self.viewport
    }

    /// Whether the map has shown at least once.
    pub fn is_rendered(&self) -> bool {
        self.rendered
    }

    /// The ground that no panel covers; `None` before the map has shown.
    pub fn bounds(&self) -> Option<BBox> {
        self.rendered.then(|| self.viewport.bounds(&self.camera))
    }

    /// One higher with every commit.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The version of the human's last commit; 0 before the first.
    pub fn user_version(&self) -> u64 {
        self.user_version
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::Position;

    #[test]
    fn a_commit_raises_the_version_and_remembers_whose_it_was() {
        let camera = Camera::above(Position::new(14.5, 35.9), 12.0);
        let mut session = Session::new(camera, Viewport::new(1280.0, 800.0), false);
        assert_eq!((session.version(), session.bounds()), (0, None));
        session.commit(Edit::MoveCamera(Camera { bearing: 370.0, ..camera }), Origin::Agent);
        assert_eq!((session.version(), session.user_version(), session.camera().bearing), (1, 0, 10.0));
        session.commit(Edit::MoveCamera(camera), Origin::User);
        session.set_rendered();
        assert_eq!((session.version(), session.user_version()), (2, 2));
        assert!(session.bounds().is_some_and(|bounds| bounds.contains(camera.center)));
    }
}

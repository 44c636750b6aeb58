use super::{DrawingKind, MarkId, Measure, Origin, Region};
use crate::spatial::Position;

/// A drawing on the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    number: u32,
    origin: Origin,
    label: Option<String>,
    kind: DrawingKind,
}

impl Drawing {
    /// A drawing of that number, from [`super::MarkIds::drawing`]; a label from [`super::checked_label`].
    pub const fn new(number: u32, origin: Origin, label: Option<String>, kind: DrawingKind) -> Self {
        Self { number, origin, label, kind }
    }

    /// Its id.
    pub const fn id(&self) -> MarkId {
        MarkId::Drawing(self.number)
    }

    /// Who drew it.
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    /// Its label.
    pub fn label(&self) -> Option<&str> {
        self.label.as_deref()
    }

    /// What is drawn.
    pub const fn kind(&self) -> &DrawingKind {
        &self.kind
    }

    /// Its geodesic measures, as [`DrawingKind::measure`].
    pub fn measure(&self) -> Option<Measure> {
        self.kind.measure()
    }

    /// Its inside, as [`DrawingKind::region`].
    pub fn region(&self) -> Option<Region> {
        self.kind.region()
    }

    /// The same drawing with another label.
    #[must_use]
    pub fn with_label(self, label: Option<String>) -> Self {
        Self { label, ..self }
    }

    /// The same drawing with another geometry.
    #[must_use]
    pub fn with_kind(self, kind: DrawingKind) -> Self {
        Self { kind, ..self }
    }
}

/// A note pinned to the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    number: u32,
    origin: Origin,
    /// Where it is pinned.
    pub position: Position,
    /// What it says, from [`super::checked_note`].
    pub note: String,
    /// What its pin shows, from [`super::checked_icon`].
    pub icon: Option<String>,
}

impl Note {
    /// A note of that number, from [`super::MarkIds::note`].
    pub const fn new(number: u32, origin: Origin, position: Position, note: String, icon: Option<String>) -> Self {
        Self { number, origin, position, note, icon }
    }

    /// Its id.
    pub const fn id(&self) -> MarkId {
        MarkId::Annotation(self.number)
    }

    /// Who wrote it.
    pub const fn origin(&self) -> Origin {
        self.origin
    }
}

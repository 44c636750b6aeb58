use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Whose hand made a change or a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// An agent, through a tool.
    Agent,
    /// The human, by hand.
    User,
}

impl Origin {
    /// Its name wherever a `source` is given: `agent` or `user`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::User => "user",
        }
    }

    /// The origin of that name.
    pub fn of_name(name: &str) -> Option<Self> {
        [Self::Agent, Self::User].into_iter().find(|origin| origin.name() == name)
    }
}

/// The id of a mark, written `drawing:<n>` or `annotation:<n>` with n from 1. Each of the two counts for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarkId {
    /// A drawing's.
    Drawing(u32),
    /// A note's.
    Annotation(u32),
}

impl fmt::Display for MarkId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drawing(number) => write!(f, "drawing:{number}"),
            Self::Annotation(number) => write!(f, "annotation:{number}"),
        }
    }
}

/// The text is no mark's id.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("a mark's id is drawing:<n> or annotation:<n>")]
pub struct NoMarkId;

impl FromStr for MarkId {
    type Err = NoMarkId;

    /// Reads exactly what is displayed: no sign, no leading zero, no space.
    fn from_str(text: &str) -> Result<Self, NoMarkId> {
        let (kind, digits) = text.split_once(':').ok_or(NoMarkId)?;
        if !digits.bytes().all(|b| b.is_ascii_digit()) || digits.starts_with('0') {
            return Err(NoMarkId);
        }
        let number = digits.parse().map_err(|_| NoMarkId)?;
        match kind {
            "drawing" => Ok(Self::Drawing(number)),
            "annotation" => Ok(Self::Annotation(number)),
            _ => Err(NoMarkId),
        }
    }
}

/// Numbers for the next marks. Copied out of a session, it hands out as many as one edit needs; the session itself moves
/// on when the edit is committed, and never gives a number twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MarkIds {
    drawings: u32,
    notes: u32,
}

impl MarkIds {
    /// The number of the next drawing.
    pub fn drawing(&mut self) -> u32 {
        self.drawings += 1;
        self.drawings
    }

    /// The number of the next note.
    pub fn note(&mut self) -> u32 {
        self.notes += 1;
        self.notes
    }

    /// Takes note that the id is given away.
    pub(super) fn given(&mut self, id: MarkId) {
        match id {
            MarkId::Drawing(number) => self.drawings = self.drawings.max(number),
            MarkId::Annotation(number) => self.notes = self.notes.max(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_as_it_is_written_and_nothing_else_is_an_id() {
        for id in [MarkId::Drawing(1), MarkId::Annotation(u32::MAX)] {
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        for text in ["drawing:0", "drawing:01", "drawing:+1", "drawing: 1", "drawing:", "note:1", "Drawing:1", "1"] {
            assert_eq!(text.parse::<MarkId>(), Err(NoMarkId), "{text}");
        }
        assert!("drawing:4294967296".parse::<MarkId>().is_err());
    }
}

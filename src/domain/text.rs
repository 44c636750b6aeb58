use thiserror::Error;

/// Most characters of a drawing's label.
pub const MAX_LABEL: usize = 80;
/// Most characters of a note.
pub const MAX_NOTE: usize = 500;
/// Most characters of a note's icon.
pub const MAX_ICON: usize = 24;

/// Why a text is refused. A character is a Unicode scalar value.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum TextError {
    /// Nothing but space where something is needed.
    #[error("the {field} is empty")]
    Empty {
        /// What the text is: `note`.
        field: &'static str,
    },
    /// Too long.
    #[error("the {field} has {characters} characters; at most {most} are kept")]
    TooLong {
        /// What the text is: `label`, `note` or `icon`.
        field: &'static str,
        /// How many characters it has.
        characters: usize,
        /// How many it may have.
        most: usize,
    },
}

/// The text's first `most` characters; no character is split.
pub fn clipped(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end])
}

fn short(field: &'static str, text: &str, most: usize) -> Result<String, TextError> {
    let characters = text.chars().count();
    if characters > most { Err(TextError::TooLong { field, characters, most }) } else { Ok(text.to_owned()) }
}

/// A label of at most [`MAX_LABEL`] characters; one of nothing but space is none.
pub fn checked_label(text: &str) -> Result<Option<String>, TextError> {
    short("label", text, MAX_LABEL).map(some_text)
}

/// A note of 1 to [`MAX_NOTE`] characters.
pub fn checked_note(text: &str) -> Result<String, TextError> {
    let text = short("note", text, MAX_NOTE)?;
    if text.trim().is_empty() { Err(TextError::Empty { field: "note" }) } else { Ok(text) }
}

/// An icon of at most [`MAX_ICON`] characters; one of nothing but space is none.
pub fn checked_icon(text: &str) -> Result<Option<String>, TextError> {
    short("icon", text, MAX_ICON).map(some_text)
}

fn some_text(text: String) -> Option<String> {
    (!text.trim().is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_held_to_their_lengths_in_characters_not_bytes() {
        assert_eq!(checked_label(&"台".repeat(80)).map(|label| label.is_some()), Ok(true));
        let long = TextError::TooLong { field: "label", characters: 81, most: 80 };
        assert_eq!(checked_label(&"台".repeat(81)), Err(long));
        assert_eq!(checked_note(" \n"), Err(TextError::Empty { field: "note" }));
        assert!(checked_note(&"é".repeat(500)).is_ok() && checked_note(&"é".repeat(501)).is_err());
        assert_eq!(checked_icon(""), Ok(None));
    }

    #[test]
    fn clipping_never_splits_a_character() {
        assert_eq!(clipped("台北🌸x", 3), "台北🌸");
        assert_eq!((clipped("ab", 2), clipped("", 0), clipped("ab", 9)), ("ab", "", "ab"));
    }
}

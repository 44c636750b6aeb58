//! Whether places are open: the questions, the answers, and both as text, so that they can cross from one WebAssembly to
//! another. The answering itself is behind the feature `evaluate`, since it is large: the page fetches it when needed.

#[cfg(all(feature = "evaluate", target_arch = "wasm32"))]
mod abi;
#[cfg(feature = "evaluate")]
mod evaluate;
#[cfg(feature = "evaluate")]
mod rules;
mod text;
mod time;
pub mod week;

#[cfg(feature = "evaluate")]
pub use evaluate::evaluate;
pub use text::TextError;
pub use time::LocalTime;

/// The question: which of these places are open at that moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// When.
    pub moment: Moment,
    /// Where, each with its tag.
    pub places: Vec<Place>,
}

/// A moment as the clocks of a city show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The date and time there.
    pub at: LocalTime,
    /// How far those clocks are ahead of UTC at that moment, in minutes.
    pub offset_minutes: i32,
    /// ISO 3166-1 code of the country, for its holidays.
    pub country: Option<String>,
}

/// A place and what its tag `opening_hours` says.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Degrees east.
    pub lng: f64,
    /// Degrees north.
    pub lat: f64,
    /// The tag, verbatim.
    pub value: String,
}

/// The answer for one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Open, closed or unknown.
    pub state: State,
    /// When that changes next; `None` when it does not within a year.
    pub next_change: Option<LocalTime>,
    /// What the tag remarks on this very period.
    pub comment: Option<String>,
}

impl Opening {
    /// Unknown for that reason, without anything further to say.
    pub fn unknown(why: Why) -> Self {
        Self { state: State::Unknown(why), next_change: None, comment: None }
    }
}

/// Whether a place is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is.
    Open,
    /// It is not.
    Closed,
    /// Nobody can tell from the tag.
    Unknown(Why),
}

/// Why it is unknown whether a place is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The tag itself says so, as in "by appointment".
    Said,
    /// The tag is not written as the rules for it ask.
    Unreadable,
    /// The tag depends on holidays, and those of the country are not known.
    Holidays,
    /// The evaluation broke down: an error in it.
    Failed,
}

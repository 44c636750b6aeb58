//! Questions and answers as lines of text.
//!
//! A question is a line `time offset country` and one line `lng lat value` a place; an answer is one line a place,
//! `state<tab>time<tab>comment`. What is unknown is empty.

use super::{Batch, LocalTime, Moment, Opening, Place, State, Why};

/// The text is no question or no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextError;

/// The states by their words.
const STATES: [(&str, State); 6] = [
    ("open", State::Open),
    ("closed", State::Closed),
    ("unknown", State::Unknown(Why::Said)),
    ("unreadable", State::Unknown(Why::Unreadable)),
    ("holidays", State::Unknown(Why::Holidays)),
    ("failed", State::Unknown(Why::Failed)),
];

/// The text in one line: a break or a tab says no more than a space does.
fn line(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

impl Batch {
    /// The question as text.
    pub fn to_text(&self) -> String {
        let Moment { at, offset_minutes, country } = &self.moment;
        let country = country.as_deref().map(line).unwrap_or_default();
        let mut text = format!("{at} {offset_minutes} {country}");
        for Place { lng, lat, value } in &self.places {
            text.push_str(&format!("\n{lng} {lat} {}", line(value)));
        }
        text
    }

    /// The question that the text is.
    pub fn from_text(text: &str) -> Result<Self, TextError> {
        let mut lines = text.split('\n');
        let mut head = lines.next().unwrap_or_default().splitn(3, ' ');
        let mut next = || head.next().ok_or(TextError);
        let at = next()?.parse().map_err(|()| TextError)?;
        let offset_minutes = next()?.parse().map_err(|_| TextError)?;
        let country = Some(next()?.to_owned()).filter(|country| !country.is_empty());
        let place = |line: &str| {
            let mut parts = line.splitn(3, ' ');
            let mut next = || parts.next().ok_or(TextError);
            let mut number = || next()?.parse().map_err(|_| TextError);
            let (lng, lat) = (number()?, number()?);
            Ok(Place { lng, lat, value: next()?.to_owned() })
        };
        Ok(Self { moment: Moment { at, offset_minutes, country }, places: lines.map(place).collect::<Result<_, _>>()? })
    }
}

impl Opening {
    /// The answer as a line of text.
    pub fn to_text(&self) -> String {
        let state = STATES.iter().find(|(_, state)| *state == self.state).map_or("failed", |(word, _)| word);
        let next_change = self.next_change.as_ref().map(LocalTime::to_string).unwrap_or_default();
        format!("{state}\t{next_change}\t{}", self.comment.as_deref().map(line).unwrap_or_default())
    }

    /// The answer that the line is.
    pub fn from_text(text: &str) -> Result<Self, TextError> {
        let mut parts = text.splitn(3, '\t');
        let mut next = || parts.next().ok_or(TextError);
        let (state, next_change, comment) = (next()?, next()?, next()?);
        let state = STATES.iter().find(|(word, _)| *word == state).ok_or(TextError)?.1;
        let next_change = match next_change {
            "" => None,
            time => Some(time.parse().map_err(|()| TextError)?),
        };
        Ok(Self { state, next_change, comment: Some(comment.to_owned()).filter(|comment| !comment.is_empty()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_and_answers_come_back_from_their_text() {
        let at: LocalTime = "2026-12-05T20:30".parse().expect("it is one");
        for country in [None, Some("MT".to_owned())] {
            let place = |value: &str| Place { lng: -14.5, lat: 35.25, value: value.into() };
            let moment = Moment { at, offset_minutes: -90, country };
            let mut batch = Batch { moment, places: vec![] };
            assert_eq!(Batch::from_text(&batch.to_text()), Ok(batch.clone()));
            batch.places = vec![place("Mo-Fr 08:00-17:00; PH off"), place(""), place(" \"nach Vereinbarung – ü\" ")];
            assert_eq!(Batch::from_text(&batch.to_text()), Ok(batch));
        }
        for (_, state) in STATES {
            let answer = Opening { state, next_change: Some(at), comment: Some("ring the bell, 2nd floor".into()) };
            assert_eq!(Opening::from_text(&answer.to_text()), Ok(answer));
        }
        let unknown = Opening::unknown(Why::Said);
        assert_eq!(Opening::from_text(&unknown.to_text()), Ok(unknown));
    }

    #[test]
    fn a_line_break_within_a_value_stays_within_its_line() {
        let at = "2026-12-05T20:30".parse().expect("it is one");
        let moment = Moment { at, offset_minutes: 0, country: None };
        let value = "Mo\n10:00-12:00\t\"a\"\r\n".into();
        let batch = Batch { moment, places: vec![Place { lng: 1.0, lat: 2.0, value }] };
        let read = Batch::from_text(&batch.to_text()).expect("it was just written");
        assert_eq!(read.places.len(), 1);
        assert_eq!(read.places[0].value, "Mo 10:00-12:00 \"a\"  ");
    }

    #[test]
    fn other_text_is_refused() {
        for odd in ["", "2026-12-05T20:30", "now 60 MT", "2026-12-05T20:30 60 MT\n1", "2026-12-05T20:30 x MT"] {
            assert_eq!(Batch::from_text(odd), Err(TextError), "{odd}");
        }
        for odd in ["", "open", "open\t", "ajar\t\t", "open\tsoon\t"] {
            assert_eq!(Opening::from_text(odd), Err(TextError), "{odd}");
        }
    }
}

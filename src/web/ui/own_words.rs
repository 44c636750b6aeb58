//! All sentences about data of one's own.

use crate::domain::{Drawing, Note as Mark, Session};
use crate::export::What;
use crate::language::word;
use crate::web::words::{grouped, tr, trn};
use glassmap_layers::{Code, Finding, Note, Refusal, Report};

/// Marks that the printed legend names.
const LEGEND: usize = 14;

pub const NO_READER: &str =
    word!("The part of the page that reads files did not load. Check the connection and try again.");
pub const NOT_YET: &str = word!("The city is still loading. Try again in a moment.");
pub const NO_ROOM: &str = word!("Eight layers are on the map already. Remove one, then import the file again.");
pub const BROKE_DOWN: &str =
    word!("The file could not be read: it took more than the browser has, or is damaged. Try a smaller part of it.");
pub const NOTHING_TO_SAVE: &str = word!("There is nothing of that on the map to save.");
pub const NO_PICTURE: &str = word!("The browser made no picture of the map. Wait until the map shows, then try again.");
pub const STAYS: &str = word!("Your layers stay on this device: the link does not carry them.");
pub const DROP: &str = word!("Drop to add it to the map: GeoJSON, GPX, KML or CSV");
pub const ADD: &str = word!("Add a file…");
pub const YOURS: &str = word!("Your data");
pub const HOW: &str = word!("GeoJSON, GPX, KML or CSV, up to 50 MB. It stays on this device.");
pub const CANCEL: &str = word!("Cancel");
pub const AS_WRITTEN: &str = word!("Read as written");

/// What is saved, in words.
pub fn saved(what: &What) -> &'static str {
    match what {
        What::Marks => tr!("marks"),
        What::Selection => tr!("selection"),
        What::Places(_) => tr!("results"),
    }
}

/// And in the name of the file.
pub const fn file_word(what: &What) -> &'static str {
    match what {
        What::Marks => "marks",
        What::Selection => "selection",
        What::Places(_) => "results",
    }
}

/// That a file is on the map.
pub fn imported(title: &str, report: &Report) -> String {
    let left = report.rows - report.kept;
    let kept = trn!(
        report.kept,
        "“%{title}” is on the map with %{n} place.",
        "“%{title}” is on the map with %{n} places.",
        title = title
    );
    if left == 0 {
        return kept;
    }
    let left = trn!(left, "%{n} row was left out.", "%{n} rows were left out.");
    format!("{kept} {left}")
}

/// What is said of a file as a whole.
pub fn note(note: &Note) -> String {
    match note {
        Note::Encoding(name) => {
            tr!("It is not UTF-8 and was read as %{name}. If letters look wrong, save it as UTF-8.", name = name)
        }
        Note::Unreadable => tr!("Some letters could not be read and show as �.").into(),
        Note::Swapped => {
            tr!("It has latitude before longitude where longitude belongs; it was read the other way round.").into()
        }
        Note::NotAllChecked => tr!("It has too many outlines to look at each for crossings.").into(),
    }
}

/// What is said of a row.
pub fn finding(finding: &Finding) -> String {
    let detail = finding.detail.as_str();
    match finding.code {
        Code::NoGeometry => tr!("left out: it has no coordinates").into(),
        Code::NotANumber => tr!("left out: its coordinates are no numbers: %{detail}", detail = detail),
        Code::OutOfRange => tr!("left out: out of range: %{detail}", detail = detail),
        Code::LooksSwapped => tr!("left out: latitude and longitude look exchanged: %{detail}", detail = detail),
        Code::BadGeometry => tr!("left out: its shape is incomplete or of no known kind: %{detail}", detail = detail),
        Code::NotAFeature => tr!("left out: no feature but %{detail}", detail = detail),
        Code::SelfCrossing => tr!("kept: its outline crosses itself at %{detail}", detail = detail),
        Code::Unclosed => tr!("kept: its outline was open and is now closed").into(),
        Code::TooManyProperties => tr!("kept with the first 256 of its %{detail} attributes", detail = detail),
        Code::Cells => {
            tr!("left out: it has %{detail} cells, more than the heading. Is a comma not in quotes?", detail = detail)
        }
    }
}

/// Why a file is not shown, and what to do.
pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Empty => tr!("It is empty. Choose another file.").into(),
        Refusal::TooLarge => tr!("It is larger than 50 MB. Split it, or save the part that you need.").into(),
        Refusal::TooMany => tr!("It has more than 200,000 places. Save the part that you need.").into(),
        Refusal::TooDetailed => {
            tr!("It has more than 2,000,000 points on its lines and outlines. Simplify it first.").into()
        }
        Refusal::Packed => tr!("It is packed, as KMZ and ZIP are. Unpack it and choose the file inside.").into(),
        Refusal::Binary => tr!("It is no text. Save it as GeoJSON, GPX, KML or CSV.").into(),
        Refusal::Unknown => tr!("It is neither GeoJSON, GPX, KML nor CSV. Save it as one of them.").into(),
        Refusal::OtherJson => tr!("It is JSON, but not GeoJSON. Save it as a GeoJSON FeatureCollection.").into(),
        Refusal::Broken(why) => {
            tr!("It breaks off or is not written by the rules: %{why}. Save it anew.", why = why)
        }
        Refusal::Doctype => {
            tr!("It declares a document type of its own, which is not read for safety. Remove the line with <!DOCTYPE.")
                .into()
        }
        Refusal::TooDeep => tr!("Its parts are nested too deep. Save it anew from the program that made it.").into(),
        Refusal::OtherCrs(name) => {
            tr!("Its coordinates are in %{name}. Save it in WGS 84 (EPSG:4326).", name = name)
        }
        Refusal::NoCoordinates(columns) => tr!(
            "It has no columns of coordinates, such as lat and lng, or wkt. Its columns are: %{columns}.",
            columns = columns.join(", ")
        ),
        Refusal::NothingLeft(report) if report.rows == 0 => tr!("It holds no places. Choose another file.").into(),
        Refusal::NothingLeft(_) => tr!("No row of it has a place that can be shown:").into(),
    }
}

/// The row, as programs number it.
pub fn row(number: u32) -> String {
    tr!("Row %{n}", n = grouped(number.into()))
}

/// How far reading is.
pub fn reading(title: &str, places: f64) -> String {
    match places {
        0.0 => tr!("Reading “%{title}”…", title = title),
        places => tr!("Reading “%{title}”: %{n} places so far", title = title, n = grouped(places as u64)),
    }
}

/// What the printed legend says of marks and layers; `letter` is that of a layer's number.
pub fn legend(session: &Session, letter: impl Fn(u32) -> String) -> Vec<String> {
    let drawings = session.drawings().iter().map(|drawing: &Drawing| {
        let kind = crate::web::words::kind(drawing.kind()).0;
        drawing.label().map_or_else(|| kind.to_owned(), |label| [label, " (", kind, ")"].concat())
    });
    let notes = session
        .notes()
        .iter()
        .map(|note: &Mark| [note.icon.as_deref().unwrap_or("•"), " ", note.note.as_str()].concat());
    let layers = session.layers().iter().map(|layer| [&*letter(layer.number), " ", &*layer.title].concat());
    let mut rows: Vec<String> = drawings.chain(notes).chain(layers).collect();
    let more = rows.len().saturating_sub(LEGEND);
    rows.truncate(LEGEND);
    if more > 0 {
        rows.push(tr!("and %{n} more", n = more));
    }
    // A long note must not push the map off the page.
    rows.into_iter().map(|row| row.chars().take(90).collect()).collect()
}

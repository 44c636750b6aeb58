//! Files of places: what they are, what they hold, and what is wrong with each row.

mod csv;
mod draw;
mod geojson;
mod gpx;
mod kml;
mod shapes;
mod text;
mod xml;

pub use draw::draw;

use crate::crossing::{MAX_PAIRS, crossing};
use crate::report::{Code, Format, Note, Refusal, Report};
use crate::{Columns, Geometry, Imported, MAX_BYTES, MAX_FEATURES, MAX_NAME, MAX_PROPERTIES, MAX_VERTICES, Point};
use crate::{Record, Value};

/// Attributes that say what a place is called, in lower case, the best first.
const NAMES: [&str; 12] =
    ["name", "title", "label", "名稱", "名称", "isem", "naam", "nom", "nombre", "bezeichnung", "note", "id"];
/// Places between two reports of progress.
const STEP: usize = 2_000;

/// How to read a file.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// West, south, east and north of where the places are expected: tells exchanged axes.
    pub bounds: Option<[f64; 4]>,
    /// Read the axes as they are written, whatever they look like.
    pub as_written: bool,
}

/// Reads a file, whatever its form and encoding. `name` is the file's name; `progress` hears how many places have been
/// read so far.
///
/// # Errors
/// Why nothing of it can be shown.
pub fn read(bytes: &[u8], name: &str, options: &Options, progress: &mut dyn FnMut(u32)) -> Result<Imported, Refusal> {
    if bytes.len() > MAX_BYTES {
        return Err(Refusal::TooLarge);
    }
    let (text, notes) = text::decode(bytes)?;
    let format = detect(&text, name)?;
    let mut sink =
        Sink { records: Vec::new(), report: Report { format, notes, ..Report::default() }, vertices: 0, progress };
    match format {
        Format::GeoJson => geojson::read(&text, &mut sink)?,
        Format::Gpx => xml::walk(&text, &mut gpx::Reader::new(&mut sink))?,
        Format::Kml => xml::walk(&text, &mut kml::Reader::new(&mut sink))?,
        Format::Csv => csv::read(&text, &mut sink)?,
    }
    drop(text);
    finish(sink, options)
}

fn detect(text: &str, name: &str) -> Result<Format, Refusal> {
    let start = text.trim_start();
    let extension = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    match start.chars().next() {
        None => Err(Refusal::Empty),
        Some('{') => Ok(Format::GeoJson),
        Some('[') => Err(Refusal::OtherJson),
        Some('<') => match xml::root(start)?.as_str() {
            "gpx" => Ok(Format::Gpx),
            "kml" => Ok(Format::Kml),
            _ => Err(Refusal::Unknown),
        },
        Some(_) => {
            let is_table = matches!(extension.as_str(), "csv" | "tsv" | "txt");
            let first = start.lines().next().unwrap_or_default();
            if is_table || first.contains([',', ';', '\t']) { Ok(Format::Csv) } else { Err(Refusal::Unknown) }
        }
    }
}

/// Where readers put what they find.
struct Sink<'a> {
    records: Vec<Record>,
    report: Report,
    vertices: usize,
    progress: &'a mut dyn FnMut(u32),
}

impl Sink<'_> {
    /// A new row; its number, the first being `first`.
    fn row(&mut self, first: u32) -> u32 {
        self.report.rows += 1;
        self.report.rows - 1 + first
    }

    fn find(&mut self, row: u32, code: Code, detail: impl Into<String>) {
        self.report.find(row, code, detail);
    }

    /// Adds a place.
    fn push(&mut self, row: u32, geometry: Geometry, mut properties: Vec<(String, Value)>) -> Result<(), Refusal> {
        if properties.len() > MAX_PROPERTIES {
            self.find(row, Code::TooManyProperties, properties.len().to_string());
            properties.truncate(MAX_PROPERTIES);
        }
        self.vertices += geometry.vertices();
        if self.records.len() >= MAX_FEATURES {
            return Err(Refusal::TooMany);
        }
        if self.vertices > MAX_VERTICES {
            return Err(Refusal::TooDetailed);
        }
        self.records.push(Record { row, geometry, properties });
        if self.records.len().is_multiple_of(STEP) {
            (self.progress)(self.records.len() as u32);
        }
        Ok(())
    }
}

fn is_valid([lng, lat]: Point) -> bool {
    (-180.0..=180.0).contains(&lng) && (-90.0..=90.0).contains(&lat)
}

fn is_valid_swapped([lng, lat]: Point) -> bool {
    is_valid([lat, lng])
}

/// Looks at every place: exchanged axes, what is out of range, outlines that cross themselves.
fn finish(sink: Sink<'_>, options: &Options) -> Result<Imported, Refusal> {
    let Sink { mut records, mut report, .. } = sink;
    if !options.as_written && are_swapped(&records, options.bounds) {
        records.iter_mut().for_each(|record| record.geometry.swap());
        report.notes.push(Note::Swapped);
    }
    records.retain(|record| {
        if record.geometry.all(is_valid) {
            return true;
        }
        let wrong = first_where(&record.geometry, |point| !is_valid(point)).unwrap_or_default();
        let code = if wrong.iter().any(|axis| !axis.is_finite()) {
            Code::NotANumber
        } else if record.geometry.all(is_valid_swapped) {
            Code::LooksSwapped
        } else {
            Code::OutOfRange
        };
        report.find(record.row, code, format!("{}, {}", wrong[0], wrong[1]));
        false
    });
    let mut budget = MAX_PAIRS;
    for record in &records {
        if let Some([lng, lat]) = crossing(&record.geometry, &mut budget) {
            report.find(record.row, Code::SelfCrossing, format!("{lng:.5}, {lat:.5}"));
        }
    }
    if budget == 0 {
        report.notes.push(Note::NotAllChecked);
    }
    report.findings.sort_by_key(|finding| finding.row);
    report.kept = records.len() as u32;
    if records.is_empty() {
        return Err(Refusal::NothingLeft(report));
    }
    let key = NAMES.iter().find(|key| records.iter().any(|record| name_by(record, key).is_some()));
    let named = |record: &Record| key.and_then(|key| name_by(record, key));
    Ok(Imported { columns: Columns::of(records, named), report })
}

fn first_where(geometry: &Geometry, test: impl Fn(Point) -> bool) -> Option<Point> {
    let mut found = None;
    geometry.runs(&mut |run| found = found.or_else(|| run.iter().copied().find(|point| test(*point))));
    found
}

/// What the place is called by that attribute.
fn name_by(record: &Record, key: &str) -> Option<String> {
    let (_, value) = record.properties.iter().find(|(other, _)| other.to_lowercase() == key)?;
    let text = match value {
        Value::Text(text) => text.trim(),
        Value::Json(json) if json.parse::<f64>().is_ok() => json,
        Value::Json(_) => return None,
    };
    let text: String = text.chars().take(MAX_NAME).collect();
    Some(text).filter(|text| !text.is_empty())
}

/// Whether most places say that latitude stands first: out of range as written and in range otherwise, or inside the
/// bounds only the other way round.
fn are_swapped(records: &[Record], bounds: Option<[f64; 4]>) -> bool {
    let inside = |point: Option<Point>| {
        bounds.zip(point).map(|([west, south, east, north], [lng, lat])| {
            (west..=east).contains(&lng) && (south..=north).contains(&lat)
        })
    };
    let (mut swapped, mut written) = (0usize, 0usize);
    for Record { geometry, .. } in records {
        let first = geometry.first();
        let turned = first.map(|[lng, lat]| [lat, lng]);
        match (geometry.all(is_valid), geometry.all(is_valid_swapped)) {
            (true, true) if inside(turned) == Some(true) && inside(first) == Some(false) => swapped += 1,
            (true, _) => written += 1,
            (false, true) => swapped += 1,
            (false, false) => {}
        }
    }
    swapped > written
}

#[cfg(test)]
mod tests;

//! Tables: one place a line, its coordinates in two columns or as well-known text in one.

use super::shapes::of_wkt;
use super::{Sink, Value};
use crate::Geometry;
use crate::report::{Code, Refusal};
use crate::write::unguarded;
use csv::{ReaderBuilder, StringRecord};

/// What columns of latitudes are called, in lower case, letters and digits only.
const LATITUDES: [&str; 9] = ["lat", "latitude", "y", "latdeg", "breitengrad", "breite", "latitud", "緯度", "纬度"];
/// What columns of longitudes are called.
const LONGITUDES: [&str; 13] = [
    "lng",
    "lon",
    "long",
    "longitude",
    "x",
    "londeg",
    "lngdeg",
    "längengrad",
    "länge",
    "longitud",
    "經度",
    "经度",
    "longtitude",
];
/// What columns of well-known text are called.
const SHAPES: [&str; 5] = ["wkt", "geometry", "geom", "thegeom", "wktgeom"];
/// Columns that a refusal names.
const MAX_NAMED: usize = 12;

/// Reads a table with a heading.
pub fn read(text: &str, sink: &mut Sink<'_>) -> Result<(), Refusal> {
    let delimiter = delimiter(text);
    let mut table = ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(text.as_bytes());
    let heading = table.headers().map_err(broken)?.clone();
    let find = |names: &[&str]| {
        // The best name first, whichever column is first.
        names.iter().find_map(|name| heading.iter().position(|column| plain(column) == *name))
    };
    let (lat, lng, shape) = (find(&LATITUDES), find(&LONGITUDES), find(&SHAPES));
    let axes = lng.zip(lat);
    if axes.is_none() && shape.is_none() {
        let names = heading.iter().take(MAX_NAMED).map(|name| name.chars().take(40).collect());
        return Err(Refusal::NoCoordinates(names.collect()));
    }
    let mut line = StringRecord::new();
    while table.read_record(&mut line).map_err(broken)? {
        let row = sink.row(2);
        let cells = (0..line.len())
            .rfind(|index| line.get(*index).is_some_and(|cell| !cell.is_empty()))
            .map_or(0, |last| last + 1);
        if cells == 0 {
            sink.report.rows -= 1;
            continue;
        }
        if cells > heading.len() {
            sink.find(row, Code::Cells, cells.to_string());
            continue;
        }
        let cell = |index: usize| line.get(index).unwrap_or_default().trim();
        let text = shape.map(cell).filter(|text| !text.is_empty());
        let geometry = if let Some(text) = text {
            let geometry = of_wkt(text, row, sink);
            if geometry.is_none() {
                sink.find(row, Code::BadGeometry, text.chars().take(40).collect::<String>());
                continue;
            }
            geometry
        } else {
            axes.map(|(lng, lat)| (cell(lng), cell(lat)))
                .filter(|(lng, lat)| !lng.is_empty() || !lat.is_empty())
                .map(|(lng, lat)| Geometry::Point([number(lng), number(lat)]))
        };
        let Some(geometry) = geometry else {
            sink.find(row, Code::NoGeometry, "");
            continue;
        };
        if let (Geometry::Point(point), None, Some((lng, lat))) = (&geometry, text, axes)
            && point.iter().any(|axis| !axis.is_finite())
        {
            sink.find(row, Code::NotANumber, format!("{}, {}", cell(lng), cell(lat)));
            continue;
        }
        let is_place =
            |index: usize| Some(index) == shape || axes.is_some_and(|(lng, lat)| index == lng || index == lat);
        let told = heading.iter().zip(line.iter()).enumerate();
        let told = told.filter(|(index, (_, value))| !is_place(*index) && !value.is_empty());
        let properties = told.map(|(_, (name, value))| (unguarded(name).to_owned(), value_of(value))).collect();
        sink.push(row, geometry, properties)?;
    }
    Ok(())
}

fn broken(error: csv::Error) -> Refusal {
    Refusal::Broken(error.to_string())
}

/// The name in lower case, its letters and digits alone.
fn plain(name: &str) -> String {
    let name = name.trim().trim_start_matches('\u{feff}');
    name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}

/// What parts the cells of the heading: what stands there most often outside quotes.
fn delimiter(text: &str) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0), (b'|', 0)];
    let mut quoted = false;
    for byte in text.trim_start().bytes().take_while(|byte| !matches!(byte, b'\n' | b'\r')) {
        quoted ^= byte == b'"';
        if let Some((_, count)) = counts.iter_mut().find(|(delimiter, _)| !quoted && *delimiter == byte) {
            *count += 1;
        }
    }
    // The first of those that stand equally often.
    counts.iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(delimiter, _)| *delimiter)
}

/// The number; a comma may stand before its fraction.
fn number(text: &str) -> f64 {
    let text = text.trim_end_matches('°').trim();
    let plain = if text.contains('.') { text.to_owned() } else { text.replace(',', ".") };
    plain.parse().unwrap_or(f64::NAN)
}

/// A number where the cell is written as numbers are, else its text.
fn value_of(cell: &str) -> Value {
    let is_number =
        cell.len() < 25 && cell.parse::<f64>().is_ok_and(|number| number.is_finite() && number.to_string() == cell);
    if is_number { Value::Json(cell.to_owned()) } else { Value::Text(unguarded(cell).to_owned()) }
}

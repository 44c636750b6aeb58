//! GPX 1.0 and 1.1: waypoints, routes and tracks.

use super::shapes::of_wkt;
use super::xml::{Element, Handler};
use super::{Sink, Value};
use crate::report::{Code, Refusal};
use crate::write::{GPX_ATTRIBUTE, GPX_GEOMETRY};
use crate::{Geometry, Point};

/// Reads the elements of a GPX file.
pub struct Reader<'a, 'b> {
    sink: &'a mut Sink<'b>,
    row: u32,
    properties: Vec<(String, Value)>,
    lines: Vec<Vec<Point>>,
    line: Vec<Point>,
    /// The geometry in full, where a file of glassmap has it.
    whole: Option<String>,
}

impl<'a, 'b> Reader<'a, 'b> {
    /// Puts what is read into `sink`.
    pub fn new(sink: &'a mut Sink<'b>) -> Self {
        Self { sink, row: 0, properties: vec![], lines: vec![], line: vec![], whole: None }
    }

    fn done(&mut self, geometry: Option<Geometry>) -> Result<(), Refusal> {
        let row = self.row;
        let whole = self.whole.take().and_then(|text| of_wkt(&text, row, self.sink));
        match whole.or(geometry) {
            Some(geometry) => self.sink.push(row, geometry, std::mem::take(&mut self.properties)),
            None => {
                self.sink.find(row, Code::NoGeometry, "");
                Ok(())
            }
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if line.len() >= 2 {
            self.lines.push(line);
        }
    }
}

/// Where a point is; a coordinate that is missing or no number is none.
fn point(element: &Element) -> Point {
    let axis = |name: &str| element.attribute(name).and_then(|text| text.trim().parse().ok()).unwrap_or(f64::NAN);
    [axis("lon"), axis("lat")]
}

fn is_place(name: &str) -> bool {
    matches!(name, "wpt" | "rte" | "trk")
}

impl Handler for Reader<'_, '_> {
    fn open(&mut self, path: &[Element]) -> Result<(), Refusal> {
        if let [_, element] = path
            && is_place(&element.name)
        {
            self.row = self.sink.row(1);
            self.properties.clear();
            self.lines.clear();
            self.line.clear();
            self.whole = None;
        }
        Ok(())
    }

    fn close(&mut self, path: &[Element], element: &Element) -> Result<(), Refusal> {
        let Some(place) = path.get(1).map(|place| place.name.as_str()) else {
            return match element.name.as_str() {
                "wpt" => self.done(Some(Geometry::Point(point(element)))),
                "rte" | "trk" if path.len() == 1 => {
                    self.end_line();
                    let mut lines = std::mem::take(&mut self.lines);
                    let geometry = match lines.len() {
                        0 => None,
                        1 => lines.pop().map(Geometry::LineString),
                        _ => Some(Geometry::MultiLineString(lines)),
                    };
                    self.done(geometry)
                }
                _ => Ok(()),
            };
        };
        if !is_place(place) {
            return Ok(());
        }
        let in_extensions = path.iter().any(|parent| parent.name == "extensions");
        match element.name.as_str() {
            "trkpt" | "rtept" => {
                self.line.push(point(element));
                if self.line.len() > crate::MAX_VERTICES {
                    return Err(Refusal::TooDetailed);
                }
            }
            "trkseg" => self.end_line(),
            GPX_GEOMETRY if in_extensions => self.whole = Some(element.text.clone()),
            GPX_ATTRIBUTE if in_extensions => {
                let key = element.attribute("name").unwrap_or_default().to_owned();
                let value = element.text.clone();
                let is_json = element.attribute("type") == Some("json");
                self.properties.push((key, if is_json { Value::Json(value) } else { Value::Text(value) }));
            }
            // Right inside the place, or somewhere in its extensions; not what is told of each point of a track.
            name if (path.len() == 2
                || in_extensions && !path.iter().any(|p| p.name == "trkpt" || p.name == "rtept"))
                && !element.trimmed().is_empty() =>
            {
                self.properties.push((name.to_owned(), Value::Text(element.trimmed().to_owned())));
            }
            "link" if path.len() == 2 => {
                if let Some(href) = element.attribute("href") {
                    self.properties.push(("link".into(), href.into()));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

//! KML: placemarks in folders and documents, with their extended data.

use super::shapes::{line, rings};
use super::xml::{Element, Handler};
use super::{Sink, Value};
use crate::report::{Code, Refusal};
use crate::{Geometry, Point};

/// Reads the elements of a KML file.
pub struct Reader<'a, 'b> {
    sink: &'a mut Sink<'b>,
    row: u32,
    properties: Vec<(String, Value)>,
    parts: Vec<Geometry>,
    rings: Vec<Vec<Point>>,
    is_bad: Option<&'static str>,
    folders: Vec<String>,
}

impl<'a, 'b> Reader<'a, 'b> {
    /// Puts what is read into `sink`.
    pub fn new(sink: &'a mut Sink<'b>) -> Self {
        Self { sink, row: 0, properties: vec![], parts: vec![], rings: vec![], is_bad: None, folders: vec![] }
    }

    fn part(&mut self, kind: &'static str, geometry: Option<Geometry>) {
        match geometry {
            Some(geometry) => self.parts.push(geometry),
            None => self.is_bad = Some(kind),
        }
    }

    fn done(&mut self) -> Result<(), Refusal> {
        let mut parts = std::mem::take(&mut self.parts);
        let row = self.row;
        if let Some(kind) = self.is_bad {
            self.sink.find(row, Code::BadGeometry, kind);
            return Ok(());
        }
        let geometry = match parts.len() {
            0 => {
                self.sink.find(row, Code::NoGeometry, "");
                return Ok(());
            }
            1 => parts.remove(0),
            _ => together(parts),
        };
        let mut properties = std::mem::take(&mut self.properties);
        if let Some(folder) = self.folders.last().filter(|folder| !folder.is_empty())
            && properties.iter().all(|(key, _)| key != "folder")
        {
            properties.push(("folder".into(), folder.as_str().into()));
        }
        self.sink.push(row, geometry, properties)
    }
}

/// Parts of one kind as the geometry of many of that kind.
fn together(parts: Vec<Geometry>) -> Geometry {
    let kind = parts[0].kind();
    if parts.iter().any(|part| part.kind() != kind) {
        return Geometry::GeometryCollection(parts);
    }
    match kind {
        "Point" => Geometry::MultiPoint(parts.iter().flat_map(Geometry::points).collect()),
        "LineString" => {
            Geometry::MultiLineString(parts.iter().flat_map(Geometry::lines).map(<[Point]>::to_vec).collect())
        }
        "Polygon" => {
            Geometry::MultiPolygon(parts.iter().flat_map(Geometry::polygons).map(<[Vec<Point>]>::to_vec).collect())
        }
        _ => Geometry::GeometryCollection(parts),
    }
}

/// `lng,lat[,height]` by spaces.
fn coordinates(text: &str) -> Vec<Point> {
    let tuple = |tuple: &str| {
        let mut axes = tuple.split(',').map(|axis| axis.trim().parse().unwrap_or(f64::NAN));
        [axes.next().unwrap_or(f64::NAN), axes.next().unwrap_or(f64::NAN)]
    };
    text.split_whitespace().map(tuple).collect()
}

impl Handler for Reader<'_, '_> {
    fn open(&mut self, path: &[Element]) -> Result<(), Refusal> {
        match path.last().map(|element| element.name.as_str()) {
            Some("Placemark") => {
                self.row = self.sink.row(1);
                self.properties.clear();
                self.parts.clear();
                self.is_bad = None;
            }
            Some("Folder") => self.folders.push(String::new()),
            Some("Polygon") => self.rings.clear(),
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, path: &[Element], element: &Element) -> Result<(), Refusal> {
        let parent = path.last().map_or("", |parent| parent.name.as_str());
        let text = element.trimmed();
        let row = self.row;
        match (parent, element.name.as_str()) {
            (_, "Placemark") => return self.done(),
            ("Folder", "name") => {
                if let Some(folder) = self.folders.last_mut() {
                    folder.push_str(text);
                }
            }
            (_, "Folder") => drop(self.folders.pop()),
            ("Point", "coordinates") => {
                let point = coordinates(text).first().copied();
                self.part("Point", point.map(Geometry::Point));
            }
            ("LineString", "coordinates") => {
                self.part("LineString", line(coordinates(text)).map(Geometry::LineString));
            }
            ("LinearRing", "coordinates") => {
                let points = coordinates(text);
                if path.iter().any(|parent| parent.name == "Polygon") {
                    self.rings.push(points);
                } else {
                    self.part("LinearRing", line(points).map(Geometry::LineString));
                }
            }
            (_, "Polygon") => {
                let lists = std::mem::take(&mut self.rings);
                let polygon = rings(lists, row, self.sink).map(Geometry::Polygon);
                self.part("Polygon", polygon);
            }
            ("Data", "value") => {
                let key = path.last().and_then(|data| data.attribute("name")).unwrap_or_default();
                self.properties.push((key.to_owned(), text.into()));
            }
            (_, "SimpleData") => {
                self.properties.push((element.attribute("name").unwrap_or_default().to_owned(), text.into()));
            }
            ("Placemark", "name" | "description" | "address" | "phoneNumber") if !text.is_empty() => {
                self.properties.push((element.name.clone(), text.into()));
            }
            ("TimeStamp", "when") if path.iter().any(|parent| parent.name == "Placemark") => {
                self.properties.push(("when".into(), text.into()));
            }
            _ => {}
        }
        Ok(())
    }
}

//! Elements of XML one after the other, without entities of the file's own and not nested too deep.

use crate::report::Refusal;
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

/// Elements may be nested so deep.
const MAX_DEPTH: usize = 64;

/// An element that is open, or was just closed.
#[derive(Debug, Default)]
pub struct Element {
    /// Its name without a prefix.
    pub name: String,
    /// Its attributes, names without prefixes.
    pub attributes: Vec<(String, String)>,
    /// The text right inside it.
    pub text: String,
}

impl Element {
    /// The attribute of that name.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Its text without space round it.
    pub fn trimmed(&self) -> &str {
        self.text.trim()
    }
}

/// What hears of elements.
pub trait Handler {
    /// An element begins: the last of the path.
    fn open(&mut self, path: &[Element]) -> Result<(), Refusal>;
    /// An element ends; the path is what it stood in.
    fn close(&mut self, path: &[Element], element: &Element) -> Result<(), Refusal>;
}

/// The name of the first element.
pub fn root(text: &str) -> Result<String, Refusal> {
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event().map_err(|error| broken(text, reader.buffer_position(), &error))? {
            Event::Start(start) | Event::Empty(start) => return Ok(start.local_name().as_ref().to_owned()),
            Event::DocType(_) => return Err(Refusal::Doctype),
            Event::Eof => return Err(Refusal::Unknown),
            _ => {}
        }
    }
}

/// Tells `handler` of every element.
pub fn walk(text: &str, handler: &mut impl Handler) -> Result<(), Refusal> {
    let mut reader = Reader::from_str(text);
    let mut path: Vec<Element> = Vec::new();
    loop {
        let event = reader.read_event().map_err(|error| broken(text, reader.buffer_position(), &error))?;
        match event {
            Event::Start(start) => {
                if path.len() >= MAX_DEPTH {
                    return Err(Refusal::TooDeep);
                }
                path.push(element(&start));
                handler.open(&path)?;
            }
            Event::Empty(start) => {
                if path.len() >= MAX_DEPTH {
                    return Err(Refusal::TooDeep);
                }
                path.push(element(&start));
                handler.open(&path)?;
                close(&mut path, handler)?;
            }
            Event::End(_) => close(&mut path, handler)?,
            Event::Text(text) => add(&mut path, &text.xml10_content()),
            Event::CData(text) => add(&mut path, &text.xml10_content()),
            Event::GeneralRef(reference) => {
                let name: &str = &reference;
                match (reference.resolve_char_ref(), resolve_predefined_entity(name)) {
                    (Ok(Some(c)), _) => add(&mut path, c.encode_utf8(&mut [0; 4])),
                    (_, Some(text)) => add(&mut path, text),
                    // An entity that nobody has declared stays as it is written.
                    _ => add(&mut path, &format!("&{name};")),
                }
            }
            Event::DocType(_) => return Err(Refusal::Doctype),
            Event::Eof if path.is_empty() => return Ok(()),
            Event::Eof => return Err(Refusal::Broken(format!("it ends inside <{}>", path[path.len() - 1].name))),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
    }
}

fn close(path: &mut Vec<Element>, handler: &mut impl Handler) -> Result<(), Refusal> {
    path.pop().map_or(Ok(()), |element| handler.close(path, &element))
}

fn add(path: &mut [Element], text: &str) {
    if let Some(element) = path.last_mut() {
        element.text.push_str(text);
    }
}

fn element(start: &BytesStart<'_>) -> Element {
    let mut list = start.attributes();
    let attributes = list.with_checks(false).flatten().map(|attribute| {
        let value = attribute.normalized_value(XmlVersion::Implicit1_0);
        let value = value.map_or_else(|_| attribute.value.to_string(), |value| value.into_owned());
        (attribute.key.local_name().as_ref().to_owned(), value)
    });
    Element {
        name: start.local_name().as_ref().to_owned(),
        attributes: attributes.take(crate::MAX_PROPERTIES).collect(),
        text: String::new(),
    }
}

fn broken(text: &str, at: u64, error: &quick_xml::Error) -> Refusal {
    let at = (at as usize).min(text.len());
    let line = text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
    Refusal::Broken(format!("line {line}: {error}"))
}

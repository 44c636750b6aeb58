//! Layers of one's own: imported by the human's hand, searched by every tool as the category `layer:<name>`.

use super::context::Context;
use crate::city::features::{Feature, File};
use crate::city::{LayerData, MAX_LAYERS, layer_name};
use crate::domain::{Edit, EditError, Layer, Origin};
use glassmap_layers::Columns;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

/// What the names of layers and the ids of their places begin with.
pub(super) const PREFIX: &str = "layer:";
/// Characters of an attribute that an answer tells, and bytes of all of them.
const MAX_TOLD: usize = 500;
const MAX_ALL: usize = 8 * 1024;

/// The places of the session's layers, those too that undo may bring back.
#[derive(Default)]
pub(super) struct Shelf {
    files: RefCell<FxHashMap<u32, Rc<File>>>,
    names: RefCell<Vec<String>>,
    last: Cell<u32>,
}

impl Context {
    /// A name for a layer of a file of that name, which no other gets in this session: `layer:` and a word.
    pub fn reserve_layer(&self, file: &str) -> String {
        let name = layer_name(file);
        let mut names = self.layers.names.borrow_mut();
        let numbered = (2..).map(|number: u32| format!("{name}-{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !names.contains(name)).unwrap_or(name);
        names.push(free.clone());
        free
    }

    /// Whether one more layer may come onto the map.
    pub fn has_room_for_layer(&self) -> bool {
        self.session().layers().len() < usize::from(MAX_LAYERS)
    }

    /// Puts a layer of a reserved name onto the map, by the human's hand. Its number. The page moves on meanwhile: this
    /// takes a turn for each part of the work.
    ///
    /// # Errors
    /// There are as many as there may be.
    pub async fn add_layer(&self, name: String, title: &str, columns: Columns) -> Result<u32, EditError> {
        let places = columns.len();
        let loader = self.loader();
        let pause = async || loader.clock().sleep(Duration::ZERO).await;
        let file = Rc::new(File::of_layer(LayerData::new(name.clone(), columns), pause).await);
        let number = self.layers.last.get() + 1;
        self.layers.last.set(number);
        self.layers.files.borrow_mut().insert(number, file);
        let layer = Layer { number, name, title: title.to_owned(), places };
        let added = self.commit(Edit::AddLayer(layer), Origin::User, "import");
        if added.is_err() {
            self.layers.files.borrow_mut().remove(&number);
        }
        added.map(|()| number)
    }

    /// Takes a layer off the map, and its places out of the selection, by the human's hand.
    ///
    /// # Errors
    /// It is not there.
    pub fn remove_layer(&self, number: u32) -> Result<(), EditError> {
        let edit = {
            let session = self.session();
            let name = session.layers().iter().find(|layer| layer.number == number).map(|layer| layer.name.as_str());
            let prefix = format!("{}/", name.ok_or(EditError::UnknownLayer { number })?);
            let gone: Vec<_> =
                session.selection().ids().filter(|id| id.starts_with(&prefix)).map(str::to_owned).collect();
            let remove = Edit::RemoveLayer(number);
            let selection = session.selection().without(&gone);
            if gone.is_empty() { remove } else { Edit::Batch(vec![remove, Edit::Select(selection)]) }
        };
        self.commit(edit, Origin::User, "remove_layer")
    }

    /// The places of the layer of that number, on the map or kept for undo.
    pub fn layer_file(&self, number: u32) -> Option<Rc<File>> {
        self.layers.files.borrow().get(&number).cloned()
    }

    /// The names of the layers on the map.
    pub fn layer_names(&self) -> Vec<String> {
        self.session().layers().iter().map(|layer| layer.name.clone()).collect()
    }

    /// Sees to it that the open city has the session's layers.
    pub(super) fn follow_layers(&self) {
        let layers: Vec<_> = {
            let (session, files) = (self.session(), self.layers.files.borrow());
            let with_file = session
                .layers()
                .iter()
                .filter_map(|layer| Some((layer.name.clone(), Rc::clone(files.get(&layer.number)?))));
            with_file.collect()
        };
        self.loader().set_layers(&layers);
    }
}

/// The schema of a tool's arguments with the layers among the categories that it takes.
pub(super) fn with_layers(schema: &Value, layers: &[String]) -> Value {
    let mut schema = schema.clone();
    if let Some(names) = schema.pointer_mut("/properties/categories/items/enum").and_then(Value::as_array_mut) {
        names.extend(layers.iter().map(|name| json!(name)));
    }
    schema
}

/// The layers as the state lists them; nothing when there is none.
pub(super) fn rows(layers: &[Layer]) -> Option<Value> {
    let row = |layer: &Layer| json!({ "name": layer.name, "title": layer.title, "features": layer.places });
    (!layers.is_empty()).then(|| layers.iter().map(row).collect())
}

/// What a file says of the place, under a name of its own so that no attribute stands for a field of the answer; and its
/// row and kind of shape.
pub(super) fn insert_attributes(feature: Feature<'_>, details: &mut Map<String, Value>) {
    let Some((layer, index)) = feature.of_layer() else { return };
    let columns = layer.columns();
    details.insert("row".into(), json!(columns.rows[index]));
    details.insert("geometry".into(), json!(layer.geometry(index).kind()));
    let (mut attributes, mut bytes, mut omitted) = (Map::new(), 0, 0);
    for (key, value, is_json) in columns.properties(index) {
        let clipped = |text: &str| text.chars().take(MAX_TOLD).collect::<String>();
        let key = clipped(key);
        let value = match serde_json::from_str::<Value>(value) {
            Ok(plain) if is_json && !plain.is_object() && !plain.is_array() => plain,
            _ => json!(clipped(value)),
        };
        bytes += key.len() + value.to_string().len();
        if bytes > MAX_ALL {
            omitted += 1;
        } else {
            attributes.insert(key, value);
        }
    }
    details.insert("attributes".into(), Value::Object(attributes));
    if omitted > 0 {
        details.insert("attributes_omitted".into(), json!(omitted));
    }
}

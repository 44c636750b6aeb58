//! A tool's input schema, made from its typed arguments, and the check of a call's input against it: one definition.

use super::ToolError;
use crate::spatial::Position;
use schemars::JsonSchema;
#[cfg(not(target_arch = "wasm32"))]
use schemars::{Schema, generate::SchemaSettings};
use serde_json::{Map, Value, json};

/// The schema of the arguments called `name`: a tool, or a part of one that is checked by itself. Made from the type
/// itself; in the page, where the code that makes schemas would weigh more than all of them, read from
/// `assets/agent/schemas.json`, which a test keeps the same.
#[cfg_attr(target_arch = "wasm32", allow(clippy::extra_unused_type_parameters, reason = "it is read, not made"))]
pub fn schema<T: JsonSchema>(name: &str) -> Value {
    #[cfg(not(target_arch = "wasm32"))]
    let schema = {
        debug_assert!(!name.is_empty(), "a schema has a name");
        schema_of::<T>()
    };
    #[cfg(target_arch = "wasm32")]
    let schema = {
        static SCHEMAS: std::sync::LazyLock<Value> = std::sync::LazyLock::new(|| {
            serde_json::from_str(include_str!("../../assets/agent/schemas.json")).unwrap_or_default()
        });
        SCHEMAS[name].clone()
    };
    schema
}

/// All that [`schema`] is asked for, by name: what `assets/agent/schemas.json` holds.
#[cfg(not(target_arch = "wasm32"))]
pub fn all_schemas() -> Map<String, Value> {
    let tools = super::catalog().iter().map(|tool| (tool.name.to_owned(), tool.input_schema.clone()));
    tools.chain(super::parts()).collect()
}

/// The schema of a tool's arguments in the keywords that every provider takes.
#[cfg(not(target_arch = "wasm32"))]
pub fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_deserialize().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    plain(&mut schema);
    let mut value = schema.to_value();
    if let Some(root) = value.as_object_mut() {
        root.remove("description");
        root.entry("properties").or_insert_with(|| json!({}));
    }
    value
}

/// Takes out what some provider refuses: titles, formats, `null` beside a type.
#[cfg(not(target_arch = "wasm32"))]
fn plain(schema: &mut Schema) {
    if let Some(object) = schema.as_object_mut() {
        object.remove("title");
        object.remove("format");
        if let Some(Value::Array(types)) = object.get_mut("type") {
            types.retain(|kind| kind != "null");
            if let [only] = types.as_slice() {
                let only = only.clone();
                object.insert("type".into(), only);
            }
        }
        if let Some(Value::Array(options)) = object.get_mut("anyOf") {
            options.retain(|option| option.get("type") != Some(&json!("null")));
            if let [Value::Object(only)] = options.as_slice() {
                let only = only.clone();
                object.remove("anyOf");
                only.into_iter().for_each(|(key, value)| {
                    object.entry(key).or_insert(value);
                });
            }
        }
        if let Some(Value::String(text)) = object.get_mut("description") {
            *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        if let Some(Value::Object(items)) = object.get_mut("items") {
            items.entry("description").or_insert(json!("One"));
        }
        if object.get("type") == Some(&json!("object")) {
            object.entry("additionalProperties").or_insert(json!(false));
        }
    }
    schemars::transform::transform_subschemas(&mut |schema: &mut Schema| plain(schema), schema);
}

/// Checks a call's input. Whole numbers written with a fraction of zero become integers where one is asked for.
///
/// # Errors
/// One sentence that names the argument, the value seen and what is accepted.
pub fn check(tool: &str, schema: &Value, input: &mut Value) -> Result<(), ToolError> {
    if input.is_null() {
        *input = json!({});
    }
    let seen = shown(input);
    let Some(arguments) = input.as_object_mut() else {
        return refuse(format!("{tool} takes an object of arguments; you gave {seen}."));
    };
    object(tool, "", schema, arguments)
}

/// Checks one argument against its own schema, as [`check`] does with all of them.
///
/// # Errors
/// One sentence that names the argument, the value seen and what is accepted.
pub fn check_value(argument: &str, schema: &Value, value: &mut Value) -> Result<(), ToolError> {
    one(argument, schema, value)
}

fn refuse<T>(sentence: String) -> Result<T, ToolError> {
    Err(ToolError::InvalidArgument(sentence))
}

fn object(owner: &str, path: &str, schema: &Value, value: &mut Map<String, Value>) -> Result<(), ToolError> {
    let known = schema["properties"].as_object();
    let names = || known.into_iter().flat_map(Map::keys).map(String::as_str).collect::<Vec<_>>().join(", ");
    for (name, inner) in value.iter_mut() {
        let Some(property) = known.and_then(|known| known.get(name)) else {
            if schema["additionalProperties"] == true {
                continue;
            }
            let takes = if names().is_empty() { "no arguments".into() } else { names() };
            return refuse(format!("{owner} has no argument {name:?}; it takes {takes}."));
        };
        let inner_path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        one(&inner_path, property, inner)?;
    }
    let mut required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if let Some(name) = required.find(|name| !value.contains_key(*name)) {
        let expected = accepted(known.and_then(|known| known.get(name)).unwrap_or(&Value::Null));
        return refuse(format!("{owner} needs {name}: {expected}."));
    }
    Ok(())
}

fn one(path: &str, schema: &Value, value: &mut Value) -> Result<(), ToolError> {
    let wrong = |value: &Value| {
        let hint = if value.is_null() && !path.ends_with(']') { " Leave it out instead." } else { "" };
        refuse(format!("{path} must be {}; you gave {}.{hint}", accepted(schema), shown(value)))
    };
    if let Some(options) = schema["anyOf"].as_array() {
        return match options.iter().find(|option| fits_type(option, value)) {
            Some(option) => one(path, option, value),
            None => wrong(value),
        };
    }
    if !fits_type(schema, value) || !in_bounds(schema, value) {
        return wrong(value);
    }
    if schema["type"] == "integer" && value.is_f64() {
        // The type was checked: the number is whole, and its bounds keep it small.
        *value = json!(value.as_f64().unwrap_or_default() as i64);
    }
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                one(&format!("{path}[{index}]"), &schema["items"], item)?;
            }
            Ok(())
        }
        Value::Object(fields) => {
            if let Some(seen) = swapped_coordinate(schema, fields) {
                return Err(ToolError::swapped(path, seen));
            }
            object(path, path, schema, fields)
        }
        _ => Ok(()),
    }
}

/// The coordinate, when it is out of range but would be in range the other way round.
fn swapped_coordinate(schema: &Value, fields: &Map<String, Value>) -> Option<Position> {
    schema["properties"]["lng"].as_object()?;
    let seen = Position::new(fields.get("lng")?.as_f64()?, fields.get("lat")?.as_f64()?);
    (!seen.is_valid() && seen.swapped().is_valid()).then_some(seen)
}

fn fits_type(schema: &Value, value: &Value) -> bool {
    match schema["type"].as_str() {
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        Some("boolean") => value.is_boolean(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => true,
    }
}

fn in_bounds(schema: &Value, value: &Value) -> bool {
    let bound = |keyword: &str| schema[keyword].as_f64();
    let within = |size: f64, low: &str, high: &str| {
        bound(low).is_none_or(|low| size >= low) && bound(high).is_none_or(|high| size <= high)
    };
    match value {
        Value::Number(_) => {
            let number = value.as_f64().unwrap_or(f64::NAN);
            number.is_finite()
                && within(number, "minimum", "maximum")
                && bound("exclusiveMinimum").is_none_or(|low| number > low)
                && bound("exclusiveMaximum").is_none_or(|high| number < high)
        }
        Value::String(text) => {
            let listed = schema["enum"].as_array().is_none_or(|options| options.contains(value));
            listed && within(text.chars().count() as f64, "minLength", "maxLength")
        }
        Value::Array(items) => within(items.len() as f64, "minItems", "maxItems"),
        _ => true,
    }
}

/// What a schema accepts, in words.
fn accepted(schema: &Value) -> String {
    if let Some(options) = schema["anyOf"].as_array() {
        return options.iter().map(accepted).collect::<Vec<_>>().join(" or ");
    }
    if let Some(options) = schema["enum"].as_array() {
        let names = options.iter().filter_map(Value::as_str).collect::<Vec<_>>();
        return format!("one of {}", names.join(", "));
    }
    let number = |keyword: &str| schema[keyword].as_f64();
    let range = |low: Option<f64>, high: Option<f64>, unit: &str| match (low, high) {
        (Some(low), Some(high)) if low == high => format!(" of {low}{unit}"),
        (Some(low), Some(high)) => format!(" of {low} to {high}{unit}"),
        (Some(low), None) => format!(" of at least {low}{unit}"),
        (None, Some(high)) => format!(" of at most {high}{unit}"),
        (None, None) => String::new(),
    };
    match schema["type"].as_str() {
        Some("string") => format!("a string{}", range(number("minLength"), number("maxLength"), " characters")),
        Some("array") => format!("a list{}", range(number("minItems"), number("maxItems"), " items")),
        Some("boolean") => "true or false".into(),
        Some("object") => {
            let names = schema["properties"].as_object().into_iter().flat_map(Map::keys).map(String::as_str);
            format!("an object {{{}}}", names.collect::<Vec<_>>().join(", "))
        }
        Some(kind) => {
            let what = if kind == "integer" { "a whole number" } else { "a number" };
            match number("exclusiveMinimum") {
                Some(low) => {
                    let high = number("maximum").map_or(String::new(), |high| format!(" and at most {high}"));
                    format!("{what} above {low}{high}")
                }
                None => format!("{what}{}", range(number("minimum"), number("maximum"), "")),
            }
        }
        None => "a value".into(),
    }
}

/// The value as JSON, cut to a length that reads well.
pub fn shown(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    if text.chars().count() <= LONGEST {
        return text;
    }
    format!("{}…", text.chars().take(LONGEST).collect::<String>())
}

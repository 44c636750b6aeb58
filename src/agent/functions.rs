//! The catalog for function calling: the tools as each provider's rules for schemas allow, and the messages of a call.

use super::summary;
use crate::language::Language;
use crate::tools::{Definition, Service, Surface, catalog};
use serde_json::{Map, Value, json};

/// Whose form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// OpenAI's Responses API, strict functions.
    OpenAi,
    /// Anthropic's Messages API.
    Anthropic,
    /// Google's Gemini API.
    Gemini,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::OpenAi, Self::Anthropic, Self::Gemini];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
        }
    }

    /// The format of that name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// The tools that a map with these services offers to function calling, as a request's `tools` takes them; for Gemini one
/// member of it.
pub fn function_tools(format: Format, has: impl Fn(Service) -> bool) -> Value {
    let offered =
        |tool: &&Definition| Surface::Functions.offers(tool.name) && tool.needs.iter().all(|service| has(*service));
    let tools = catalog().iter().filter(offered);
    match format {
        Format::OpenAi => tools.map(openai).collect(),
        Format::Anthropic => tools.map(anthropic).collect(),
        Format::Gemini => json!({ "functionDeclarations": tools.map(gemini).collect::<Vec<_>>() }),
    }
}

fn openai(tool: &Definition) -> Value {
    json!({
        "type": "function", "name": tool.name, "description": tool.description, "strict": true,
        "parameters": strict(&tool.input_schema),
    })
}

fn anthropic(tool: &Definition) -> Value {
    json!({ "name": tool.name, "description": tool.description, "input_schema": tool.input_schema })
}

fn gemini(tool: &Definition) -> Value {
    let mut declaration = json!({ "name": tool.name, "description": tool.description });
    // A schema of an object without properties is refused; a function without arguments has none.
    if tool.input_schema["properties"].as_object().is_some_and(|properties| !properties.is_empty()) {
        declaration["parameters"] = openapi(&tool.input_schema);
    }
    declaration
}

/// In strict mode every property is required, and one that may be left out takes null instead; objects are closed, and
/// lengths of strings cannot be said.
fn strict(schema: &Value) -> Value {
    let Some(fields) = schema.as_object() else { return schema.clone() };
    let mut closed = Map::new();
    for (key, value) in fields {
        let value = match key.as_str() {
            "minLength" | "maxLength" | "required" | "additionalProperties" => continue,
            "properties" => strict_properties(value, &fields.get("required").cloned().unwrap_or_default()),
            "items" => strict(value),
            "anyOf" => value.as_array().into_iter().flatten().map(strict).collect(),
            _ => value.clone(),
        };
        closed.insert(key.clone(), value);
    }
    if fields.get("type") == Some(&json!("object")) {
        let properties = closed.entry("properties").or_insert_with(|| json!({}));
        let names: Vec<_> = properties.as_object().into_iter().flat_map(Map::keys).cloned().collect();
        closed.insert("required".into(), json!(names));
        closed.insert("additionalProperties".into(), json!(false));
    }
    Value::Object(closed)
}

fn strict_properties(properties: &Value, required: &Value) -> Value {
    let is_required = |name: &String| required.as_array().is_some_and(|names| names.iter().any(|known| known == name));
    let property = |(name, schema): (&String, &Value)| {
        let schema = strict(schema);
        (name.clone(), if is_required(name) { schema } else { or_null(schema) })
    };
    Value::Object(properties.as_object().into_iter().flatten().map(property).collect())
}

fn or_null(mut schema: Value) -> Value {
    if let Some(options) = schema["anyOf"].as_array_mut() {
        options.push(json!({ "type": "null" }));
        return schema;
    }
    if let Some(values) = schema["enum"].as_array_mut() {
        values.push(Value::Null);
    }
    schema["type"] = json!([schema["type"], "null"]);
    schema
}

/// Keywords of Gemini's part of OpenAPI that our schemas use.
const GEMINI: [&str; 11] = [
    "type",
    "description",
    "properties",
    "required",
    "enum",
    "items",
    "anyOf",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
];

fn openapi(schema: &Value) -> Value {
    let Some(fields) = schema.as_object() else { return schema.clone() };
    let mut kept = Map::new();
    for (key, value) in fields.iter().filter(|(key, _)| GEMINI.contains(&key.as_str())) {
        let value = match key.as_str() {
            "type" => json!(value.as_str().unwrap_or_default().to_uppercase()),
            "properties" => {
                let property = |(name, schema): (&String, &Value)| (name.clone(), openapi(schema));
                Value::Object(value.as_object().into_iter().flatten().map(property).collect())
            }
            "items" => openapi(value),
            "anyOf" => value.as_array().into_iter().flatten().map(openapi).collect(),
            _ => value.clone(),
        };
        kept.insert(key.clone(), value);
    }
    Value::Object(kept)
}

/// A model's call of a function, out of the provider's message.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionCall {
    format: Format,
    id: Option<String>,
    /// The tool's name.
    pub tool: String,
    /// Its arguments, with what was passed as null left out.
    pub input: Value,
}

impl FunctionCall {
    /// The call in an item of the model's output: a `function_call`, a `tool_use` block, a part with `functionCall`.
    /// `None` when the item is no call.
    pub fn of(format: Format, item: &Value) -> Option<Self> {
        let string = |value: &Value| value.as_str().map(str::to_owned);
        let (id, tool, input) = match format {
            Format::OpenAi if item["type"] == "function_call" => {
                // Arguments that are no JSON are passed on as the text they are, for the tool to refuse.
                let text = item["arguments"].as_str().unwrap_or("{}");
                let input = serde_json::from_str(text).unwrap_or_else(|_| json!(text));
                (string(&item["call_id"]), string(&item["name"])?, input)
            }
            Format::Anthropic if item["type"] == "tool_use" => {
                (string(&item["id"]), string(&item["name"])?, item["input"].clone())
            }
            Format::Gemini => {
                let call = item.get("functionCall")?;
                (string(&call["id"]), string(&call["name"])?, call["args"].clone())
            }
            _ => return None,
        };
        Some(Self { format, id, tool, input: without_nulls(input) })
    }

    /// The item to send back: the answer with a sentence in that language in front of it, a failure marked as one.
    pub fn result(&self, answer: &Value, language: Language) -> Value {
        let failed = answer["isError"] == true;
        let mut plain = answer.clone();
        if let Some(fields) = plain.as_object_mut() {
            // Made for clients that read nothing else; here the same sentence is in error.
            fields.shift_remove("isError");
            fields.shift_remove("content");
        }
        let mut output = Map::new();
        output.insert("ok".into(), json!(!failed));
        output.insert("tool".into(), json!(self.tool));
        output.insert("summary".into(), json!(summary(&self.tool, &self.input, answer, language)));
        output.insert("data".into(), plain);
        let output = Value::Object(output);
        match self.format {
            Format::OpenAi => {
                json!({ "type": "function_call_output", "call_id": self.id, "output": output.to_string() })
            }
            Format::Anthropic => {
                let content = json!([{ "type": "text", "text": output.to_string() }]);
                json!({ "type": "tool_result", "tool_use_id": self.id, "content": content, "is_error": failed })
            }
            Format::Gemini => {
                let mut response = json!({ "name": self.tool, "response": output });
                if let Some(id) = &self.id {
                    response["id"] = json!(id);
                }
                json!({ "functionResponse": response })
            }
        }
    }
}

/// Strict functions pass null for what they leave out; no tool takes null.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(kept.map(|(key, value)| (key, without_nulls(value))).collect())
        }
        Value::Array(values) => values.into_iter().map(without_nulls).collect(),
        Value::Null => json!({}),
        other => other,
    }
}

#[cfg(test)]
#[path = "functions_tests.rs"]
mod tests;

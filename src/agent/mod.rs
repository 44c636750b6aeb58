//! The catalog as each surface shows it.

mod functions;
mod refusal;
mod summary;

pub use functions::{Format, FunctionCall, function_tools};
pub use refusal::refused;
pub use summary::{MAX_SUMMARY, summary};

use crate::tools::{Definition, Service, Surface, catalog};
use serde_json::{Value, json};

/// The tools as WebMCP registers them, all but their code: name, title, description, schema, annotations.
pub fn webmcp_tools() -> Vec<Value> {
    webmcp_tools_where(|_| true, &[])
}

/// Those of the tools whose every service is there, the layers on the map among the categories that they take.
pub fn webmcp_tools_where(has: impl Fn(Service) -> bool, layers: &[String]) -> Vec<Value> {
    let tool = |tool: &Definition| {
        json!({
            "name": tool.name, "title": tool.title, "description": tool.description, "inputSchema": tool.schema_with(layers),
            // Every answer may carry text from OpenStreetMap or from a human.
            "annotations": { "readOnlyHint": tool.read_only, "untrustedContentHint": true },
        })
    };
    let offered = |tool: &&Definition| Surface::WebMcp.offers(tool.name) && tool.needs.iter().all(|need| has(*need));
    catalog().iter().filter(offered).map(tool).collect()
}

/// The data block that the page carries, so that the tools are there before the core: `assets/agent/catalog.html`.
pub fn catalog_html() -> String {
    // Within a script element only "</" and "<!" could end or change it.
    let json = Value::Array(webmcp_tools()).to_string().replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"glassmap-catalog\">{json}</script>\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    /// What conformance and providers allow in a tool's name.
    fn is_tool_name(name: &str) -> bool {
        name.len() <= 57 && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
    }

    /// The tools beside the first fifteen, each of which must be brief.
    const LATER: [&str; 7] =
        ["undo", "redo", "update_mark", "list_marks", "summarize_features", "resolve_names", "set_city"];

    #[test]
    fn the_agents_surface_is_as_reviewed() {
        let mut review = String::new();
        let mut bytes = 0;
        for tool in webmcp_tools() {
            let size = json!([tool["name"], tool["description"], tool["inputSchema"]]).to_string().len();
            bytes += size;
            let later = LATER.iter().any(|name| tool["name"] == *name);
            assert!(!later || size <= 1_000, "{} has {size} bytes", tool["name"]);
            let text = |field: &str| tool[field].as_str().unwrap_or_default().to_owned();
            writeln!(review, "## {} ({size} bytes)\n{}\n{}", text("name"), text("title"), text("description"))
                .expect("memory");
            writeln!(review, "{}\n{:#}\n", tool["annotations"], tool["inputSchema"]).expect("memory");
        }
        insta::assert_snapshot!(format!("{bytes} bytes in all\n\n{review}"));
        assert!(bytes <= 24_000, "{bytes} bytes are too many for an agent to read");
    }

    #[test]
    fn the_catalog_that_the_page_carries_is_up_to_date() {
        let path = "assets/agent/catalog.html";
        let wanted = catalog_html();
        if std::env::var_os("GLASSMAP_BLESS").is_some() {
            std::fs::write(path, &wanted).expect("the checkout can be written to");
        }
        let found = std::fs::read_to_string(path).unwrap_or_default();
        assert!(found == wanted, "assets/agent/catalog.html is not what the tools say: run cargo xtask bless");
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn the_schemas_that_the_page_reads_are_those_of_the_types() {
        let path = "assets/agent/schemas.json";
        let wanted = format!("{}\n", Value::Object(crate::tools::all_schemas()));
        if std::env::var_os("GLASSMAP_BLESS").is_some() {
            std::fs::write(path, &wanted).expect("the checkout can be written to");
        }
        let found = std::fs::read_to_string(path).unwrap_or_default();
        assert!(found == wanted, "assets/agent/schemas.json is not what the types say: run cargo xtask bless");
    }

    #[test]
    fn a_tool_whose_service_is_missing_is_not_offered() {
        let without = webmcp_tools_where(|service| service != Service::Cities, &[]);
        assert_eq!(without.len() + 1, webmcp_tools().len());
        assert!(without.iter().all(|tool| tool["name"] != "set_city"));
    }

    #[test]
    fn names_and_descriptions_are_within_what_providers_take() {
        for tool in catalog() {
            assert!(is_tool_name(tool.name), "{}", tool.name);
            assert!((20..=1024).contains(&tool.description.len()), "{} has {}", tool.name, tool.description.len());
            assert_eq!(tool.input_schema["type"], "object", "{}", tool.name);
            assert_eq!(tool.input_schema["additionalProperties"], false, "{}", tool.name);
        }
    }

    #[test]
    fn schemas_use_only_the_keywords_that_every_provider_takes() {
        const TAKEN: [&str; 14] = [
            "type",
            "properties",
            "required",
            "enum",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "minLength",
            "maxLength",
            "items",
            "anyOf",
            "additionalProperties",
            "description",
        ];
        fn check(schema: &Value, path: &str, root: bool) {
            let fields = schema.as_object().unwrap_or_else(|| panic!("{path} is no object"));
            for key in fields.keys() {
                let list = matches!(key.as_str(), "minItems" | "maxItems");
                assert!(TAKEN.contains(&key.as_str()) || list, "{path} has {key}");
            }
            assert!(!(root && fields.contains_key("anyOf")), "{path} has anyOf at the root");
            assert!(root || fields.contains_key("type") || fields.contains_key("anyOf"), "{path} has no type");
            assert!(!schema["type"].is_array(), "{path} has several types");
            for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
                assert!(inner["description"].is_string(), "{path}.{name} has no description");
                check(inner, &format!("{path}.{name}"), false);
            }
            schema.get("items").into_iter().for_each(|inner| check(inner, &format!("{path}[]"), false));
            schema["anyOf"].as_array().into_iter().flatten().for_each(|inner| check(inner, path, false));
        }
        catalog().iter().for_each(|tool| check(&tool.input_schema, tool.name, true));
    }
}

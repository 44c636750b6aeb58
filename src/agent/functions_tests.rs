use super::*;

fn everything(format: Format) -> Value {
    function_tools(format, |_| true)
}

/// Calls `check` with every schema within this one, itself first.
fn each(schema: &Value, path: &str, check: &impl Fn(&Value, &str)) {
    check(schema, path);
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        each(inner, &format!("{path}.{name}"), check);
    }
    schema.get("items").into_iter().for_each(|inner| each(inner, &format!("{path}[]"), check));
    schema["anyOf"].as_array().into_iter().flatten().for_each(|inner| each(inner, path, check));
}

#[test]
fn strict_functions_require_every_property_and_close_every_object() {
    let tools = everything(Format::OpenAi);
    assert_eq!(tools.as_array().map(Vec::len), Some(catalog().len()));
    for tool in tools.as_array().into_iter().flatten() {
        assert_eq!((&tool["type"], &tool["strict"]), (&json!("function"), &json!(true)));
        assert_eq!(tool["parameters"]["type"], "object");
        each(&tool["parameters"], tool["name"].as_str().unwrap_or_default(), &|schema, path| {
            for key in schema.as_object().into_iter().flat_map(Map::keys) {
                assert!(!["minLength", "maxLength", "default"].contains(&key.as_str()), "{path} has {key}");
            }
            let is_object = schema["type"] == "object" || schema["type"][0] == "object";
            if is_object {
                let names: Vec<_> = schema["properties"].as_object().into_iter().flat_map(Map::keys).collect();
                assert_eq!(schema["required"], json!(names), "{path}");
                assert_eq!(schema["additionalProperties"], false, "{path}");
            }
        });
    }
}

#[test]
fn in_a_strict_function_what_may_be_left_out_may_be_null() {
    let tools = everything(Format::OpenAi);
    let find =
        tools.as_array().into_iter().flatten().find(|tool| tool["name"] == "find_features").expect("it is there");
    let properties = &find["parameters"]["properties"];
    assert_eq!(properties["radius_m"]["type"], json!(["number", "null"]));
    assert_eq!(
        properties["near"]["anyOf"].as_array().and_then(|options| options.last()),
        Some(&json!({ "type": "null" }))
    );
    let draw = tools.as_array().into_iter().flatten().find(|tool| tool["name"] == "draw_shape").expect("it is there");
    assert_eq!(draw["parameters"]["properties"]["type"]["type"], "string", "what is required takes no null");
}

#[test]
fn anthropic_takes_the_schema_as_it_is() {
    let tools = everything(Format::Anthropic);
    assert_eq!(tools[0]["name"], "get_map_state");
    for (tool, definition) in tools.as_array().into_iter().flatten().zip(catalog()) {
        assert_eq!(tool["input_schema"], definition.input_schema);
    }
}

#[test]
fn gemini_gets_its_part_of_openapi_and_no_empty_object() {
    let tools = everything(Format::Gemini);
    let declarations = tools["functionDeclarations"].as_array().expect("a list");
    assert_eq!(declarations.len(), catalog().len());
    assert!(declarations[0].get("parameters").is_none(), "get_map_state takes nothing");
    for tool in declarations {
        let Some(parameters) = tool.get("parameters") else { continue };
        each(parameters, tool["name"].as_str().unwrap_or_default(), &|schema, path| {
            let fields = schema.as_object().unwrap_or_else(|| panic!("{path} is no object"));
            assert!(fields.keys().all(|key| GEMINI.contains(&key.as_str())), "{path}: {schema}");
            let kind = schema["type"].as_str();
            let is_type = |kind| ["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT"].contains(&kind);
            assert!(kind.map_or(fields.contains_key("anyOf"), is_type), "{path}: {schema}");
            assert!(!fields.contains_key("enum") || kind == Some("STRING"), "{path}");
            assert!(kind != Some("ARRAY") || fields.contains_key("items"), "{path}");
        });
    }
}

#[test]
fn what_a_map_lacks_the_service_for_is_not_offered() {
    let tools = function_tools(Format::Anthropic, |_| false);
    let names: Vec<_> = tools.as_array().into_iter().flatten().filter_map(|tool| tool["name"].as_str()).collect();
    assert!(names.contains(&"undo") && !names.contains(&"set_city") && !names.contains(&"show_map"), "{names:?}");
}

#[test]
fn each_providers_call_is_read_and_answered_in_its_own_form() {
    let input = json!({ "near": "Valletta", "limit": 1 });
    let answer = json!({ "total": 0, "returned": 0, "features": [] });
    let item = json!({ "type": "function_call", "call_id": "c1", "name": "find_features",
        "arguments": r#"{"near":"Valletta","limit":1,"query":null}"# });
    let call = FunctionCall::of(Format::OpenAi, &item).expect("a call");
    assert_eq!((call.tool.as_str(), &call.input), ("find_features", &input));
    let result = call.result(&answer, Language::ENGLISH);
    assert_eq!((&result["type"], &result["call_id"]), (&json!("function_call_output"), &json!("c1")));
    let output: Value = serde_json::from_str(result["output"].as_str().unwrap_or_default()).expect("JSON");
    assert_eq!((&output["ok"], &output["data"]), (&json!(true), &answer));

    let item = json!({ "type": "tool_use", "id": "t1", "name": "find_features", "input": input });
    let call = FunctionCall::of(Format::Anthropic, &item).expect("a call");
    let failure = json!({ "error": "No.", "code": "internal", "isError": true, "content": [] });
    let result = call.result(&failure, Language::ENGLISH);
    assert_eq!((&result["tool_use_id"], &result["is_error"]), (&json!("t1"), &json!(true)));
    let output: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap_or_default()).expect("JSON");
    assert_eq!(
        output,
        json!({ "ok": false, "tool": "find_features", "summary": "No.",
        "data": { "error": "No.", "code": "internal" } })
    );

    let item = json!({ "functionCall": { "name": "find_features", "args": input } });
    let call = FunctionCall::of(Format::Gemini, &item).expect("a call");
    assert_eq!(call.input, input);
    assert_eq!(call.result(&answer, Language::ENGLISH)["functionResponse"]["response"]["ok"], true);
}

#[test]
fn what_is_no_call_is_passed_over() {
    for format in Format::ALL {
        assert_eq!(FunctionCall::of(format, &json!({ "type": "text", "text": "hello" })), None);
        assert_eq!(Format::of_name(format.name()), Some(format));
    }
    let item = json!({ "type": "function_call", "call_id": "c", "name": "undo", "arguments": "{" });
    let call = FunctionCall::of(Format::OpenAi, &item).expect("a call with arguments that are no JSON");
    assert_eq!(call.input, "{");
}

//! Programs of the package, built, and where cargo has put them.

use crate::{Result, run};
use serde_json::Value;

/// Builds the programs with cargo's options; their files, in the same order.
pub fn build(options: &[&str], names: &[&str]) -> Result<Vec<String>> {
    let mut cargo = run::cargo(["build", "--message-format", "json-render-diagnostics"]);
    cargo.args(options).args(names.iter().flat_map(|name| ["--bin", name]));
    let messages = run::output(&mut cargo)?;
    let file = |name: &&str| executable(&messages, name).ok_or(format!("cargo built {name} but did not say where"));
    names.iter().map(file).collect()
}

/// The program that cargo's messages say was built.
fn executable(messages: &str, program: &str) -> Option<String> {
    let parsed = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let built = parsed.filter(|message| message["target"]["name"] == program);
    built.filter_map(|message| message["executable"].as_str().map(str::to_owned)).next_back()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_program_built_is_read_from_cargos_messages() {
        let built = |name: &str| json!({ "target": { "name": name }, "executable": format!("/t/{name}") }).to_string();
        let library = json!({ "target": { "name": "glassmap" }, "executable": null }).to_string();
        let messages = [built("glassmap-mcp"), library, built("glassmap-call"), "no JSON".to_owned()].join("\n");
        assert_eq!(executable(&messages, "glassmap-mcp").as_deref(), Some("/t/glassmap-mcp"));
        assert_eq!(executable(&messages, "glassmap"), None);
        assert_eq!(executable("", "glassmap-mcp"), None);
    }
}

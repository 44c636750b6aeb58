//! Which surface offers which tool: one table.

/// A way in for agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surface {
    /// The page's own tools, through the browser.
    WebMcp,
    /// The MCP server.
    Mcp,
    /// Function calling in a program of one's own.
    Functions,
}

use Surface::{Functions, Mcp, WebMcp};

const EVERYWHERE: &[Surface] = &[WebMcp, Mcp, Functions];

/// Each tool and where it is offered. A tool that is not in the table is offered everywhere.
const TABLE: &[(&str, &[Surface])] = &[
    ("get_map_state", EVERYWHERE),
    ("set_map_view", EVERYWHERE),
    ("list_features_in_view", EVERYWHERE),
    ("find_features", EVERYWHERE),
    ("select_features", EVERYWHERE),
    ("draw_shape", EVERYWHERE),
    ("plan_route", EVERYWHERE),
    ("annotate", EVERYWHERE),
    ("remove_from_map", EVERYWHERE),
    ("describe_surroundings", EVERYWHERE),
    ("compare_areas", EVERYWHERE),
    ("measure", EVERYWHERE),
    ("get_place_details", EVERYWHERE),
    ("get_share_link", EVERYWHERE),
    ("undo", EVERYWHERE),
    ("redo", EVERYWHERE),
    ("update_mark", EVERYWHERE),
    ("list_marks", EVERYWHERE),
    ("summarize_features", EVERYWHERE),
    ("resolve_names", EVERYWHERE),
    ("set_city", EVERYWHERE),
    // Only in the MCP server's catalog: elsewhere the human has the map before them.
    ("show_map", &[Mcp]),
];

impl Surface {
    /// Whether it offers the tool of that name.
    pub fn offers(self, tool: &str) -> bool {
        TABLE.iter().find(|(name, _)| *name == tool).is_none_or(|(_, surfaces)| surfaces.contains(&self))
    }
}

#[cfg(test)]
mod tests {
    use super::super::catalog;
    use super::*;

    #[test]
    fn the_table_names_every_tool_of_the_catalog_in_its_order() {
        let named: Vec<_> = TABLE.iter().map(|(name, _)| *name).collect();
        let tools = catalog().iter().map(|tool| tool.name).chain(["show_map"]);
        assert_eq!(named, tools.collect::<Vec<_>>());
        assert!(!WebMcp.offers("show_map"));
        assert!(WebMcp.offers("undo") && Mcp.offers("of_an_application"));
    }
}

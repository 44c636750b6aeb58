//! A session over a committed pack, and the comparison of answers with what is expected of them.
#![allow(dead_code, reason = "each test program uses its own part")]

use glassmap::city::pack::CityIndex;
use glassmap::domain::Origin;
use glassmap::ports::{FolderFetch, Loader, NoScreen, SystemClock};
use glassmap::spatial::Viewport;
use glassmap::tools::{Context, call_by};
use serde_json::Value;
use std::path::Path;
use std::rc::Rc;

/// A fresh session without a screen.
pub struct Open(pub Rc<Context>);

/// A fresh session over a committed pack, in a window of 1280 × 800.
pub fn open(city: &str) -> Open {
    let folder = Path::new("assets/cities");
    let index = std::fs::read(folder.join("index.json")).expect("it is committed");
    let index: CityIndex = serde_json::from_slice(&index).expect("it is a list of cities");
    let fetch = Rc::new(FolderFetch::new(vec![folder.into()]));
    let loader = |id: &str| Loader::new(id, fetch.clone(), Rc::new(SystemClock));
    let context = Context::new(loader(city), Rc::new(NoScreen), Viewport::new(1280.0, 800.0), true);
    context.set_cities(index.cities, |city| loader(&city.id));
    Open(context)
}

impl Open {
    /// Calls a tool and waits for its answer.
    pub fn call(&self, tool: &str, input: Value) -> Value {
        self.call_by(Origin::Agent, tool, input)
    }

    /// Calls a tool as that hand and waits for its answer.
    pub fn call_by(&self, by: Origin, tool: &str, input: Value) -> Value {
        futures_executor::block_on(call_by(&self.0, by, tool, input))
    }
}

/// Where an answer is not what is expected. Of objects only the expected fields count, `null` meaning absent or null;
/// lists must be as long; numbers may differ by a millionth.
pub fn differences(expected: &Value, found: &Value, path: &str) -> Vec<String> {
    let differs = || vec![format!("{path}: expected {expected}, got {found}")];
    match (expected, found) {
        (Value::Object(fields), Value::Object(_)) => {
            let of = |(key, value): (&String, &Value)| differences(value, &found[key], &format!("{path}.{key}"));
            fields.iter().flat_map(of).collect()
        }
        (Value::Array(wanted), Value::Array(rows)) if wanted.len() == rows.len() => {
            let pairs = wanted.iter().zip(rows).enumerate();
            pairs.flat_map(|(index, (wanted, row))| differences(wanted, row, &format!("{path}[{index}]"))).collect()
        }
        (Value::Number(wanted), Value::Number(number)) => {
            let close = wanted.as_f64().zip(number.as_f64()).is_some_and(|(a, b)| (a - b).abs() <= 1e-6);
            if close { Vec::new() } else { differs() }
        }
        _ if expected == found => Vec::new(),
        _ => differs(),
    }
}

//! Function calling without a network: a model's calls in, one item of JSON a line, and the messages to send back out.
//!
//! `cargo run --example function_calling -- openai|anthropic|gemini`
#![allow(clippy::print_stdout, reason = "a program for the terminal")]

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use glassmap::agent::{Format, FunctionCall};
    use glassmap::language::Language;
    use glassmap::ports::{FolderFetch, Loader, NoScreen, SystemClock};
    use glassmap::spatial::Viewport;
    use glassmap::tools::{Context, call};
    use std::rc::Rc;

    let name = std::env::args().nth(1).unwrap_or_default();
    let format = Format::of_name(&name).ok_or("which format? openai, anthropic or gemini")?;
    let fetch = Rc::new(FolderFetch::new(vec!["assets/cities".into()]));
    let loader = Loader::new("malta", fetch, Rc::new(SystemClock));
    let context = Context::new(loader, Rc::new(NoScreen), Viewport::new(1280.0, 800.0), true);
    for line in std::io::stdin().lines() {
        let item: serde_json::Value = serde_json::from_str(&line?)?;
        let Some(asked) = FunctionCall::of(format, &item) else { continue };
        let answer = futures_executor::block_on(call(&context, &asked.tool, asked.input.clone()));
        println!("{}", asked.result(&answer, Language::ENGLISH));
    }
    Ok(())
}

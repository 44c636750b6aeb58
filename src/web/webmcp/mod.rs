//! The way in for agents. The tools themselves are registered by `early.js`, which runs before the core has loaded and
//! holds calls back until [`serve`] is called; every name of the browser's API is in that file.

use crate::agent::{webmcp_tools, webmcp_tools_where};
use crate::tools::{Context, ToolError, call};
use futures_util::future::{Either, pending, select};
use js_sys::{Function, Promise, Reflect};
use serde_json::{Value, json};
use std::pin::pin;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{AbortSignal, AddEventListenerOptions};

/// The browser hands over JSON text, which may hold half of a surrogate pair, and nothing else that cannot be read.
const HALF_A_CHARACTER: &str =
    "A text among the arguments holds half a character (an unpaired surrogate). Send whole characters.";

/// Said of a call that its agent took back.
const TAKEN_BACK: &str = "The call was taken back; nothing was changed.";

/// The object that `early.js` leaves on the window.
fn early() -> Option<JsValue> {
    let window = web_sys::window()?;
    Reflect::get(&window, &"glassmap".into()).ok().filter(JsValue::is_object)
}

fn tell(method: &str, argument: &JsValue) {
    let Some(early) = early() else { return };
    if let Ok(function) = Reflect::get(&early, &method.into()).and_then(JsCast::dyn_into::<Function>) {
        drop(function.call1(&early, argument));
    }
}

/// Takes back the tools that this map cannot offer: one city leaves nothing to change. Called again when a layer has come
/// or gone, which registers the tools anew that search it.
pub fn offer(context: &Context, again: bool) {
    let tools = webmcp_tools_where(|service| context.has(service), &context.layer_names());
    if (again || tools.len() < webmcp_tools().len())
        && let Ok(tools) = js_sys::JSON::parse(&Value::Array(tools).to_string())
    {
        tell("setTools", &tools);
    }
}

/// From now on the core answers calls, those that came before it included.
pub fn serve(context: Rc<Context>) {
    let answer = move |name: String, input: String, signal: JsValue| {
        let context = Rc::clone(&context);
        future_to_promise(async move {
            let Ok(input) = serde_json::from_str(&input) else {
                return Ok(ToolError::InvalidArgument(HALF_A_CHARACTER.into()).to_answer().to_string().into());
            };
            // Dropped, a call asks for nothing more and changes nothing.
            match select(pin!(answered(&context, &name, input)), pin!(aborted(signal))).await {
                Either::Left((answer, _)) => Ok(answer.to_string().into()),
                Either::Right(_) => Ok(ToolError::InvalidArgument(TAKEN_BACK.into()).to_answer().to_string().into()),
            }
        })
    };
    let answer = Closure::<dyn Fn(String, String, JsValue) -> Promise>::new(answer);
    tell("ready", &answer.into_js_value());
}

/// The tool's answer; of the page's form, which the browser makes a tool of, that of a note at the middle of the map.
async fn answered(context: &Rc<Context>, name: &str, input: Value) -> Value {
    if name != "add_note" {
        return call(context, name, input).await;
    }
    if let Err(error) = context.loader().base().await {
        return ToolError::of_base(&error).to_answer();
    }
    context.open();
    let center = context.session().camera().center;
    let at = json!({ "lng": center.lng, "lat": center.lat });
    call(context, "annotate", json!({ "at": at, "note": input["note"] })).await
}

/// Ends when the agent takes its call back; never for what is no signal.
async fn aborted(signal: JsValue) {
    let Ok(signal) = signal.dyn_into::<AbortSignal>() else { return pending().await };
    if !signal.aborted() {
        let promise = Promise::new(&mut |resolve, _| {
            let once = AddEventListenerOptions::new();
            once.set_once(true);
            drop(signal.add_event_listener_with_callback_and_add_event_listener_options("abort", &resolve, &once));
        });
        drop(JsFuture::from(promise).await);
    }
}

/// Tells waiting agents that there will be no core, and why.
pub fn fail(sentence: &str) {
    tell("failed", &sentence.into());
}

/// A panic ends the core: calls in flight are answered, and the console says what happened.
pub fn settle_calls_on_panic() {
    std::panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&info.to_string().into());
        tell("panicked", &JsValue::UNDEFINED);
    }));
}

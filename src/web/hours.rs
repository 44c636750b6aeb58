use super::fetch::get;
use crate::ports::Hours;
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, Shared, WeakShared};
use glassmap_hours::{Batch, Opening, Why};
use js_sys::WebAssembly::{Instance, Memory, Module};
use js_sys::{Function, Object, Reflect, Uint8Array};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The file is no larger, in bytes; it has about half a megabyte.
const MAX_MODULE: u64 = 2 << 20;

type Job = LocalBoxFuture<'static, Option<Module>>;

/// What reads opening hours, a WebAssembly of its own, fetched at the first question.
#[derive(Clone, Default)]
pub struct PageHours(Rc<State>);

#[derive(Default)]
struct State {
    module: RefCell<Option<Module>>,
    instance: RefCell<Option<Instance>>,
    /// On its way, for as long as somebody waits for it: the next question after a failure fetches anew.
    fetching: RefCell<Option<WeakShared<Job>>>,
}

impl Hours for PageHours {
    fn openings(&self, batch: Batch) -> LocalBoxFuture<'static, Option<Vec<Opening>>> {
        let this = self.clone();
        async move {
            let module = this.module().await?;
            Some(this.answers(&module, &batch).await)
        }
        .boxed_local()
    }
}

impl PageHours {
    async fn module(&self) -> Option<Module> {
        if let Some(module) = self.0.module.borrow().as_ref() {
            return Some(module.clone());
        }
        let running = self.0.fetching.borrow().as_ref().and_then(WeakShared::upgrade);
        let job = running.unwrap_or_else(|| {
            let job: Shared<Job> = fetched().boxed_local().shared();
            *self.0.fetching.borrow_mut() = job.downgrade();
            job
        });
        let module = job.await?;
        *self.0.module.borrow_mut() = Some(module.clone());
        Some(module)
    }

    /// The answers. A tag that breaks the evaluation down takes its instance with it: a new one is made, and the tag is
    /// unknown.
    async fn answers(&self, module: &Module, batch: &Batch) -> Vec<Opening> {
        if let Some(openings) = self.asked(module, batch).await {
            return openings;
        }
        let mut openings = Vec::with_capacity(batch.places.len());
        for place in &batch.places {
            let alone = Batch { moment: batch.moment.clone(), places: vec![place.clone()] };
            let opening = self.asked(module, &alone).await.and_then(|mut openings| openings.pop());
            openings.push(opening.unwrap_or_else(|| Opening::unknown(Why::Failed)));
        }
        openings
    }

    async fn asked(&self, module: &Module, batch: &Batch) -> Option<Vec<Opening>> {
        // Taken out, so that one that breaks down is not used again.
        let kept = self.0.instance.take();
        let instance = match kept {
            Some(instance) => instance,
            None => JsFuture::from(js_sys::WebAssembly::instantiate_module(module, &Object::new()))
                .await
                .ok()?
                .dyn_into()
                .ok()?,
        };
        let text = exchange(&instance, &batch.to_text()).ok()?;
        let openings = text.split('\n').map(Opening::from_text).collect::<Result<Vec<_>, _>>().ok()?;
        self.0.instance.replace(Some(instance));
        (openings.len() == batch.places.len()).then_some(openings)
    }
}

/// The file, compiled; nothing when it cannot be had.
async fn fetched() -> Option<Module> {
    let bytes = get(&address()?, MAX_MODULE, |_| ()).await.ok()?;
    let source: JsValue = Uint8Array::from(bytes.as_slice()).into();
    JsFuture::from(js_sys::WebAssembly::compile(&source)).await.ok()?.dyn_into().ok()
}

/// Its address, with a hash in its name, as the page's head says.
fn address() -> Option<String> {
    let document = web_sys::window()?.document()?;
    document.query_selector("meta[name=glassmap-hours]").ok()??.get_attribute("content")
}

/// Writes the question into the instance's memory, lets it work, reads the answer out: hours/src/abi.rs.
fn exchange(instance: &Instance, question: &str) -> Result<String, JsValue> {
    let exports = instance.exports();
    let function = |name: &str| Reflect::get(&exports, &name.into())?.dyn_into::<Function>();
    let number = |value: JsValue| value.as_f64().map(|number| number as u32).ok_or(JsValue::UNDEFINED);
    let memory: Memory = Reflect::get(&exports, &"memory".into())?.dyn_into()?;
    // A new view each time: memory that grows leaves the old ones empty.
    let view = |start: u32, length: u32| Uint8Array::new_with_byte_offset_and_length(&memory.buffer(), start, length);
    let length = question.len() as u32;
    let start = number(function("question")?.call1(&JsValue::UNDEFINED, &length.into())?)?;
    view(start, length).copy_from(question.as_bytes());
    let length = number(function("answer")?.call0(&JsValue::UNDEFINED)?)?;
    let start = number(function("answer_start")?.call0(&JsValue::UNDEFINED)?)?;
    String::from_utf8(view(start, length).to_vec()).map_err(|_| JsValue::UNDEFINED)
}

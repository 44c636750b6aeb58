//! The thread of the maps: the core is single-threaded, so all sessions live here and are spoken to by messages.

use super::packs::Packs;
use super::view;
use super::web::NativeWeb;
use crate::city::Category;
use crate::language::Language;
use crate::ports::{Loader, NoScreen, Router, Shelf, SystemClock};
use crate::spatial::Viewport;
use crate::tools::{Context, ToolError, call, mcp_catalog};
use rustc_hash::FxHashMap;
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::LocalSet;

/// The window of a session without a screen.
const VIEWPORT: Viewport = Viewport::new(1280.0, 800.0);
/// A call that goes on says so at least this often.
const PROGRESS: Duration = Duration::from_secs(1);

/// What sessions are made of.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The cities.
    pub packs: Packs,
    /// The page's address, which links begin with.
    pub page: Option<String>,
    /// Whether no server may be asked for walks.
    pub offline: bool,
    /// The language of sentences in answers.
    pub language: Language,
}

/// What a call waits for, told while it runs.
pub(super) type Progress = mpsc::UnboundedSender<String>;

struct Call {
    session: u64,
    tool: String,
    input: Value,
    read_only: bool,
    progress: Option<Progress>,
    answer: oneshot::Sender<Value>,
}

enum Message {
    Call(Call),
    Close(u64),
}

/// Most files and routers that are read at once.
const MAX_READERS: usize = 32;

/// The maps of all sessions, on a thread of their own.
#[derive(Clone)]
pub struct Host {
    messages: mpsc::UnboundedSender<Message>,
    sessions: Arc<AtomicU64>,
}

impl Host {
    /// Starts the thread.
    ///
    /// # Errors
    /// The system gives no thread or no event loop.
    pub fn start(settings: Settings) -> std::io::Result<Self> {
        let (messages, inbox) = mpsc::unbounded_channel();
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().max_blocking_threads(MAX_READERS).build()?;
        let work = move || LocalSet::new().block_on(&runtime, serve(&settings, inbox));
        std::thread::Builder::new().name("maps".into()).spawn(work)?;
        Ok(Self { messages, sessions: Arc::default() })
    }

    /// A fresh session; it holds nothing until its first call.
    pub(super) fn session(&self) -> SessionHandle {
        SessionHandle { host: self.clone(), id: self.sessions.fetch_add(1, Ordering::Relaxed) }
    }
}

/// A session of the host; dropped, the session ends.
pub(super) struct SessionHandle {
    host: Host,
    id: u64,
}

impl SessionHandle {
    /// The tool's answer with what it shows. Dropped, the call is given up. `None` when it broke down.
    pub async fn call(&self, tool: &str, input: Value, read_only: bool, progress: Option<Progress>) -> Option<Value> {
        let (answer, answered) = oneshot::channel();
        let call = Call { session: self.id, tool: tool.to_owned(), input, read_only, progress, answer };
        self.host.messages.send(Message::Call(call)).ok()?;
        answered.await.ok()
    }
}

impl Drop for SessionHandle {
    fn drop(&mut self) {
        // Without a host there is nothing left to close.
        drop(self.host.messages.send(Message::Close(self.id)));
    }
}

async fn serve(settings: &Settings, mut inbox: mpsc::UnboundedReceiver<Message>) {
    let maps = Rc::new(Maps::new(settings));
    while let Some(message) = inbox.recv().await {
        match message {
            Message::Close(session) => drop(maps.open.borrow_mut().remove(&session)),
            Message::Call(call) => {
                let map = maps.map(call.session);
                tokio::task::spawn_local(answer(map, call));
            }
        }
    }
}

/// An open map, and what is notified when a part of its city comes.
#[derive(Clone)]
struct OpenMap {
    context: Rc<Context>,
    changed: Rc<Notify>,
}

/// The open maps and what they share.
struct Maps {
    settings: Settings,
    shelf: Rc<Shelf>,
    router: Option<Rc<Router>>,
    open: RefCell<FxHashMap<u64, OpenMap>>,
}

impl Maps {
    fn new(settings: &Settings) -> Self {
        let web = || Rc::new(NativeWeb::new(settings.page.as_deref()));
        let router = (!settings.offline).then(|| Router::new(web(), Rc::new(SystemClock)));
        Self { settings: settings.clone(), shelf: Rc::default(), router, open: RefCell::default() }
    }

    fn map(&self, session: u64) -> OpenMap {
        self.open.borrow_mut().entry(session).or_insert_with(|| self.fresh()).clone()
    }

    /// A session over the first city, in a window without a screen.
    fn fresh(&self) -> OpenMap {
        let changed = Rc::new(Notify::new());
        let packs = &self.settings.packs;
        let loader = |id: &str| {
            let loader = Loader::sharing(id, Rc::new(packs.clone()), Rc::new(SystemClock), Rc::clone(&self.shelf));
            let changed = Rc::clone(&changed);
            loader.on_change(move || changed.notify_waiters());
            loader
        };
        let first = packs.cities().first().map(|city| city.id.as_str()).unwrap_or_default();
        let context = Context::new(loader(first), Rc::new(NoScreen), VIEWPORT, true);
        context.set_language(self.settings.language);
        context.set_cities(packs.cities().to_vec(), |city| loader(&city.id));
        self.settings.page.iter().for_each(|page| context.set_page(page));
        self.router.iter().for_each(|router| context.set_router(Rc::clone(router)));
        if let Ok(catalog) = mcp_catalog() {
            context.set_catalog(catalog);
        }
        OpenMap { context, changed }
    }
}

/// Runs the call until it is answered or nobody waits any more, and tells of its progress.
async fn answer(map: OpenMap, request: Call) {
    let Call { tool, input, read_only, progress, answer: mut reply, .. } = request;
    let OpenMap { context, changed } = map;
    let mut running = std::pin::pin!(call(&context, &tool, input));
    let mut found = loop {
        tokio::select! {
            biased;
            found = &mut running => break found,
            () = reply.closed() => return,
            () = changed.notified(), if progress.is_some() => {}
            () = tokio::time::sleep(PROGRESS), if progress.is_some() => {}
        }
        // Nobody may listen any more, which is no matter.
        progress.iter().for_each(|progress| drop(progress.send(stage(&context))));
    };
    match found.as_object_mut() {
        Some(fields) if fields.contains_key("error") => {}
        Some(fields) => {
            // Not every tool needs the city, but a view is always of one.
            if context.loader().base().await.is_ok() {
                context.open();
                view::add(&context, read_only, fields);
            }
        }
        None => found = ToolError::Internal.to_answer(),
    }
    // Whoever asked may have gone just now.
    drop(reply.send(found));
}

/// What a call is waiting for.
fn stage(context: &Context) -> String {
    let loader = context.loader();
    if loader.city().is_none() {
        return "Loading the city".into();
    }
    let loading = loader.loading().unwrap_or_default().loading;
    if loading.is_empty() {
        return "Working".into();
    }
    format!("Loading {}", loading.iter().map(Category::name).collect::<Vec<_>>().join(", "))
}

use crate::ports::{Fetch, FetchError, Reply, Web, WebError};
use futures_util::future::LocalBoxFuture;
use gloo_net::http::{Request, Response};
use js_sys::{Reflect, Uint8Array};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, ReadableStream, ReadableStreamDefaultReader, RequestCredentials, RequestRedirect};

/// From this size on, in bytes, a file is read part by part, so that its progress can be told.
const STREAM_FROM: u64 = 1 << 20;

/// What is told of a file on its way: its path, the bytes so far, the bytes at most.
type Progress = dyn Fn(&str, u64, u64);

/// The files beside the page, under `cities/`.
pub struct PageFetch {
    progress: Rc<Progress>,
}

impl PageFetch {
    /// Fetches and tells `progress` of each part that comes.
    pub fn new(progress: impl Fn(&str, u64, u64) + 'static) -> Self {
        Self { progress: Rc::new(progress) }
    }
}

impl Fetch for PageFetch {
    fn get(&self, path: &str, max_bytes: u64) -> LocalBoxFuture<'static, Result<Vec<u8>, FetchError>> {
        let (path, progress) = (path.to_owned(), Rc::clone(&self.progress));
        Box::pin(
            async move { get(&format!("cities/{path}"), max_bytes, |so_far| progress(&path, so_far, max_bytes)).await },
        )
    }
}

/// Servers that are asked with the browser's fetch: nothing is sent along, no redirect followed.
pub struct PageWeb;

impl Web for PageWeb {
    fn get(&self, url: &str, max_bytes: u64) -> LocalBoxFuture<'static, Result<Reply, WebError>> {
        let url = url.to_owned();
        Box::pin(async move {
            let request = Abortable::new();
            let signal = request.0.as_ref().map(AbortController::signal);
            // A query left in the address would get a "&" at its end, which OSRM does not read.
            let (address, query) = url.split_once('?').unwrap_or((&url, ""));
            let asked = Request::get(address)
                .query(query.split('&').filter_map(|pair| pair.split_once('=')))
                .credentials(RequestCredentials::Omit)
                .redirect(RequestRedirect::Error)
                .abort_signal(signal.as_ref());
            let response = asked.send().await.map_err(|_| WebError::Unreachable)?;
            let body = body(&response, max_bytes, |_| ()).await.map_err(|broken| match broken {
                Broken::TooLong => WebError::TooLong,
                Broken::Off(_) => WebError::Unreachable,
            })?;
            Ok(Reply { status: response.status(), body })
        })
    }
}

/// A request that ends when this is dropped.
struct Abortable(Option<AbortController>);

impl Abortable {
    fn new() -> Self {
        Self(AbortController::new().ok())
    }
}

impl Drop for Abortable {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}

/// The bytes of a file beside the page, at most `max_bytes`.
///
/// # Errors
/// [`FetchError::Missing`] for a status that says so, [`FetchError::Temporary`] for what may pass: 408, 425, 429, 5xx,
/// a broken connection, a file that is too long.
pub async fn get(url: &str, max_bytes: u64, progress: impl Fn(u64)) -> Result<Vec<u8>, FetchError> {
    let response = match sent_early(url).await {
        Some(response) => response,
        None => Request::get(url).send().await.map_err(|error| FetchError::Temporary(error.to_string()))?,
    };
    match response.status() {
        200..=299 => {}
        status @ (408 | 425 | 429 | 500..) => {
            return Err(FetchError::Temporary(format!("the server answered {status}")));
        }
        _ => return Err(FetchError::Missing),
    }
    body(&response, max_bytes, progress).await.map_err(|broken| FetchError::Temporary(broken.to_string()))
}

#[wasm_bindgen(module = "/src/web/map/maplibre.js")]
extern "C" {
    #[wasm_bindgen(catch, js_name = takeResponse)]
    async fn take_response(path: &str) -> Result<JsValue, JsValue>;
}

/// The answer to a request that the page sent before this program was here (`web/start`). One that failed is sent anew.
async fn sent_early(url: &str) -> Option<Response> {
    take_response(url).await.ok()?.dyn_into::<web_sys::Response>().ok().map(Response::from)
}

/// Why the body of an answer did not come.
#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error("the file is longer than its pack says")]
    TooLong,
    #[error("the connection broke off: {0}")]
    Off(String),
}

async fn body(response: &Response, max_bytes: u64, progress: impl Fn(u64)) -> Result<Vec<u8>, Broken> {
    let header = |name: &str| response.headers().get(name);
    // The length of a compressed answer says nothing of what it unpacks to.
    let announced = header("content-length").filter(|_| header("content-encoding").is_none());
    match announced.and_then(|length| length.parse::<u64>().ok()) {
        Some(length) if length > max_bytes => Err(Broken::TooLong),
        // Chromium reports the end of a stream as an aborted request: what is small is taken in one piece.
        Some(length) if length <= STREAM_FROM => {
            let bytes = response.binary().await.map_err(|error| Broken::Off(error.to_string()))?;
            progress(bytes.len() as u64);
            Ok(bytes)
        }
        _ => match response.body() {
            Some(body) => read(body, max_bytes, progress).await,
            None => Ok(Vec::new()),
        },
    }
}

async fn read(body: ReadableStream, max_bytes: u64, progress: impl Fn(u64)) -> Result<Vec<u8>, Broken> {
    let broken = |error: JsValue| Broken::Off(format!("{error:?}"));
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let mut bytes = Vec::new();
    loop {
        let part = JsFuture::from(reader.read()).await.map_err(broken)?;
        let field = |name: &str| Reflect::get(&part, &name.into()).map_err(broken);
        if field("done")?.is_truthy() {
            return Ok(bytes);
        }
        let chunk: Uint8Array = field("value")?.unchecked_into();
        if bytes.len() as u64 + u64::from(chunk.length()) > max_bytes {
            // Nobody waits for the end of a file that is too long.
            drop(reader.cancel());
            return Err(Broken::TooLong);
        }
        bytes.extend(chunk.to_vec());
        progress(bytes.len() as u64);
    }
}

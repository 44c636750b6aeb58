//! Streamable HTTP: the limits around the protocol, which rmcp speaks.

use super::gate::Gate;
use super::limits::{BODY_TIME, HEAD_TIME, MAX_BODY, MAX_CONNECTIONS, MAX_REQUESTS, MAX_SESSIONS, REQUEST_TIME};
use super::server::{Server, Servers};
use super::sessions::Sessions;
use bytes::Bytes;
use http::header::{ALLOW, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Frame, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep, timeout};

/// The only path there is.
const PATH: &str = "/mcp";
/// The header of a session.
const SESSION: &str = "mcp-session-id";
/// Most bytes of a request's head.
const MAX_HEAD: usize = 32 * 1024;
/// After a failure to take a connection, such as too many open files, the next try waits so long.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

type Answer = Response<Bounded>;

/// Answers whoever passes the gate, until the listener breaks; a session that is idle for so long ends.
pub async fn serve_http(listener: TcpListener, gate: Gate, servers: &Servers, session_idle: Duration) {
    let site = Arc::new(Site::new(gate, servers, session_idle));
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(ACCEPT_PAUSE).await;
            continue;
        };
        // Answers are a few small writes, none of which is to wait for the client's word that the last has arrived.
        drop(stream.set_nodelay(true));
        // With too many open already, this one is closed at once.
        if let Ok(permit) = Arc::clone(&connections).try_acquire_owned() {
            tokio::spawn(converse(stream, Arc::clone(&site), permit));
        }
    }
}

/// Answers the requests of one connection.
async fn converse(stream: TcpStream, site: Arc<Site>, _permit: OwnedSemaphorePermit) {
    let answer = service_fn(move |request| {
        let site = Arc::clone(&site);
        async move { Ok::<_, Infallible>(site.answer(request).await) }
    });
    let mut connection = http1::Builder::new();
    connection.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(MAX_HEAD);
    // A client that broke off, or sent no HTTP, has nobody to tell.
    drop(connection.serve_connection(TokioIo::new(stream), answer).await);
}

/// What every connection shares.
struct Site {
    gate: Gate,
    /// For clients that keep a session.
    lasting: StreamableHttpService<Server, Sessions>,
    /// For those that do not: each request is a session.
    passing: StreamableHttpService<Server, NeverSessionManager>,
    requests: Arc<Semaphore>,
    streams: Arc<Semaphore>,
}

impl Site {
    fn new(gate: Gate, servers: &Servers, session_idle: Duration) -> Self {
        // The gate has checked Host and Origin before.
        let config = || {
            let mut config = StreamableHttpServerConfig::default().disable_allowed_hosts();
            config.max_request_body_bytes = MAX_BODY;
            config
        };
        let mut passing = config();
        passing.legacy_session_mode = false;
        passing.json_response = true;
        let factory = || {
            let servers = servers.clone();
            move || Ok(servers.server())
        };
        Self {
            gate,
            lasting: StreamableHttpService::new(factory(), Arc::new(Sessions::new(session_idle)), config()),
            passing: StreamableHttpService::new(factory(), Arc::new(NeverSessionManager::default()), passing),
            requests: Arc::new(Semaphore::new(MAX_REQUESTS)),
            streams: Arc::new(Semaphore::new(MAX_SESSIONS)),
        }
    }

    async fn answer(&self, request: Request<Incoming>) -> Answer {
        if let Err((status, sentence)) = self.gate.check(request.uri(), request.headers()) {
            return refusal(status, sentence);
        }
        if request.uri().path() != PATH {
            return refusal(StatusCode::NOT_FOUND, "There is nothing here: the server is at /mcp.");
        }
        match *request.method() {
            Method::POST => self.post(request).await,
            Method::GET => self.stream(request).await,
            Method::DELETE => {
                let request = request.map(|_| Full::new(Bytes::new()));
                self.lasting.handle(request).await.map(Bounded::free)
            }
            _ => refusal(StatusCode::METHOD_NOT_ALLOWED, "The server takes GET, POST and DELETE."),
        }
    }

    /// A stream of what the server says of itself: open as long as the session, and counted apart.
    async fn stream(&self, request: Request<Incoming>) -> Answer {
        let Ok(permit) = Arc::clone(&self.streams).try_acquire_owned() else { return busy() };
        let request = request.map(|_| Full::new(Bytes::new()));
        self.lasting.handle(request).await.map(|body| Bounded { body, permit: Some(permit), deadline: None })
    }

    async fn post(&self, request: Request<Incoming>) -> Answer {
        let Ok(permit) = Arc::clone(&self.requests).try_acquire_owned() else { return busy() };
        let deadline = Box::pin(sleep(REQUEST_TIME));
        let request = match read(request).await {
            Ok(request) => request,
            Err(answer) => return *answer,
        };
        let (request, message) = request;
        let lasting = request.headers().contains_key(SESSION) || message["method"] == "initialize";
        let answered =
            async { if lasting { self.lasting.handle(request).await } else { self.passing.handle(request).await } };
        match timeout(REQUEST_TIME, answered).await {
            Ok(answer) => answer.map(|body| Bounded { body, permit: Some(permit), deadline: Some(deadline) }),
            Err(_) => refusal(StatusCode::GATEWAY_TIMEOUT, "The request took longer than 30 seconds and was given up."),
        }
    }
}

/// The request with its body in memory, and the body as JSON.
async fn read(request: Request<Incoming>) -> Result<(Request<Full<Bytes>>, Value), Box<Answer>> {
    let refused = |status, sentence| Err(Box::new(refusal(status, sentence)));
    let (head, body) = request.into_parts();
    let told = head.headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    let too_large = "The request's body is longer than 1 MiB.";
    if told.is_some_and(|length| length > MAX_BODY as u64) {
        return refused(StatusCode::PAYLOAD_TOO_LARGE, too_large);
    }
    let body = match timeout(BODY_TIME, Limited::new(body, MAX_BODY).collect()).await {
        Ok(Ok(body)) => body.to_bytes(),
        Ok(Err(error)) if error.is::<LengthLimitError>() => return refused(StatusCode::PAYLOAD_TOO_LARGE, too_large),
        Ok(Err(_)) => return refused(StatusCode::BAD_REQUEST, "The request's body broke off."),
        Err(_) => return refused(StatusCode::REQUEST_TIMEOUT, "The request's body took longer than 10 seconds."),
    };
    match serde_json::from_slice(&body) {
        Ok(message) => Ok((Request::from_parts(head, Full::new(body)), message)),
        Err(_) => {
            let error = error(-32700, "The request's body is no JSON.");
            Err(Box::new(answer(StatusCode::BAD_REQUEST, &error)))
        }
    }
}

fn busy() -> Answer {
    let mut answer = refusal(StatusCode::SERVICE_UNAVAILABLE, "Too many requests at once: try again in a second.");
    answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    answer
}

fn refusal(status: StatusCode, sentence: &str) -> Answer {
    let mut answer = answer(status, &error(-32600, sentence));
    let header = match status {
        StatusCode::UNAUTHORIZED => Some((WWW_AUTHENTICATE, "Bearer")),
        StatusCode::METHOD_NOT_ALLOWED => Some((ALLOW, "GET, POST, DELETE")),
        _ => None,
    };
    if let Some((name, value)) = header {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

fn error(code: i32, sentence: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code, "message": sentence } })
}

fn answer(status: StatusCode, body: &Value) -> Answer {
    let body = Full::new(Bytes::from(body.to_string())).boxed();
    let mut answer = Response::new(Bounded::free(body));
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    answer
}

/// A body that holds its place among the requests until it is sent, and ends when its time is up.
struct Bounded {
    body: BoxBody<Bytes, Infallible>,
    permit: Option<OwnedSemaphorePermit>,
    deadline: Option<Pin<Box<Sleep>>>,
}

impl Bounded {
    fn free(body: BoxBody<Bytes, Infallible>) -> Self {
        Self { body, permit: None, deadline: None }
    }
}

impl Body for Bounded {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if let Some(deadline) = &mut self.deadline
            && deadline.as_mut().poll(context).is_ready()
        {
            self.permit = None;
            return Poll::Ready(None);
        }
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.body.size_hint()
    }
}

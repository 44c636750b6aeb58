use futures_util::future::LocalBoxFuture;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// What a server answered, whatever its status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
}

/// Why nothing was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebError {
    /// No connection, one that broke off, or a redirect, which is not followed.
    #[error("it cannot be reached")]
    Unreachable,
    /// More than was asked for.
    #[error("the answer is too long")]
    TooLong,
}

/// Asking servers that are no part of this site.
pub trait Web {
    /// The answer of `url` (an `https://` address, or a path relative to the page), of at most `max_bytes`. A future that
    /// is dropped ends the request.
    fn get(&self, url: &str, max_bytes: u64) -> LocalBoxFuture<'static, Result<Reply, WebError>>;
}

/// Servers for tests: each request takes the next answer.
#[derive(Clone, Default)]
pub struct FakeWeb(Rc<FakeServers>);

#[derive(Default)]
struct FakeServers {
    answers: RefCell<VecDeque<Option<Result<Reply, WebError>>>>,
    asked: RefCell<Vec<String>>,
    aborted: Cell<usize>,
}

impl FakeWeb {
    /// A later request is answered so.
    pub fn push(&self, answer: Result<Reply, WebError>) {
        self.0.answers.borrow_mut().push_back(Some(answer));
    }

    /// A later request is answered with this body, status 200.
    pub fn push_body(&self, body: impl ToString) {
        self.push(Ok(Reply { status: 200, body: body.to_string().into_bytes() }));
    }

    /// A later request is never answered.
    pub fn push_silence(&self) {
        self.0.answers.borrow_mut().push_back(None);
    }

    /// What was asked, in order.
    pub fn asked(&self) -> Vec<String> {
        self.0.asked.borrow().clone()
    }

    /// How many requests were given up before they were answered.
    pub fn aborted(&self) -> usize {
        self.0.aborted.get()
    }
}

impl Web for FakeWeb {
    fn get(&self, url: &str, max_bytes: u64) -> LocalBoxFuture<'static, Result<Reply, WebError>> {
        self.0.asked.borrow_mut().push(url.to_owned());
        match self.0.answers.borrow_mut().pop_front() {
            None => Box::pin(std::future::ready(Err(WebError::Unreachable))),
            Some(Some(Ok(reply))) if reply.body.len() as u64 > max_bytes => {
                Box::pin(std::future::ready(Err(WebError::TooLong)))
            }
            Some(Some(answer)) => Box::pin(std::future::ready(answer)),
            Some(None) => {
                let open = OpenRequest(Rc::clone(&self.0));
                Box::pin(async move {
                    let _open = open;
                    std::future::pending().await
                })
            }
        }
    }
}

/// A request without an answer, counted when it is given up.
struct OpenRequest(Rc<FakeServers>);

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.0.aborted.set(self.0.aborted.get() + 1);
    }
}

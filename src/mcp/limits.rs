//! What the server bears, so that nobody can wear it out.

use std::time::Duration;

/// Most bytes of a request's body.
pub const MAX_BODY: usize = 1 << 20;
/// Most requests answered at once.
pub const MAX_REQUESTS: usize = 64;
/// Most connections at once.
pub const MAX_CONNECTIONS: usize = 512;
/// Most sessions at once: a further one takes the place of that idle longest.
pub const MAX_SESSIONS: usize = 200;
/// A session that is idle for so long ends, unless the server was told another time.
pub const SESSION_IDLE: Duration = Duration::from_secs(30 * 60);
/// How long a client may take to send a request's head, and to send the next request on an open connection.
pub const HEAD_TIME: Duration = Duration::from_secs(10);
/// How long a client may take to send a request's body.
pub const BODY_TIME: Duration = Duration::from_secs(10);
/// How long a request may take, its answer sent.
pub const REQUEST_TIME: Duration = Duration::from_secs(30);
/// Most bytes of a line on standard input.
pub const MAX_LINE: usize = MAX_BODY;
/// Most bytes of the view and url of an answer together with the rest.
pub const MAX_ANSWER: usize = 16 * 1024;

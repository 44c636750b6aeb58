//! What goes round every call: observing it, rejecting it, changing it.

use super::{Context, ToolError};
use crate::domain::Origin;
use crate::ports::within;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::Value;
use std::rc::Rc;
use std::time::Duration;

/// How long a whole call may take.
const CALL_LIMIT: Duration = Duration::from_secs(10);

/// A call on its way to its tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The tool's name.
    pub tool: String,
    /// Its arguments, not checked yet.
    pub input: Value,
    /// The tool that makes this call for one of its own; `None` for a call from outside.
    pub parent: Option<&'static str>,
    /// Whose hand calls: what the call makes is signed so.
    pub by: Origin,
}

/// The rest of a call's way: the inner interceptors, then the tool.
pub type Next = Rc<dyn Fn(Call) -> LocalBoxFuture<'static, Value>>;

/// Something that goes round every call.
pub trait Interceptor {
    /// The call's answer; `next` gives the one from farther in. A rejection is [`ToolError::to_answer`].
    fn around(&self, context: &Rc<Context>, call: Call, next: Next) -> LocalBoxFuture<'static, Value>;
}

/// A call that has been answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Called<'a> {
    /// The tool's name as it was called.
    pub tool: &'a str,
    /// The arguments as they came.
    pub input: &'a Value,
    /// The answer, a failure's too.
    pub answer: &'a Value,
    /// How long it took.
    pub duration: Duration,
    /// The tool that called for one of its own.
    pub parent: Option<&'static str>,
    /// Whose hand called.
    pub by: Origin,
}

/// Tells the map's listeners of every call: the log and the activity feed.
pub(super) struct Log;

impl Interceptor for Log {
    fn around(&self, context: &Rc<Context>, call: Call, next: Next) -> LocalBoxFuture<'static, Value> {
        let context = Rc::clone(context);
        let work = async move {
            let started = context.loader().clock().now();
            let Call { tool, input, parent, by } = call.clone();
            let answer = next(call).await;
            let duration = context.loader().clock().now().saturating_sub(started);
            context.tell(&Called { tool: &tool, input: &input, answer: &answer, duration, parent, by });
            answer
        };
        work.boxed_local()
    }
}

/// Gives a call up after ten seconds. Calls within a call are inside its time.
pub(super) struct TimeLimit;

impl Interceptor for TimeLimit {
    fn around(&self, context: &Rc<Context>, call: Call, next: Next) -> LocalBoxFuture<'static, Value> {
        if call.parent.is_some() {
            return next(call);
        }
        let context = Rc::clone(context);
        let work = async move {
            let answer = within(context.loader().clock(), CALL_LIMIT, next(call)).await;
            answer.unwrap_or_else(|| ToolError::Timeout.to_answer())
        };
        work.boxed_local()
    }
}

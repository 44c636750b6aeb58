use super::limits::MAX_SESSIONS;
use futures_util::Stream;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::local::{LocalSessionManager, LocalSessionManagerError};
use rmcp::transport::streamable_http_server::session::{ServerSseMessage, SessionId, SessionManager};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long the answer of a request can be asked for again after its connection broke.
const REPLAY_TIME: Duration = Duration::from_secs(10);

/// The sessions of HTTP clients: at most two hundred, the one idle longest giving way to a new one.
pub struct Sessions {
    local: LocalSessionManager,
    used: Mutex<HashMap<SessionId, Instant>>,
}

impl Sessions {
    /// No sessions yet; each will end when it is idle for so long.
    pub fn new(idle: Duration) -> Self {
        let mut local = LocalSessionManager::default();
        local.session_config.keep_alive = Some(idle);
        local.session_config.completed_cache_ttl = REPLAY_TIME;
        Self { local, used: Mutex::default() }
    }

    fn with_used<T>(&self, act: impl FnOnce(&mut HashMap<SessionId, Instant>) -> T) -> T {
        act(&mut self.used.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn touch(&self, id: &SessionId) {
        self.with_used(|used| used.get_mut(id).map(|last| *last = Instant::now()));
    }

    /// Who must go for one more.
    fn longest_idle(&self) -> Option<SessionId> {
        self.with_used(|used| {
            let oldest = used.iter().min_by_key(|(_, last)| **last).map(|(id, _)| id.clone());
            oldest.filter(|_| used.len() >= MAX_SESSIONS)
        })
    }
}

impl SessionManager for Sessions {
    type Error = LocalSessionManagerError;
    type Transport = <LocalSessionManager as SessionManager>::Transport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Self::Error> {
        while let Some(id) = self.longest_idle() {
            self.close_session(&id).await?;
        }
        let (id, transport) = self.local.create_session().await?;
        self.with_used(|used| used.insert(id.clone(), Instant::now()));
        Ok((id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Self::Error> {
        self.local.initialize_session(id, message).await
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Self::Error> {
        self.touch(id);
        self.local.has_session(id).await
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), Self::Error> {
        self.with_used(|used| used.remove(id));
        self.local.close_session(id).await
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        self.local.create_stream(id, message).await
    }

    async fn accept_message(&self, id: &SessionId, message: ClientJsonRpcMessage) -> Result<(), Self::Error> {
        self.local.accept_message(id, message).await
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        self.local.create_standalone_stream(id).await
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        self.local.resume(id, last_event_id).await
    }
}

#[cfg(test)]
mod tests {
    use super::super::limits::SESSION_IDLE;
    use super::*;

    #[tokio::test]
    async fn one_session_too_many_ends_the_one_idle_longest() {
        let sessions = Sessions::new(SESSION_IDLE);
        let mut ids = Vec::new();
        for _ in 0..MAX_SESSIONS {
            let (id, transport) = sessions.create_session().await.expect("there is room");
            ids.push((id, transport));
        }
        assert!(sessions.has_session(&ids[0].0).await.expect("it answers"), "the first is used once more");
        let (newest, _transport) = sessions.create_session().await.expect("one gives way");
        assert!(sessions.has_session(&newest).await.expect("it answers"));
        assert!(sessions.has_session(&ids[0].0).await.expect("it answers"));
        assert!(!sessions.has_session(&ids[1].0).await.expect("it answers"), "the second was idle longest");
        assert_eq!(sessions.with_used(|used| used.len()), MAX_SESSIONS);
    }
}

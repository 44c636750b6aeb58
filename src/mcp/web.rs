use super::limits::REQUEST_TIME;
use crate::ports::{Reply, Web, WebError};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use std::time::Duration;
use ureq::Agent;

/// A router has no longer than this: its caller has given up by then.
const TIME: Duration = Duration::from_secs(8);

/// Servers over HTTPS: no redirects, no cookies. A relative address is one of the page's own, when that is known.
pub struct NativeWeb {
    agent: Agent,
    page: Option<String>,
}

impl NativeWeb {
    /// A client; `page` is the page's address.
    pub fn new(page: Option<&str>) -> Self {
        debug_assert!(TIME < REQUEST_TIME, "a request outlasts its router");
        let config = Agent::config_builder()
            .max_redirects(0)
            .http_status_as_error(false)
            .timeout_global(Some(TIME))
            .user_agent(concat!("glassmap-mcp/", env!("CARGO_PKG_VERSION")))
            .build();
        let folder = |page: &str| page.rsplit_once('/').map(|(folder, _)| format!("{folder}/"));
        Self { agent: config.new_agent(), page: page.and_then(folder) }
    }

    fn address(&self, url: &str) -> Option<String> {
        if url.starts_with("https://") {
            return Some(url.to_owned());
        }
        let relative = !url.contains("://") && !url.starts_with('/');
        self.page.as_ref().filter(|_| relative).map(|page| format!("{page}{url}"))
    }
}

impl Web for NativeWeb {
    /// The request goes on in its own thread when the future is dropped, for eight seconds at most.
    fn get(&self, url: &str, max_bytes: u64) -> LocalBoxFuture<'static, Result<Reply, WebError>> {
        let Some(address) = self.address(url) else {
            return std::future::ready(Err(WebError::Unreachable)).boxed_local();
        };
        let agent = self.agent.clone();
        let asking = tokio::task::spawn_blocking(move || asked(&agent, &address, max_bytes));
        async move { asking.await.unwrap_or(Err(WebError::Unreachable)) }.boxed_local()
    }
}

fn asked(agent: &Agent, address: &str, max_bytes: u64) -> Result<Reply, WebError> {
    let mut response = agent.get(address).call().map_err(|_| WebError::Unreachable)?;
    let status = response.status().as_u16();
    if (300..400).contains(&status) {
        return Err(WebError::Unreachable);
    }
    let body = response.body_mut().with_config().limit(max_bytes).read_to_vec();
    let body = body.map_err(|error| match error {
        ureq::Error::BodyExceedsLimit(_) => WebError::TooLong,
        _ => WebError::Unreachable,
    })?;
    Ok(Reply { status, body })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpListener;

    /// A server of one request on this computer, and its address.
    fn server(answer: String) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it is bound");
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("somebody asks");
            let mut head = [0; 4096];
            drop(stream.read(&mut head));
            drop(stream.write_all(answer.as_bytes()));
        });
        format!("http://{address}/")
    }

    fn get(page: &str, url: &str, max_bytes: u64) -> Result<Reply, WebError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let web = NativeWeb::new(Some(page));
        runtime.block_on(async { web.get(url, max_bytes).await })
    }

    #[test]
    fn a_relative_address_is_asked_at_the_page_and_the_answer_is_bounded() {
        let answer = || "HTTP/1.1 400 Bad Request\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello".to_owned();
        let reply = get(&server(answer()), "route/foot", 5);
        assert_eq!(reply, Ok(Reply { status: 400, body: b"hello".to_vec() }));
        assert_eq!(get(&server(answer()), "route/foot", 4), Err(WebError::TooLong));
    }

    #[test]
    fn a_redirect_is_not_followed() {
        let answer = "HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        assert_eq!(get(&server(answer.into()), "route", 100), Err(WebError::Unreachable));
    }

    #[test]
    fn nothing_but_https_and_the_page_is_asked() {
        let web = NativeWeb::new(Some("https://a.example/map/index.html"));
        assert_eq!(web.address("route/foot").as_deref(), Some("https://a.example/map/route/foot"));
        assert_eq!(web.address("https://b.example/x").as_deref(), Some("https://b.example/x"));
        for odd in ["http://b.example/x", "file:///etc/passwd", "/x", "//b.example/x"] {
            assert_eq!(web.address(odd), None, "{odd}");
        }
        assert_eq!(NativeWeb::new(None).address("route/foot"), None);
    }
}

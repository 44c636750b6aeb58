//! Who may ask over HTTP: programs of this computer, unless the server was told otherwise.

use http::header::{AUTHORIZATION, HOST, ORIGIN};
use http::{HeaderMap, StatusCode, Uri};
use std::net::{IpAddr, SocketAddr};
use subtle::ConstantTimeEq;

/// Fewest characters of a token.
const MIN_TOKEN: usize = 16;
/// Names of this computer, beside its loopback addresses.
const LOCALHOST: &str = "localhost";
/// Headers that only a request has that somebody passed on.
const PASSED_ON: [&str; 3] = ["forwarded", "via", "x-real-ip"];

/// Why the server does not listen there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GateError {
    /// Others could reach it.
    #[error(
        "{address} can be reached from other computers, so a token is needed: put one into a file and name it with \
         --token-file, or set GLASSMAP_MCP_TOKEN. Or listen on 127.0.0.1"
    )]
    TokenNeeded {
        /// Where it was to listen.
        address: SocketAddr,
    },
    /// A token that could be guessed, or that no header can carry.
    #[error("the token must have at least {MIN_TOKEN} visible ASCII characters, without spaces")]
    WeakToken,
}

/// Why a request is refused: the status and a sentence.
pub type Refusal = (StatusCode, &'static str);

/// Checks every request before anything of it is read.
#[derive(Clone)]
pub struct Gate {
    address: SocketAddr,
    hosts: Vec<String>,
    origins: Vec<String>,
    token: Option<String>,
}

impl Gate {
    /// A gate for a server that listens there; `hosts` are further names it is called by, `page` is the map's own page,
    /// whose scripts may ask.
    ///
    /// # Errors
    /// An address that others reach without a token, or a weak token.
    pub fn new(
        address: SocketAddr,
        hosts: Vec<String>,
        page: Option<&str>,
        token: Option<String>,
    ) -> Result<Self, GateError> {
        let is_weak = |token: &String| token.len() < MIN_TOKEN || !token.bytes().all(|byte| byte.is_ascii_graphic());
        if token.as_ref().is_some_and(is_weak) {
            return Err(GateError::WeakToken);
        }
        if token.is_none() && !address.ip().is_loopback() {
            return Err(GateError::TokenNeeded { address });
        }
        let hosts = hosts.iter().map(|host| host.to_ascii_lowercase()).collect();
        Ok(Self { address, hosts, origins: page.and_then(origin_of).into_iter().collect(), token })
    }

    /// Whether the request may be answered.
    ///
    /// # Errors
    /// The status and sentence to refuse it with.
    pub fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let is_passed_on = |name: &str| PASSED_ON.contains(&name) || name.starts_with("x-forwarded-");
        if headers.keys().any(|name| is_passed_on(name.as_str())) {
            return Err((StatusCode::FORBIDDEN, "Requests that a proxy has passed on are not answered."));
        }
        let host = single(headers, HOST.as_str()).and_then(host_of);
        let named = uri.authority().map(|authority| host_of(authority.as_str()));
        let fits = |host: Option<String>| host.is_some_and(|host| self.is_called(&host));
        if !fits(host) || !named.is_none_or(fits) {
            return Err((StatusCode::FORBIDDEN, "The Host header names another server than this one."));
        }
        if headers.contains_key(ORIGIN) && !single(headers, ORIGIN.as_str()).is_some_and(|origin| self.trusts(origin)) {
            return Err((StatusCode::FORBIDDEN, "Pages of that origin may not ask this server."));
        }
        let Some(token) = &self.token else { return Ok(()) };
        let given = single(headers, AUTHORIZATION.as_str()).and_then(bearer).unwrap_or_default();
        if bool::from(given.as_bytes().ct_eq(token.as_bytes())) {
            Ok(())
        } else {
            Err((StatusCode::UNAUTHORIZED, "This server needs its token: Authorization: Bearer, then the token."))
        }
    }

    /// Whether the server is called so: by a name of this computer, the address it listens on, or a name it was given.
    /// One that listens everywhere is called by any address, which no name of somebody else's can lead to.
    fn is_called(&self, host: &str) -> bool {
        let ip: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
        host == LOCALHOST
            || self.hosts.iter().any(|name| name == host)
            || ip.is_some_and(|ip| ip.is_loopback() || ip == self.address.ip() || self.address.ip().is_unspecified())
    }

    fn trusts(&self, origin: &str) -> bool {
        let Some((scheme, host)) = origin.split_once("://") else { return false };
        let ip = |host: &str| host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        let is_local = || host_of(host).is_some_and(|host| host == LOCALHOST || ip(&host));
        self.origins.iter().any(|trusted| trusted.eq_ignore_ascii_case(origin))
            || (matches!(scheme, "http" | "https") && is_local())
    }
}

/// The header's value, when it is there once and is text.
fn single<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// The host of `host:port`, in lower case; `None` when there is more to it.
fn host_of(authority: &str) -> Option<String> {
    let authority: http::uri::Authority = authority.parse().ok()?;
    let plain = !authority.as_str().contains('@') && !authority.host().is_empty();
    plain.then(|| authority.host().to_ascii_lowercase())
}

/// `https://host:port` of an address.
fn origin_of(page: &str) -> Option<String> {
    let (scheme, rest) = page.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    host_of(authority)?;
    Some(format!("{scheme}://{authority}"))
}

fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "correct-horse-battery";

    fn address(text: &str) -> SocketAddr {
        text.parse().expect("an address")
    }

    fn asked(gate: &Gate, headers: &[(&'static str, &str)]) -> Option<u16> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().expect("a header's value"));
        }
        gate.check(&Uri::from_static("/mcp"), &map).err().map(|(status, _)| status.as_u16())
    }

    fn local() -> Gate {
        Gate::new(address("127.0.0.1:8722"), vec![], Some("https://maps.example/city/"), None).expect("it is local")
    }

    #[test]
    fn a_local_server_is_asked_by_its_own_names() {
        for host in ["localhost", "LOCALHOST:8722", "127.0.0.1:8722", "[::1]:8722", "127.0.0.1"] {
            assert_eq!(asked(&local(), &[("host", host)]), None, "{host}");
        }
        let odd = ["evil.example", "localhost.evil.example", "10.0.0.1", "a@localhost", "localhost/x", "0.0.0.0", ""];
        for host in odd {
            assert_eq!(asked(&local(), &[("host", host)]), Some(403), "{host}");
        }
        assert_eq!(asked(&local(), &[]), Some(403), "no Host at all");
        assert_eq!(asked(&local(), &[("host", "localhost"), ("host", "localhost")]), Some(403), "two of them");
    }

    #[test]
    fn only_this_computers_pages_and_the_maps_own_may_ask() {
        let origin = |origin| asked(&local(), &[("host", "localhost"), ("origin", origin)]);
        for fine in ["http://localhost:3000", "https://127.0.0.1", "http://[::1]:8", "https://maps.example"] {
            assert_eq!(origin(fine), None, "{fine}");
        }
        for odd in ["https://evil.example", "null", "http://maps.example", "https://maps.example:8443", "file://", "x"]
        {
            assert_eq!(origin(odd), Some(403), "{odd}");
        }
    }

    #[test]
    fn what_a_proxy_has_passed_on_is_refused() {
        for name in ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-anything", "x-real-ip"] {
            assert_eq!(asked(&local(), &[("host", "localhost"), (name, "x")]), Some(403), "{name}");
        }
    }

    #[test]
    fn a_server_that_others_reach_needs_a_token() {
        let gate = |token: Option<&str>| Gate::new(address("0.0.0.0:1"), vec![], None, token.map(str::to_owned));
        let error = gate(None).err().expect("others could reach it");
        assert!(error.to_string().contains("--token-file"), "{error}");
        for weak in ["short", "with spaces in the middle", "ümlaute-sind-keine-asciizeichen"] {
            assert_eq!(gate(Some(weak)).err(), Some(GateError::WeakToken), "{weak}");
        }
        let gate = gate(Some(TOKEN)).expect("it has a token");
        let with = |value: &str| asked(&gate, &[("host", "192.168.1.5:1"), ("authorization", value)]);
        assert_eq!(with("Bearer correct-horse-battery"), None);
        assert_eq!(with("bearer correct-horse-battery"), None);
        for odd in ["Bearer correct-horse-batterz", "Bearer ", "Basic correct-horse-battery", "correct-horse-battery"] {
            assert_eq!(with(odd), Some(401), "{odd}");
        }
        assert_eq!(asked(&gate, &[("host", "192.168.1.5:1")]), Some(401));
        assert_eq!(asked(&gate, &[("host", "rebound.example")]), Some(403), "a name is not an address");
    }

    #[test]
    fn a_server_is_called_by_the_names_it_was_given() {
        let gate =
            Gate::new(address("10.0.0.7:1"), vec!["Maps.lan".into()], None, Some(TOKEN.into())).expect("a token");
        let host = |host| asked(&gate, &[("host", host), ("authorization", "Bearer correct-horse-battery")]);
        assert_eq!((host("maps.lan:1"), host("10.0.0.7"), host("10.0.0.8")), (None, None, Some(403)));
    }
}

//! Clients by hand, so that tests see what is on the wire: one over pipes, one over TCP.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A program that ends with the test.
pub struct Server(pub Child);

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

impl Server {
    /// Memory in use, in MiB; `None` where the system does not say.
    pub fn memory(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse::<f64>().ok().map(|kib| kib / 1024.0)
    }

    pub fn lives(&mut self) -> bool {
        self.0.try_wait().expect("its state is known").is_none()
    }
}

/// The committed packs.
pub fn assets() -> PathBuf {
    PathBuf::from("assets/cities")
}

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_glassmap-mcp"));
    command.args(arguments).env_remove("GLASSMAP_MCP_TOKEN");
    command
}

pub fn initialize(version: &str) -> Value {
    json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } })
}

fn message(id: Option<u64>, method: &str, params: Value) -> Value {
    let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
    if let Some(id) = id {
        message["id"] = json!(id);
    }
    message
}

/// What a tool answered, whole result and the object in it.
pub struct Answer {
    pub result: Value,
    /// The object, with isError where the result says so.
    pub object: Value,
}

impl Answer {
    pub fn of(response: &Value) -> Self {
        let result = response["result"].clone();
        assert!(result.is_object(), "{response}");
        let mut object = result["structuredContent"].clone();
        if result["isError"] == true {
            object["isError"] = json!(true);
        }
        Self { result, object }
    }

    pub fn text(&self) -> &str {
        self.result["content"][0]["text"].as_str().unwrap_or_default()
    }
}

/// A client that started the server itself.
pub struct Pipes {
    pub server: Server,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last: u64,
    /// Notifications that came since the last look.
    pub notifications: Vec<Value>,
}

impl Pipes {
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("it was built");
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        Self { server: Server(child), input, output, last: 0, notifications: Vec::new() }
    }

    /// Started and greeted.
    pub fn open(arguments: &[&str]) -> Self {
        let mut client = Self::start(arguments);
        let response = client.ask("initialize", initialize("2025-11-25"));
        assert_eq!(response["result"]["protocolVersion"], "2025-11-25");
        client.tell("notifications/initialized", json!({}));
        client
    }

    pub fn write(&mut self, line: &str) {
        self.input.write_all(line.as_bytes()).and_then(|()| self.input.write_all(b"\n")).expect("it reads");
        self.input.flush().expect("it reads");
    }

    pub fn read(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it writes");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error} in {line:?}"))
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        self.write(&message(None, method, params).to_string());
    }

    /// Asks without waiting; the request's id.
    pub fn begin(&mut self, method: &str, params: Value) -> u64 {
        self.last += 1;
        self.write(&message(Some(self.last), method, params).to_string());
        self.last
    }

    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        loop {
            let read = self.read();
            if read["id"] == json!(id) {
                return read;
            }
            self.notifications.push(read);
        }
    }

    pub fn call(&mut self, tool: &str, input: Value) -> Answer {
        Answer::of(&self.ask("tools/call", json!({ "name": tool, "arguments": input })))
    }
}

/// A server over HTTP.
pub struct Http {
    pub server: Server,
    pub address: SocketAddr,
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The message: a plain body, or the last event that has data.
    pub fn message(&self) -> Value {
        let mut data = self.body.lines().filter_map(|line| line.strip_prefix("data:")).map(str::trim);
        let text = data.rfind(|data| !data.is_empty()).unwrap_or(&self.body);
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }
}

impl Http {
    pub fn start(arguments: &[&str]) -> Self {
        Self::start_with(command(arguments))
    }

    pub fn start_with(mut command: Command) -> Self {
        let mut child = command.args(["--http", "127.0.0.1:0"]).stderr(Stdio::piped()).spawn().expect("it was built");
        let mut errors = BufReader::new(child.stderr.take().expect("it is piped"));
        let mut line = String::new();
        errors.read_line(&mut line).expect("it says where it listens");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.and_then(|address| address.parse().ok()).unwrap_or_else(|| panic!("{line}"));
        // Whatever else it says is read, so that it never waits for a reader.
        std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
        Self { server: Server(child), address }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(40))).expect("a limit");
        stream
    }

    /// A request with the usual headers, those of `headers` in their place.
    pub fn send(&self, method: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut stream = self.connect();
        let head = head(method, "/mcp", headers, body.len());
        // A server that refuses early may close before all is written.
        drop(stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())));
        reply(stream)
    }

    pub fn post(&self, headers: &[(&str, &str)], message: &Value) -> Reply {
        self.send("POST", headers, &message.to_string())
    }

    /// A request of that method; each has the same id, being alone on its connection.
    pub fn ask(&self, headers: &[(&str, &str)], method: &str, params: Value) -> Reply {
        self.post(headers, &message(Some(1), method, params))
    }

    pub fn session(&self) -> Session<'_> {
        let reply = self.ask(&[], "initialize", initialize("2025-11-25"));
        assert_eq!(reply.status, 200, "{reply:?}");
        let id = reply.header("mcp-session-id").expect("a session").to_owned();
        let session = Session { http: self, id };
        let told = self.post(&session.headers(), &message(None, "notifications/initialized", json!({})));
        assert_eq!(told.status, 202, "{told:?}");
        session
    }

    /// A call without a session.
    pub fn call(&self, tool: &str, input: Value) -> Answer {
        Answer::of(&self.ask(&[], "tools/call", json!({ "name": tool, "arguments": input })).message())
    }
}

/// A client's session over HTTP.
pub struct Session<'a> {
    http: &'a Http,
    pub id: String,
}

impl Session<'_> {
    pub fn headers(&self) -> [(&str, &str); 2] {
        [("mcp-session-id", &self.id), ("mcp-protocol-version", "2025-11-25")]
    }

    pub fn ask(&self, method: &str, params: Value) -> Reply {
        self.http.ask(&self.headers(), method, params)
    }

    pub fn call(&self, tool: &str, input: Value) -> Answer {
        Answer::of(&self.ask("tools/call", json!({ "name": tool, "arguments": input })).message())
    }
}

pub fn head(method: &str, path: &str, headers: &[(&str, &str)], length: usize) -> String {
    let length = length.to_string();
    let usual = [
        ("host", "127.0.0.1"),
        ("accept", "application/json, text/event-stream"),
        ("content-type", "application/json"),
        ("content-length", length.as_str()),
        ("connection", "close"),
    ];
    let is_given = |name: &str| headers.iter().any(|(given, _)| given.eq_ignore_ascii_case(name));
    let kept = usual.iter().filter(|(name, _)| !is_given(name));
    let lines: String = kept.chain(headers).map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!("{method} {path} HTTP/1.1\r\n{lines}\r\n")
}

/// Reads to the end of the connection.
pub fn reply(mut stream: TcpStream) -> Reply {
    let mut bytes = Vec::new();
    // A reset after the answer is as good as an end.
    drop(stream.read_to_end(&mut bytes));
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    Reply { status, head: head.to_owned(), body: if chunked { unchunked(body) } else { body.to_owned() } }
}

fn unchunked(mut text: &str) -> String {
    let mut body = Vec::new();
    while let Some((length, rest)) = text.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap_or(0);
        let rest = rest.as_bytes();
        body.extend_from_slice(&rest[..length.min(rest.len())]);
        // Lengths are of bytes and never split a message's characters: each event is one chunk.
        text = std::str::from_utf8(rest.get(length + 2..).unwrap_or_default()).unwrap_or_default();
        if length == 0 {
            break;
        }
    }
    String::from_utf8_lossy(&body).into_owned()
}

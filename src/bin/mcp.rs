//! `glassmap-mcp`: the map's tools for MCP clients, over standard input and output or over HTTP.

use clap::{Parser, Subcommand};
use glassmap::agent::{Format, function_tools};
use glassmap::language::Language;
use glassmap::mcp::{Gate, Host, Packs, SESSION_IDLE, Servers, Settings, serve_http, serve_stdio};
use glassmap::tools::Service;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

const TOKEN: &str = "GLASSMAP_MCP_TOKEN";
const DEFAULT_ADDRESS: &str = "127.0.0.1:8722";
/// A file of a token is no longer, in bytes.
const MAX_TOKEN_FILE: u64 = 4096;
/// The longest time that a session may be kept idle, in seconds: a day.
const MAX_IDLE: u64 = 24 * 60 * 60;

#[derive(Parser)]
#[command(
    name = "glassmap-mcp",
    version,
    about = "A city map as tools for MCP clients; over standard input and output by default"
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// A city pack, or a folder of packs; the first city opens, set_city opens the others
    #[arg(long, value_name = "DIR", default_value = "assets/cities", global = true)]
    city: Vec<PathBuf>,
    /// Where the map's page is: answers then carry links that open in it
    #[arg(long, value_name = "URL", value_parser = page, global = true)]
    app_url: Option<String>,
    /// Serve over HTTP instead, at /mcp
    #[arg(long, value_name = "ADDRESS:PORT", num_args = 0..=1, default_missing_value = DEFAULT_ADDRESS)]
    http: Option<SocketAddr>,
    /// A further name that the HTTP server is called by in the Host header
    #[arg(long, value_name = "NAME", requires = "http")]
    host: Vec<String>,
    /// A file with the token that HTTP clients must send; the environment variable GLASSMAP_MCP_TOKEN does the same
    #[arg(long, value_name = "FILE", requires = "http")]
    token_file: Option<PathBuf>,
    /// End an HTTP session that has been idle for so long
    #[arg(long, value_name = "SECONDS", requires = "http", default_value_t = SESSION_IDLE.as_secs(),
        value_parser = clap::value_parser!(u64).range(1..=MAX_IDLE))]
    session_idle: u64,
    /// The language of sentences in answers, by its tag: en, zh-Hant
    #[arg(long, value_name = "TAG", default_value = "en", value_parser = language)]
    language: Language,
    /// Ask no server for walks that the city's own paths do not know
    #[arg(long)]
    offline: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Print the tools as a provider's function calling takes them
    Tools {
        /// openai, anthropic or gemini
        #[arg(long, value_parser = format)]
        format: Format,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("glassmap-mcp: {sentence}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<(), String> {
    let packs = Packs::of(&arguments.city).map_err(|error| error.to_string())?;
    let settings =
        Settings { packs, page: arguments.app_url.clone(), offline: arguments.offline, language: arguments.language };
    if let Some(Command::Tools { format }) = arguments.command {
        let has = |service| match service {
            Service::Cities => settings.packs.cities().len() > 1,
            Service::Page => settings.page.is_some(),
        };
        let tools = function_tools(format, has);
        return writeln!(std::io::stdout(), "{tools:#}").map_err(|error| error.to_string());
    }
    let host = Host::start(settings.clone()).map_err(|error| error.to_string())?;
    let servers = Servers::new(host, &settings);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let served = runtime.block_on(async {
        match arguments.http {
            Some(address) => over_http(address, &arguments, &servers).await,
            None => serve_stdio(&servers).await.map_err(|error| error.to_string()),
        }
    });
    // A read of standard input cannot be called off, and nothing else is left to do.
    runtime.shutdown_background();
    served
}

async fn over_http(address: SocketAddr, arguments: &Arguments, servers: &Servers) -> Result<(), String> {
    let token = token(arguments.token_file.as_deref())?;
    let gate = Gate::new(address, arguments.host.clone(), arguments.app_url.as_deref(), token);
    let gate = gate.map_err(|error| error.to_string())?;
    let listener = tokio::net::TcpListener::bind(address).await.map_err(|error| format!("{address}: {error}"))?;
    let bound = listener.local_addr().map_err(|error| error.to_string())?;
    eprintln!("glassmap-mcp: listening on http://{bound}/mcp");
    tokio::select! {
        () = serve_http(listener, gate, servers, Duration::from_secs(arguments.session_idle)) => Ok(()),
        ended = tokio::signal::ctrl_c() => ended.map_err(|error| error.to_string()),
    }
}

/// The token of the file, else of the environment.
fn token(file: Option<&std::path::Path>) -> Result<Option<String>, String> {
    let Some(file) = file else { return Ok(std::env::var(TOKEN).ok().filter(|token| !token.is_empty())) };
    let failure = |error: std::io::Error| format!("{}: {error}", file.display());
    if file.metadata().map_err(failure)?.len() > MAX_TOKEN_FILE {
        return Err(format!("{}: it is longer than a token", file.display()));
    }
    Ok(Some(std::fs::read_to_string(file).map_err(failure)?.trim().to_owned()))
}

fn page(text: &str) -> Result<String, String> {
    let is_address = ["https://", "http://"].iter().any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    let plain = !text.contains(|c: char| c.is_whitespace() || c.is_control() || c == '#');
    if is_address && plain { Ok(text.to_owned()) } else { Err("it takes an http:// or https:// address".into()) }
}

fn language(tag: &str) -> Result<Language, String> {
    let tags = || Language::all().map(Language::tag).collect::<Vec<_>>().join(", ");
    Language::of_tag(tag).ok_or_else(|| format!("it takes one of {}", tags()))
}

fn format(text: &str) -> Result<Format, String> {
    Format::of_name(text).ok_or_else(|| "it takes openai, anthropic or gemini".into())
}

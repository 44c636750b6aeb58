//! `build` and `serve`: Trunk, with what it needs around it.

use crate::args::Args;
use crate::{Result, packs, run, setup};
use std::env;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// `build`'s command line.
pub struct BuildOptions {
    pub packs: Vec<String>,
    pub public_url: String,
}

impl BuildOptions {
    pub fn parse(mut args: Args) -> Result<Self> {
        let packs = args.options("--packs")?;
        // Relative: the same files work at a domain's root and below any path.
        let public_url = args.option("--public-url")?.unwrap_or_else(|| "./".to_owned());
        args.finish()?;
        Ok(Self { packs, public_url })
    }
}

/// The release, into dist/.
pub fn build(options: BuildOptions) -> Result<()> {
    let mut trunk = trunk("build", &options.packs)?;
    trunk.args(["--release", "--dist", "dist", "--public-url", &options.public_url]);
    setup::for_release()?;
    run::run(&mut trunk)?;
    run::step("the release is in dist/", "copy it to any static host");
    Ok(())
}

/// `serve`'s command line.
pub struct ServeOptions {
    packs: Vec<String>,
    port: u16,
    release: bool,
    open: bool,
}

impl ServeOptions {
    pub fn parse(mut args: Args) -> Result<Self> {
        let packs = args.options("--packs")?;
        let port = match args.option("--port")? {
            None => 8080,
            Some(text) => text.parse().map_err(|_| format!("--port {text}: a port is a number from 1 to 65535"))?,
        };
        let (release, open) = (args.flag("--release"), args.flag("--open"));
        args.finish()?;
        Ok(Self { packs, port, release, open })
    }
}

/// Builds and serves until it is ended; becomes Trunk, so that ending this process ends the server.
pub fn serve(options: ServeOptions) -> Result<()> {
    let mut trunk = trunk("serve", &options.packs)?;
    if options.release {
        setup::for_release()?
    } else {
        setup::for_page()?
    }
    let port = free_port(options.port)?;
    // Not dist/: a release built meanwhile, for the tests say, must not fight with the page being served.
    trunk.args(["--dist", ".cache/serve", "--address", "127.0.0.1", "--port", &port.to_string()]);
    if options.release {
        // Trunk fills in its reloading script as it serves it, so that no hash in the security policy fits.
        trunk.args(["--release", "--no-autoreload=true"]);
    }
    if options.open {
        trunk.arg("--open");
    }
    let own = env::current_exe().map_err(|error| format!("where this program is: {error}"))?;
    let mut announcer = Command::new(own);
    announcer.args(["announce", "--port", &port.to_string()]).stdin(Stdio::null());
    announcer.spawn().map_err(|error| format!("the program that announces the page: {error}"))?;
    become_program(&mut trunk)
}

/// Waits, beside Trunk, for the page to answer; prints its address on a line of its own.
pub fn announce(mut args: Args) -> Result<()> {
    let port = args.option("--port")?.and_then(|port| port.parse().ok()).ok_or("announce --port N")?;
    args.finish()?;
    let server = parent();
    while parent() == server {
        if answers(port) {
            println!("http://127.0.0.1:{port}/");
            return Ok(());
        }
        sleep(Duration::from_millis(100));
    }
    Ok(())
}

fn trunk(command: &str, packs: &[String]) -> Result<Command> {
    let mut trunk = run::command("trunk");
    trunk.arg(command).env_remove("RUST_BACKTRACE"); // its own, below a compiler's error, helps nobody
    // Trunk reads NO_COLOR as a boolean and stops at the usual NO_COLOR=1.
    if env::var_os("NO_COLOR").is_some() {
        trunk.env("NO_COLOR", "true");
    }
    if let Some((name, value)) = packs::variable(packs)? {
        trunk.env(name, value);
    }
    Ok(trunk)
}

/// The port, or the next one that nothing listens on.
fn free_port(wanted: u16) -> Result<u16> {
    let free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    let last = wanted.saturating_add(100);
    let port = (wanted.max(1)..=last).find(free).ok_or(format!("no port from {wanted} to {last} is free"))?;
    if port != wanted {
        run::step(&format!("serving on port {port}"), &format!("port {wanted} is taken"));
    }
    Ok(port)
}

/// Whether the built page, and not an error, is what the port gives.
fn answers(port: u16) -> bool {
    let get = || -> std::io::Result<String> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(1))?;
        stream.set_read_timeout(Some(Duration::from_secs(2)))?;
        write!(stream, "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/html\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    };
    get().is_ok_and(|answer| answer.starts_with("HTTP/1.1 200") && answer.contains("<title>glassmap"))
}

#[cfg(unix)]
fn become_program(command: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(format!("trunk cannot start: {}", command.exec()))
}

#[cfg(not(unix))]
fn become_program(command: &mut Command) -> Result<()> {
    run::run(command)
}

#[cfg(unix)]
fn parent() -> u32 {
    std::os::unix::process::parent_id()
}

#[cfg(not(unix))]
fn parent() -> u32 {
    0
}

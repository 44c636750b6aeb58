//! Other programs: found, announced, run; a failure becomes a sentence.

use crate::{Result, root, setup};
use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

/// The command, in the checkout, with the installed tools and node_modules/.bin on its PATH.
pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root::root()).env("PATH", path_with_tools());
    // `cargo run` tells xtask about itself; passed on, that would make Cargo rebuild what build scripts saw.
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy();
        let own = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_", "CARGO_PRIMARY_"];
        if name == "CARGO" || own.iter().any(|prefix| name.starts_with(prefix)) {
            command.env_remove(&*name);
        }
    }
    command
}

/// `cargo` with the arguments.
pub fn cargo<const N: usize>(args: [&str; N]) -> Command {
    let mut cargo = command("cargo");
    cargo.args(args);
    cargo
}

/// Runs it to its end; an error when it cannot start or fails.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(|error| cannot_start(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed ({status})", shown(command))) }
}

/// What it printed, when it succeeded.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| cannot_start(command, &error))?;
    if !output.status.success() {
        return Err(format!("{} failed ({})", shown(command), output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What a program printed on both streams while it was shown to the person, and whether it succeeded.
pub struct Watched {
    pub text: String,
    pub succeeded: bool,
}

/// Runs it, shows what it prints as it comes, and keeps it.
pub fn watched(command: &mut Command) -> Result<Watched> {
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(|error| cannot_start(command, &error))?;
    let errors = child.stderr.take().map(|stream| thread::spawn(move || copy(stream, |line| eprintln!("{line}"))));
    let mut text = child.stdout.take().map(|stream| copy(stream, |line| println!("{line}"))).unwrap_or_default();
    if let Some(errors) = errors.and_then(|thread| thread.join().ok()) {
        text.push_str(&errors);
    }
    let status = child.wait().map_err(|error| format!("{}: {error}", shown(command)))?;
    Ok(Watched { text, succeeded: status.success() })
}

fn copy(stream: impl std::io::Read, show: impl Fn(&str)) -> String {
    let mut text = String::new();
    for line in BufReader::new(stream).split(b'\n').map_while(std::result::Result::ok) {
        let line = String::from_utf8_lossy(&line);
        show(&line);
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// The program's file, when PATH has it.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Says what is done now, and why.
pub fn step(what: &str, why: &str) {
    eprintln!("xtask: {what} ({why})");
}

fn path_with_tools() -> OsString {
    let mut folders = setup::tool_folders();
    folders.push(root::root().join("node_modules/.bin"));
    folders.extend(env::var_os("PATH").iter().flat_map(env::split_paths));
    env::join_paths(folders).unwrap_or_else(|_| env::var_os("PATH").unwrap_or_default())
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    let program = command.get_program().to_string_lossy().into_owned();
    match error.kind() {
        std::io::ErrorKind::NotFound => format!("{program} is not installed, or not on PATH"),
        _ => format!("{program} cannot start: {error}"),
    }
}

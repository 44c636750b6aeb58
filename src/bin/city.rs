//! `glassmap-city`: builds city packs, proves them whole, and lists them.

use clap::{Parser, Subcommand};
use glassmap::builder::{Options, build, read_features, verify, write_geojson, write_index};
use glassmap::city::pack::{Ground, RouterEntry};
use glassmap::spatial::{BBox, Position};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "glassmap-city", version, about = "Builds city packs for glassmap and proves them whole")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build a pack from an OSM extract (.osm.pbf), or from a folder of GeoJSON files named after categories
    ///
    /// Exit code 0: the pack is there. 1: nothing was built, and a pack that was there before is as it was. 3: the pack
    /// is there, but without the new basemap that --basemap asked for.
    Build(Box<BuildArguments>),
    /// Prove that a pack is whole: one line for each check, exit code 1 when one fails
    Verify {
        /// The pack's folder
        pack: PathBuf,
    },
    /// Write a pack's features to standard output as one GeoJSON FeatureCollection
    Geojson {
        /// The pack's folder
        pack: PathBuf,
    },
    /// Write index.json of a folder of packs; cities listed before keep their order, the first is the default
    Index {
        /// The folder that holds a folder per pack
        folder: PathBuf,
    },
}

#[derive(clap::Args)]
struct BuildArguments {
    /// An .osm.pbf file, or a folder with <category>.geojson files; listings.geojson beside it is taken too
    extract: PathBuf,
    /// The city's id: lower-case letters, digits and hyphens
    #[arg(long)]
    id: String,
    /// The name to show
    #[arg(long)]
    name: String,
    /// The pack's own folder; a pack that is there is replaced once the new one is whole
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// The rectangle to cut at, in degrees [default: the header's; for a folder, that of its features]
    #[arg(long, value_name = "W,S,E,N", value_parser = bbox, allow_hyphen_values = true)]
    bbox: Option<BBox>,
    /// The admin_level of districts [default: no districts]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=12))]
    district_level: Option<u8>,
    /// Where the map opens [default: the middle of the bbox]
    #[arg(long, value_name = "LNG,LAT", value_parser = position, allow_hyphen_values = true)]
    center: Option<Position>,
    /// The zoom it opens with, 0 to 22 [default: shows the whole bbox in 1280 by 800 pixels]
    #[arg(long, value_name = "Z", value_parser = zoom)]
    zoom: Option<f64>,
    /// IANA name of the time zone, such as Europe/Malta
    #[arg(long, value_name = "TZ")]
    time_zone: Option<String>,
    /// ISO 3166-1 code of the country, such as MT; decides the order of addresses
    #[arg(long, value_name = "CC", value_parser = country)]
    country: Option<String>,
    /// BCP 47 codes of the languages its names are in, the local one first
    #[arg(long, value_name = "mt,en", value_delimiter = ',')]
    languages: Vec<String>,
    /// The day of the data [default: the extract's]
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = date)]
    data_date: Option<String>,
    /// Whom to credit [default for an .osm.pbf: © OpenStreetMap contributors]
    #[arg(long, value_name = "TEXT")]
    attribution: Option<String>,
    /// Make a basemap too, with the program tilemaker [default: the basemap of the pack that is replaced stays]
    #[arg(long, conflicts_with = "basemap_tilejson")]
    basemap: bool,
    /// Name a TileJSON in the OpenMapTiles schema instead: an https:// address, or a path from the pack's folder
    #[arg(long, value_name = "URL")]
    basemap_tilejson: Option<String>,
    /// The OSRM service for walks, up to the coordinates: an https:// address, or a path relative to the page
    /// [default: the public one of FOSSGIS]
    #[arg(long, value_name = "URL", requires = "router_attribution")]
    router: Option<String>,
    /// Whom to credit for its walks
    #[arg(long, value_name = "TEXT", requires = "router")]
    router_attribution: Option<String>,
    /// What lies beyond the bbox [default: what the basemap shows at its edge]
    #[arg(long, value_name = "sea|land", value_parser = ground)]
    surroundings: Option<Ground>,
}

/// The pack is built, but not all that was asked for.
const WITHOUT_BASEMAP: u8 = 3;

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Build(arguments) => run_build(*arguments),
        Command::Verify { pack } => run_verify(&pack),
        Command::Geojson { pack } => run_geojson(&pack),
        Command::Index { folder } => run_index(&folder),
    };
    match result {
        Ok(code) => code,
        Err(sentence) => {
            eprintln!("glassmap-city: {sentence}");
            ExitCode::FAILURE
        }
    }
}

fn run_build(arguments: BuildArguments) -> Result<ExitCode, String> {
    let progress = ProgressBar::new(0);
    let template = "{bar:40} {percent:>3} % {elapsed}";
    progress.set_style(ProgressStyle::with_template(template).expect("the template is a constant that parses"));
    let router = arguments.router.zip(arguments.router_attribution);
    let options = Options {
        extract: arguments.extract,
        output: arguments.output,
        id: arguments.id,
        name: arguments.name,
        bbox: arguments.bbox,
        district_level: arguments.district_level,
        center: arguments.center,
        zoom: arguments.zoom,
        time_zone: arguments.time_zone,
        country: arguments.country,
        languages: arguments.languages,
        data_date: arguments.data_date,
        attribution: arguments.attribution,
        basemap: arguments.basemap,
        basemap_tilejson: arguments.basemap_tilejson,
        router: router.map(|(url, attribution)| RouterEntry { url, attribution }),
        surroundings: arguments.surroundings,
    };
    let result = build(&options, &progress);
    progress.finish_and_clear();
    let report = result.map_err(|error| error.to_string())?;
    let code = say(&report.to_string())?;
    match report.basemap {
        Some(Err(sentence)) => {
            eprintln!("glassmap-city: the features are built, the basemap is not: {sentence}");
            Ok(ExitCode::from(WITHOUT_BASEMAP))
        }
        _ => Ok(code),
    }
}

fn run_verify(pack: &Path) -> Result<ExitCode, String> {
    let checks = verify(pack);
    let mut faulty = false;
    for check in &checks {
        say(&format!("{} {}", if check.faults.is_empty() { "ok  " } else { "FAIL" }, check.claim))?;
        for fault in &check.faults {
            faulty = true;
            say(&format!("     {fault}"))?;
        }
    }
    Ok(if faulty { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn run_geojson(pack: &Path) -> Result<ExitCode, String> {
    let features = read_features(pack)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    write_geojson(&features, &mut out).and_then(|()| out.flush()).map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}

fn run_index(folder: &Path) -> Result<ExitCode, String> {
    let index = write_index(folder).map_err(|error| error.to_string())?;
    let ids: Vec<_> = index.cities.iter().map(|city| city.id.as_str()).collect();
    say(&format!("{} cities: {}", ids.len(), ids.join(", ")))
}

/// Writes a line to standard output; a closed pipe is an error, not a panic.
fn say(line: &str) -> Result<ExitCode, String> {
    writeln!(std::io::stdout(), "{line}").map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}

fn numbers<const N: usize>(text: &str) -> Result<[f64; N], String> {
    let parsed: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    let parsed = parsed.map_err(|error| error.to_string())?;
    parsed.try_into().map_err(|found: Vec<f64>| format!("it takes {N} numbers, not {}", found.len()))
}

fn bbox(text: &str) -> Result<BBox, String> {
    numbers::<4>(text).map(BBox::from)
}

fn position(text: &str) -> Result<Position, String> {
    let [lng, lat] = numbers::<2>(text)?;
    let position = Position::new(lng, lat);
    if position.is_valid() { Ok(position) } else { Err("it takes longitude, then latitude, in degrees".into()) }
}

fn zoom(text: &str) -> Result<f64, String> {
    let [zoom] = numbers::<1>(text)?;
    if (0.0..=22.0).contains(&zoom) { Ok(zoom) } else { Err("it takes a number from 0 to 22".into()) }
}

fn country(text: &str) -> Result<String, String> {
    let is_code = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    if is_code { Ok(text.to_ascii_uppercase()) } else { Err("it takes two letters, such as MT".into()) }
}

fn ground(text: &str) -> Result<Ground, String> {
    match text {
        "sea" => Ok(Ground::Sea),
        "land" => Ok(Ground::Land),
        _ => Err("it takes sea or land".into()),
    }
}

fn date(text: &str) -> Result<String, String> {
    let digits = |at: std::ops::Range<usize>| text.get(at).is_some_and(|part| part.bytes().all(|b| b.is_ascii_digit()));
    let dashes = text.len() == 10 && text.is_char_boundary(4) && &text[4..5] == "-" && text.get(7..8) == Some("-");
    let shaped = dashes && digits(0..4) && digits(5..7) && digits(8..10);
    if shaped { Ok(text.to_owned()) } else { Err("it takes a day as YYYY-MM-DD".into()) }
}

//! Reads every link of tests/golden/links; see the README there.

use super::{Opened, SharedDrawing, SharedMap, SharedNote, link, open};
use crate::domain::DrawingKind;
use crate::spatial::Position;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn coordinate(position: Position) -> Value {
    json!([position.lng, position.lat])
}

fn drawing(drawing: &SharedDrawing) -> Value {
    let all = |points: &[Position]| points.iter().map(|point| coordinate(*point)).collect::<Vec<_>>();
    let geometry = match &drawing.kind {
        DrawingKind::Circle { center, radius_m } => json!({ "center": coordinate(*center), "radius_m": radius_m }),
        DrawingKind::Polygon { ring: points } | DrawingKind::Line { points, .. } => json!({ "points": all(points) }),
        DrawingKind::Reachable { center, minutes, .. } => json!({ "center": coordinate(*center), "minutes": minutes }),
    };
    json!({ "kind": drawing.kind.name(), "source": drawing.origin.name(), "label": drawing.label, "geometry": geometry })
}

fn note(note: &SharedNote) -> Value {
    let position = coordinate(note.position);
    json!({ "source": note.origin.name(), "position": position, "note": note.note, "icon": note.icon })
}

fn told(map: &SharedMap, skipped: usize) -> Value {
    let camera = map.camera;
    let selected = |(id, source): (&str, &str)| json!({ "id": id, "source": source });
    let selection = map.selection.iter().map(|item| selected((&item.id, item.origin.name()))).collect::<Vec<_>>();
    json!({
        "opens": "map",
        "skipped": skipped,
        "center": coordinate(camera.center), "zoom": camera.zoom, "bearing": camera.bearing, "pitch": camera.pitch,
        "selection": selection,
        "drawings": map.drawings.iter().map(drawing).collect::<Vec<_>>(),
        "notes": map.notes.iter().map(note).collect::<Vec<_>>(),
        "categories": map.categories,
        "city": map.city,
        "written": link(map, "").map(|link| link.fragment).ok(),
    })
}

#[test]
fn every_golden_link_opens_as_it_always_has() {
    let folder = Path::new("tests/golden/links");
    let mut read = 0;
    for entry in fs::read_dir(folder).expect("the folder is part of the repository") {
        let path = entry.expect("it can be listed").path();
        if path.extension().is_none_or(|extension| extension != "link") {
            continue;
        }
        read += 1;
        let text = fs::read_to_string(&path).expect("it was just listed");
        let answer = match open(text.trim_end_matches('\n')) {
            Opened::Absent => json!({ "opens": "absent" }),
            Opened::Broken => json!({ "opens": "broken" }),
            Opened::Newer { version } => json!({ "opens": "newer", "version": version }),
            Opened::Map { map, skipped } => told(&map, skipped),
        };
        let expected = fs::read_to_string(path.with_extension("json")).expect("each link has its answer beside it");
        let expected: Value = serde_json::from_str(&expected).expect("the answer is JSON");
        assert_eq!(answer, expected, "{}\n{answer}", path.display());
    }
    assert!(read >= 20, "only {read} links were read");
}

use super::BuildError;
use super::files::manifest_of;
use crate::city::pack::{CityEntry, CityIndex};
use std::path::Path;

/// Writes `index.json` of a folder of packs, so that it lists every pack in it: those listed before in their order,
/// then the new ones by id. The first is the default city.
pub fn write_index(folder: &Path) -> Result<CityIndex, BuildError> {
    let path = folder.join("index.json");
    let before = std::fs::read_to_string(&path).ok().and_then(|text| serde_json::from_str(&text).ok());
    let before: CityIndex = before.unwrap_or_default();
    let mut cities = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(BuildError::unreadable(folder))? {
        let pack = entry.map_err(BuildError::unreadable(folder))?.path();
        let manifest =
            manifest_of(&pack).filter(|manifest| pack.file_name().is_some_and(|name| name == manifest.id.as_str()));
        cities.extend(manifest.map(|manifest| CityEntry { id: manifest.id, name: manifest.name, bbox: manifest.bbox }));
    }
    let rank = |city: &CityEntry| before.cities.iter().position(|known| known.id == city.id).unwrap_or(usize::MAX);
    cities.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.id.cmp(&b.id)));
    let index = CityIndex { cities };
    let mut text = serde_json::to_string_pretty(&index).expect("an index is plain data");
    text.push('\n');
    std::fs::write(&path, text).map_err(BuildError::unwritable(path))?;
    Ok(index)
}

use super::basemap::archive;
use super::files::{MANIFEST, count, is_in_base, is_in_text, sha256, text_record};
use crate::city::pack::{FeatureColumns, FeatureRecord, FileEntry, Manifest, PackError, TextColumns, TextRecord};
use crate::city::walking::Walking;
use crate::city::{Category, CategorySet};
use crate::spatial::fold;
use std::collections::BTreeMap;
use std::path::Path;

/// Faults told of one check before the rest is only counted.
const TOLD: usize = 5;

/// One thing that was proved of a pack, or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What holds when there is no fault.
    pub claim: String,
    /// A sentence for each fault.
    pub faults: Vec<String>,
}

/// Everything there is in a pack, as far as it could be read.
#[derive(Default)]
struct Contents {
    base: Vec<FeatureRecord>,
    categories: BTreeMap<Category, Vec<FeatureRecord>>,
    text: Vec<(String, CategorySet, Vec<String>)>,
}

/// Proves that the pack in a folder is whole. Stops after a check whose faults leave nothing to go on with.
pub fn verify(folder: &Path) -> Vec<Check> {
    let mut checks = Vec::new();
    let path = folder.join(MANIFEST);
    let manifest = std::fs::read_to_string(&path)
        .map_err(|error| format!("{} cannot be read: {error}", path.display()))
        .and_then(|text| Manifest::parse(&text).map_err(|error| format!("{}: {error}", path.display())));
    let manifest = match manifest {
        Ok(manifest) => manifest,
        Err(fault) => return vec![Check { claim: "the manifest parses".into(), faults: vec![fault] }],
    };
    checks.push(Check { claim: format!("the manifest of {} parses", manifest.name), faults: Vec::new() });
    let faults: Vec<_> = manifest.files.all().filter_map(|file| check_file(folder, file).err()).collect();
    let files = manifest.files.all().count();
    checks.push(Check { claim: format!("{files} files have the bytes and the SHA-256 the manifest says"), faults });
    if checks.iter().any(|check| !check.faults.is_empty()) {
        return checks;
    }
    if let Some(file) = &manifest.files.basemap {
        let faults = std::fs::read(folder.join(&file.path))
            .map_or_else(|error| vec![error.to_string()], |bytes| archive::faults(&bytes, &manifest.bbox));
        let named = faults.into_iter().map(|fault| format!("{}: {fault}", file.path)).collect();
        checks.push(check("the basemap is an archive of vector tiles that lies under the bbox", named));
    }
    if let Some(file) = &manifest.files.walking {
        let bytes = std::fs::read(folder.join(&file.path)).map_err(|error| error.to_string());
        let graph = bytes.and_then(|bytes| Walking::decode(&bytes).map_err(|error| error.to_string()));
        let faults = match graph {
            Ok(graph) if graph.size().1 == 0 => vec![format!("{}: nothing in it is walked", file.path)],
            Ok(graph) if !graph.bbox().overlaps(&manifest.bbox) => {
                vec![format!("{}: it lies outside the bbox", file.path)]
            }
            Ok(_) => vec![],
            Err(fault) => vec![format!("{}: {fault}", file.path)],
        };
        checks.push(check("the walking graph decodes and lies where the city is", faults));
    }
    let (contents, faults) = Contents::read(folder, &manifest);
    let is_read = faults.is_empty();
    checks.push(check("every file of features and text decodes", faults));
    if is_read {
        checks.extend(contents.checks(&manifest));
    }
    checks
}

/// All features of a pack, those of the base file first, each once.
pub fn read_features(folder: &Path) -> Result<Vec<FeatureRecord>, String> {
    let text =
        std::fs::read_to_string(folder.join(MANIFEST)).map_err(|error| format!("{}: {error}", folder.display()))?;
    let manifest = Manifest::parse(&text).map_err(|error| error.to_string())?;
    let (contents, faults) = Contents::read(folder, &manifest);
    match faults.into_iter().next() {
        Some(fault) => Err(fault),
        None => Ok(contents.once().into_values().cloned().collect()),
    }
}

fn check(claim: impl Into<String>, mut faults: Vec<String>) -> Check {
    let more = faults.len().saturating_sub(TOLD);
    if more > 0 {
        faults.truncate(TOLD);
        faults.push(format!("and {more} more of this kind"));
    }
    Check { claim: claim.into(), faults }
}

fn check_file(folder: &Path, file: &FileEntry) -> Result<(), String> {
    let bytes =
        std::fs::read(folder.join(&file.path)).map_err(|error| format!("{} cannot be read: {error}", file.path))?;
    if bytes.len() as u64 != file.bytes {
        return Err(format!("{} has {} bytes, the manifest says {}", file.path, bytes.len(), file.bytes));
    }
    let found = sha256(&bytes);
    if found != file.sha256 {
        return Err(format!("{} has the SHA-256 {found}, the manifest says {}", file.path, file.sha256));
    }
    Ok(())
}

impl Contents {
    fn read(folder: &Path, manifest: &Manifest) -> (Self, Vec<String>) {
        let (mut contents, mut faults) = (Self::default(), Vec::new());
        let bytes = |file: &FileEntry| std::fs::read(folder.join(&file.path)).map_err(|error| error.to_string());
        let features = |file: &FileEntry| {
            let read = bytes(file).and_then(|bytes| records(&bytes).map_err(|error| error.to_string()));
            read.map_err(|error| format!("{}: {error}", file.path))
        };
        match features(&manifest.files.base) {
            Ok(base) => contents.base = base,
            Err(fault) => faults.push(fault),
        }
        for (category, file) in &manifest.files.categories {
            match features(file) {
                Ok(features) => _ = contents.categories.insert(*category, features),
                Err(fault) => faults.push(fault),
            }
        }
        let text = bytes(&manifest.files.text).and_then(|bytes| texts(&bytes).map_err(|error| error.to_string()));
        match text {
            Ok(text) => contents.text = text,
            Err(error) => faults.push(format!("{}: {error}", manifest.files.text.path)),
        }
        (contents, faults)
    }

    fn all(&self) -> impl Iterator<Item = &FeatureRecord> {
        self.base.iter().chain(self.categories.values().flatten())
    }

    fn once(&self) -> BTreeMap<&str, &FeatureRecord> {
        self.all().map(|feature| (feature.id.as_str(), feature)).collect()
    }

    fn checks(&self, manifest: &Manifest) -> Vec<Check> {
        let features: Vec<FeatureRecord> = self.once().into_values().cloned().collect();
        vec![
            check("every id stands for one feature and once in its file", self.repeated_ids()),
            check("every feature is in the files of its categories and in no other", self.misplaced()),
            check(format!("{} features, as many of each category as the manifest says", features.len()), {
                counts(&features, manifest)
            }),
            check("every position is inside the bbox", outside(&features, manifest)),
            check("every outline has an area and rings of at least three corners", odd_outlines(&features)),
            check(
                "the text index holds every on-demand feature and no other, its fields as they fold",
                self.odd_texts(&features),
            ),
        ]
    }

    fn repeated_ids(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for features in std::iter::once(&self.base).chain(self.categories.values()) {
            let mut ids: Vec<_> = features.iter().map(|feature| feature.id.as_str()).collect();
            ids.sort_unstable();
            let twice = ids.windows(2).filter(|pair| pair[0] == pair[1]);
            faults.extend(twice.map(|pair| format!("{} is twice in one file", pair[0])));
        }
        let once = self.once();
        let other = self.all().filter(|feature| once[feature.id.as_str()] != *feature);
        faults.extend(other.map(|feature| format!("{} is not the same in two files", feature.id)));
        faults
    }

    fn misplaced(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let stray = self.base.iter().filter(|feature| !is_in_base(feature));
        faults.extend(stray.map(|feature| format!("{} is in the base file without a base category", feature.id)));
        for (category, features) in &self.categories {
            let fits = |feature: &&FeatureRecord| feature.categories.has(*category) && !is_in_base(feature);
            let stray = features.iter().filter(|feature| !fits(feature));
            faults.extend(
                stray.map(|feature| format!("{} does not belong in the file of {}", feature.id, category.name())),
            );
        }
        for feature in self.categories.values().flatten() {
            let here = |category: &Category| {
                self.categories
                    .get(category)
                    .is_some_and(|features| features.iter().any(|other| other.id == feature.id))
            };
            let single = feature.categories.iter().nth(1).is_none();
            let missing = feature.categories.iter().filter(|category| !single && !here(category));
            faults.extend(
                missing.map(|category| format!("{} is missing in the file of {}", feature.id, category.name())),
            );
        }
        faults
    }

    fn odd_texts(&self, features: &[FeatureRecord]) -> Vec<String> {
        let expected: Vec<TextRecord> =
            features.iter().filter(|feature| is_in_text(feature)).map(text_record).collect();
        let expected = match texts(&TextColumns::encode(expected)) {
            Ok(texts) => texts,
            Err(error) => return vec![format!("the features' own text does not encode: {error}")],
        };
        let by_id = |texts: &[(String, CategorySet, Vec<String>)]| -> BTreeMap<String, (CategorySet, Vec<String>)> {
            texts.iter().cloned().map(|(id, categories, fields)| (id, (categories, fields))).collect()
        };
        let (found, expected) = (by_id(&self.text), by_id(&expected));
        let mut faults = Vec::new();
        if found.len() != self.text.len() {
            faults.push("an id is twice in the text index".into());
        }
        for (id, entry) in &expected {
            match found.get(id) {
                None => faults.push(format!("{id} is missing in the text index")),
                Some(other) if other != entry => {
                    faults.push(format!("{id} has another text or other categories in the text index"))
                }
                Some(_) => {}
            }
        }
        faults.extend(
            found
                .keys()
                .filter(|id| !expected.contains_key(*id))
                .map(|id| format!("{id} is in the text index and is no feature of an on-demand category")),
        );
        let unfolded = found.iter().filter(|(_, (_, fields))| fields.iter().any(|field| fold(field) != *field));
        faults.extend(unfolded.map(|(id, _)| format!("{id} has text that is not folded")));
        faults
    }
}

fn counts(features: &[FeatureRecord], manifest: &Manifest) -> Vec<String> {
    let mut faults = Vec::new();
    if features.len() as u64 != u64::from(manifest.features) {
        faults.push(format!("there are {} features, the manifest says {}", features.len(), manifest.features));
    }
    let differs = count(features).into_iter().filter(|(category, found)| manifest.counts.get(category) != Some(found));
    faults.extend(differs.map(|(category, found)| {
        format!("there are {found} of {}, the manifest says {}", category.name(), manifest.count(category))
    }));
    faults
}

fn outside(features: &[FeatureRecord], manifest: &Manifest) -> Vec<String> {
    let inside = |feature: &&FeatureRecord| feature.position.is_some_and(|position| manifest.bbox.contains(position));
    features
        .iter()
        .filter(|feature| !inside(feature))
        .map(|feature| format!("{} lies outside the bbox", feature.id))
        .collect()
}

fn odd_outlines(features: &[FeatureRecord]) -> Vec<String> {
    let whole = |feature: &&FeatureRecord| {
        feature.shape.as_ref().is_none_or(|shape| {
            let rings = shape.polygons.iter().flat_map(|polygon| polygon.rings());
            feature.area_m2 > 0.0 && feature.perimeter_m > 0.0 && rings.into_iter().all(|ring| ring.len() >= 3)
        })
    };
    features
        .iter()
        .filter(|feature| !whole(feature))
        .map(|feature| format!("{} has an outline that is none", feature.id))
        .collect()
}

/// The features of a file.
fn records(bytes: &[u8]) -> Result<Vec<FeatureRecord>, PackError> {
    let columns = FeatureColumns::decode(bytes)?;
    let (ids, positions) = (columns.ids.to_strings(&columns.strings)?, columns.positions());
    let (starts, tags) = (columns.tag_starts(), columns.tag_strings());
    let string = |number: u32| columns.strings.get(number).map(str::to_owned);
    let record = |index: usize| {
        let pairs = tags[starts[index] as usize..starts[index + 1] as usize].chunks_exact(2);
        FeatureRecord {
            id: ids[index].to_string(),
            position: Some(positions[index]),
            categories: columns.categories[index],
            name: string(columns.names[index]),
            name_en: string(columns.names_en[index]),
            address: string(columns.addresses[index]),
            tags: pairs.filter_map(|pair| Some((string(pair[0])?, string(pair[1])?))).collect(),
            ..FeatureRecord::default()
        }
    };
    let mut records: Vec<_> = (0..columns.len()).map(record).collect();
    for area in columns.areas() {
        let record = &mut records[area.feature as usize];
        (record.area_m2, record.perimeter_m) = (area.area_m2, area.perimeter_m);
        record.shape = Some(area.shape);
    }
    Ok(records)
}

/// Id, categories and fields of each entry of a text index.
fn texts(bytes: &[u8]) -> Result<Vec<(String, CategorySet, Vec<String>)>, PackError> {
    let columns = TextColumns::decode(bytes)?;
    let ids = columns.ids.to_strings(&columns.strings)?;
    let mut start = 0;
    let entries = ids.iter().zip(&columns.categories).zip(&columns.lengths).map(|((id, categories), length)| {
        let end = start + *length as usize;
        let fields = columns.text[start..end].lines().map(str::to_owned).collect();
        start = end;
        (id.to_string(), *categories, fields)
    });
    Ok(entries.collect())
}

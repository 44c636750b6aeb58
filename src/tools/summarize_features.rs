use super::area_filter::BriefArea;
use super::args::{Kind, PlaceRef, brief_place_ref};
use super::find_features::unloaded_matches;
use super::listing::{insert_unsearched, origin};
use super::opening::OpenAt;
use super::reader::{Reader, whole_metres};
use super::search::Search;
use super::statistics::{Grouping, Groups, Numbers, recorded};
use super::{Query, ToolError};
use crate::city::{CategorySet, DIET, KEPT_TAGS, is_kept_tag};
use crate::domain::clipped;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The sentence names at most this many groups.
const MAX_SPOKEN: usize = 3;
/// Characters of a group's key that the sentence says.
const SPOKEN_KEY: usize = 60;

/// `summarize_features`: counts and figures over every match of a search.
pub struct SummarizeFeatures;

/// The search, and what to make of it. Told in few words: find_features tells the filter in full.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Text
    query: Option<String>,
    /// Kinds
    categories: Option<Vec<String>>,
    /// Place
    #[schemars(schema_with = "brief_place_ref")]
    #[serde(default)]
    near: Option<PlaceRef>,
    /// Metres
    radius_m: Option<f64>,
    /// Drawing
    within: Option<String>,
    /// Where
    area: Option<BriefArea>,
    /// Time
    open_at: Option<String>,
    /// category, district, tag
    group_by: Option<String>,
    /// A tag
    stats: Option<String>,
}

impl Query for SummarizeFeatures {
    const NAME: &'static str = "summarize_features";
    const TITLE: &'static str = "Count places";
    const DESCRIPTION: &'static str = "Counts what find_features' filter matches: 25 biggest groups (pizza;kebab \
        is in both), a tag's figures. Read out summary.";

    type Input = Input;

    async fn answer(input: Input, map: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
        let categories = input.categories.map(|names| names.into_iter().map(Kind).collect::<Vec<_>>());
        if categories.as_ref().is_some_and(Vec::is_empty) {
            return Err(ToolError::InvalidArgument(format!(
                "categories is empty; name at least one of {}.",
                kinds(map).await?
            )));
        }
        map.kinds(categories.as_ref()).await?;
        let attributes = attributes(map, [&input.group_by, &input.stats]).await?;
        let group_by = input.group_by.as_deref().map(|name| grouping(name, &attributes)).transpose()?;
        let stats = input.stats.as_deref().map(|name| numeric(name, &attributes)).transpose()?;
        let area = input.area.map(BriefArea::read).transpose()?;
        let search = Search {
            query: input.query.as_deref(),
            categories: categories.as_ref(),
            near: input.near.as_ref(),
            radius_m: input.radius_m,
            within: input.within.as_deref(),
            area: area.as_ref(),
            open_at: input.open_at.as_deref(),
        };
        let found = search.run(map).await?;
        let city = map.loaded_city()?;
        let mut answer = Map::new();
        if let Some(radius_m) = found.radius_m {
            answer.insert("origin".into(), origin(&city.features, &found.place));
            answer.insert("radius_m".into(), whole_metres(radius_m));
        }
        answer.insert("total".into(), json!(found.hits.len()));
        let mut said = Said::new(found.hits.len());
        if let Some(open) = &found.open {
            said.open(open);
        }
        let mut tags = Vec::new();
        if let Some(by) = group_by {
            let asked = found.categories.unwrap_or_else(|| city.loaded());
            let groups = Groups::of(&city, &found.hits, by, asked);
            answer.insert("groups".into(), groups.rows());
            answer.insert("other".into(), json!(groups.other));
            answer.insert("missing".into(), json!(groups.missing));
            said.groups(by, &groups);
            if let Grouping::Tag(tag) = by {
                tags.push(tag);
            }
        }
        if let Some(tag) = stats {
            let numbers = Numbers::of(&city.features, &found.hits, tag);
            answer.insert("stats".into(), numbers.row(tag));
            said.numbers(tag, &numbers);
            tags.push(tag);
        }
        if !tags.is_empty() {
            answer.insert("recorded".into(), Value::Object(recorded(&city.features, &found.hits, tags)));
        }
        if let Some(open) = &found.open {
            open.tell(&city.features, &mut answer);
        }
        answer.insert("summary".into(), json!(said.sentence()));
        if found.categories.is_none() {
            insert_unsearched(&city, &mut answer);
        }
        if let Some(query) = &found.query {
            unloaded_matches(&city, query, &mut answer);
        }
        Ok(answer)
    }
}

/// The names of all kinds.
async fn kinds(map: Reader<'_>) -> Result<String, ToolError> {
    let city = map.city().await?;
    Ok(city.kind_names(CategorySet(u32::MAX)).map(|(name, _)| name).collect::<Vec<_>>().join(", "))
}

/// Those of the names that are attributes of a layer on the map.
async fn attributes(map: Reader<'_>, names: [&Option<String>; 2]) -> Result<Vec<String>, ToolError> {
    let city = map.city().await?;
    let has =
        |name: &&String| city.layers().any(|(_, _, file)| file.layer().is_some_and(|layer| layer.has_attribute(name)));
    Ok(names.into_iter().flatten().filter(has).cloned().collect())
}

/// What that name groups by.
fn grouping<'a>(name: &'a str, attributes: &[String]) -> Result<Grouping<'a>, ToolError> {
    match name {
        "category" => Ok(Grouping::Category),
        "district" => Ok(Grouping::District),
        tag if is_kept_tag(tag) || attributes.iter().any(|attribute| attribute == tag) => Ok(Grouping::Tag(tag)),
        _ => Err(ToolError::InvalidArgument(format!(
            "Nothing can be grouped by {name:?}; group_by takes category, district, {}.",
            tag_names()
        ))),
    }
}

/// A tag to read numbers from.
fn numeric<'a>(name: &'a str, attributes: &[String]) -> Result<&'a str, ToolError> {
    if is_kept_tag(name) || attributes.iter().any(|attribute| attribute == name) {
        return Ok(name);
    }
    Err(ToolError::InvalidArgument(format!(
        "No place has a tag {name:?}; stats takes one with numbers, which are stars and capacity, or any of {}.",
        tag_names()
    )))
}

fn tag_names() -> String {
    format!("{} or a diet such as {DIET}vegan", KEPT_TAGS.join(", "))
}

/// The summary on its way: clauses of one sentence.
struct Said {
    total: usize,
    clauses: Vec<String>,
}

impl Said {
    fn new(total: usize) -> Self {
        let first = match total {
            0 => "No place matches".into(),
            1 => "1 place matches".into(),
            _ => format!("{total} places match"),
        };
        Self { total, clauses: vec![first] }
    }

    fn open(&mut self, open: &OpenAt) {
        let verb = if self.total == 1 { "is" } else { "are" };
        self.clauses[0].push_str(&format!(" and {verb} open at {}", open.at()));
        if open.unknown() > 0 {
            self.clauses.push(format!("of {} more that match nobody knows whether they are open", open.unknown()));
        }
    }

    fn groups(&mut self, by: Grouping<'_>, groups: &Groups<'_>) {
        if self.total == 0 {
            return;
        }
        let what = match by {
            Grouping::Category => "category".into(),
            Grouping::District => "district".into(),
            Grouping::Tag(tag) => spoken(tag),
        };
        let named = groups.biggest.iter().take(MAX_SPOKEN).map(|(key, _, count)| {
            let key = if by == Grouping::District { (*key).to_owned() } else { key.replace('_', " ") };
            format!("{} {count}", clipped(&key, SPOKEN_KEY))
        });
        let named: Vec<_> = named.collect();
        if !named.is_empty() {
            let first = if groups.biggest.len() > MAX_SPOKEN { "first come " } else { "" };
            self.clauses.push(format!("by {what}, {first}{}", named.join(", ")));
        }
        if groups.missing > 0 {
            let (lie, have) = if groups.missing == 1 { ("lies", "has") } else { ("lie", "have") };
            self.clauses.push(match by {
                Grouping::District => format!("{} {lie} in no district", groups.missing),
                _ => format!("{} {have} no {what} recorded", groups.missing),
            });
        }
    }

    fn numbers(&mut self, tag: &str, numbers: &Numbers) {
        if self.total == 0 {
            return;
        }
        let tag = spoken(tag);
        self.clauses.push(match numbers.spread() {
            None => format!("none has a number recorded as {tag}"),
            Some([min, max, ..]) if min == max => format!("for {tag}, {min}, known of {}", numbers.len()),
            Some([min, max, mean, _]) => {
                format!("for {tag}, {min} to {max} with a mean of {mean}, known of {}", numbers.len())
            }
        });
    }

    fn sentence(self) -> String {
        format!("{}.", self.clauses.join("; "))
    }
}

/// A tag's name as one says it.
fn spoken(text: &str) -> String {
    text.replace(['_', ':'], " ")
}

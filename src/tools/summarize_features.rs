use super::area_filter::BriefArea;
use super::args::{Kind, PlaceRef, brief_place_ref};
use super::find_features::unloaded_matches;
use super::listing::{insert_unsearched, origin};
use super::opening::OpenAt;
use super::reader::{Reader, whole_metres};
use super::search::Search;
use super::statistics::{Grouping, Groups, Numbers, recorded};
use super::{Query, ToolError};
use crate::city::{Category, CategorySet, DIET, KEPT_TAGS, is_kept_tag};
use crate::domain::clipped;
use crate::language::{Language, t, tn};
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
        let found = search.run(map, usize::MAX).await?;
        let city = map.loaded_city()?;
        let mut answer = Map::new();
        if let Some(radius_m) = found.radius_m {
            answer.insert("origin".into(), origin(&city.features, &found.place));
            answer.insert("radius_m".into(), whole_metres(radius_m));
        }
        answer.insert("total".into(), json!(found.hits.len()));
        let mut said = Said::new(found.hits.len(), map.language());
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
    language: Language,
}

impl Said {
    fn new(total: usize, language: Language) -> Self {
        Self { total, clauses: vec![Self::matching(total, language)], language }
    }

    fn matching(total: usize, language: Language) -> String {
        match total {
            0 => t!(language, "No place matches").into(),
            _ => tn!(language, total, "%{n} place matches", "%{n} places match"),
        }
    }

    fn open(&mut self, open: &OpenAt) {
        let matching = std::mem::take(&mut self.clauses[0]);
        self.clauses[0] = if self.total == 1 {
            t!(self.language, "%{matching} and is open at %{time}", matching = matching, time = open.at())
        } else {
            t!(self.language, "%{matching} and are open at %{time}", matching = matching, time = open.at())
        };
        if open.unknown() > 0 {
            let unknown = open.unknown();
            let clause = t!(self.language, "of %{n} more that match nobody knows whether they are open", n = unknown);
            self.clauses.push(clause);
        }
    }

    fn groups(&mut self, by: Grouping<'_>, groups: &Groups<'_>) {
        if self.total == 0 {
            return;
        }
        let language = self.language;
        let what = match by {
            Grouping::Category => t!(language, "category").into(),
            Grouping::District => t!(language, "district").into(),
            Grouping::Tag(tag) => spoken(tag),
        };
        let named = groups.biggest.iter().take(MAX_SPOKEN).map(|(key, _, count)| {
            let key = match Category::from_name(key).filter(|_| by == Grouping::Category) {
                Some(category) => category.in_words(language).to_owned(),
                None if by == Grouping::District => (*key).to_owned(),
                None => key.replace('_', " "),
            };
            t!(language, "%{name} %{count}", name = clipped(&key, SPOKEN_KEY), count = count)
        });
        let named: Vec<_> = named.collect();
        if !named.is_empty() {
            let named = named.join(t!(language, ", " as "list"));
            self.clauses.push(if groups.biggest.len() > MAX_SPOKEN {
                t!(language, "by %{what}, first come %{named}", what = what, named = named)
            } else {
                t!(language, "by %{what}, %{named}", what = what, named = named)
            });
        }
        if groups.missing > 0 {
            let missing = groups.missing;
            self.clauses.push(match by {
                Grouping::District => {
                    tn!(language, missing, "%{n} lies in no district", "%{n} lie in no district")
                }
                _ => {
                    tn!(language, missing, "%{n} has no %{what} recorded", "%{n} have no %{what} recorded", what = what)
                }
            });
        }
    }

    fn numbers(&mut self, tag: &str, numbers: &Numbers) {
        if self.total == 0 {
            return;
        }
        let (language, tag, known) = (self.language, spoken(tag), numbers.len());
        self.clauses.push(match numbers.spread() {
            None => t!(language, "none has a number recorded as %{tag}", tag = tag),
            Some([min, max, ..]) if min == max => {
                t!(language, "for %{tag}, %{min}, known of %{n}", tag = tag, min = min, n = known)
            }
            Some([min, max, mean, _]) => t!(
                language,
                "for %{tag}, %{min} to %{max} with a mean of %{mean}, known of %{n}",
                tag = tag,
                min = min,
                max = max,
                mean = mean,
                n = known
            ),
        });
    }

    fn sentence(self) -> String {
        let clauses = self.clauses.join(t!(self.language, "; " as "clauses"));
        t!(self.language, "%{clauses}.", clauses = clauses)
    }
}

/// A tag's name as one says it.
fn spoken(text: &str) -> String {
    text.replace(['_', ':'], " ")
}

use super::areas::Kinds;
use super::args::{Kind, PlaceRef};
use super::listing::origin;
use super::reader::{Place, Reader, whole_metres};
use super::{Query, ToolError};
use crate::city::{Category, CategorySet, City, Filter, Hit, Region, search};
use crate::language::{Language, t};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// How far to count when nothing is said, in metres.
const DEFAULT_RADIUS_M: f64 = 800.0;

/// `compare_areas`: how many places of each kind two places have around them.
pub struct CompareAreas;

/// What to compare.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// One place: {lng, lat}, a feature id or a name.
    a: PlaceRef,
    /// The other, in the same forms.
    b: PlaceRef,
    /// How far to count round each, in metres. Default 800.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 10000))]
    radius_m: Option<f64>,
    /// Kinds to count, fetched when need be. Left out: all that are loaded. district is ignored here.
    #[schemars(length(min = 1))]
    categories: Option<Vec<Kind>>,
}

impl Query for CompareAreas {
    const NAME: &'static str = "compare_areas";
    const TITLE: &'static str = "Compare two places";
    const DESCRIPTION: &'static str = "Count what two places have around them, kind by kind, with the nearest of each \
        kind, in one call. by_category has every kind counted, zeros too. A place of two kinds counts under both but \
        once in total. summary is a sentence to read out.";

    type Input = Input;

    async fn answer(input: Input, map: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
        let places = [map.place("a", &input.a).await?, map.place("b", &input.b).await?];
        let kinds = Kinds::load(map, input.categories.as_ref()).await?;
        let city = map.loaded_city()?;
        let radius_m = input.radius_m.unwrap_or(DEFAULT_RADIUS_M);
        let asked = kinds.of(&city);
        let sides = places.each_ref().map(|place| {
            let (region, origin) = (Region::Radius(radius_m), place.position);
            let filter = Filter { query: None, categories: Some(asked), region, inside: None, origin };
            Side::of(&city, &search(&city.features, &filter))
        });
        let mut by_category = Map::new();
        let mut counted = Vec::new();
        for (name, kind) in city.kind_names(asked) {
            let [a, b] = sides.each_ref().map(|side| side.row(&city, kind));
            counted.push((name, a["count"].clone(), b["count"].clone()));
            by_category.insert(name.into(), json!({ "a": a, "b": b }));
        }
        let totals = sides.each_ref().map(|side| side.total);
        let mut answer = Map::new();
        answer.insert("a".into(), origin(&city.features, &places[0]));
        answer.insert("b".into(), origin(&city.features, &places[1]));
        answer.insert("radius_m".into(), whole_metres(radius_m));
        answer.insert("by_category".into(), Value::Object(by_category));
        answer.insert("total".into(), json!({ "a": totals[0], "b": totals[1] }));
        let names = places.each_ref().map(|place| spoken(&city, place));
        answer.insert("summary".into(), json!(summary(radius_m, &names, totals, &counted, map.language())));
        kinds.tell(&city, &mut answer);
        Ok(answer)
    }
}

/// What one of the places has around it.
struct Side {
    total: usize,
    /// By the bit of each kind: how many, and the nearest.
    kinds: [(u32, Option<Hit>); u32::BITS as usize],
}

impl Side {
    /// Counts the hits, which are nearest first.
    fn of(city: &City, hits: &[Hit]) -> Self {
        let mut kinds = [(0, None); u32::BITS as usize];
        for hit in hits {
            city.features.get(hit.key).categories().each_bit(|bit| {
                let (count, nearest) = &mut kinds[bit];
                *count += 1;
                nearest.get_or_insert(*hit);
            });
        }
        Self { total: hits.len(), kinds }
    }

    /// How many are of the one kind, and the nearest.
    fn row(&self, city: &City, kind: CategorySet) -> Value {
        let (count, nearest) = self.kinds[kind.0.trailing_zeros() as usize % self.kinds.len()];
        let Some(hit) = nearest else { return json!({ "count": count }) };
        let (feature, distance_m) = (city.features.get(hit.key), whole_metres(hit.line().distance_m));
        json!({ "count": count, "nearest": { "id": feature.id(), "name": feature.name(), "distance_m": distance_m } })
    }
}

/// What to call the place aloud.
fn spoken(city: &City, place: &Place) -> String {
    let name = place.key.and_then(|key| city.features.get(key).name());
    let rounded = place.position.rounded();
    name.map_or_else(|| format!("({}, {})", rounded.lng, rounded.lat), str::to_owned)
}

fn summary(
    radius_m: f64,
    [a, b]: &[String; 2],
    totals: [usize; 2],
    counted: &[(&str, Value, Value)],
    language: Language,
) -> String {
    let there = counted.iter().filter(|(_, a, b)| *a != 0 || *b != 0);
    let part = |(kind, a, b): &(&str, Value, Value)| {
        let kind = Category::from_name(kind).map_or(*kind, |kind| kind.in_words(language));
        t!(language, "%{kind} %{a} to %{b}", kind = kind, a = a, b = b)
    };
    let parts: Vec<_> = there.map(part).collect();
    let [in_a, in_b] = totals;
    let metres = whole_metres(radius_m);
    if parts.is_empty() {
        return t!(
            language,
            "Within %{metres} m, %{a} has %{in_a} and %{b} has %{in_b} of the places counted.",
            metres = metres,
            a = a,
            in_a = in_a,
            b = b,
            in_b = in_b
        );
    }
    t!(
        language,
        "Within %{metres} m, %{a} has %{in_a} and %{b} has %{in_b} of the places counted: %{kinds}.",
        metres = metres,
        a = a,
        in_a = in_a,
        b = b,
        in_b = in_b,
        kinds = parts.join(t!(language, ", " as "list"))
    )
}

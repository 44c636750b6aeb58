use super::args::{PlaceRef, brief_place_ref};
use super::listing::origin;
use super::reader::{Place, Reader, whole_metres};
use super::steps::{SpokenStep, spoken};
use super::{Action, NoRoute, Plan, ToolError};
use crate::city::City;
use crate::city::walking::Walk;
use crate::domain::{Drawing, DrawingKind, Edit, MAX_LABEL, MAX_POINTS, Origin, Route, checked_label, clipped};
use crate::language::{Language, t};
use crate::ports::{RouterError, Unfit, within};
use crate::spatial::{Position, distance_m, round_to, simplified};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// How long the walking graph is waited for before a router is asked.
const GRAPH_LIMIT: Duration = Duration::from_secs(4);
/// How long a router is waited for, its queue included.
const ROUTER_LIMIT: Duration = Duration::from_secs(8);
/// How long both are together, so that the call ends before it is given up.
const BOTH_LIMIT: Duration = Duration::from_secs(9);
/// Places nearer to each other than this, in metres, are the same.
const SAME_PLACE_M: f64 = 1.0;
/// Steps that an answer lists.
const MAX_STEPS: usize = 40;

/// `plan_route`: a walk between two places, drawn.
pub struct PlanRoute;

/// The walk.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Start: {lng, lat}, a feature id or a place's name.
    from: PlaceRef,
    /// End, in the same forms.
    #[schemars(schema_with = "brief_place_ref")]
    to: PlaceRef,
    /// Short name shown beside it. Default "walk: A → B".
    #[schemars(length(max = 80))]
    label: Option<String>,
    /// true: answer with the way in sentences too, at most 40. Default false.
    steps: Option<bool>,
}

impl Action for PlanRoute {
    const NAME: &'static str = "plan_route";
    const TITLE: &'static str = "Plan a walk";
    const DESCRIPTION: &'static str = "Finds the quickest way on foot from one place to another, ferries included, and \
        puts it on the map. By the city's own walking data where that reaches, else by a public routing service; where \
        neither has a way nothing appears, and the answer says why. Gives drawing_id, the router's distance_m and \
        duration_s, both ends as understood, and attribution, which belongs beside the route.";

    type Input = Input;

    async fn plan(input: Input, map: Reader<'_>) -> Result<Plan, ToolError> {
        let label = input.label.as_deref().map(checked_label).transpose()?.flatten();
        drop(map.city().await?);
        let from = map.place("from", &input.from).await?;
        let to = map.place("to", &input.to).await?;
        if distance_m(from.position, to.position) < SAME_PLACE_M {
            return Err(same_place("are the same place"));
        }
        let found = find(map, from.position, to.position).await?;
        let city = map.loaded_city()?;
        let ends = [End::of(&city, &from), End::of(&city, &to)];
        planned(
            (map.session().ids().drawing(), map.by()),
            label,
            &ends,
            found,
            input.steps == Some(true),
            map.language(),
        )
    }
}

/// A walk and whom to credit for it.
pub(super) struct Found {
    pub walk: Walk,
    pub attribution: String,
}

/// An end of the walk as answers show it.
pub(super) struct End {
    name: String,
    answer: Value,
}

impl End {
    pub(super) fn of(city: &City, place: &Place) -> Self {
        let feature = place.key.map(|key| city.features.get(key));
        let name = feature.and_then(|feature| feature.name().or_else(|| feature.name_en())).map(str::to_owned);
        let Position { lng, lat } = place.position;
        let coordinates = || format!("{}, {}", round_to(lng, 4), round_to(lat, 4));
        Self { name: name.unwrap_or_else(coordinates), answer: origin(&city.features, place) }
    }
}

fn same_place(what: &str) -> ToolError {
    ToolError::InvalidArgument(format!("from and to {what}, so there is no walk to draw. Pass two different places."))
}

/// The walk by the pack's own graph, else by the router that the pack names.
async fn find(map: Reader<'_>, from: Position, to: Position) -> Result<Found, ToolError> {
    let clock = map.loader().clock();
    let began = clock.now();
    // A graph that does not come is none: the router knows the way too.
    let there = map.context().loader_at(from);
    let graph = async {
        there.base().await?;
        there.walking().await
    };
    drop(within(clock, GRAPH_LIMIT, graph).await);
    let service = {
        let city = there.city().map_or_else(|| map.loaded_city(), Ok)?;
        if let Some(walk) = city.walking.as_ref().and_then(|walking| walking.route(from, to)) {
            return Ok(Found { walk, attribution: city.manifest.attribution.clone() });
        }
        city.manifest.router.clone().unwrap_or_default()
    };
    let router = map.context().router().ok_or(ToolError::RouteUnavailable(NoRoute::NoRouter))?;
    let left = BOTH_LIMIT.saturating_sub(clock.now().saturating_sub(began)).min(ROUTER_LIMIT);
    match router.walk(&service, from, to, left).await {
        Ok(walk) => Ok(Found { walk, attribution: service.attribution }),
        Err(RouterError::Unfit(Unfit::SamePoint)) => Err(one_point()),
        Err(error) => Err(ToolError::RouteUnavailable(NoRoute::from(&error))),
    }
}

fn one_point() -> ToolError {
    same_place("are nearest to the same point of the network of paths")
}

/// The drawing of a walk that was found, and the answer that goes with it.
pub(super) fn planned(
    (number, by): (u32, Origin),
    label: Option<String>,
    [from, to]: &[End; 2],
    Found { walk, attribution }: Found,
    with_steps: bool,
    language: Language,
) -> Result<Plan, ToolError> {
    let points = simplified(&walk.points, MAX_POINTS);
    if points.len() < 2 {
        return Err(one_point());
    }
    let mut all = walk.points.clone();
    all.dedup();
    let (count, is_simplified) = (points.len(), points.len() < all.len());
    let label = label.unwrap_or_else(|| default_label(&from.name, &to.name, language));
    let route =
        Route { distance_m: walk.distance_m, duration_s: walk.duration_s, attribution: Some(attribution.clone()) };
    let kind = DrawingKind::line(points, Some(route)).map_err(|_| ToolError::Internal)?;
    let drawing = Drawing::new(number, by, Some(label.clone()), kind);
    let mut answer = Map::new();
    answer.insert("drawing_id".into(), json!(drawing.id().to_string()));
    answer.insert("label".into(), json!(label));
    answer.insert("distance_m".into(), whole_metres(walk.distance_m));
    answer.insert("duration_s".into(), json!(round_to(walk.duration_s, 0) as i64));
    answer.insert("from".into(), from.answer.clone());
    answer.insert("to".into(), to.answer.clone());
    answer.insert("points".into(), json!(count));
    if is_simplified {
        answer.insert("simplified".into(), json!(true));
    }
    if walk.uses_ferry() {
        answer.insert("uses_ferry".into(), json!(true));
    }
    answer.insert("attribution".into(), json!(attribution));
    if with_steps {
        insert_steps(&mut answer, &spoken(&walk, &to.name, language));
    }
    Ok(Plan::edit(Edit::AddDrawing(drawing)).answering(answer))
}

fn insert_steps(answer: &mut Map<String, Value>, steps: &[SpokenStep]) {
    let row = |step: &SpokenStep| json!({ "text": step.text, "distance_m": whole_metres(step.distance_m) });
    answer.insert("steps".into(), steps.iter().take(MAX_STEPS).map(row).collect());
    if steps.len() > MAX_STEPS {
        answer.insert("steps_total".into(), json!(steps.len()));
    }
}

/// Both names in a label that is no longer than labels may be: the longer one is cut first.
fn default_label(from: &str, to: &str, language: Language) -> String {
    let both = |from: &str, to: &str| t!(language, "walk: %{from} → %{to}", from = from, to = to);
    let room = MAX_LABEL.saturating_sub(both("", "").chars().count());
    let length = |text: &str| text.chars().count();
    let of_from = length(from).min((room / 2).max(room.saturating_sub(length(to))));
    let of_to = length(to).min(room - of_from);
    both(&shortened(from, of_from), &shortened(to, of_to))
}

/// The text in at most `most` characters, with an ellipsis when it was cut.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    format!("{}…", clipped(text, most.saturating_sub(1)).trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EN: Language = Language::ENGLISH;

    #[test]
    fn the_default_label_names_both_ends_however_long_they_are() {
        assert_eq!(default_label("大安", "台北車站", EN), "walk: 大安 → 台北車站");
        let (short, long) = ("A".repeat(30), "é".repeat(200));
        for (from, to) in [(&short, &long), (&long, &short), (&long, &long)] {
            let label = default_label(from, to, EN);
            assert_eq!(label.chars().count(), MAX_LABEL, "{label}");
            assert!(label.contains('…') && (!label.contains('A') || label.contains(&short)), "{label}");
        }
        assert_eq!(default_label(&"x".repeat(35), &"y".repeat(36), EN).chars().count(), MAX_LABEL);
        assert!(!default_label(&"x".repeat(35), &"y".repeat(36), EN).contains('…'));
    }
}

use super::marks::insert_measure;
use super::reader::{Reader, is_id};
use super::{Query, ToolError};
use crate::domain::{self, MarkId};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

/// `measure`: how long or large a thing is.
pub struct Measure;

/// What to measure.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Id of a drawing or feature; names are not taken.
    #[schemars(length(min = 1, max = 200))]
    target: String,
}

impl Query for Measure {
    const NAME: &'static str = "measure";
    const TITLE: &'static str = "Measure";
    const DESCRIPTION: &'static str = "The size of a drawing or feature, on the ellipsoid, in whole metres: length_m of \
        a line, area_m2 and perimeter_m of an area. A point is not_measurable; for distances between places use \
        find_features with near.";

    type Input = Input;

    async fn answer(input: Input, map: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
        let id = &input.target;
        let measure = match id.parse() {
            Ok(mark) => {
                map.with_shape(mark).await?;
                of_mark(map, mark)?
            }
            Err(_) if !is_id(id) => {
                let sentence = format!(
                    "target takes the id of a drawing or feature; you gave {id:?}. Look a name up with find_features \
                     first."
                );
                return Err(ToolError::InvalidArgument(sentence));
            }
            Err(_) => of_feature(map, id).await?,
        };
        let mut answer = Map::new();
        insert_measure(&mut answer, Some(measure), true);
        Ok(answer)
    }
}

fn of_mark(map: Reader<'_>, id: MarkId) -> Result<domain::Measure, ToolError> {
    let session = map.session();
    let measure = match id {
        MarkId::Drawing(_) => session.drawing(id).map(|drawing| drawing.measure()),
        MarkId::Annotation(_) => session.note(id).map(|_| None),
    };
    let measure = measure.ok_or_else(|| ToolError::UnknownId { field: "target", id: id.to_string() })?;
    measure.ok_or_else(|| ToolError::NotMeasurable { id: id.to_string() })
}

async fn of_feature(map: Reader<'_>, id: &str) -> Result<domain::Measure, ToolError> {
    let place = map.by_id("target", id).await?;
    let city = map.loaded_city()?;
    if let Some((layer, index)) = place.key.and_then(|key| city.features.get(key).of_layer()) {
        let (length_m, area_m2, perimeter_m) = layer.measures(index);
        return match (area_m2 > 0.0, length_m > 0.0) {
            (true, _) => Ok(domain::Measure::Area { area_m2, perimeter_m }),
            (false, true) => Ok(domain::Measure::Line { length_m }),
            (false, false) => Err(ToolError::NotMeasurable { id: id.to_owned() }),
        };
    }
    let area = place.key.and_then(|key| city.features.get(key).area());
    let measure = area.map(|area| domain::Measure::Area { area_m2: area.area_m2, perimeter_m: area.perimeter_m });
    measure.ok_or_else(|| ToolError::NotMeasurable { id: id.to_owned() })
}

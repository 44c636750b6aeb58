use super::args::LngLat;
use super::reader::{Place, Reader};
use super::{Action, Plan, ToolError};
use crate::domain::{Edit, MarkId};
use crate::spatial::{BBox, Camera, Position};
use schemars::JsonSchema;
use serde::Deserialize;

/// Zoom at which a place is shown, unless the map is closer already.
const PLACE_ZOOM: f64 = 15.0;
/// Pixels kept free round what is framed.
pub(super) const FIT_MARGIN_PX: f64 = 48.0;
/// Nothing is framed closer than this zoom.
pub(super) const MAX_FIT_ZOOM: f64 = 18.0;

/// `set_map_view`: move the camera.
pub struct SetMapView;

/// Where to; at most one of place, feature_id, fit and center.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Name of a place to go to; several equally good ones move nothing and come back as candidates.
    #[schemars(length(min = 1, max = 200))]
    place: Option<String>,
    /// Id of a feature to go to.
    #[schemars(length(min = 1, max = 200))]
    feature_id: Option<String>,
    /// Id of a feature, drawing or note to frame whole: an area or line fits the free part of the screen, a point is
    /// as feature_id. Not with zoom.
    #[schemars(length(min = 1, max = 200))]
    fit: Option<String>,
    /// Exact centre.
    center: Option<LngLat>,
    /// City about 10, neighbourhood 15, building 18.
    #[schemars(range(min = 0, max = 22))]
    zoom: Option<f64>,
    /// Rotation in degrees clockwise from north.
    bearing: Option<f64>,
    /// Tilt in degrees; 0 looks straight down.
    #[schemars(range(min = 0, max = 85))]
    pitch: Option<f64>,
}

impl Input {
    fn check(&self) -> Result<(), ToolError> {
        let given = [
            ("place", self.place.is_some()),
            ("feature_id", self.feature_id.is_some()),
            ("fit", self.fit.is_some()),
            ("center", self.center.is_some()),
        ];
        let targets: Vec<_> = given.iter().filter(|(_, given)| *given).map(|(name, _)| *name).collect();
        let sentence = if targets.len() > 1 {
            format!("{} exclude each other: pass one of them.", targets.join(" and "))
        } else if self.fit.is_some() && self.zoom.is_some() {
            "fit chooses its own zoom: leave zoom out, or pass feature_id with zoom.".into()
        } else if targets.is_empty() && self.zoom.is_none() && self.bearing.is_none() && self.pitch.is_none() {
            "Nothing to do: pass one of place, feature_id, fit or center, or zoom, bearing or pitch.".into()
        } else {
            return Ok(());
        };
        Err(ToolError::InvalidArgument(sentence))
    }

    /// The camera asked for, apart from what `fit` frames.
    fn camera(&self, from: Camera, goes_to: Option<Position>, default_zoom: f64) -> Camera {
        Camera {
            center: goes_to.unwrap_or(from.center),
            zoom: self.zoom.unwrap_or(default_zoom),
            bearing: self.bearing.unwrap_or(from.bearing),
            pitch: self.pitch.unwrap_or(from.pitch),
        }
    }
}

impl Action for SetMapView {
    const NAME: &'static str = "set_map_view";
    const TITLE: &'static str = "Move the map";
    const DESCRIPTION: &'static str = "Move the camera to a named place, a feature, a coordinate, or so that a whole \
        area fits. A place or feature is shown at zoom 15, or at the present zoom when that is closer; zoom overrides. \
        zoom, bearing and pitch also work alone. Answers with the new state of the map at once, without waiting for \
        the flight there.";
    const STATE_IS_FLAT: bool = true;

    type Input = Input;

    async fn plan(input: Input, map: Reader<'_>) -> Result<Plan, ToolError> {
        input.check()?;
        drop(map.city().await?);
        let from = map.session().camera();
        let place_zoom = from.zoom.max(PLACE_ZOOM);
        let goes_to = |place: Place| input.camera(from, Some(place.position), place_zoom);
        let camera = if let Some(name) = &input.place {
            goes_to(map.named("place", name).await?)
        } else if let Some(id) = &input.feature_id {
            goes_to(map.by_id("feature_id", id).await?)
        } else if let Some(id) = &input.fit {
            match extent(map, id).await? {
                Extent::Area(bbox) => framed(&input, map, &bbox).await?,
                Extent::Point(position) => input.camera(from, Some(position), place_zoom),
            }
        } else {
            let center = input.center.map(Position::from);
            if let Some(center) = center {
                map.check_swapped("center", center).await?;
            }
            input.camera(from, center, from.zoom)
        };
        Ok(Plan::edit(Edit::MoveCamera(camera)))
    }
}

/// What `fit` frames.
enum Extent {
    Area(BBox),
    Point(Position),
}

async fn extent(map: Reader<'_>, id: &str) -> Result<Extent, ToolError> {
    if let Ok(mark) = id.parse::<MarkId>() {
        map.with_shape(mark).await?;
        let session = map.session();
        let drawing = session.drawing(mark).map(|drawing| Extent::Area(drawing.kind().bbox()));
        let note = || session.note(mark).map(|note| Extent::Point(note.position));
        return drawing.or_else(note).ok_or_else(|| ToolError::UnknownId { field: "fit", id: id.to_owned() });
    }
    let place = map.by_id("fit", id).await?;
    let city = map.loaded_city()?;
    let area = place.key.and_then(|key| city.features.get(key).area());
    Ok(area.map_or(Extent::Point(place.position), |area| Extent::Area(area.bbox)))
}

async fn framed(input: &Input, map: Reader<'_>, bbox: &BBox) -> Result<Camera, ToolError> {
    map.rendered_bounds().await?;
    let session = map.session();
    let from = input.camera(session.camera(), None, session.camera().zoom);
    let fitted = session.viewport().fit(bbox, &from, FIT_MARGIN_PX, MAX_FIT_ZOOM);
    Ok(Camera { pitch: input.pitch.unwrap_or(fitted.pitch), ..fitted })
}

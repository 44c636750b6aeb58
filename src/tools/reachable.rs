//! Reachable areas: their shape follows from the walking graph of the city they lie in, and is computed when it is needed.

use super::{Context, NoRoute, ToolError};
use crate::city::walking::Walking;
use crate::domain::{Drawing, DrawingKind, MarkId};
use crate::ports::Loader;
use crate::spatial::{Position, Shape};
use std::rc::Rc;
use std::time::Duration;

/// So many shapes are computed unasked, and the pause before each: the page has other things to do.
const AT_ONCE: usize = 12;
const PAUSE: Duration = Duration::from_millis(100);

/// Where one can walk to from there in that many minutes.
pub(super) async fn shape(context: &Context, center: Position, minutes: u32) -> Result<Shape, ToolError> {
    compute(load(context, center).await?, center, minutes)
}

/// Gives the drawing of that id its shape, when it is a reachable area that has none: nobody's edit. Any other is left
/// alone.
pub(super) async fn with_shape(context: &Context, id: MarkId) -> Result<(), ToolError> {
    let Some((center, minutes)) = missing(context, id) else { return Ok(()) };
    let loader = load(context, center).await?;
    // It may have been computed, moved or removed meanwhile.
    if missing(context, id) == Some((center, minutes)) {
        context.set_reachable_shape(id, compute(loader, center, minutes)?);
    }
    Ok(())
}

/// Gives reachable areas their shape that have none, such as those of an opened link; the first twelve of them, since a
/// link may hold hundreds. Any other gets its shape when it is asked for.
///
/// # Errors
/// The first failure; the other areas are computed all the same.
pub async fn compute_shapes(context: &Rc<Context>) -> Result<(), ToolError> {
    let ids: Vec<_> = context.session().drawings().iter().map(Drawing::id).collect();
    let missing: Vec<_> = ids.into_iter().filter(|id| missing(context, *id).is_some()).collect();
    let mut result = Ok(());
    for id in missing.into_iter().take(AT_ONCE) {
        // One at a time, so that the page moves on between two.
        context.loader().clock().sleep(PAUSE).await;
        let done = with_shape(context, id).await;
        result = result.and(done);
    }
    result
}

/// Centre and minutes of a reachable area whose shape is not computed.
fn missing(context: &Context, id: MarkId) -> Option<(Position, u32)> {
    match context.session().drawing(id)?.kind() {
        DrawingKind::Reachable { center, minutes, shape: None } => Some((*center, *minutes)),
        _ => None,
    }
}

/// The loader of the city there, its walking graph loaded.
async fn load(context: &Context, center: Position) -> Result<&Rc<Loader>, ToolError> {
    let loader = context.loader_at(center);
    loader.base().await.map_err(|error| ToolError::of_base(&error))?;
    match loader.walking().await {
        Ok(true) => Ok(loader),
        Ok(false) => {
            let city = loader.city().map(|city| city.manifest.name.clone()).unwrap_or_default();
            Err(ToolError::RouteUnavailable(NoRoute::NoGraph { city }))
        }
        Err(error) => Err(ToolError::RouteUnavailable(NoRoute::of_load(&error))),
    }
}

fn compute(loader: &Loader, center: Position, minutes: u32) -> Result<Shape, ToolError> {
    let city = loader.city().ok_or(ToolError::Internal)?;
    let reach = |walking: &Rc<Walking>| walking.reachable(center, minutes);
    let shape = city.walking.as_ref().and_then(reach).filter(|shape| !shape.polygons.is_empty());
    shape.ok_or(ToolError::RouteUnavailable(NoRoute::FarFromPaths))
}

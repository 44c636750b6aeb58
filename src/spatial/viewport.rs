use super::{BBox, Position};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Latitude where the square Web Mercator world ends, in degrees.
const MAX_LAT: f64 = 85.051_129;
/// Side of the whole world at zoom 0, in CSS pixels.
const WORLD_PX: f64 = 512.0;
/// Distance from the eye to the centre in window heights: half over the tangent of half MapLibre's field of view,
/// which is 2·atan(1/3).
const EYE_HEIGHTS: f64 = 1.5;

/// Where the map looks from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Camera {
    /// The position in the middle of the uncovered part of the map.
    pub center: Position,
    /// Zoom level, 0–22; the world is 512·2^zoom pixels wide.
    pub zoom: f64,
    /// Rotation in degrees clockwise from north, in [0, 360).
    pub bearing: f64,
    /// Tilt in degrees, 0–85; 0 looks straight down.
    pub pitch: f64,
}

impl Camera {
    /// A camera looking straight down, north up.
    pub const fn above(center: Position, zoom: f64) -> Self {
        Self { center, zoom, bearing: 0.0, pitch: 0.0 }
    }

    /// The nearest camera a map can take: longitude in [−180, 180], latitude on the Mercator square, zoom 0–22,
    /// bearing in [0, 360), pitch 0–85.
    #[must_use]
    pub fn bounded(self) -> Self {
        Self {
            center: Position::new(wrap_lng(self.center.lng), self.center.lat.clamp(-MAX_LAT, MAX_LAT)),
            zoom: self.zoom.clamp(0.0, 22.0),
            bearing: self.bearing.rem_euclid(360.0) % 360.0,
            pitch: self.pitch.clamp(0.0, 85.0),
        }
    }

    /// Whether the two show the same, to less than a pixel and a hundredth of a degree.
    pub fn is_close(&self, other: &Self) -> bool {
        let scale = WORLD_PX * self.zoom.max(other.zoom).exp2();
        let (a, b) = (mercator(self.center), mercator(other.center));
        let turn = (self.bearing - other.bearing).rem_euclid(360.0);
        (a.0 - b.0).abs() * scale < 1.0
            && (a.1 - b.1).abs() * scale < 1.0
            && (self.zoom - other.zoom).abs() < 1e-3
            && turn.min(360.0 - turn) < 0.01
            && (self.pitch - other.pitch).abs() < 0.01
    }
}

/// Widths that panels cover at each edge, in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the names are the edges")]
pub struct Insets {
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
    pub left: f64,
}

/// The map's window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Width in CSS pixels.
    pub width: f64,
    /// Height in CSS pixels.
    pub height: f64,
    /// What panels cover of it; the camera's centre is in the middle of the rest.
    pub insets: Insets,
}

impl Viewport {
    /// A window of that size with nothing over it.
    pub const fn new(width: f64, height: f64) -> Self {
        Self { width, height, insets: Insets { top: 0.0, right: 0.0, bottom: 0.0, left: 0.0 } }
    }

    /// Width and height of the uncovered part, in CSS pixels, at least 1.
    pub fn free_size(&self) -> (f64, f64) {
        let Insets { top, right, bottom, left } = self.insets;
        ((self.width - left - right).max(1.0), (self.height - top - bottom).max(1.0))
    }

    /// The rectangle round all ground seen in the uncovered part. With a tilted camera the ground ends where MapLibre
    /// ends it, a little below the horizon. Longitudes run past ±180 rather than wrap.
    pub fn bounds(&self, camera: &Camera) -> BBox {
        let (width, height) = self.free_size();
        let (x, y) = (width / 2.0, height / 2.0);
        let corners = [(-x, -y), (x, -y), (x, y), (-x, y)];
        BBox::around(corners.map(|(dx, dy)| self.ground_at(camera, dx, dy)))
    }

    /// The camera, looking straight down but turned as `from`, that shows the whole of `bbox` in the uncovered part
    /// with `margin` pixels round it, no closer than `max_zoom`.
    pub fn fit(&self, bbox: &BBox, from: &Camera, margin: f64, max_zoom: f64) -> Camera {
        let corners =
            [(bbox.west, bbox.south), (bbox.east, bbox.south), (bbox.east, bbox.north), (bbox.west, bbox.north)];
        let turn = from.bearing.to_radians();
        let turned = corners.map(|(lng, lat)| {
            let (x, y) = mercator(Position::new(lng, lat));
            (x * turn.cos() + y * turn.sin(), y * turn.cos() - x * turn.sin())
        });
        let span = |of: fn(&(f64, f64)) -> f64| {
            let values = turned.iter().map(of);
            let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
            (f64::midpoint(low, high), (high - low).max(1e-12))
        };
        let ((x, across), (y, down)) = (span(|c| c.0), span(|c| c.1));
        let (width, height) = self.free_size();
        let room = |size: f64| (size - 2.0 * margin).max(size / 2.0) / WORLD_PX;
        let zoom = (room(width) / across).min(room(height) / down).log2();
        let center = from_mercator(x * turn.cos() - y * turn.sin(), y * turn.cos() + x * turn.sin());
        Camera { center, zoom: zoom.min(max_zoom), bearing: from.bearing, pitch: 0.0 }.bounded()
    }

    /// The ground under a point `dx` pixels right and `dy` below the middle of the uncovered part.
    fn ground_at(&self, camera: &Camera, dx: f64, dy: f64) -> Position {
        let eye = EYE_HEIGHTS * self.height;
        let pitch = camera.pitch.to_radians();
        // MapLibre draws nothing higher than this above the middle of the screen.
        let horizon = eye * ((PI / 2.0 - pitch).tan() * 0.85).min((89.25f64.to_radians() - pitch).tan());
        let dy = if camera.pitch > 0.0 { dy.max(-horizon) } else { dy };
        // The ray from the eye through the screen's point, followed to the ground: x to the right, y ahead.
        let reach = eye * pitch.cos() / (eye * pitch.cos() + dy * pitch.sin());
        let ahead = -eye * pitch.sin() + reach * (eye * pitch.sin() - dy * pitch.cos());
        let right = reach * dx;
        let turn = camera.bearing.to_radians();
        let scale = WORLD_PX * camera.zoom.exp2();
        let (x, y) = mercator(camera.center);
        from_mercator(
            x + (right * turn.cos() + ahead * turn.sin()) / scale,
            y - (ahead * turn.cos() - right * turn.sin()) / scale,
        )
    }
}

/// Web Mercator: the world as a unit square, x to the east, y to the south.
fn mercator(position: Position) -> (f64, f64) {
    let lat = position.lat.clamp(-MAX_LAT, MAX_LAT).to_radians();
    (position.lng / 360.0 + 0.5, 0.5 - (PI / 4.0 + lat / 2.0).tan().ln() / (2.0 * PI))
}

fn from_mercator(x: f64, y: f64) -> Position {
    let lat = ((PI * (1.0 - 2.0 * y)).exp().atan() * 2.0 - PI / 2.0).to_degrees();
    Position::new((x - 0.5) * 360.0, lat.clamp(-90.0, 90.0))
}

/// The same meridian in [−180, 180].
fn wrap_lng(lng: f64) -> f64 {
    if lng.abs() <= 180.0 { lng } else { (lng + 180.0).rem_euclid(360.0) - 180.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALLETTA: Position = Position::new(14.5126, 35.8997);

    #[test]
    fn bounds_looking_straight_down_are_the_window_over_the_scale() {
        let bounds = Viewport::new(1280.0, 800.0).bounds(&Camera::above(VALLETTA, 14.0));
        let width = 1280.0 / (512.0 * 16384.0) * 360.0;
        assert!((bounds.east - bounds.west - width).abs() < 1e-9);
        assert!((bounds.center().lng - VALLETTA.lng).abs() < 1e-9);
        assert!((bounds.center().lat - VALLETTA.lat).abs() < 1e-4);
    }

    #[test]
    fn a_quarter_turn_exchanges_width_and_height() {
        let viewport = Viewport::new(1280.0, 800.0);
        let turned = viewport.bounds(&Camera { bearing: 90.0, ..Camera::above(VALLETTA, 14.0) });
        let width = 800.0 / (512.0 * 16384.0) * 360.0;
        assert!((turned.east - turned.west - width).abs() < 1e-9);
    }

    #[test]
    fn tilting_shows_more_ahead_and_stops_short_of_the_horizon() {
        let viewport = Viewport::new(1280.0, 800.0);
        let flat = viewport.bounds(&Camera::above(VALLETTA, 14.0));
        for pitch in [30.0, 60.0, 85.0] {
            let tilted = viewport.bounds(&Camera { pitch, ..Camera::above(VALLETTA, 14.0) });
            assert!(tilted.north > flat.north && tilted.west < flat.west, "{pitch} {tilted:?}");
            assert!(tilted.north < 50.0 && tilted.south < VALLETTA.lat, "{pitch} {tilted:?}");
        }
    }

    #[test]
    fn a_fitted_rectangle_is_wholly_in_the_free_part_and_touches_its_margin() {
        let mut viewport = Viewport::new(1280.0, 800.0);
        viewport.insets.right = 388.0;
        for bearing in [0.0, 33.0, 270.0] {
            let from = Camera { bearing, ..Camera::above(VALLETTA, 16.0) };
            let bbox = BBox { west: 14.3, south: 35.8, east: 14.6, north: 36.0 };
            let camera = viewport.fit(&bbox, &from, 40.0, 18.0);
            let seen = viewport.bounds(&camera);
            assert!(seen.west < bbox.west && seen.east > bbox.east, "{bearing} {seen:?}");
            assert!(seen.south < bbox.south && seen.north > bbox.north, "{bearing} {seen:?}");
            let closer = viewport.bounds(&Camera { zoom: camera.zoom + 0.5, ..camera });
            assert!(bearing != 0.0 || closer.west > bbox.west || closer.south > bbox.south);
        }
    }

    #[test]
    fn a_camera_is_brought_into_what_a_map_can_take() {
        let wild = Camera { center: Position::new(181.0, 89.0), zoom: 25.0, bearing: -90.0, pitch: 99.0 }.bounded();
        assert_eq!((wild.center.lng, wild.center.lat, wild.zoom), (-179.0, MAX_LAT, 22.0));
        assert_eq!((wild.bearing, wild.pitch), (270.0, 85.0));
        assert_eq!(Camera { bearing: -1e-20, ..wild }.bounded().bearing, 0.0);
    }
}

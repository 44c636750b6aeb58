use serde::{Deserialize, Serialize};

/// A point on the WGS84 ellipsoid, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// Longitude in degrees, positive to the east.
    pub lng: f64,
    /// Latitude in degrees, positive to the north.
    pub lat: f64,
}

impl Position {
    /// A position from longitude and latitude in degrees.
    pub const fn new(lng: f64, lat: f64) -> Self {
        Self { lng, lat }
    }

    /// The same position with five decimals (about a metre), as answers give coordinates.
    pub fn rounded(self) -> Self {
        Self { lng: round_to(self.lng, 5), lat: round_to(self.lat, 5) }
    }

    /// Longitude and latitude exchanged.
    pub const fn swapped(self) -> Self {
        Self { lng: self.lat, lat: self.lng }
    }

    /// Whether both numbers are finite and within ±180 and ±90 degrees.
    pub fn is_valid(self) -> bool {
        self.lng.abs() <= 180.0 && self.lat.abs() <= 90.0
    }
}

/// `value` rounded to `decimals` places, and never a negative zero.
pub fn round_to(value: f64, decimals: i32) -> f64 {
    let scale = 10f64.powi(decimals);
    (value * scale).round() / scale + 0.0
}

/// At most this many layers are on the map at a time.
pub const MAX_LAYERS: usize = 8;

/// A layer of one's own on the map. Its places are not of the session: whoever shows it keeps them by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its number, never given to another.
    pub number: u32,
    /// `layer:` and the name that tools call it by, never given to another.
    pub name: String,
    /// What the human calls it: its file's name.
    pub title: String,
    /// How many places it has.
    pub places: usize,
}

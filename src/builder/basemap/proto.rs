//! The few protobuf encodings that vector tiles and OSM extracts are made of.

/// A message in the making.
#[derive(Default)]
pub(super) struct Message(pub Vec<u8>);

impl Message {
    /// Appends a whole number.
    pub fn number(&mut self, field: u32, value: u64) {
        varint(&mut self.0, u64::from(field << 3));
        varint(&mut self.0, value);
    }

    /// Appends a signed number in zigzag encoding.
    pub fn signed(&mut self, field: u32, value: i64) {
        self.number(field, zigzag(value));
    }

    /// Appends a text, some bytes or a message within.
    pub fn bytes(&mut self, field: u32, value: &[u8]) {
        varint(&mut self.0, u64::from(field << 3 | 2));
        varint(&mut self.0, value.len() as u64);
        self.0.extend_from_slice(value);
    }

    /// Appends a packed list of numbers.
    pub fn packed(&mut self, field: u32, values: impl IntoIterator<Item = u64>) {
        let mut list = Vec::new();
        values.into_iter().for_each(|value| varint(&mut list, value));
        self.bytes(field, &list);
    }

    /// Appends a packed list of signed numbers, each as its difference from the one before.
    pub fn deltas(&mut self, field: u32, values: impl IntoIterator<Item = i64>) {
        let mut last = 0;
        let steps = values.into_iter().map(|value| zigzag(value.wrapping_sub(std::mem::replace(&mut last, value))));
        self.packed(field, steps);
    }
}

/// A signed number as an unsigned one that is small when it is near zero.
pub(super) const fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// One field of a message that is read.
pub(super) enum Field<'a> {
    /// A field whose value has a length: text, bytes or a message.
    Bytes(u32, &'a [u8]),
    /// A whole number.
    Number(u32, u64),
    /// Any other.
    Other,
}

/// The fields of a message; ends early where the bytes are no message.
pub(super) fn fields(mut bytes: &[u8]) -> impl Iterator<Item = Field<'_>> {
    std::iter::from_fn(move || {
        let key = take_varint(&mut bytes)?;
        let field = u32::try_from(key >> 3).ok()?;
        let length = match key & 7 {
            0 => return Some(Field::Number(field, take_varint(&mut bytes)?)),
            1 => 8,
            2 => usize::try_from(take_varint(&mut bytes)?).ok()?,
            5 => 4,
            _ => return None,
        };
        let (value, rest) = bytes.split_at_checked(length)?;
        bytes = rest;
        Some(if key & 7 == 2 { Field::Bytes(field, value) } else { Field::Other })
    })
}

/// The numbers of a packed list.
pub(super) fn numbers(mut bytes: &[u8]) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || take_varint(&mut bytes))
}

/// What [`zigzag`] made of a signed number.
pub(super) const fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

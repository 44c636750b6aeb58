//! The text of a file, whatever its encoding.

use crate::report::{Note, Refusal};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// Bytes in which the encoding is looked for.
const HEAD: usize = 1024;
/// How packed files begin: ZIP (and with it KMZ), gzip, 7z, xz, Zstandard.
const PACKED: [&[u8]; 5] = [b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd"];

/// The text and what is to be said of how it was read.
pub fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, Vec<Note>), Refusal> {
    if bytes.is_empty() {
        return Err(Refusal::Empty);
    }
    if PACKED.iter().any(|magic| bytes.starts_with(magic)) {
        return Err(Refusal::Packed);
    }
    let head = &bytes[..bytes.len().min(HEAD)];
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return Ok(decoded(encoding, &bytes[mark..], Vec::new()));
    }
    if let Some(encoding) = wide(head)? {
        return Ok(decoded(encoding, bytes, vec![Note::Encoding(encoding.name().to_owned())]));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok((Cow::Borrowed(text), Vec::new()));
    }
    if let Some(encoding) = declared(head).filter(|encoding| *encoding != UTF_8) {
        return Ok(decoded(encoding, bytes, Vec::new()));
    }
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let encoding = detector.guess(None, chardetng::Utf8Detection::Deny);
    Ok(decoded(encoding, bytes, vec![Note::Encoding(encoding.name().to_owned())]))
}

fn decoded<'a>(encoding: &'static Encoding, bytes: &'a [u8], mut notes: Vec<Note>) -> (Cow<'a, str>, Vec<Note>) {
    let (text, has_errors) = encoding.decode_without_bom_handling(bytes);
    if has_errors {
        notes.push(Note::Unreadable);
    }
    (text, notes)
}

/// The order of bytes of UTF-16 that does not say so: nearly every other byte of markup and numbers is zero.
fn wide(head: &[u8]) -> Result<Option<&'static Encoding>, Refusal> {
    let zeros = |odd: usize| head.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd, half) = (zeros(0), zeros(1), head.len() / 2);
    match (even, odd) {
        (0, 0) => Ok(None),
        (0, odd) if odd * 2 > half => Ok(Some(UTF_16LE)),
        (even, 0) if even * 2 > half => Ok(Some(UTF_16BE)),
        _ => Err(Refusal::Binary),
    }
}

/// The encoding that a declaration of XML names.
fn declared(head: &[u8]) -> Option<&'static Encoding> {
    let text = String::from_utf8_lossy(head);
    let declaration = text.trim_start().strip_prefix("<?xml")?.split("?>").next()?.to_owned();
    let value = declaration.split("encoding").nth(1)?.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    Encoding::for_label(value[1..].split(quote).next()?.as_bytes())
}

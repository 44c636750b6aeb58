//! Makes an OSM extract (.osm.pbf) many times larger: the same objects again and again, each time with other ids.
//! Reads and writes block by block. Limits: blocks as they are usually written, zlib or plain.

use crate::Result;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

/// Between the ids of one copy and the next: more than OpenStreetMap's highest id, so that no two copies share one.
const STRIDE: u64 = 1 << 34;
/// Wire type of a protocol buffer: a number.
const NUMBER: u64 = 0;
/// Wire type of eight bytes.
const FIXED64: u64 = 1;
/// Wire type of bytes with their length before them.
const BYTES: u64 = 2;
/// Wire type of four bytes.
const FIXED32: u64 = 5;
/// Fields of a group of objects: nodes, dense nodes, ways, relations.
const KINDS: [&[u64]; 3] = [&[1, 2], &[3], &[4]];

/// Writes `copies` copies of the extract to `to`: first the nodes of all, then their ways, then their relations.
pub fn repeat(from: &Path, to: &Path, copies: u64) -> Result<()> {
    let wrong = |what: String| format!("{}: {what}", from.display());
    let unwritable = |error: std::io::Error| format!("{}: {error}", to.display());
    let mut out = BufWriter::new(File::create(to).map_err(unwritable)?);
    for (pass, kind) in KINDS.into_iter().enumerate() {
        for copy in 0..copies {
            let mut blobs = BufReader::new(File::open(from).map_err(|error| wrong(error.to_string()))?);
            while let Some((header, blob)) = next_blob(&mut blobs).map_err(wrong)? {
                let is_data = field(&header, 1).map_err(wrong)? == Some(b"OSMData");
                if !is_data && (pass, copy) == (0, 0) {
                    write_blob(&mut out, b"OSMHeader", &content(&blob).map_err(wrong)?).map_err(unwritable)?;
                }
                if is_data && let Some(block) = shifted(&content(&blob).map_err(wrong)?, kind, copy).map_err(wrong)? {
                    write_blob(&mut out, b"OSMData", &block).map_err(unwritable)?;
                }
            }
        }
    }
    out.flush().map_err(unwritable)
}

/// A block of the file: its header, and its content as it is stored.
type Blob = (Vec<u8>, Vec<u8>);

/// The next header and content as they are in the file; `None` at its end.
fn next_blob(file: &mut impl Read) -> Result<Option<Blob>> {
    let mut length = [0; 4];
    if file.read(&mut length[..1]).map_err(|error| error.to_string())? == 0 {
        return Ok(None);
    }
    let mut exact = |bytes: &mut [u8]| file.read_exact(bytes).map_err(|error| error.to_string());
    exact(&mut length[1..])?;
    let mut header = vec![0; u32::from_be_bytes(length) as usize];
    exact(&mut header)?;
    let mut blob = vec![0; number(&header, 3)?.ok_or("a block without a size")? as usize];
    exact(&mut blob)?;
    Ok(Some((header, blob)))
}

/// What is packed in a blob.
fn content(blob: &[u8]) -> Result<Vec<u8>> {
    match (field(blob, 1)?, field(blob, 3)?) {
        (Some(plain), _) => Ok(plain.to_vec()),
        (_, Some(packed)) => decompress_to_vec_zlib(packed).map_err(|error| error.to_string()),
        _ => Err("a block is neither plain nor zlib".to_owned()),
    }
}

fn write_blob(out: &mut impl Write, kind: &[u8], content: &[u8]) -> std::io::Result<()> {
    let (mut header, mut blob) = (Vec::new(), Vec::new());
    put_number(&mut blob, 2, content.len() as u64);
    put_bytes(&mut blob, 3, &compress_to_vec_zlib(content, 6));
    put_bytes(&mut header, 1, kind);
    put_number(&mut header, 3, blob.len() as u64);
    out.write_all(&(header.len() as u32).to_be_bytes())?;
    out.write_all(&header)?;
    out.write_all(&blob)
}

/// A block with only its objects of a kind, their ids those of that copy; `None` when it has none of them.
fn shifted(block: &[u8], kind: &[u64], copy: u64) -> Result<Option<Vec<u8>>> {
    let by = copy * STRIDE;
    let mut kept = false;
    let block = rewritten(block, &mut |out, name, value| {
        let (2, Value::Bytes(group)) = (name, value) else { return Ok(false) };
        let group = rewritten(group, &mut |out, name, value| {
            let Value::Bytes(object) = value else { return Ok(false) };
            if kind.contains(&name) {
                kept = true;
                put_bytes(out, name, &object_shifted(object, name, by)?);
            }
            Ok(true)
        })?;
        put_bytes(out, name, &group);
        Ok(true)
    })?;
    Ok(kept.then_some(block))
}

/// An object with its own id and those it refers to moved up. Lists of ids hold differences: the first moves them all.
fn object_shifted(object: &[u8], kind: u64, by: u64) -> Result<Vec<u8>> {
    let signed = |folded: u64| folded.wrapping_add(by << 1);
    let list = |mut ids: &[u8]| {
        let Some(first) = (!ids.is_empty()).then(|| take_number(&mut ids)).transpose()? else { return Ok(Vec::new()) };
        // Folded numbers count away from zero: an even one is positive.
        let mut moved = Vec::new();
        put_varint(&mut moved, if first & 1 == 0 { signed(first) } else { return Err("a negative id".to_owned()) });
        moved.extend_from_slice(ids);
        Ok(moved)
    };
    rewritten(object, &mut |out, name, value| {
        match (kind, name, value) {
            (1, 1, Value::Number(id)) => put_number(out, name, signed(id)),
            (3 | 4, 1, Value::Number(id)) => put_number(out, name, id + by),
            (2, 1, Value::Bytes(ids)) | (3, 8, Value::Bytes(ids)) | (4, 9, Value::Bytes(ids)) => {
                put_bytes(out, name, &list(ids)?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    })
}

/// The value of a field.
#[derive(Clone, Copy)]
enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
    Other,
}

/// A message in which `rewrite` wrote some fields itself (true); the others stay as they are.
fn rewritten(
    mut message: &[u8],
    rewrite: &mut impl FnMut(&mut Vec<u8>, u64, Value) -> Result<bool>,
) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(message.len() + 16);
    while !message.is_empty() {
        let before = message;
        let (name, value) = take_field(&mut message)?;
        if !rewrite(&mut out, name, value)? {
            out.extend_from_slice(&before[..before.len() - message.len()]);
        }
    }
    Ok(out)
}

fn take_field<'a>(message: &mut &'a [u8]) -> Result<(u64, Value<'a>)> {
    let key = take_number(message)?;
    let value = match key & 7 {
        NUMBER => Value::Number(take_number(message)?),
        FIXED64 => take_bytes(message, 8).map(|_| Value::Other)?,
        FIXED32 => take_bytes(message, 4).map(|_| Value::Other)?,
        BYTES => {
            let length = take_number(message)?;
            Value::Bytes(take_bytes(message, length)?)
        }
        other => return Err(format!("a field of the unknown type {other}")),
    };
    Ok((key >> 3, value))
}

fn take_bytes<'a>(message: &mut &'a [u8], length: u64) -> Result<&'a [u8]> {
    let (taken, rest) = message.split_at_checked(length as usize).ok_or("a field ends beyond its message")?;
    *message = rest;
    Ok(taken)
}

fn take_number(bytes: &mut &[u8]) -> Result<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first().ok_or("a number is cut short")?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err("a number is too long".to_owned())
}

/// The bytes of a field, the last one of that name.
fn field(mut message: &[u8], wanted: u64) -> Result<Option<&[u8]>> {
    let mut found = None;
    while !message.is_empty() {
        if let (name, Value::Bytes(bytes)) = take_field(&mut message)?
            && name == wanted
        {
            found = Some(bytes);
        }
    }
    Ok(found)
}

/// The number of a field, the last one of that name.
fn number(mut message: &[u8], wanted: u64) -> Result<Option<u64>> {
    let mut found = None;
    while !message.is_empty() {
        if let (name, Value::Number(number)) = take_field(&mut message)?
            && name == wanted
        {
            found = Some(number);
        }
    }
    Ok(found)
}

fn put_varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_number(out: &mut Vec<u8>, name: u64, number: u64) {
    put_varint(out, name << 3 | NUMBER);
    put_varint(out, number);
}

fn put_bytes(out: &mut Vec<u8>, name: u64, bytes: &[u8]) {
    put_varint(out, name << 3 | BYTES);
    put_varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ids_of_a_way_and_of_its_nodes_move_and_nothing_else_does() {
        let (mut way, mut group, mut block) = (Vec::new(), Vec::new(), Vec::new());
        put_number(&mut way, 1, 7);
        put_bytes(&mut way, 2, &[1, 2]);
        put_bytes(&mut way, 8, &[10, 2, 1]);
        put_bytes(&mut group, 3, &way);
        put_bytes(&mut block, 1, b"strings");
        put_bytes(&mut block, 2, &group);
        put_number(&mut block, 17, 100);
        assert_eq!(shifted(&block, KINDS[0], 1).expect("what the test made is good"), None, "it holds no nodes");
        assert_eq!(shifted(&block, KINDS[1], 0).expect("what the test made is good").as_deref(), Some(&block[..]));

        let moved =
            shifted(&block, KINDS[1], 2).expect("what the test made is good").expect("what the test made is good");
        assert_eq!(
            (
                field(&moved, 1).expect("what the test made is good"),
                number(&moved, 17).expect("what the test made is good")
            ),
            (Some(&b"strings"[..]), Some(100))
        );
        let way = field(field(&moved, 2).expect("what the test made is good").expect("what the test made is good"), 3)
            .expect("what the test made is good")
            .expect("what the test made is good");
        assert_eq!(number(way, 1).expect("what the test made is good"), Some(7 + 2 * STRIDE));
        assert_eq!(field(way, 2).expect("what the test made is good"), Some(&[1, 2][..]));
        let mut nodes = field(way, 8).expect("what the test made is good").expect("what the test made is good");
        assert_eq!(take_number(&mut nodes).expect("what the test made is good"), (5 + 2 * STRIDE) << 1);
        assert_eq!(nodes, [2, 1]);
    }
}

//! Writes small OSM extracts in PBF form, for tests: the few messages of the format that a reader needs.

use miniz_oxide::deflate::compress_to_vec_zlib;

/// A relation's member: `n`, `w` or `r`, its id and its role.
pub type Member<'a> = (char, i64, &'a str);

/// An extract in the making. Tags are written `key=value|key=value`.
#[derive(Clone, Default)]
pub struct Extract {
    /// West, south, east, north of the header, in degrees.
    pub bbox: Option<[f64; 4]>,
    /// The header's replication timestamp, in seconds since 1970.
    pub replicated_s: Option<i64>,
    /// The time of every object, in seconds since 1970.
    pub made_s: Option<i64>,
    /// What the header requires of a reader beside the schema.
    pub requires: Vec<String>,
    nodes: Vec<Node>,
    ways: Vec<Way>,
    relations: Vec<Relation>,
}

/// Id, longitude, latitude and tags.
type Node = (i64, f64, f64, String);
/// Id, nodes and tags.
type Way = (i64, Vec<i64>, String);
/// Id, members (kind as a number, id, role) and tags.
type Relation = (i64, Vec<(u8, i64, String)>, String);

impl Extract {
    /// An extract of that rectangle: west, south, east, north.
    pub fn of(bbox: [f64; 4]) -> Self {
        Self { bbox: Some(bbox), ..Self::default() }
    }

    /// Adds a node.
    pub fn node(&mut self, id: i64, lng: f64, lat: f64, tags: &str) {
        self.nodes.push((id, lng, lat, tags.into()));
    }

    /// Adds a way.
    pub fn way(&mut self, id: i64, nodes: &[i64], tags: &str) {
        self.ways.push((id, nodes.to_vec(), tags.into()));
    }

    /// Adds a closed way round a rectangle, its nodes numbered from ten times the way's id.
    pub fn rectangle(&mut self, id: i64, [west, south, east, north]: [f64; 4], tags: &str) {
        let corners = [(west, south), (east, south), (east, north), (west, north)];
        for (index, (lng, lat)) in corners.into_iter().enumerate() {
            self.node(id * 10 + index as i64, lng, lat, "");
        }
        let first = id * 10;
        self.way(id, &[first, first + 1, first + 2, first + 3, first], tags);
    }

    /// Adds a relation.
    pub fn relation(&mut self, id: i64, members: &[Member], tags: &str) {
        let kind = |kind: char| "nwr".find(kind).expect("a member is n, w or r") as u8;
        let members = members.iter().map(|(letter, id, role)| (kind(*letter), *id, (*role).to_owned()));
        self.relations.push((id, members.collect(), tags.into()));
    }

    /// The file: a header, dense nodes in two blocks, one plain node if there is any, ways, relations.
    pub fn bytes(&self) -> Vec<u8> {
        let mut file = blob("OSMHeader", &self.header());
        let (dense, plain) = self.nodes.split_at(self.nodes.len().saturating_sub(1));
        let (first, second) = dense.split_at(dense.len() / 2);
        for nodes in [first, second] {
            file.extend(self.block(|block| block.dense(nodes)));
        }
        file.extend(self.block(|block| plain.iter().for_each(|node| block.node(node))));
        file.extend(self.block(|block| self.ways.iter().for_each(|way| block.way(way))));
        file.extend(self.block(|block| self.relations.iter().for_each(|relation| block.relation(relation))));
        file
    }

    fn header(&self) -> Vec<u8> {
        let mut header = Message::default();
        if let Some([west, south, east, north]) = self.bbox {
            let mut bbox = Message::default();
            for (field, degrees) in [(1, west), (2, east), (3, north), (4, south)] {
                bbox.number(field, zigzag((degrees * 1e9).round() as i64));
            }
            header.bytes(1, &bbox.0);
        }
        for feature in ["OsmSchema-V0.6", "DenseNodes"].into_iter().chain(self.requires.iter().map(String::as_str)) {
            header.bytes(4, feature.as_bytes());
        }
        if let Some(seconds) = self.replicated_s {
            header.number(32, seconds as u64);
        }
        header.0
    }

    /// A block, or nothing when nothing was put into it.
    fn block(&self, fill: impl FnOnce(&mut Block)) -> Vec<u8> {
        let mut block = Block { made_s: self.made_s, strings: vec![String::new()], group: Message::default() };
        fill(&mut block);
        if block.group.0.is_empty() {
            return Vec::new();
        }
        let (mut table, mut message) = (Message::default(), Message::default());
        block.strings.iter().for_each(|string| table.bytes(1, string.as_bytes()));
        message.bytes(1, &table.0);
        message.bytes(2, &block.group.0);
        blob("OSMData", &message.0)
    }
}

/// Size of the header, header and content of one block.
fn blob(kind: &str, content: &[u8]) -> Vec<u8> {
    let (mut header, mut body) = (Message::default(), Message::default());
    body.number(2, content.len() as u64);
    body.bytes(3, &compress_to_vec_zlib(content, 6));
    header.bytes(1, kind.as_bytes());
    header.number(3, body.0.len() as u64);
    [&(header.0.len() as u32).to_be_bytes()[..], &header.0, &body.0].concat()
}

struct Block {
    made_s: Option<i64>,
    strings: Vec<String>,
    group: Message,
}

impl Block {
    fn string(&mut self, text: &str) -> u64 {
        let known = self.strings.iter().position(|string| string == text);
        known.unwrap_or_else(|| {
            self.strings.push(text.to_owned());
            self.strings.len() - 1
        }) as u64
    }

    fn pairs(&mut self, tags: &str) -> Vec<(u64, u64)> {
        let pairs = tags.split('|').filter_map(|tag| tag.split_once('='));
        pairs.map(|(key, value)| (self.string(key), self.string(value))).collect()
    }

    fn head(&mut self, id: u64, tags: &str) -> Message {
        let pairs = self.pairs(tags);
        let mut message = Message::default();
        message.number(1, id);
        message.packed(2, pairs.iter().map(|pair| pair.0));
        message.packed(3, pairs.iter().map(|pair| pair.1));
        if let Some(seconds) = self.made_s {
            let mut info = Message::default();
            info.number(2, seconds as u64);
            message.bytes(4, &info.0);
        }
        message
    }

    fn dense(&mut self, nodes: &[Node]) {
        if nodes.is_empty() {
            return;
        }
        let mut tags = Vec::new();
        for (.., text) in nodes {
            tags.extend(self.pairs(text).into_iter().flat_map(|(key, value)| [key, value]).chain([0]));
        }
        let mut message = Message::default();
        message.packed(1, steps(nodes.iter().map(|node| node.0)));
        message.packed(8, steps(nodes.iter().map(|node| units(node.2))));
        message.packed(9, steps(nodes.iter().map(|node| units(node.1))));
        message.packed(10, tags);
        self.group.bytes(2, &message.0);
    }

    fn node(&mut self, (id, lng, lat, tags): &Node) {
        let mut message = self.head(zigzag(*id), tags);
        message.number(8, zigzag(units(*lat)));
        message.number(9, zigzag(units(*lng)));
        self.group.bytes(1, &message.0);
    }

    fn way(&mut self, (id, nodes, tags): &Way) {
        let mut message = self.head(*id as u64, tags);
        message.packed(8, steps(nodes.iter().copied()));
        self.group.bytes(3, &message.0);
    }

    fn relation(&mut self, (id, members, tags): &Relation) {
        let mut message = self.head(*id as u64, tags);
        let roles: Vec<u64> = members.iter().map(|member| self.string(&member.2)).collect();
        message.packed(8, roles);
        message.packed(9, steps(members.iter().map(|member| member.1)));
        message.packed(10, members.iter().map(|member| u64::from(member.0)));
        self.group.bytes(4, &message.0);
    }
}

/// A protocol buffer message.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn number(&mut self, field: u64, value: u64) {
        self.varint(field << 3);
        self.varint(value);
    }

    fn bytes(&mut self, field: u64, bytes: &[u8]) {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend(bytes);
    }

    fn packed(&mut self, field: u64, values: impl IntoIterator<Item = u64>) {
        let mut packed = Self::default();
        values.into_iter().for_each(|value| packed.varint(value));
        self.bytes(field, &packed.0);
    }
}

/// Signed numbers as the format folds them into unsigned ones.
fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63) as u64
}

/// Differences between neighbours.
fn steps(values: impl Iterator<Item = i64>) -> Vec<u64> {
    let mut before = 0;
    values.map(|value| zigzag(value - std::mem::replace(&mut before, value))).collect()
}

/// Degrees in the format's usual steps of 100 nanodegrees.
fn units(degrees: f64) -> i64 {
    (degrees * 1e7).round() as i64
}

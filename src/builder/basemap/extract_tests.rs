use super::*;

#[test]
fn lines_are_joined_end_to_begin_and_rings_close() {
    let joined = join(vec![vec![3, 4], vec![1, 2, 3], vec![7, 8], vec![8, 9, 7], vec![20, 21, 20]]);
    assert_eq!(joined, [vec![1, 2, 3, 4], vec![7, 8, 9, 7], vec![20, 21, 20]]);
    assert_eq!(join(vec![vec![1, 2], vec![3, 2]]).len(), 2, "two ends that meet are no joint");
}

#[test]
fn a_way_is_cut_where_a_node_is_missing() {
    assert_eq!(runs(&[1, 2, 3, 4, 5, 6], |id| *id != 4), [vec![1, 2, 3], vec![5, 6]]);
    assert_eq!(closed_again(&[9, 1, 2, 3, 9], &HashSet::from([1, 2, 3])), [1, 2, 3, 1]);
}

/// Two nodes, a coast, a way with a gap and a relation with a stranger in it.
fn broken_extract(to: &Path) {
    let bbox = BBox { west: 0.0, south: -1.0, east: 2.0, north: 1.0 };
    let mut copy = Copy::new(std::fs::File::create(to).expect("what the test made is good"), Some(bbox))
        .expect("what the test made is good");
    let none = || std::iter::empty::<(&str, &str)>();
    for id in 1..=4 {
        copy.node(
            id,
            id as f64 / 10.0,
            0.5,
            [("place", "islet"), ("name", "Ħ")].into_iter().skip(if id == 1 { 0 } else { 2 }),
        )
        .expect("what the test made is good");
    }
    copy.way(10, &[1, 2], [("natural", "coastline")].into_iter()).expect("what the test made is good");
    copy.way(11, &[2, 3], [("natural", "coastline")].into_iter()).expect("what the test made is good");
    copy.way(12, &[1, 2, 99, 3, 4], [("highway", "path")].into_iter()).expect("what the test made is good");
    copy.relation(20, vec![("outer".into(), 12, 1), ("outer".into(), 77, 1)], none())
        .expect("what the test made is good");
    copy.flush().expect("what the test made is good");
}

#[test]
fn a_copy_has_no_gaps_and_reads_like_the_extract() {
    let folder = tempfile::tempdir().expect("what the test made is good");
    let (extract, whole) = (folder.path().join("a.osm.pbf"), folder.path().join("b.osm.pbf"));
    broken_extract(&extract);
    assert_eq!(bbox(&extract).expect("what the test made is good").expect("what the test made is good").south, -1.0);
    let coast = coast(&extract).expect("what the test made is good");
    assert_eq!(coast.len(), 1);
    assert!((coast[0][2].x - 0.3).abs() < 1e-9);
    assert!(without_gaps(&extract, &whole).expect("what the test made is good"));
    assert!(!without_gaps(&whole, &folder.path().join("c")).expect("what the test made is good"), "the copy is whole");
    let (mut ways, mut members, mut names) = (Vec::new(), 0, Vec::new());
    ElementReader::from_path(&whole)
        .expect("what the test made is good")
        .for_each(|element| match element {
            Element::Way(way) => ways.push((way.id(), way.refs().collect::<Vec<_>>())),
            Element::Relation(relation) => members += relation.members().count(),
            Element::DenseNode(node) => names.extend(node.tags().map(|tag| tag.1.to_owned())),
            Element::Node(_) => {}
        })
        .expect("what the test made is good");
    assert_eq!(ways, [(10, vec![1, 2]), (11, vec![2, 3]), (12, vec![1, 2]), (13, vec![3, 4])]);
    assert_eq!((members, names), (1, vec!["islet".to_owned(), "Ħ".to_owned()]));
}

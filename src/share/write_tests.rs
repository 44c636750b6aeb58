use super::super::{Opened, SharedDrawing, SharedNote, open};
use super::*;
use crate::domain::{Edit, MarkId, Origin, Selected, Session};
use crate::spatial::{Camera, Position, Viewport};
use proptest::prelude::*;

const PAGE: &str = "https://x.example/";

fn plain() -> SharedMap {
    SharedMap {
        camera: Camera::above(Position::new(121.5175, 25.0478), 12.0),
        selection: Selection::default(),
        drawings: vec![],
        notes: vec![],
        categories: vec![],
        city: None,
    }
}

fn street(points: u32) -> SharedDrawing {
    let point = |index: u32| Position::new(121.5 + f64::from(index) / 5e3, 25.0 + f64::from(index % 7) / 2e3);
    let kind = DrawingKind::line((0..points).map(point).collect(), None).expect("it is fine");
    SharedDrawing { origin: Origin::Agent, label: None, kind }
}

fn selected(count: usize) -> Selection {
    Selection::replaced((0..count).map(|index| format!("osm:node:{index:010}")), Origin::User)
}

fn opened(text: &str) -> SharedMap {
    match open(text) {
        Opened::Map { map, skipped: 0 } => map,
        other => panic!("{text} gives {other:?}"),
    }
}

#[test]
fn the_example_of_the_contract_opens_and_is_written_exactly_so() {
    let example = "#v1.eyJjIjpbMTIxLjUxNzUsMjUuMDQ3OF0sInoiOjEyfQ";
    assert_eq!(opened(example), plain());
    let link = link(&plain(), PAGE).expect("it is short");
    assert_eq!((link.url, link.fragment), (format!("{PAGE}{example}"), example.to_owned()));
}

#[test]
fn a_line_of_five_hundred_points_takes_the_third_form_and_at_most_three_thousand_bytes() {
    let map = SharedMap { drawings: vec![street(500)], ..plain() };
    let link = link(&map, PAGE).expect("it fits");
    assert!(link.fragment.starts_with("#v3.") && link.url.len() <= 3_000, "{}", link.url.len());
    assert_eq!(opened(&link.url), map);
    let short = SharedMap { drawings: vec![street(20)], ..plain() };
    assert!(super::link(&short, PAGE).is_ok_and(|link| link.fragment.starts_with("#v1.")));
}

#[test]
fn the_address_bar_gives_up_the_selection_first_and_then_nothing_more() {
    let map = SharedMap { selection: selected(400), drawings: vec![street(50)], ..plain() };
    let too_long = link(&map, PAGE).expect_err("400 ids do not fit");
    assert_eq!(too_long.contributors[0].part, Part::Selection { count: 400 });
    let bar = address_bar_link(&map, PAGE).expect("without the selection it fits");
    assert!(bar.gave_up_selection && opened(&bar.url).selection.is_empty());
    let full = SharedMap { drawings: vec![street(500); 5], ..map };
    let too_long = address_bar_link(&full, PAGE).expect_err("the drawings alone do not fit");
    assert!(too_long.bytes > MAX_URL_BYTES && too_long.contributors.len() == 5);
}

#[test]
fn a_drawing_of_which_nothing_is_left_at_five_decimals_is_left_out_and_counted() {
    let tiny = [(121.5, 25.0), (121.500_001, 25.0), (121.5, 25.000_001)].map(|(lng, lat)| Position::new(lng, lat));
    let kind = DrawingKind::polygon(tiny.to_vec()).expect("it is a triangle");
    let map = SharedMap { drawings: vec![SharedDrawing { kind, ..street(2) }, street(2)], ..plain() };
    let link = link(&map, PAGE).expect("it is short");
    assert_eq!((link.omitted, opened(&link.url).drawings.len()), (1, 1));
}

#[test]
fn a_session_goes_through_its_link_into_another_with_sources_and_order() {
    let note = SharedNote { origin: Origin::User, position: Position::new(121.5, 25.0), note: "hi".into(), icon: None };
    let map = SharedMap { selection: selected(2), drawings: vec![street(3), street(4)], notes: vec![note], ..plain() };
    let mut session = Session::new(Camera::above(Position::new(0.0, 0.0), 1.0), Viewport::new(1280.0, 800.0), true);
    let edit: Edit = map.clone().into_edit(session.ids());
    session.commit(edit, Origin::User, "open_link").expect("the ids are new");
    assert_eq!(session.drawings()[1].id(), MarkId::Drawing(2));
    assert_eq!(SharedMap::of(&session, vec![], None), map);
}

fn position() -> impl Strategy<Value = Position> {
    (-18_000_000i32..=18_000_000, -8_500_000i32..=8_500_000)
        .prop_map(|(lng, lat)| Position::new(f64::from(lng) / 1e5, f64::from(lat) / 1e5))
}

fn origin() -> impl Strategy<Value = Origin> {
    prop_oneof![Just(Origin::Agent), Just(Origin::User)]
}

fn kind() -> impl Strategy<Value = DrawingKind> {
    let points = |least| prop::collection::vec(position(), least..9);
    prop_oneof![
        (position(), 1..=1_000_000u32).prop_filter_map("fine", |(center, r)| DrawingKind::circle(
            center,
            f64::from(r) / 100.0
        )
        .ok()),
        points(3).prop_filter_map("three distinct points", |points| DrawingKind::polygon_of_link(points).ok()),
        points(2).prop_filter_map("fine", |points| DrawingKind::line(points, None).ok()),
        (position(), 1..=60u32).prop_filter_map("fine", |(center, m)| DrawingKind::reachable(center, m).ok()),
    ]
}

fn maps() -> impl Strategy<Value = SharedMap> {
    let camera = (position(), 0..=2_200_000u32, 0..36_000_000u32, 0..=8_500_000u32).prop_map(|(center, z, b, p)| {
        let of = |number: u32| f64::from(number) / 1e5;
        Camera { center, zoom: of(z), bearing: of(b), pitch: of(p) }
    });
    let label = || prop::option::of("\\PC{0,12}x");
    let selection = prop::collection::vec(("\\PC{1,12}", origin()), 0..5)
        .prop_map(|items| Selection::of(items.into_iter().map(|(id, origin)| Selected { id, origin })));
    let drawing = (origin(), label(), kind()).prop_map(|(origin, label, kind)| SharedDrawing { origin, label, kind });
    let note = (origin(), position(), ".{0,20}x", label()).prop_map(|(origin, position, note, icon)| SharedNote {
        origin,
        position,
        note,
        icon,
    });
    let categories = prop::collection::hash_set("[a-z_]{1,9}", 0..4).prop_map(|names| names.into_iter().collect());
    let lists = (prop::collection::vec(drawing, 0..5), prop::collection::vec(note, 0..4), categories);
    (camera, selection, lists, prop::option::of("[a-z]{1,9}")).prop_map(
        |(camera, selection, (drawings, notes, categories), city)| SharedMap {
            camera,
            selection,
            drawings,
            notes,
            categories,
            city,
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_is_read_back_as_it_was_and_written_again_byte_for_byte(map in maps()) {
        let first = link(&map, PAGE).expect("it is short");
        let form = if map.categories.is_empty() { "#v1." } else { "#v2." };
        prop_assert!(first.fragment.starts_with(form));
        let read = opened(&first.url);
        prop_assert_eq!(&read, &map);
        prop_assert_eq!(link(&read, PAGE).map(|link| link.url), Ok(first.url));
    }

    #[test]
    fn the_packed_form_reads_back_as_it_was(map in maps()) {
        let drawings: Vec<_> = map.drawings.iter().filter_map(|drawing| v1::drawing(drawing, v3::write_packed)).collect();
        let body = v1::write(&map, drawings, v2::write_categories(&map));
        prop_assert_eq!(opened(&format!("#v3.{}", payload(&body))), map);
    }

    #[test]
    fn any_text_opens_or_is_refused_without_a_panic(text in "\\PC*", bytes in prop::collection::vec(any::<u8>(), 0..200), version in 1..5u32) {
        let _ = open(&text);
        let _ = open(&format!("#v{version}.{text}"));
        let _ = open(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_json_in_a_link_opens_or_is_refused_and_holds_no_more_than_its_text(
        members in prop::collection::vec(("c|z|b|p|s|su|d|a|t|y|k|o|g", "[\\[\\]{}\",:0-9a-z.e\\\\-]{0,30}"), 0..8), version in 1..4u32,
    ) {
        let members: Vec<_> = members.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
        for body in [members.join(","), format!("{{\"c\":[1,2],\"z\":3,{}}}", members.join(","))] {
            let text = format!("#v{version}.{}", payload(&body));
            if let Opened::Map { map, skipped } = open(&text) {
                prop_assert!(map.drawings.len() + map.notes.len() + map.selection.len() + skipped <= text.len());
            }
        }
    }
}

use super::super::testing::{circle, edits, note};
use super::super::{DEPTH, Region};
use super::*;
use crate::spatial::{Polygon, Position};
use proptest::prelude::*;

const HOME: Camera = Camera::above(Position::new(14.5, 35.9), 12.0);

fn session() -> Session {
    Session::new(HOME, Viewport::new(1280.0, 800.0), true)
}

fn zoomed(zoom: f64) -> Edit {
    Edit::MoveCamera(Camera { zoom, ..HOME })
}

fn did(session: &mut Session, edit: Edit, origin: Origin, what: &str) -> Changes {
    session.commit(edit, origin, what).expect("the edit can be made")
}

fn draw(session: &mut Session, origin: Origin) -> MarkId {
    let drawing = circle(session.ids().drawing(), 100.0);
    let id = drawing.id();
    did(session, Edit::AddDrawing(drawing), origin, "draw_shape");
    id
}

#[test]
fn a_commit_raises_the_version_and_remembers_whose_it_was() {
    let mut session = Session::new(HOME, Viewport::new(1280.0, 800.0), false);
    assert_eq!((session.version(), session.bounds()), (0, None));
    did(&mut session, Edit::MoveCamera(Camera { bearing: 370.0, ..HOME }), Origin::Agent, "set_map_view");
    assert_eq!((session.version(), session.user_version(), session.camera().bearing), (1, 0, 10.0));
    let changes = did(&mut session, Edit::MoveCamera(HOME), Origin::User, "move");
    session.set_rendered();
    assert_eq!((session.version(), session.user_version()), (2, 2));
    assert_eq!(changes, Changes { view: true, ..Changes::default() });
    assert!(session.bounds().is_some_and(|bounds| bounds.contains(HOME.center)));
}

#[test]
fn an_edit_of_nothing_is_no_commit_and_a_failing_one_changes_nothing() {
    let mut session = session();
    assert_eq!(session.commit(Edit::Batch(vec![]), Origin::Agent, "x"), Ok(Changes::default()));
    assert!(session.commit(Edit::Remove(vec![MarkId::Drawing(1)]), Origin::Agent, "x").is_err());
    assert_eq!((session.version(), session.undo(Origin::Agent)), (0, Err(HistoryError::NothingToUndo)));
}

#[test]
fn a_number_is_never_given_to_another_mark_and_undo_brings_back_the_same_ids() {
    let mut session = session();
    let first = draw(&mut session, Origin::Agent);
    let (undone, changes) = session.undo(Origin::Agent).expect("there is one");
    assert_eq!(undone, Undone { tool: "draw_shape".into(), ids: vec![first] });
    assert!(changes.drawings && !changes.notes && session.drawings().is_empty());
    session.redo(Origin::Agent).expect("it was taken back");
    assert_eq!(session.drawings()[0].id(), first);
    session.undo(Origin::Agent).expect("and again");
    assert_eq!(draw(&mut session, Origin::Agent), MarkId::Drawing(2));
    assert_eq!(session.redo(Origin::Agent), Err(HistoryError::NothingToRedo));
    assert_eq!(session.ids().note(), 1, "notes count for themselves");
}

#[test]
fn the_agents_undo_goes_past_the_humans_changes_to_its_own_last_one() {
    let mut session = session();
    let drawn = draw(&mut session, Origin::Agent);
    did(&mut session, zoomed(15.0), Origin::User, "move");
    let users = draw(&mut session, Origin::User);
    let (undone, _) = session.undo(Origin::Agent).expect("nothing of it was touched");
    assert_eq!(undone.ids, [drawn]);
    assert_eq!(session.drawings().iter().map(Drawing::id).collect::<Vec<_>>(), [users]);
    assert_eq!(session.camera().zoom, 15.0);
    assert_eq!(session.undo(Origin::Agent), Err(HistoryError::NothingToUndo));
}

#[test]
fn the_agents_undo_is_refused_when_the_human_has_since_touched_the_same() {
    let select = |id: &str, origin| Edit::Select(Selection::replaced([id.to_owned()], origin));
    for (agents, users) in [
        (zoomed(14.0), zoomed(15.0)),
        (select("a", Origin::Agent), select("b", Origin::User)),
        (Edit::AddNote(note(1, "x")), Edit::UpdateNote(note(1, "y"))),
        (Edit::AddNote(note(1, "x")), Edit::Remove(vec![MarkId::Annotation(1)])),
    ] {
        let mut session = session();
        did(&mut session, agents, Origin::Agent, "tool");
        did(&mut session, users, Origin::User, "button");
        let version = session.version();
        assert!(matches!(session.undo(Origin::Agent), Err(HistoryError::ChangedSince { .. })));
        assert_eq!(session.version(), version);
        session.undo(Origin::User).expect("the human takes back the touch");
        session.undo(Origin::Agent).expect("now nothing stands in the way");
    }
}

#[test]
fn the_humans_undo_takes_back_eithers_and_the_agents_redo_is_refused_once_touched() {
    let mut session = session();
    did(&mut session, zoomed(14.0), Origin::User, "move");
    did(&mut session, zoomed(15.0), Origin::Agent, "set_map_view");
    assert_eq!(session.undo(Origin::User).map(|(undone, _)| undone.tool), Ok("set_map_view".into()));
    assert_eq!(session.camera().zoom, 14.0);
    assert_eq!(session.redo(Origin::Agent), Err(HistoryError::NothingToRedo), "the human took it back");
    session.redo(Origin::User).expect("the human may make it again");
    session.undo(Origin::Agent).expect("it is the agent's own");
    did(&mut session, zoomed(16.0), Origin::User, "move");
    assert!(matches!(session.redo(Origin::Agent), Err(HistoryError::ChangedSince { .. })));
    assert_eq!(session.camera().zoom, 16.0);
}

#[test]
fn a_hundred_changes_of_each_hand_are_kept() {
    let mut session = session();
    draw(&mut session, Origin::Agent);
    for step in 0..=DEPTH {
        did(&mut session, zoomed(10.0 + step as f64 / 100.0), Origin::User, "move");
    }
    let mut undone = 0;
    session.undo(Origin::Agent).expect("the human's moves do not push it out");
    while session.undo(Origin::User).is_ok() {
        undone += 1;
    }
    assert_eq!((undone, session.camera().zoom), (DEPTH, 10.0));
}

#[test]
fn a_reachable_area_gets_its_shape_without_a_commit() {
    let mut session = session();
    let kind = DrawingKind::reachable(HOME.center, 10).expect("it is fine");
    let id = MarkId::Drawing(1);
    did(&mut session, Edit::AddDrawing(Drawing::new(1, Origin::Agent, None, kind)), Origin::Agent, "draw_shape");
    let corners = [(14.0, 35.0), (15.0, 35.0), (15.0, 36.0)].map(|(lng, lat)| Position::new(lng, lat));
    let shape = Shape { polygons: vec![Polygon { outer: corners.to_vec(), holes: vec![] }] };
    assert!(session.set_reachable_shape(id, shape.clone()).drawings);
    assert_eq!((session.version(), session.drawings()[0].region()), (1, Some(Region::Area(shape.clone()))));
    assert_eq!(session.set_reachable_shape(MarkId::Drawing(2), shape), Changes::default());
}

fn hand() -> impl Strategy<Value = Origin> {
    prop_oneof![Just(Origin::Agent), Just(Origin::User)]
}

proptest! {
    #[test]
    fn the_humans_undo_walks_back_through_every_state(edits in edits(), hands in prop::collection::vec(hand(), 12)) {
        let mut session = session();
        let mut states = vec![session.state.clone()];
        for (edit, origin) in edits.into_iter().zip(hands) {
            let before = session.version();
            if session.commit(edit, origin, "x").is_ok() && session.version() > before {
                states.push(session.state.clone());
            }
        }
        while states.len() > 1 {
            states.pop();
            session.undo(Origin::User).expect("every commit can be taken back");
            prop_assert_eq!(Some(&session.state), states.last());
        }
    }

    #[test]
    fn what_the_agent_takes_back_and_makes_again_is_as_it_was(
        edits in edits(), hands in prop::collection::vec(hand(), 12),
    ) {
        let mut session = session();
        for (edit, origin) in edits.into_iter().zip(hands) {
            let _ = session.commit(edit, origin, "x");
        }
        let mut states = vec![session.state.clone()];
        while session.undo(Origin::Agent).is_ok() {
            states.push(session.state.clone());
        }
        while states.len() > 1 {
            prop_assert_eq!(Some(&session.state), states.last());
            states.pop();
            session.redo(Origin::Agent).expect("nobody touched anything since");
        }
        prop_assert_eq!(Some(&session.state), states.last());
    }
}

#[test]
fn the_human_takes_back_one_change_from_the_middle_unless_it_was_touched_since() {
    let mut session = session();
    let first = draw(&mut session, Origin::Agent);
    let made = session.version();
    let second = draw(&mut session, Origin::Agent);
    let (undone, _) = session.undo_at(made).expect("nothing touched it");
    assert_eq!((undone.ids, session.can_undo_at(made)), (vec![first], false));
    assert_eq!(session.undo_at(made), Err(HistoryError::NothingToUndo));
    let made = session.version() - 1;
    session.commit(Edit::Remove(vec![second]), Origin::User, "remove").expect("it is there");
    assert!(matches!(session.undo_at(made), Err(HistoryError::ChangedSince { .. })));
    assert_eq!(session.can_turn(), (true, false));
}

//! Putting tools together, and what goes round every call.

use super::super::fixture::Fixture;
use super::super::{
    Call, Catalog, ComposeError, Context, Definition, Interceptor, Next, Query, Reader, Surface, ToolError, core,
};
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, ready};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::rc::Rc;

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

/// A tool that asks another one.
struct Twice;

impl Query for Twice {
    const NAME: &'static str = "twice";
    const TITLE: &'static str = "Twice";
    const DESCRIPTION: &'static str = "Measures through the catalog.";
    type Input = Nothing;

    async fn answer(_: Nothing, map: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
        let mut answer = Map::new();
        answer.insert("read".into(), map.call("measure", json!({ "target": "osm:way:10" })).await);
        answer.insert("acted".into(), map.call("set_map_view", json!({ "zoom": 3 })).await);
        Ok(answer)
    }
}

/// A tool that takes too long.
struct Sleeper;

impl Query for Sleeper {
    const NAME: &'static str = "sleeper";
    const TITLE: &'static str = "Sleeper";
    const DESCRIPTION: &'static str = "Sleeps for a minute.";
    type Input = Nothing;

    async fn answer(_: Nothing, map: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
        map.loader().clock().sleep(std::time::Duration::from_secs(60)).await;
        Ok(Map::new())
    }
}

struct Other;

impl Query for Other {
    const NAME: &'static str = "measure";
    const TITLE: &'static str = "Another";
    const DESCRIPTION: &'static str = "Takes another tool's name.";
    type Input = Nothing;

    async fn answer(_: Nothing, _: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
        Ok(Map::new())
    }
}

/// Writes down what passes, and rejects or changes some of it.
struct Gate(&'static str, Rc<RefCell<Vec<String>>>);

impl Interceptor for Gate {
    fn around(&self, _: &Rc<Context>, mut call: Call, next: Next) -> LocalBoxFuture<'static, Value> {
        self.1.borrow_mut().push(format!("{} {} {:?}", self.0, call.tool, call.parent));
        if call.tool == "undo" {
            return ready(ToolError::InvalidArgument("Not today.".into()).to_answer()).boxed_local();
        }
        if call.input == json!({ "zoom": 99 }) {
            call.input = json!({ "zoom": 9 });
        }
        next(call)
    }
}

#[test]
fn a_name_used_twice_is_refused_unless_it_is_a_replacement() {
    let other = || vec![Definition::query::<Other>()];
    let taken = Catalog::compose(core(), other(), &[]).err();
    assert_eq!(taken, Some(ComposeError::NameTaken { name: "measure" }));
    let replaced = Catalog::compose(core(), other(), &["measure"]).expect("it is listed");
    assert_eq!(replaced.tools().len(), core().len());
    assert!(replaced.tools().iter().any(|tool| tool.title == "Another"));
    let vain = Catalog::compose(core(), vec![], &["measure"]).err();
    assert_eq!(vain, Some(ComposeError::NothingReplaced { name: "measure" }));
    assert_eq!(Catalog::core().tools().len(), core().len(), "the core composes");
}

#[test]
fn a_tool_whose_service_is_missing_is_left_out() {
    let names = |fixture: &Fixture| -> Vec<_> {
        Catalog::core().offered(&fixture.context, Some(Surface::Mcp)).map(|tool| tool.name).collect()
    };
    let (plain, cities) = (Fixture::new(), Fixture::two_cities());
    assert!(!names(&plain).contains(&"set_city") && !names(&plain).contains(&"get_share_link"));
    cities.context.set_page("https://map.example/");
    assert!(names(&cities).contains(&"set_city") && names(&cities).contains(&"get_share_link"));
}

#[test]
fn interceptors_wrap_every_call_outermost_first_and_may_reject_or_change_it() {
    let fixture = Fixture::new();
    let seen = Rc::new(RefCell::new(vec![]));
    fixture.context.intercept(Rc::new(Gate("outer", Rc::clone(&seen))));
    fixture.context.intercept(Rc::new(Gate("inner", Rc::clone(&seen))));
    assert_eq!(fixture.call("set_map_view", json!({ "zoom": 99 }))["zoom"], 9.0);
    assert_eq!(fixture.call("undo", json!({}))["error"], "Not today.");
    assert_eq!(*seen.borrow(), ["outer set_map_view None", "inner set_map_view None", "outer undo None"]);
}

#[test]
fn a_call_within_a_call_goes_through_everything_and_names_its_parent() {
    let fixture = Fixture::new();
    let catalog = Catalog::compose(core(), vec![Definition::query::<Twice>()], &[]).expect("the name is free");
    fixture.context.set_catalog(catalog);
    let log = Rc::new(RefCell::new(vec![]));
    let written = Rc::clone(&log);
    fixture.context.on_call(move |called| {
        let failed = called.answer["isError"] == true;
        written.borrow_mut().push((called.tool.to_owned(), called.parent, failed, called.duration.as_millis()));
    });
    let answer = fixture.call("twice", json!({}));
    assert!(answer["read"]["area_m2"].is_i64(), "{answer}");
    assert_eq!(answer["acted"]["code"], "internal", "a query cannot act, by way of another tool neither");
    let wanted = [
        ("measure".to_owned(), Some("twice"), false, 0),
        ("set_map_view".to_owned(), Some("twice"), true, 0),
        ("twice".to_owned(), None, false, 0),
    ];
    assert_eq!(*log.borrow(), wanted);
}

#[test]
fn a_whole_call_is_given_up_after_ten_seconds_and_the_log_says_how_long_it_took() {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    let took = Rc::new(RefCell::new(None));
    let written = Rc::clone(&took);
    fixture.context.on_call(move |called| *written.borrow_mut() = Some(called.duration.as_secs()));
    let catalog = Catalog::compose(core(), vec![Definition::query::<Sleeper>()], &[]).expect("the name is free");
    fixture.context.set_catalog(catalog);
    let answer = fixture.call_after("sleeper", json!({}), 10);
    assert_eq!((&answer["code"], *took.borrow()), (&json!("timeout"), Some(10)));
}

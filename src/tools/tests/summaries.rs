//! Counts and figures over every match.

use super::super::fixture::Fixture;
use crate::city::pack::FeatureRecord;
use crate::city::{Category, CategorySet};
use crate::spatial::Position;
use serde_json::{Value, json};

fn place(index: usize, category: Category, tags: &[(&str, &str)]) -> FeatureRecord {
    FeatureRecord {
        id: format!("osm:node:{index}"),
        name: Some(format!("Place {index}")),
        position: Some(Position::new(121.5, 25.0 + index as f64 * 1e-5)),
        categories: CategorySet::NONE.with(category),
        tags: tags.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
        ..FeatureRecord::default()
    }
}

/// Eight places to eat and sleep, whose tags say this and that.
fn town() -> Fixture {
    use Category::{Hotel, Restaurant};
    let mut records = vec![
        place(1, Restaurant, &[("cuisine", "pizza; italian"), ("wheelchair", "yes")]),
        place(2, Restaurant, &[("cuisine", "pizza;pizza"), ("wheelchair", "no")]),
        place(3, Restaurant, &[("cuisine", "coffee_shop"), ("opening_hours", "Mo-Fr 09:00-17:00; Sa off")]),
        place(4, Restaurant, &[]),
        place(5, Hotel, &[("stars", "4"), ("capacity", "12.5")]),
        place(6, Hotel, &[("stars", "4S"), ("diet:vegan", "yes")]),
        place(7, Hotel, &[("stars", "3-4")]),
        place(8, Hotel, &[("stars", "2"), ("brand", "Ibis")]),
    ];
    records[7].categories = records[7].categories.with(Restaurant);
    Fixture::of(records, true)
}

fn summary(fixture: &Fixture, input: Value) -> Value {
    fixture.call("summarize_features", input)
}

#[test]
fn a_list_of_values_counts_once_under_each_and_ties_are_by_key() {
    let answer = summary(&town(), json!({ "categories": ["restaurant"], "group_by": "cuisine" }));
    let groups = json!([
        { "key": "pizza", "count": 2 }, { "key": "coffee_shop", "count": 1 }, { "key": "italian", "count": 1 },
    ]);
    assert_eq!(answer["groups"], groups);
    assert_eq!((&answer["total"], &answer["other"], &answer["missing"]), (&json!(5), &json!(0), &json!(2)));
    assert_eq!(answer["recorded"], json!({ "cuisine": "3 of 5" }));
    let said = "5 places match; by cuisine, pizza 2, coffee shop 1, italian 1; 2 have none recorded.";
    assert_eq!(answer["summary"], said);
    assert!(answer.get("unsearched_categories").is_none() && answer.get("stats").is_none());
}

#[test]
fn opening_hours_are_one_value_whatever_is_in_them() {
    let answer = summary(&town(), json!({ "categories": ["restaurant"], "group_by": "opening_hours" }));
    assert_eq!(answer["groups"], json!([{ "key": "Mo-Fr 09:00-17:00; Sa off", "count": 1 }]));
}

#[test]
fn a_place_counts_under_each_of_its_kinds_that_was_asked_for() {
    let fixture = town();
    let both = summary(&fixture, json!({ "categories": ["restaurant", "hotel"], "group_by": "category" }));
    assert_eq!(both["groups"], json!([{ "key": "restaurant", "count": 5 }, { "key": "hotel", "count": 4 }]));
    assert_eq!((&both["total"], &both["missing"], both.get("recorded")), (&json!(8), &json!(0), None));
    let one = summary(&fixture, json!({ "categories": ["hotel"], "group_by": "category" }));
    assert_eq!(one["groups"], json!([{ "key": "hotel", "count": 4 }]));
    let loaded = summary(&Fixture::new(), json!({ "group_by": "category" }));
    assert_eq!(loaded["groups"][0], json!({ "key": "park", "count": 3 }));
    assert!(loaded["groups"].as_array().expect("a list").iter().all(|group| group["key"] != "parking"));
    assert!(loaded["unsearched_categories"].is_array());
}

#[test]
fn districts_of_one_name_stay_apart_and_what_is_outside_is_missing() {
    let fixture = Fixture::new();
    let answer = summary(&fixture, json!({ "categories": ["cafe", "bar"], "group_by": "district" }));
    assert_eq!(answer["groups"], json!([{ "key": "大安", "id": "district:daan", "count": 2 }]));
    assert_eq!((&answer["total"], &answer["missing"]), (&json!(3), &json!(1)));
    assert!(answer["summary"].as_str().expect("a sentence").ends_with("; 1 lies in none."), "{answer}");
}

#[test]
fn numbers_are_read_where_they_can_be_and_the_rest_is_counted() {
    let fixture = town();
    let answer = summary(&fixture, json!({ "categories": ["hotel"], "stats": "stars" }));
    let stars = json!({ "tag": "stars", "n": 3, "min": 2, "max": 4, "mean": 3.33, "median": 4, "unparsed": 1 });
    assert_eq!(answer["stats"], stars);
    assert_eq!((&answer["recorded"], answer.get("groups")), (&json!({ "stars": "4 of 4" }), None));
    assert_eq!(answer["summary"], "4 places match; for stars, 2 to 4 with a mean of 3.33, known of 3.");
    let both = summary(&fixture, json!({ "categories": ["hotel"], "stats": "capacity", "group_by": "diet:vegan" }));
    assert_eq!(both["recorded"], json!({ "diet:vegan": "1 of 4", "capacity": "1 of 4" }));
    assert_eq!((&both["stats"]["min"], &both["groups"][0]["key"]), (&json!(12.5), &json!("yes")));
    let none = summary(&fixture, json!({ "categories": ["restaurant"], "stats": "wheelchair" }));
    assert_eq!(none["stats"], json!({ "tag": "wheelchair", "n": 0, "unparsed": 2 }));
}

#[test]
fn twenty_five_groups_are_told_and_the_rest_is_added_up() {
    let brands: Vec<_> = (0..40).map(|index| format!("Brand {index:02}")).collect();
    let twice = |index: usize| place(index + 1, Category::Hotel, &[("brand", brands[index % 40].as_str())]);
    let fixture = Fixture::of((0..70).map(twice).collect(), true);
    let answer = summary(&fixture, json!({ "categories": ["hotel"], "group_by": "brand" }));
    let groups = answer["groups"].as_array().expect("a list");
    assert_eq!((groups.len(), &groups[0]), (25, &json!({ "key": "Brand 00", "count": 2 })));
    assert_eq!((&groups[24]["key"], &answer["other"]), (&json!("Brand 24"), &json!(20)));
    let counted: u64 = groups.iter().filter_map(|group| group["count"].as_u64()).sum();
    assert_eq!((counted + 20, &answer["total"]), (70, &json!(70)), "every match counts, past any page");
}

#[test]
fn the_filter_is_that_of_find_features() {
    let fixture = Fixture::new();
    for filter in [
        json!({ "near": "daan" }),
        json!({ "near": { "lng": 121.5, "lat": 25.0 }, "radius_m": 1200 }),
        json!({ "query": "garden" }),
        json!({ "categories": ["cafe", "fast_food"], "near": "daan" }),
        json!({ "area": { "place": "daan distr" }, "categories": ["park"] }),
        json!({}),
    ] {
        let (counted, found) = (summary(&fixture, filter.clone()), fixture.call("find_features", filter.clone()));
        for field in ["total", "unloaded_matches", "unsearched_categories", "radius_m"] {
            assert_eq!(counted.get(field), found.get(field), "{field} of {filter}");
        }
    }
    let nothing = summary(&fixture, json!({ "query": "zzz", "group_by": "cuisine", "stats": "stars" }));
    assert_eq!((&nothing["summary"], &nothing["groups"]), (&json!("No place matches."), &json!([])));
    assert_eq!(nothing["recorded"], json!({ "cuisine": "0 of 0", "stars": "0 of 0" }));
}

#[test]
fn what_cannot_be_counted_by_is_refused_with_what_can() {
    let fixture = town();
    for (input, part) in [
        (json!({ "group_by": "colour" }), "group_by takes category, district, brand, cuisine"),
        (json!({ "group_by": "diet:" }), "a diet such as diet:vegan"),
        (json!({ "stats": "district" }), "stars and capacity"),
        (json!({ "stats": "rating" }), "stars and capacity"),
        (json!({ "categories": ["café"] }), "categories has no kind \"café\"; it takes mrt_station"),
        (json!({ "categories": [] }), "at least one of mrt_station"),
        (json!({ "radius_m": 0 }), "above 0"),
        (json!({ "near": "daan", "radius_m": 10001 }), "at most 10000; you gave 10001"),
        (json!({ "query": "" }), "no letter or number"),
        (json!({ "limit": 5 }), "no argument \"limit\""),
    ] {
        let answer = summary(&fixture, input);
        assert_eq!(answer["code"], "invalid_argument", "{answer}");
        assert!(answer["error"].as_str().expect("a sentence").contains(part), "{answer}");
    }
}

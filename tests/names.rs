//! `resolve_names` over real names and addresses of Malta, each damaged in twenty ways.
#![allow(clippy::unwrap_used, reason = "what a test expects and does not find fails it")]

mod support;

use glassmap::city::Category;
use glassmap::city::CategorySet;
use glassmap::spatial::fold;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A place that is known, and how it is called.
struct Known {
    id: String,
    text: String,
    english: Option<String>,
    town: Option<String>,
    is_address: bool,
}

/// All features of Malta.
fn known() -> Vec<Known> {
    let open = support::open("malta");
    let loader = open.0.loader().clone();
    futures_executor::block_on(async {
        loader.base().await.unwrap();
        loader.categories(Category::on_demand().collect::<CategorySet>()).await.unwrap();
    });
    let city = loader.city().unwrap();
    let districts: Vec<_> = city.features.base().filter(|feature| feature.category() == Category::District).collect();
    let (mut names, mut addresses) = (BTreeMap::<String, usize>::new(), BTreeMap::<String, usize>::new());
    let sorted = |text: &str| {
        let mut words: Vec<_> = fold(text).split(' ').map(str::to_owned).collect();
        words.sort();
        words.join(" ")
    };
    for feature in city.features.iter() {
        let mut own: Vec<_> = [feature.name(), feature.name_en()].into_iter().flatten().map(sorted).collect();
        own.dedup();
        own.into_iter().for_each(|name| *names.entry(name).or_default() += 1);
        feature.address().into_iter().for_each(|address| *addresses.entry(sorted(address)).or_default() += 1);
    }
    let mut known = Vec::new();
    for feature in city.features.iter() {
        let position = feature.position();
        let holds = |district: &&glassmap::city::features::Feature<'_>| {
            district.shape().is_some_and(|shape| shape.contains(position))
        };
        let town = districts.iter().find(holds).and_then(|district| district.name()).map(str::to_owned);
        let of = |text: &str, is_address: bool| Known {
            id: feature.id().to_owned(),
            text: text.to_owned(),
            english: feature.name_en().map(str::to_owned).filter(|_| !is_address),
            town: town.clone(),
            is_address,
        };
        if let Some(name) = feature.name().filter(|name| names[&sorted(name)] == 1 && fold(name).len() >= 6) {
            known.push(of(name, false));
        }
        let numbered = |address: &&str| address.bytes().any(|byte| byte.is_ascii_digit());
        if let Some(address) = feature.address().filter(numbered).filter(|address| addresses[&sorted(address)] == 1) {
            known.push(of(address, true));
        }
    }
    known.sort_by(|a, b| (a.is_address, &a.id).cmp(&(b.is_address, &b.id)));
    // Spread over all of them: 150 names and 50 addresses.
    let spread = |is_address: bool, count: usize| {
        let all: Vec<usize> = (0..known.len()).filter(|index| known[*index].is_address == is_address).collect();
        let step = all.len() as f64 / count as f64;
        (0..count).map(|index| all[(index as f64 * step) as usize]).collect::<Vec<_>>()
    };
    let mut chosen: Vec<usize> = spread(false, 150);
    chosen.extend(spread(true, 50));
    let mut known: Vec<Option<Known>> = known.into_iter().map(Some).collect();
    chosen.into_iter().map(|index| known[index].take().unwrap()).collect()
}

/// The longest word of a text without digits, and where it is.
fn longest_word(text: &str) -> (usize, String) {
    let words = text.split(' ').filter(|word| !word.bytes().any(|byte| byte.is_ascii_digit()));
    let word = words.max_by_key(|word| word.chars().filter(|c| c.is_alphabetic()).count()).unwrap_or(text);
    (text.find(word).unwrap_or(0), word.to_owned())
}

fn in_longest_word(text: &str, change: impl Fn(&mut Vec<char>, usize)) -> String {
    let (at, word) = longest_word(text);
    let mut letters: Vec<char> = word.chars().collect();
    let middle = letters.len() / 2;
    if letters.len() >= 4 {
        change(&mut letters, middle);
    }
    format!("{}{}{}", &text[..at], letters.into_iter().collect::<String>(), &text[at + word.len()..])
}

/// A text with words put for others.
fn with_words(text: &str, pairs: &[(&str, &str)]) -> String {
    let word = |word: &str| pairs.iter().find(|(from, _)| *from == word).map_or(word, |(_, to)| to).to_owned();
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn damaged(known: &Known) -> Vec<(&'static str, String)> {
    let text = known.text.as_str();
    let town = known.town.as_deref().unwrap_or("Malta");
    let (head, tail) = text.split_once(", ").map_or((text, None), |(head, tail)| (head, Some(tail)));
    let words: Vec<&str> = head.split(' ').collect();
    let with_tail = |head: String| tail.map_or(head.clone(), |tail| format!("{head}, {tail}"));
    let plain: String = text.chars().map(|c| if "-'’–.".contains(c) { ' ' } else { c }).collect();
    vec![
        ("as it is", text.to_owned()),
        ("small letters", text.to_lowercase()),
        ("capitals", text.to_uppercase()),
        ("no accents", text.split(", ").map(fold).collect::<Vec<_>>().join(", ")),
        ("no hyphens and apostrophes", plain),
        (
            "a letter missing",
            in_longest_word(text, |letters, at| {
                letters.remove(at);
            }),
        ),
        ("a letter twice", in_longest_word(text, |letters, at| letters.insert(at, letters[at]))),
        ("two letters exchanged", in_longest_word(text, |letters, at| letters.swap(at - 1, at))),
        (
            "a wrong letter",
            in_longest_word(text, |letters, at| letters[at] = if letters[at] == 'o' { 'e' } else { 'o' }),
        ),
        ("words backwards", with_tail(words.iter().rev().copied().collect::<Vec<_>>().join(" "))),
        ("first word last", with_tail([&words[1..], &words[..1]].concat().join(" "))),
        ("more space and stops", format!("  {} . ", text.replace(' ', "   "))),
        (
            "the English form",
            match &known.english {
                Some(english) => english.clone(),
                None => with_words(
                    text,
                    &[
                        ("Triq", "Street"),
                        ("San", "Saint"),
                        ("Misraħ", "Square"),
                        ("Skola", "School"),
                        ("Knisja", "Church"),
                    ],
                ),
            },
        ),
        (
            "the Maltese form",
            with_words(
                text,
                &[
                    ("Street", "Triq"),
                    ("Saint", "San"),
                    ("St.", "San"),
                    ("St", "San"),
                    ("Square", "Misraħ"),
                    ("School", "Skola"),
                    ("Church", "Knisja"),
                    ("Hospital", "Sptar"),
                ],
            ),
        ),
        ("with the town", if known.is_address { text.to_owned() } else { format!("{text}, {town}") }),
        ("with the town, no comma", format!("{} {town}", head)),
        ("with town and country", format!("{text}, {town}, Malta")),
        ("with the town first", if known.is_address { text.to_owned() } else { format!("{town} {text}") }),
        (
            "without articles",
            with_words(text, &[("The", ""), ("the", ""), ("il", ""), ("Il", ""), ("ta'", ""), ("Ta'", ""), ("of", "")]),
        ),
        (
            "a letter missing, with the town",
            format!(
                "{}, {town}",
                in_longest_word(text, |letters, at| {
                    letters.remove(at);
                })
            ),
        ),
    ]
}

#[test]
fn damaged_names_and_addresses_are_still_the_same_place() {
    let open = support::open("malta");
    let known = known();
    assert_eq!(known.len(), 200);
    let (mut right_high, mut right, mut asked, mut wrong_high) = (0, 0, 0, Vec::new());
    let mut by_kind: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut missed = Vec::new();
    for batch in known
        .iter()
        .flat_map(|known| damaged(known).into_iter().map(move |(kind, text)| (known, kind, text)))
        .collect::<Vec<_>>()
        .chunks(20)
    {
        let queries: Vec<Value> = batch.iter().map(|(_, _, text)| json!({ "text": text })).collect();
        let answer = open.call("resolve_names", json!({ "queries": queries }));
        assert_eq!(answer["results"].as_array().unwrap().len(), batch.len(), "{answer}");
        for ((known, kind, text), result) in batch.iter().zip(answer["results"].as_array().unwrap()) {
            asked += 1;
            let is_right = result["entity"]["place"] == known.id.as_str();
            let is_high = result["confidence"] == "HIGH";
            right += usize::from(is_right);
            right_high += usize::from(is_right && is_high);
            let counts = by_kind.entry(kind).or_default();
            counts[0] += usize::from(is_right && is_high);
            counts[1] += usize::from(is_right);
            counts[2] += 1;
            if is_high && !is_right {
                wrong_high.push(format!(
                    "{kind}: {text:?} is {} ({}), not {} {:?}",
                    result["entity"]["place"], result["name"], known.id, known.text
                ));
            } else if !(is_right && is_high) {
                missed.push(format!("{kind}: {text:?} ({}) gave {result}", known.id));
            }
        }
    }
    println!(
        "of {asked} damaged texts {right_high} were right at HIGH, {right} right in all, {} wrong at HIGH",
        wrong_high.len()
    );
    by_kind.iter().for_each(|(kind, [high, right, of])| println!("  {kind:<34} {high:>4} {right:>4} of {of}"));
    missed.iter().take(60).for_each(|line| println!("  {line}"));
    wrong_high.iter().for_each(|line| println!("  WRONG {line}"));
    assert!(wrong_high.is_empty(), "{} wrong at HIGH", wrong_high.len());
    assert!(right_high * 100 >= asked * 97, "{right_high} of {asked} right at HIGH");
}

#[test]
fn what_cannot_be_one_place_says_why_and_leaves_its_result_empty() {
    let open = support::open("malta");
    let texts =
        ["restaurants", "", "Lidl", "Atlantis Undersea Palace", "Upper Barrakka Gardens", "bus stop 999, Nowhere"];
    let queries: Vec<Value> = texts.iter().map(|text| json!({ "text": text })).collect();
    let answer = open.call("resolve_names", json!({ "queries": queries }));
    assert_eq!(answer["results"].as_array().unwrap().len(), texts.len());
    for (index, code) in [("0", 3), ("1", 3), ("2", 3), ("3", 5), ("5", 5)] {
        let failure = &answer["failed_requests"][index];
        assert_eq!((failure["code"].as_u64(), &failure["details"]), (Some(code), &json!([])), "{index}: {failure}");
        assert_eq!(answer["results"][index.parse::<usize>().unwrap()], json!({}));
    }
    assert_eq!(answer["results"][4]["confidence"], "HIGH", "{answer}");
    assert_eq!(answer["failed_requests"].as_object().unwrap().len(), 5);
}

#[test]
fn a_branch_is_found_by_what_follows_the_comma_and_another_country_by_nothing_but_a_viewport_here() {
    let open = support::open("malta");
    let ask = |input: Value| open.call("resolve_names", input);
    let branch = ask(json!({ "queries": [{ "text": "Lidl, Luqa" }] }));
    assert_eq!(branch["results"][0]["confidence"], "HIGH", "{branch}");
    let cordina = json!([{ "text": "Upper Barrakka Gardens" }]);
    let elsewhere = ask(json!({ "queries": cordina, "region_code": "US" }));
    assert_eq!(elsewhere["failed_requests"]["0"]["code"], 5, "{elsewhere}");
    let viewport =
        json!({ "low": { "latitude": 35.89, "longitude": 14.5 }, "high": { "latitude": 35.91, "longitude": 14.52 } });
    let bias = json!({ "viewport": viewport });
    let here = ask(json!({ "queries": cordina, "regionCode": "US", "locationBias": bias }));
    assert_eq!(here["results"][0]["confidence"], "HIGH", "{here}");
    let near = ask(json!({ "queries": [{ "text": "Lidl" }], "location_bias": bias }));
    assert_eq!(near["results"][0]["confidence"], "MEDIUM", "{near}");
    for refused in [
        json!({ "queries": [] }),
        json!({ "queries": vec![json!({ "text": "a" }); 21] }),
        json!({ "queries": cordina, "region_code": "Malta" }),
        json!({ "queries": cordina, "location_bias": bias, "locationBias": bias }),
        json!({ "queries": cordina, "location_bias": { "viewport": { "low": viewport["high"], "high": viewport["low"] } } }),
    ] {
        assert_eq!(ask(refused.clone())["code"], "invalid_argument", "{refused}");
    }
}

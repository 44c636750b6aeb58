//! Refusals for a human's eyes. What a tool says of a failure is written for an agent, in English; a hand on the page
//! causes some of them too, and its reader gets those in words for people, in their language.

use crate::language::{Language, fill, t, word};
use std::fmt::Display;

/// The refusals that a hand can cause: as their tools write them, and as a human reads them, with names for what is put in.
const KNOWN: [(&str, &str); 25] = [
    (
        "No place here is called \"%{name}\". Search by text with find_features, or pass a coordinate {lng, lat}.",
        word!("No place here is called \"%{name}\". Write it in another way, or tap the map."),
    ),
    (
        "No place here is called \"%{name}\"; did you mean %{others}.",
        word!("No place here is called \"%{name}\". Did you mean %{others}?"),
    ),
    (
        "%{total} places match \"%{name}\" equally well, so nothing was done. Pass the id of the one you mean; candidates lists %{them}.",
        word!("%{total} places are called \"%{name}\". Say more of the one you mean, or tap the map."),
    ),
    (
        "The outline in coordinates meets itself at [%{lng}, %{lat}], so what is inside is unclear. List the points in order round the area.",
        word!("The outline crosses itself, so what is inside is unclear. Move a point until it no longer does."),
    ),
    (
        "A polygon needs at least 3 distinct points in coordinates; you gave %{n}.",
        word!("An area needs at least 3 different points; there are %{n}."),
    ),
    (
        "coordinates must be a list of 2 to %{most} points; you gave %{n}.",
        word!("This takes 2 to %{most} points; there are %{n}."),
    ),
    (
        "radius_m must be a number above 0 and at most %{most}; you gave %{n}.",
        word!("A radius is more than 0 m and at most %{most} m; this is %{n}."),
    ),
    (
        "from and to %{what}, so there is no walk to draw. Pass two different places.",
        word!("The two ends are one place, so there is no walk to draw. Choose two different places."),
    ),
    (
        "There is no way on foot between these places in the map data. Choose another start or end.",
        word!("There is no way on foot between these places in the map data. Choose another start or end."),
    ),
    (
        "The city's own walking data, where it has any, knows no way between these places (each end within %{n} m of a path), and this program asks no routing service. Pass places nearer to a street.",
        word!(
            "No way is known between these places: each end has to be within %{n} m of a path. Choose places nearer to a street."
        ),
    ),
    (
        "The routing service took too long, so nothing was drawn. Ask again in a moment.",
        word!("The routing service took too long, so nothing was drawn. Ask again in a moment."),
    ),
    (
        "The routing service cannot be reached, so nothing was drawn. Ask again in a moment.",
        word!("The routing service cannot be reached, so nothing was drawn. Ask again in a moment."),
    ),
    (
        "The routing service failed (status %{n}), so nothing was drawn. Ask again in a minute.",
        word!("The routing service failed (status %{n}), so nothing was drawn. Ask again in a minute."),
    ),
    (
        "%{field} is %{n} m from the nearest path that the routing service knows, and at most %{most} m is taken for the same place. Pass a place nearer to a street.",
        word!(
            "One end is %{n} m from the nearest path, and at most %{most} m are taken for the same place. Choose a place nearer to a street."
        ),
    ),
    (
        "%{city} has no walking data of its own, which a reachable area is computed from. Draw a circle instead: 80 m of radius for each minute is a usual walk, as the crow flies.",
        word!(
            "%{city} has no walking data, which a reachable area is computed from. Draw a circle instead: 80 m of radius for each minute is a usual walk, as the crow flies."
        ),
    ),
    (
        "The city's walking data could not be loaded: the connection failed or took too long. Ask again to try once more.",
        word!(
            "The city's walking data could not be loaded: the connection failed or took too long. Ask again to try once more."
        ),
    ),
    (
        "The centre is over %{n} m from every path of the city's walking data, so nowhere can be walked to from it. Pass a place nearer to a street.",
        word!(
            "The centre is over %{n} m from every path, so nowhere can be walked to from it. Choose a place nearer to a street."
        ),
    ),
    ("%{field} is nothing but space: pass some text.", word!("%{field} is nothing but space: pass some text.")),
    (
        "%{field} has %{n} characters; at most %{most} are taken.",
        word!("%{field} has %{n} characters; at most %{most} are taken."),
    ),
    (
        "The places of category %{category} could not be loaded: this site does not have that file. Search other categories instead.",
        word!("The places of category %{category} could not be loaded: this site does not have that file."),
    ),
    (
        "The places of category %{category} could not be loaded: the connection failed or took too long. Ask again to try once more.",
        word!(
            "The places of category %{category} could not be loaded: the connection failed or took too long. Ask again to try once more."
        ),
    ),
    (
        "The link would have %{n} bytes, and at most %{most} open everywhere. %{remove}, then ask again.",
        word!(
            "This map would make a link of %{n} bytes, and at most %{most} open everywhere. Remove large drawings or some notes first, or save them to a file."
        ),
    ),
    (
        "The map's data is still loading. Ask again in a few seconds.",
        word!("The map's data is still loading. Ask again in a few seconds."),
    ),
    (
        "The map's data could not be fetched. Ask again in a few seconds to try once more.",
        word!("The map's data could not be fetched. Ask again in a few seconds to try once more."),
    ),
    (
        "The call took longer than 10 seconds and was given up. Ask again, or ask for less.",
        word!("The call took longer than 10 seconds and was given up. Ask again, or ask for less."),
    ),
];

/// The sentence of a failure in the human's language; one for all failures where it has none for this one.
pub fn refused(sentence: &str, language: Language) -> String {
    let known = KNOWN.into_iter().find_map(|(known, words)| put_in(known, sentence).map(|values| (words, values)));
    match known {
        Some((known, (names, values))) => {
            let values: Vec<_> = values.iter().map(|value| value as &dyn Display).collect();
            fill(language, known, &names, &values)
        }
        None if language == Language::ENGLISH => sentence.to_owned(),
        None => t!(language, "That did not work, and nothing was changed.").to_owned(),
    }
}

/// What stands in a sentence at the places that a pattern names; `None` when it is another sentence.
fn put_in<'a>(pattern: &'a str, sentence: &str) -> Option<(Vec<&'a str>, Vec<String>)> {
    let mut parts = pattern.split("%{");
    let mut rest = sentence.strip_prefix(parts.next()?)?;
    let (mut names, mut values) = (Vec::new(), Vec::new());
    for part in parts {
        let (name, after) = part.split_once('}')?;
        // At the end of the pattern the value goes to the end of the sentence.
        let end = if after.is_empty() { rest.len() } else { rest.find(after)? };
        names.push(name);
        values.push(rest[..end].to_owned());
        rest = &rest[end + after.len()..];
    }
    rest.is_empty().then_some((names, values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::city::Category;
    use crate::domain::TextError;
    use crate::tools::{NoRoute, ToolError};

    /// Refusals as the tools make them.
    fn made() -> Vec<ToolError> {
        let unknown = |spellings| ToolError::UnknownPlace { field: "near", name: "%{n} Nowhere".into(), spellings };
        let no_route = [
            NoRoute::NoRouter,
            NoRoute::Slow,
            NoRoute::Unreachable,
            NoRoute::Failed(500),
            NoRoute::NoWay,
            NoRoute::TooFar { field: "to", metres: 812.0 },
            NoRoute::NoGraph { city: "Malta".into() },
            NoRoute::GraphFailed { is_final: false },
            NoRoute::FarFromPaths,
        ];
        let mut made = vec![
            unknown(vec![]),
            unknown(vec!["Sliema".into(), "Silema".into()]),
            ToolError::AmbiguousPlace { field: "to", name: "Church".into(), candidates: vec![], total: 3 },
            TextError::Empty { field: "note" }.into(),
            TextError::TooLong { field: "note", characters: 700, most: 500 }.into(),
            ToolError::CategoryUnavailable { category: Category::Bar, is_final: true },
            ToolError::CategoryUnavailable { category: Category::Bar, is_final: false },
            ToolError::LinkTooLong { bytes: 9000, most: 8000, remove: vec![] },
            ToolError::Timeout,
        ];
        made.extend(no_route.map(ToolError::RouteUnavailable));
        made
    }

    #[test]
    fn what_the_tools_say_of_failures_that_a_hand_causes_is_known() {
        for error in made() {
            let sentence = error.to_string();
            let known = KNOWN.iter().any(|(known, _)| put_in(known, &sentence).is_some());
            assert!(known, "{sentence}");
        }
    }

    #[test]
    fn a_sentence_keeps_what_was_put_in_as_it_is() {
        let pattern = "%{total} places match \"%{name}\" well.";
        let (names, values) = put_in(pattern, "12 places match \"A \"B\" %{total}\" well.").expect("it fits");
        assert_eq!((names, values), (vec!["total", "name"], vec!["12".to_owned(), "A \"B\" %{total}".to_owned()]));
        assert_eq!(put_in(pattern, "12 places match \"A\" well. And more."), None);
        assert_eq!(put_in(pattern, "Places match \"A\" well."), None);
    }

    #[test]
    fn every_language_says_something_of_every_failure_in_its_own_words() {
        for language in Language::all().skip(1) {
            for error in made() {
                let (sentence, said) = (error.to_string(), refused(&error.to_string(), language));
                assert!(said != sentence && !said.is_empty(), "{}: {sentence}", language.tag());
            }
            assert_ne!(refused("Something unheard of.", language), "Something unheard of.");
        }
    }
}

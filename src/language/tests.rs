use super::*;

fn preferred(tags: &[&str]) -> &'static str {
    Language::preferred(tags.iter().copied()).tag()
}

#[test]
fn a_reader_gets_the_first_preference_that_there_is() {
    for (tags, wanted) in [
        (&["zh-TW", "en"][..], "zh-Hant"),
        (&["zh-Hant-HK"], "zh-Hant"),
        (&["zh"], "zh-Hant"),
        (&["ZH-hk"], "zh-Hant"),
        (&["en-GB", "zh-TW"], "en"),
        (&["mt-MT", "zh-MO"], "zh-Hant"),
        (&["mt"], "en"),
        (&[""], "en"),
        (&[], "en"),
    ] {
        assert_eq!(preferred(tags), wanted, "{tags:?}");
    }
}

#[test]
fn every_language_is_found_by_its_tag_and_english_is_first() {
    assert_eq!(Language::all().next(), Some(Language::ENGLISH));
    for language in Language::all() {
        assert_eq!(Language::of_tag(language.tag()), Some(language));
        assert!(!language.name().is_empty());
    }
    assert_eq!(Language::of_tag("tlh"), None);
}

#[test]
fn what_is_put_in_is_never_read_as_a_pattern() {
    let name = "%{n} %{name} %";
    assert_eq!(t!(Language::ENGLISH, "Found %{name}: %{n}", name = name, n = 2), "Found %{n} %{name} %: 2");
}

#[test]
fn one_is_said_otherwise_than_many() {
    let notes = |number: u64| tn!(Language::ENGLISH, number, "%{n} note", "%{n} notes");
    assert_eq!([0, 1, 2].map(notes), ["0 notes", "1 note", "2 notes"]);
}

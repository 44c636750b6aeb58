use super::rules::Tags;

/// How a country writes an address in one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AddressOrder {
    /// `12 Republic Street, Valletta`.
    NumberStreet,
    /// `Mannerheimintie 12, Helsinki`.
    StreetNumber,
    /// `臺北市中山區南京西路12號`: from the largest part to the smallest, without gaps where the script is Han.
    Descending,
}

/// Countries that write the number before the street (Universal Postal Union, addressing sheets of members).
const NUMBER_FIRST: [&str; 27] = [
    "AU", "BW", "CA", "EG", "FR", "GB", "GG", "GH", "HK", "IE", "IL", "IM", "IN", "JE", "KE", "LU", "MC", "MT", "MY",
    "NG", "NZ", "PH", "SG", "TH", "US", "VN", "ZA",
];

impl AddressOrder {
    /// The order of a country by its ISO 3166-1 code; number first when it is not known.
    pub(super) fn of_country(country: Option<&str>) -> Self {
        match country.map(str::to_ascii_uppercase).as_deref() {
            None => Self::NumberStreet,
            Some("TW" | "CN" | "JP" | "KR") => Self::Descending,
            Some(code) if NUMBER_FIRST.contains(&code) => Self::NumberStreet,
            Some(_) => Self::StreetNumber,
        }
    }
}

/// The address in one line: `addr:full`, else composed of street (or place) with house number, place or district, and
/// city; `None` without a street, a place or a house name.
pub(super) fn address(tags: &Tags, order: AddressOrder) -> Option<String> {
    if let Some(full) = tags.get("addr:full") {
        return Some(full.to_owned());
    }
    let get = |key: &str| tags.get(key).map(str::trim);
    let (street, place, house) = (get("addr:street"), get("addr:place"), get("addr:housename"));
    let (number, city) = (get("addr:housenumber"), get("addr:city"));
    let district = get("addr:district").or_else(|| get("addr:suburb"));
    let way = street.or(place);
    house.or(way)?;
    let quarter = if street.is_some() { place.or(district) } else { district };
    if order == AddressOrder::Descending && way.is_some_and(is_han) {
        let number = number.map(|number| if number.ends_with('號') { number.into() } else { format!("{number}號") });
        let parts = [city, district, way, number.as_deref(), house];
        return Some(distinct(parts).concat());
    }
    let line = match (way, number) {
        // Some mappers put the whole address into the street.
        (Some(way), Some(number)) if has_word(way, number) => Some(way.to_owned()),
        (Some(way), Some(number)) if order == AddressOrder::StreetNumber => Some(format!("{way} {number}")),
        (Some(way), Some(number)) => Some(format!("{number} {way}")),
        (Some(way), None) => Some(way.to_owned()),
        (None, _) => None,
    };
    Some(distinct([house, line.as_deref(), quarter, city]).join(", "))
}

/// The parts that are there, each once.
fn distinct<'a>(parts: impl IntoIterator<Item = Option<&'a str>>) -> Vec<&'a str> {
    let mut kept: Vec<&str> = Vec::new();
    for part in parts.into_iter().flatten() {
        if !kept.contains(&part) {
            kept.push(part);
        }
    }
    kept
}

/// Whether the words of a text, parted at spaces and commas, have `word` among them.
fn has_word(text: &str, word: &str) -> bool {
    text.split([' ', ',']).any(|part| part == word)
}

/// Whether text is written in Han characters, at least in part.
fn is_han(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{3400}'..='\u{9fff}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_follow_the_country_and_need_a_street_a_place_or_a_house_name() {
        for (text, country, expected) in [
            ("addr:street=Triq ir-Repubblika|addr:housenumber=12|addr:city=Valletta", Some("MT"), {
                Some("12 Triq ir-Repubblika, Valletta")
            }),
            ("addr:street=Mannerheimintie|addr:housenumber=3|addr:city=Helsinki", Some("fi"), {
                Some("Mannerheimintie 3, Helsinki")
            }),
            ("addr:city=臺北市|addr:district=中山區|addr:street=南京西路|addr:housenumber=12", Some("TW"), {
                Some("臺北市中山區南京西路12號")
            }),
            ("addr:street=Nanjing West Road|addr:housenumber=12號|addr:city=Taipei", Some("TW"), {
                Some("12號 Nanjing West Road, Taipei")
            }),
            ("addr:full=Here|addr:street=There", None, Some("Here")),
            ("addr:housename=Dar|addr:place=Mdina|addr:city=Mdina", None, Some("Dar, Mdina")),
            ("addr:city=Valletta|addr:housenumber=1", Some("MT"), None),
            ("addr:housenumber=8|addr:street=8, Strait Street, Valletta", Some("MT"), {
                Some("8, Strait Street, Valletta")
            }),
        ] {
            let tags = Tags::collect(text.split('|').filter_map(|pair| pair.split_once('=')));
            let found = address(&tags, AddressOrder::of_country(country));
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }
}

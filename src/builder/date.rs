/// The UTC day of a moment given in seconds since 1970, as `YYYY-MM-DD`.
pub(super) fn of_seconds(seconds: i64) -> String {
    let mut days = seconds.div_euclid(86_400);
    let mut year = 1970;
    while days >= days_in(year) {
        days -= days_in(year);
        year += 1;
    }
    let february = days_in(year) - 337;
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", days + 1)
}

/// Days of a year of the Gregorian calendar.
const fn days_in(year: i64) -> i64 {
    if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    use super::of_seconds;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, day) in [
            (0, "1970-01-01"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (1_710_361_800, "2024-03-13"),
            (1_735_689_599, "2024-12-31"),
            (1_735_689_600, "2025-01-01"),
        ] {
            assert_eq!(of_seconds(seconds), day);
        }
    }
}

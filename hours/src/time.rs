use std::fmt;
use std::str::FromStr;

/// The years that are taken: holidays are known for most of them.
const YEARS: std::ops::RangeInclusive<u16> = 2000..=2099;

/// A date and time to the minute as a city's clocks show it, in a year from 2000 to 2099.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalTime {
    year: u16,
    month: u8,
    day: u8,
    hour: u8,
    minute: u8,
}

impl LocalTime {
    /// The time of these numbers; `None` when there is none.
    pub fn new([year, month, day, hour, minute]: [u32; 5]) -> Option<Self> {
        let year = u16::try_from(year).ok().filter(|year| YEARS.contains(year))?;
        let days = match month {
            2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        if !(1..=days).contains(&day) || hour > 23 || minute > 59 {
            return None;
        }
        let [month, day, hour, minute] = [month, day, hour, minute].map(|number| number as u8);
        Some(Self { year, month, day, hour, minute })
    }

    /// Year, month, day, hour, minute.
    pub fn numbers(self) -> [u32; 5] {
        [self.year.into(), self.month.into(), self.day.into(), self.hour.into(), self.minute.into()]
    }

    /// Minutes since the start of 1970, were this the time in UTC.
    pub fn minutes(self) -> i64 {
        // Days in the era of 400 years that begins on the first of March; https://howardhinnant.github.io/date_algorithms.html
        let (month, day) = (i64::from(self.month), i64::from(self.day));
        let year = i64::from(self.year) - i64::from(month <= 2);
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
        (days * 24 + i64::from(self.hour)) * 60 + i64::from(self.minute)
    }

    /// The time that many minutes after the start of 1970 in UTC; `None` outside the years that are taken.
    pub fn of_minutes(minutes: i64) -> Option<Self> {
        let (days, minute) = (minutes.div_euclid(24 * 60) + 719_468, minutes.rem_euclid(24 * 60));
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = (month_from_march + 2) % 12 + 1;
        let year = era * 400 + year_of_era + i64::from(month <= 2);
        let number = |number: i64| u32::try_from(number).ok();
        Self::new([number(year)?, number(month)?, number(day)?, number(minute / 60)?, number(minute % 60)?])
    }
}

impl fmt::Display for LocalTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day, hour, minute } = self;
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}")
    }
}

impl FromStr for LocalTime {
    type Err = ();

    /// Reads `YYYY-MM-DDTHH:MM`, or the same with a space in the middle.
    fn from_str(text: &str) -> Result<Self, ()> {
        let bytes = text.as_bytes();
        let fits = |(index, byte): (usize, &u8)| match index {
            4 | 7 => *byte == b'-',
            10 => matches!(byte, b'T' | b' '),
            13 => *byte == b':',
            _ => byte.is_ascii_digit(),
        };
        if bytes.len() != 16 || !bytes.iter().enumerate().all(fits) {
            return Err(());
        }
        let number = |range: std::ops::Range<usize>| text[range].parse().map_err(drop);
        let numbers = [number(0..4)?, number(5..7)?, number(8..10)?, number(11..13)?, number(14..16)?];
        Self::new(numbers).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_in_two_spellings_and_written_in_one() {
        for text in ["2026-12-05T20:30", "2026-12-05 20:30"] {
            assert_eq!(text.parse::<LocalTime>().map(|time| time.to_string()), Ok("2026-12-05T20:30".into()));
        }
        for odd in [
            "",
            "now",
            "2026-12-05",
            "2026-12-05T20:30:00",
            "2026-12-05T20:30Z",
            "2026-13-05T20:30",
            "2026-02-29T20:30",
            "2026-04-31T20:30",
            "2026-12-00T20:30",
            "2026-12-05T24:00",
            "2026-12-05T20:60",
            "1999-12-05T20:30",
            "2100-12-05T20:30",
            "+026-12-05T20:30",
            "2026-12-05_20:30",
            "2026-12-05T２0:30",
        ] {
            assert_eq!(odd.parse::<LocalTime>(), Err(()), "{odd}");
        }
        assert!("2028-02-29T00:00".parse::<LocalTime>().is_ok());
    }

    #[test]
    fn minutes_and_back_give_every_day_of_the_century() {
        let first = LocalTime::new([2000, 1, 1, 0, 0]).expect("it is one");
        assert_eq!(first.minutes(), 946_684_800 / 60);
        let days = (0..).map_while(|day| LocalTime::of_minutes(first.minutes() + day * 24 * 60 + 615));
        let mut last = None;
        for (day, time) in days.enumerate() {
            assert_eq!(time.minutes(), first.minutes() + day as i64 * 24 * 60 + 615);
            last = Some(time.to_string());
        }
        assert_eq!(last.as_deref(), Some("2099-12-31T10:15"));
    }
}

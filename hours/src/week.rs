//! A week out of the moments at which a place opens and closes, day by day.

/// Minutes of a day.
const DAY: i64 = 24 * 60;
/// What is open past midnight belongs to the day before until this many minutes of the next.
const LATE: i64 = 12 * 60;

/// From when to when a place is open on a day, in minutes after its midnight; past 1,440 it is the next day's morning.
pub type Span = (i64, i64);

/// The spans of seven days from the midnight `today` on. `turns` are the moments at which the state changes, in order, and
/// whether the place is open from then on; the last one lasts until `end`. All are minutes of the same clock.
pub fn week(turns: &[(i64, bool)], end: i64, today: i64) -> [Vec<Span>; 7] {
    let mut days: [Vec<Span>; 7] = Default::default();
    let ends = turns.iter().skip(1).map(|turn| turn.0).chain([end]);
    for ((start, _), end) in turns.iter().zip(ends).filter(|((_, open), _)| *open) {
        let mut from = *start;
        while from < end {
            let day = (from - today).div_euclid(DAY);
            let (midnight, next) = (today + day * DAY, today + (day + 1) * DAY);
            let is_one_evening = end <= next || (end - *start < DAY && end <= next + LATE);
            let to = if is_one_evening { end } else { next };
            if let Some(spans) = usize::try_from(day).ok().and_then(|day| days.get_mut(day)) {
                spans.push((from - midnight, to - midnight));
            }
            from = to;
        }
    }
    days
}

/// What is open between `from` and `to`, whichever day it began.
pub fn between(turns: &[(i64, bool)], end: i64, from: i64, to: i64) -> Vec<Span> {
    let ends = turns.iter().skip(1).map(|turn| turn.0).chain([end]);
    let open = turns.iter().zip(ends).filter(|((_, open), _)| *open);
    let cut = open.map(|((start, _), end)| ((*start).max(from) - from, end.min(to) - from));
    cut.filter(|(start, end)| start < end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_evenings_and_whole_days_are_told_apart() {
        let at = |day: i64, hour: i64| day * DAY + hour * 60;
        // Yesterday's evening into today, a usual day, an evening past midnight, then open without a break.
        let turns = [
            (at(-1, 0), false),
            (at(-1, 18), true),
            (at(0, 2), false),
            (at(0, 8), true),
            (at(0, 12), false),
            (at(1, 20), true),
            (at(2, 3), false),
            (at(3, 0), true),
        ];
        let days = week(&turns, at(8, 0), 0);
        assert_eq!(days[0], [(480, 720)]);
        assert_eq!(days[1], [(1200, 1620)]);
        assert_eq!(days[2], []);
        assert!(days[3..].iter().all(|spans| *spans == [(0, 1440)]));
        assert_eq!(between(&turns, at(8, 0), 0, DAY), [(0, 120), (480, 720)]);
    }

    #[test]
    fn always_open_is_seven_whole_days() {
        let days = week(&[(-DAY, true)], 9 * DAY, 0);
        assert!(days.iter().all(|spans| *spans == [(0, DAY)]));
        assert!(week(&[(-DAY, false)], 9 * DAY, 0).iter().all(Vec::is_empty));
    }
}

//! How many tests passed and failed, read from what the runners print.

use crate::run::Watched;
use std::ops::AddAssign;

/// Tests that passed and that failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub passed: u32,
    pub failed: u32,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

impl Counts {
    /// A suite that could not run at all.
    pub const BROKEN: Self = Self { passed: 0, failed: 1 };

    /// The sum of the `test result:` lines of `cargo test`, native or in a browser.
    pub fn of_cargo_test(run: &Watched) -> Self {
        let results = plain(&run.text);
        let lines = results.lines().filter_map(|line| line.split_once("test result: ").map(|(_, result)| result));
        let mut counts = Self::default();
        for line in lines {
            counts += Self { passed: before(line, " passed"), failed: before(line, " failed") };
        }
        counts.or_broken(run)
    }

    /// The last `Summary` of cargo-nextest: `N tests run: N passed (N slow), N failed, N timed out, N skipped`.
    pub fn of_nextest(run: &Watched) -> Self {
        let text = plain(&run.text);
        let Some(line) = text.lines().rfind(|line| line.contains("Summary [")) else { return Self::BROKEN };
        let failed = [" failed", " timed out", " exec failed"].map(|word| before(line, word)).iter().sum();
        Self { passed: before(line, " passed"), failed }.or_broken(run)
    }

    /// The closing comments of a TAP report by `node --test`; a suite without a test is broken.
    pub fn of_tap(tap: &str, run: &Watched) -> Self {
        let number = |name: &str| {
            let line = tap.lines().rev().find_map(|line| line.strip_prefix(&format!("# {name} ")));
            line.and_then(|number| number.trim().parse::<u32>().ok())
        };
        match (number("pass"), number("fail"), number("cancelled")) {
            (Some(0), Some(0), Some(0)) => Self::BROKEN,
            (Some(passed), Some(failed), Some(cancelled)) => Self { passed, failed: failed + cancelled }.or_broken(run),
            _ => Self::BROKEN,
        }
    }

    /// A run that failed without a failing test has crashed, and that counts.
    fn or_broken(mut self, run: &Watched) -> Self {
        if !run.succeeded && self.failed == 0 {
            self.failed = 1;
        }
        self
    }
}

/// The number right before the word; 0 when the word is not there.
fn before(line: &str, word: &str) -> u32 {
    let Some((start, _)) = line.split_once(word) else { return 0 };
    let digits = start.len() - start.chars().rev().take_while(char::is_ascii_digit).count();
    start[digits..].parse().unwrap_or(0)
}

/// The text without colours.
fn plain(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or(part, |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watched(text: &str, succeeded: bool) -> Watched {
        Watched { text: text.to_owned(), succeeded }
    }

    #[test]
    fn the_results_of_every_test_program_are_added() {
        let text =
            "test result: ok. 3 passed; 0 failed; 1 ignored\n\ntest result: FAILED. 10 passed; 2 failed; 0 ignored";
        assert_eq!(Counts::of_cargo_test(&watched(text, false)), Counts { passed: 13, failed: 2 });
    }

    #[test]
    fn a_crash_counts_as_a_failure() {
        assert_eq!(Counts::of_cargo_test(&watched("error: could not compile", false)), Counts::BROKEN);
        assert_eq!(Counts::of_nextest(&watched("error: could not compile", false)), Counts::BROKEN);
        assert_eq!(Counts::of_nextest(&watched("", true)), Counts::BROKEN);
        let text = "test result: ok. 3 passed; 0 failed";
        assert_eq!(Counts::of_cargo_test(&watched(text, false)), Counts { passed: 3, failed: 1 });
    }

    #[test]
    fn a_summary_of_nextest_is_read_with_colours_and_without() {
        let text = "     Summary [   1.2s] 7 tests run: 4 passed (1 slow), 2 failed, 1 timed out, 3 skipped";
        assert_eq!(Counts::of_nextest(&watched(text, false)), Counts { passed: 4, failed: 3 });
        let text = "\u{1b}[32;1m Summary\u{1b}[0m [ 0.1s] \u{1b}[1m22\u{1b}[0m tests run: \u{1b}[1m22\u{1b}[0m \u{1b}[32;1mpassed\u{1b}[0m, \u{1b}[1m0\u{1b}[0m skipped";
        assert_eq!(Counts::of_nextest(&watched(text, true)), Counts { passed: 22, failed: 0 });
    }

    #[test]
    fn a_tap_report_counts_what_was_cancelled_and_needs_a_test() {
        let tap = "TAP version 13\n# tests 6\n# pass 3\n# fail 2\n# cancelled 1\n# skipped 0\n";
        assert_eq!(Counts::of_tap(tap, &watched("", false)), Counts { passed: 3, failed: 3 });
        assert_eq!(Counts::of_tap("# pass 0\n# fail 0\n# cancelled 0\n", &watched("", true)), Counts::BROKEN);
        assert_eq!(Counts::of_tap("", &watched("", false)), Counts::BROKEN);
    }
}

//! `bless`: writes the committed files that are generated again, for a person to read the difference.

use crate::check::NATIVE_FEATURES;
use crate::{Result, run};

/// Accepts what the tests now give as their snapshots. One command a generated file belongs here.
pub fn run() -> Result<()> {
    run::step("writing snapshots", "read the difference before committing it");
    let mut tests = run::cargo(["test", "--workspace", "--features", NATIVE_FEATURES]);
    run::run(tests.env("INSTA_UPDATE", "always"))
}

//! `bless`: writes the committed files that are generated again, for a person to read the difference.

use crate::check::NATIVE_FEATURES;
use crate::{Result, run};

/// Accepts what the tests now give: their snapshots, and the catalog that the page carries.
pub fn run() -> Result<()> {
    run::step("writing snapshots and the page's catalog", "read the difference before committing it");
    let mut tests = run::cargo(["test", "--workspace", "--features", NATIVE_FEATURES]);
    run::run(tests.env("INSTA_UPDATE", "always").env("GLASSMAP_BLESS", "1"))
}

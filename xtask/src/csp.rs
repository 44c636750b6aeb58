//! The content security policy of a release: nothing runs that was not built.

use crate::Result;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

/// The public router, which plan_route asks for walks in packs that name no other.
const ROUTER: &str = "https://routing.openstreetmap.de";

/// The page with the policy at the start of its head, before anything that it governs.
/// `elsewhere` are the origins of basemaps and routers that packs name.
pub fn with_policy(html: &str, elsewhere: &[String]) -> Result<String> {
    // A parser makes one newline of a carriage return, and hashes what it made.
    let html = html.replace("\r\n", "\n").replace('\r', "\n");
    let policy = policy(&inline_scripts(&html)?, elsewhere);
    let charset = html.find("<meta charset").ok_or("index.html has no <meta charset>")?;
    let after = charset + html[charset..].find('>').ok_or("index.html ends inside <meta charset")? + 1;
    let (before, rest) = html.split_at(after);
    Ok(format!("{before}\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">{rest}"))
}

fn policy(scripts: &[&str], elsewhere: &[String]) -> String {
    let elsewhere: String = elsewhere.iter().map(|origin| format!(" {origin}")).collect();
    let hash = |script: &&str| format!(" 'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(script.as_bytes())));
    let hashes: String = scripts.iter().map(hash).collect();
    [
        "default-src 'none'".to_owned(),
        format!("script-src 'self' 'wasm-unsafe-eval'{hashes}"),
        "worker-src 'self' blob:".to_owned(),
        // MapLibre and Leptos set styles through the CSSOM, which a policy leaves alone.
        "style-src 'self'".to_owned(),
        "img-src 'self' data: blob:".to_owned(),
        "font-src 'self'".to_owned(),
        // Layers of one's own reach MapLibre's worker as blobs of this page.
        format!("connect-src 'self' blob: {ROUTER}{elsewhere}"),
        "base-uri 'none'".to_owned(),
        "form-action 'self'".to_owned(),
        "object-src 'none'".to_owned(),
    ]
    .join("; ")
}

/// The text of every script element that a browser runs: not those with a source, not data blocks.
fn inline_scripts(html: &str) -> Result<Vec<&str>> {
    let lower = html.to_ascii_lowercase();
    let mut scripts = Vec::new();
    let mut at = 0;
    while let Some(start) = lower[at..].find('<').map(|found| at + found) {
        if lower[start..].starts_with("<!--") {
            at = end_of(&lower, start, "-->")?;
        } else if starts_script(&lower[start..]) {
            let open_end = end_of(&lower, start, ">")?;
            let close = open_end + lower[open_end..].find("</script").ok_or("a <script> of index.html never ends")?;
            if runs_inline(&lower[start..open_end]) {
                scripts.push(&html[open_end..close]);
            }
            at = close + 1;
        } else {
            at = start + 1;
        }
    }
    Ok(scripts)
}

fn end_of(text: &str, from: usize, mark: &str) -> Result<usize> {
    let found = text[from..].find(mark).ok_or_else(|| format!("index.html has no {mark:?} where one must follow"))?;
    Ok(from + found + mark.len())
}

fn starts_script(text: &str) -> bool {
    text.strip_prefix("<script").is_some_and(|rest| rest.starts_with([' ', '\n', '\t', '>', '/']))
}

/// Whether the element with this opening tag (in lower case) is code, and within the page.
fn runs_inline(tag: &str) -> bool {
    let data = ["application/json", "application/ld+json", "text/plain"];
    let is_data = |kind: &&str| tag.contains(&format!("type=\"{kind}\"")) || tag.contains(&format!("type={kind}"));
    !tag.contains(" src=") && !data.iter().any(is_data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_inline_code_is_hashed() {
        let html = "<!-- <script>no</script> --><script src=\"a.js\"></script><script type=\"importmap\">{}</script>\
                    <script type=\"application/json\" id=\"x\">[]</script><SCRIPT>let a = '<b>';</SCRIPT><scripts>";
        assert_eq!(inline_scripts(html).expect("what the test made is good"), ["{}", "let a = '<b>';"]);
    }

    #[test]
    fn the_policy_comes_first_in_the_head_and_names_each_hash() {
        let page = with_policy(
            "<head><meta charset=\"utf-8\"><script>alert(1)</script></head>",
            &["https://tiles.example".to_owned()],
        )
        .expect("what the test made is good");
        // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
        let hash = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='";
        assert!(page.contains(&format!("script-src 'self' 'wasm-unsafe-eval' {hash};")), "{page}");
        assert!(page.contains("openstreetmap.de https://tiles.example;"), "{page}");
        assert!(
            page.find("http-equiv").expect("what the test made is good")
                < page.find("<script").expect("what the test made is good")
        );
        assert!(!page.contains("'unsafe-eval'") && !page.contains("unsafe-inline"));
    }

    #[test]
    fn a_script_that_never_ends_is_an_error() {
        assert!(with_policy("<meta charset=utf-8><script>alert(1)", &[]).is_err());
    }
}

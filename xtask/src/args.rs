//! The command line, by hand: flags, options with a value, one command.

use crate::Result;

/// What is left of the command line.
pub struct Args {
    words: Vec<String>,
}

impl Args {
    /// The words after the program's name. `--name=value` counts as two words.
    pub fn new(words: Vec<String>) -> Self {
        let split = |word: String| match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => vec![name.to_owned(), value.to_owned()],
            _ => vec![word],
        };
        Self { words: words.into_iter().flat_map(split).collect() }
    }

    /// Takes the first word when it is no option.
    pub fn command(&mut self) -> Option<String> {
        let first = self.words.first()?;
        (!first.starts_with('-')).then(|| self.words.remove(0))
    }

    /// Takes the flag; whether it was there.
    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.words.len();
        self.words.retain(|word| word != name);
        self.words.len() < before
    }

    /// Takes the option and its value; an error when it is there twice or without a value.
    pub fn option(&mut self, name: &str) -> Result<Option<String>> {
        let mut values = self.options(name)?;
        let value = values.pop();
        if values.is_empty() { Ok(value) } else { Err(format!("{name} may be given once")) }
    }

    /// Takes every occurrence of the option with its value.
    pub fn options(&mut self, name: &str) -> Result<Vec<String>> {
        let mut values = Vec::new();
        while let Some(at) = self.words.iter().position(|word| word == name) {
            if self.words.get(at + 1).is_none_or(|value| value.starts_with("--")) {
                return Err(format!("{name} needs a value"));
            }
            values.push(self.words.remove(at + 1));
            self.words.remove(at);
        }
        Ok(values)
    }

    /// An error when anything is left that nobody took.
    pub fn finish(self) -> Result<()> {
        match self.words.first() {
            None => Ok(()),
            Some(word) => Err(format!("{word:?} is not understood here; cargo xtask --help lists what is")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(line: &str) -> Args {
        Args::new(line.split_whitespace().map(str::to_owned).collect())
    }

    #[test]
    fn options_may_repeat_and_take_their_value_after_an_equals_sign() {
        let mut args = args("serve --packs a --open --packs=b");
        assert_eq!(args.command().as_deref(), Some("serve"));
        assert_eq!(args.options("--packs").expect("what the test made is good"), ["a", "b"]);
        assert!(args.flag("--open"));
        assert!(args.finish().is_ok());
    }

    #[test]
    fn what_nobody_took_is_an_error() {
        assert!(args("--prot 1").finish().is_err());
        assert!(args("--port").option("--port").is_err());
        assert!(args("--port --open").option("--port").is_err());
        assert!(args("--port 1 --port 2").option("--port").is_err());
    }
}

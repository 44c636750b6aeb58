use futures_util::future::LocalBoxFuture;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Why a file did not come.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// This deployment does not have it.
    #[error("it is not there")]
    Missing,
    /// A passing failure: the next try may go through.
    #[error("{0}")]
    Temporary(String),
}

/// Getting the files of packs.
pub trait Fetch {
    /// The bytes of a file, by its path from the folder of all cities: `malta/manifest.json`, with a version after
    /// `?` or none. At most `max_bytes`; more is a failure.
    fn get(&self, path: &str, max_bytes: u64) -> LocalBoxFuture<'static, Result<Vec<u8>, FetchError>>;
}

/// Packs in folders of this computer: the first folder that has the city serves it.
#[cfg(not(target_arch = "wasm32"))]
pub struct FolderFetch {
    folders: Vec<std::path::PathBuf>,
}

#[cfg(not(target_arch = "wasm32"))]
impl FolderFetch {
    /// Serves the packs of these folders, each of which holds one folder per city; the first wins.
    pub fn new(folders: Vec<std::path::PathBuf>) -> Self {
        Self { folders }
    }

    fn read(&self, path: &str, max_bytes: u64) -> Result<Vec<u8>, FetchError> {
        let plain = path.split('?').next().unwrap_or_default();
        let found = self.folders.iter().map(|folder| folder.join(plain)).find(|file| file.is_file());
        let file = found.ok_or(FetchError::Missing)?;
        let failure = |error: std::io::Error| FetchError::Temporary(error.to_string());
        if file.metadata().map_err(failure)?.len() > max_bytes {
            return Err(FetchError::Temporary("the file is larger than its manifest says".into()));
        }
        std::fs::read(file).map_err(failure)
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Fetch for FolderFetch {
    fn get(&self, path: &str, max_bytes: u64) -> LocalBoxFuture<'static, Result<Vec<u8>, FetchError>> {
        Box::pin(std::future::ready(self.read(path, max_bytes)))
    }
}

/// Files in memory for tests, each with its answer; it counts what was asked for.
#[derive(Clone, Default)]
pub struct FakeFetch(Rc<RefCell<FakeFiles>>);

#[derive(Default)]
struct FakeFiles {
    answers: BTreeMap<String, FakeAnswer>,
    asked: Vec<String>,
}

/// What a file of a [`FakeFetch`] does.
#[derive(Clone)]
enum FakeAnswer {
    Now(Result<Vec<u8>, FetchError>),
    Never,
}

impl FakeFetch {
    /// From now on the file answers so.
    pub fn set(&self, path: &str, answer: Result<Vec<u8>, FetchError>) {
        self.0.borrow_mut().answers.insert(path.to_owned(), FakeAnswer::Now(answer));
    }

    /// From now on the file never comes.
    pub fn hang(&self, path: &str) {
        self.0.borrow_mut().answers.insert(path.to_owned(), FakeAnswer::Never);
    }

    /// How often the file was asked for.
    pub fn asked(&self, path: &str) -> usize {
        self.0.borrow().asked.iter().filter(|asked| *asked == path).count()
    }
}

impl Fetch for FakeFetch {
    fn get(&self, path: &str, _max_bytes: u64) -> LocalBoxFuture<'static, Result<Vec<u8>, FetchError>> {
        let plain = path.split('?').next().unwrap_or_default().to_owned();
        let mut files = self.0.borrow_mut();
        files.asked.push(plain.clone());
        match files.answers.get(&plain).cloned() {
            None => Box::pin(std::future::ready(Err(FetchError::Missing))),
            Some(FakeAnswer::Now(answer)) => Box::pin(std::future::ready(answer)),
            Some(FakeAnswer::Never) => Box::pin(std::future::pending()),
        }
    }
}

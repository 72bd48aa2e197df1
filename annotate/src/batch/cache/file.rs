//! What outlives a run: one `SQLite` file that any number of runs may use at once.
//!
//! `SQLite`, because two runs must share a file (the embedded stores in plain Rust lock theirs to
//! one process), and because its write-ahead log survives a kill at any moment: a transaction is
//! there whole or not at all. Reading never waits for writing.
//!
//! Entries stand in the order of their age: a new one gets the largest `id`, and once the file is
//! half full, one that is found in the older half moves to the young end. So the oldest unused ones
//! are those with the smallest `id`, they lie together, and deleting them frees whole pages. One
//! thread writes, what comes in within half a second at a time.
//!
//! A file is used only if its header names it as ours and of this format. Nothing is ever deleted
//! but entries.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use rusqlite::{Connection, Error, ErrorCode, OpenFlags, TransactionBehavior, params};

use super::{Unusable, entry::sealed, key::Key, place};
use crate::engine::Analysis;

/// The application id in the header of our files: `QVan`.
const APPLICATION: i32 = 0x5156_616e;

/// The version of tables and entries; files of another are refused.
pub(super) const FORMAT: i32 = 1;

/// The smallest page of `SQLite`, in bytes; its files have one at least.
const SMALLEST_FILE: u64 = 512;

/// How long to wait for another run that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long an entry may wait for others to be written with it.
const GATHERING: Duration = Duration::from_millis(500);

/// Entries written at once, at most.
const MOST_AT_ONCE: usize = 1024;

/// Entries waiting to be written, at most; the search waits then.
const MOST_WAITING: usize = 4096;

/// Entries deleted at a time when the file is full.
const DELETED_AT_ONCE: i64 = 512;

const DAMAGED: &str = "it is damaged; delete it, at no cost but time";

const FIND: &str = "SELECT id, value FROM analyses WHERE key = ?1";
const KEEP: &str = "INSERT OR REPLACE INTO analyses (key, value) VALUES (?1, ?2)";
const RENEW: &str = "INSERT OR REPLACE INTO analyses (key, value)
                     SELECT key, value FROM analyses WHERE id = ?1";
const MIDDLE: &str = "SELECT (coalesce(min(id), 0) + coalesce(max(id), 0)) / 2 FROM analyses";
const FORGET: &str =
    "DELETE FROM analyses WHERE id IN (SELECT id FROM analyses ORDER BY id LIMIT ?1)";

/// The cache's file, open.
#[derive(Debug)]
pub(super) struct Store {
    path: PathBuf,
    /// Connections not at work; there are never more than threads.
    readers: Mutex<Vec<Connection>>,
    writer: SyncSender<Order>,
    writing: JoinHandle<()>,
    trouble: Arc<Trouble>,
    /// Entries with a smaller `id` are to be renewed when they are found.
    older_than: i64,
}

/// What the writing thread is told.
enum Order {
    Keep(Key, Vec<u8>),
    Renew(i64),
}

/// What went wrong, the first time it did.
#[derive(Debug, Default)]
struct Trouble {
    /// Set when the file is not used any more.
    given_up: AtomicBool,
    told: Mutex<Option<String>>,
}

impl Store {
    /// Opens the file in the usual place, which is made if need be.
    pub(super) fn open_usual(size: u64) -> Result<Option<Self>, Unusable> {
        let path = place::usual()?;
        if let Some(folder) = path.parent()
            && let Err(error) = fs::create_dir_all(folder)
        {
            let reason = error.to_string();
            return Err(Unusable { path, reason });
        }
        Self::open(&path, size).map(Some)
    }

    /// Whether there is a file in the usual place.
    pub(super) fn usual_exists() -> bool {
        place::usual().is_ok_and(|path| path.exists())
    }

    /// Opens a file, new or ours, that is to hold about `size` bytes at most.
    pub(super) fn open(path: &Path, size: u64) -> Result<Self, Unusable> {
        Self::try_open(path, size).map_err(|refusal| Unusable {
            path: path.to_owned(),
            reason: refusal.reason(path),
        })
    }

    fn try_open(path: &Path, size: u64) -> Result<Self, Refusal> {
        // SQLite takes a file of a single byte for an empty one. The file must not be opened here:
        // closing it would end the locks that another run in this process has on it.
        if fs::metadata(path).is_ok_and(|metadata| (1..SMALLEST_FILE).contains(&metadata.len())) {
            return Err(Refusal::NotOurs);
        }
        let connection = patiently(|| ready(path))?;
        let page: u32 = pragma(&connection, "page_size")?;
        let most_pages = i64::try_from(size / u64::from(page.max(1))).unwrap_or(i64::MAX);
        let older_than = if pragma::<i64>(&connection, "page_count")? > most_pages / 2 {
            connection.query_row(MIDDLE, [], |row| row.get(0))?
        } else {
            i64::MIN
        };

        let trouble = Arc::new(Trouble::default());
        let (writer, orders) = sync_channel(MOST_WAITING);
        let told = Arc::clone(&trouble);
        let writing = thread::Builder::new()
            .name("cache".into())
            .spawn(move || write(connection, &orders, most_pages, &told))
            .map_err(|error| Refusal::Other(error.to_string()))?;
        Ok(Self {
            path: path.to_owned(),
            readers: Mutex::new(Vec::new()),
            writer,
            writing,
            trouble,
            older_than,
        })
    }

    /// What is known of these positions, in their order.
    pub(super) fn find(&self, keys: &[Key]) -> Vec<Option<Analysis>> {
        let mut found = vec![None; keys.len()];
        if self.trouble.given_up.load(Ordering::Relaxed) {
            return found;
        }
        let reader = self.lock().pop();
        let read = || {
            let mut reader = match reader {
                Some(reader) => reader,
                None => connect(&self.path, OpenFlags::empty())?,
            };
            self.read(&mut reader, keys, &mut found)?;
            self.lock().push(reader);
            Ok(())
        };
        if let Err(error) = read() {
            self.trouble.give_up(&error);
        }
        found
    }

    fn read(
        &self,
        reader: &mut Connection,
        keys: &[Key],
        found: &mut [Option<Analysis>],
    ) -> Result<(), Error> {
        let together = reader.transaction()?;
        let mut find = together.prepare_cached(FIND)?;
        for (key, place) in keys.iter().zip(found) {
            let mut rows = find.query([key.found_by()])?;
            let Some(row) = rows.next()? else { continue };
            let id = row.get(0)?;
            let entry = row.get_ref(1)?;
            // A damaged entry is searched again, and replaced.
            *place = entry
                .as_blob()
                .ok()
                .and_then(|entry| sealed::open(key, entry));
            if place.is_some() && id < self.older_than {
                self.order(Order::Renew(id));
            }
        }
        Ok(())
    }

    /// Has an analysis written.
    pub(super) fn keep(&self, key: Key, bytes: Vec<u8>) {
        self.order(Order::Keep(key, bytes));
    }

    fn order(&self, order: Order) {
        if !self.trouble.given_up.load(Ordering::Relaxed) {
            // The writing thread is gone only if it broke down: then nothing is kept.
            let _ = self.writer.send(order);
        }
    }

    /// Writes what is still to be written; what went wrong, if something did.
    pub(super) fn close(self) -> Option<String> {
        drop(self.writer);
        let ended = self.writing.join();
        let told = self.trouble.told.lock();
        let told = told.unwrap_or_else(PoisonError::into_inner).take();
        let broke = || "what was analysed could not be kept".to_owned();
        let what = told.or_else(|| ended.is_err().then(broke))?;
        Some(format!("the cache {}: {what}", self.path.display()))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why a file is refused.
enum Refusal {
    NotOurs,
    OtherFormat(i32),
    Damaged,
    ReadOnly,
    /// Another run has it; what was said.
    Busy(String),
    Other(String),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NotOurs,
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            Some(
                ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseLocked
                | ErrorCode::FileLockingProtocolFailed,
            ) => Self::Busy(error.to_string()),
            Some(ErrorCode::CannotOpen) => Self::Other("it cannot be opened or made".into()),
            _ => Self::Other(error.to_string()),
        }
    }
}

impl Refusal {
    /// In words, with what to do.
    fn reason(&self, path: &Path) -> String {
        match self {
            Self::NotOurs => "it is something else, and is left as it is; name another file".into(),
            Self::OtherFormat(format) => format!(
                "another version of annotate wrote it (format {format}, not {FORMAT}); \
                 name another file, or delete it"
            ),
            Self::Damaged => DAMAGED.into(),
            Self::ReadOnly => "it cannot be written".into(),
            Self::Other(_) if path.is_dir() => "it is a folder; name a file".into(),
            Self::Other(_) if path.parent().is_some_and(is_missing) => {
                "its folder does not exist".into()
            }
            Self::Busy(reason) | Self::Other(reason) => reason.clone(),
        }
    }
}

fn is_missing(folder: &Path) -> bool {
    folder != Path::new("") && !folder.is_dir()
}

impl Trouble {
    fn tell(&self, what: String) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.get_or_insert(what);
    }

    fn give_up(&self, error: &Error) {
        let what = match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => DAMAGED.to_owned(),
            _ => error.to_string(),
        };
        self.tell(format!("{what}; the run went on without it"));
        self.given_up.store(true, Ordering::Relaxed);
    }
}

fn connect(path: &Path, further: OpenFlags) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | further;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    // Safe when the program is killed; when the machine is, the last entries may be missing.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    Ok(connection)
}

fn pragma<T: rusqlite::types::FromSql>(connection: &Connection, name: &str) -> Result<T, Error> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}

/// Makes the table in a file that is new and empty; another run may do so at the same time.
fn make(connection: &mut Connection) -> Result<(), Refusal> {
    if !is_blank(connection)? {
        return Ok(());
    }
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    let making = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if is_blank(&making)? {
        making.pragma_update(None, "application_id", APPLICATION)?;
        making.pragma_update(None, "user_version", FORMAT)?;
        making.execute(
            "CREATE TABLE analyses (
                 id INTEGER PRIMARY KEY,
                 key BLOB NOT NULL UNIQUE,
                 value BLOB NOT NULL
             ) STRICT",
            [],
        )?;
    }
    making.commit()?;
    Ok(())
}

/// Whether nobody has put anything into the file. It may have its first page all the same: another
/// run writes that before it says whose file it is.
fn is_blank(connection: &Connection) -> Result<bool, Error> {
    Ok(pragma::<i64>(connection, "page_count")? <= 1
        && pragma::<i32>(connection, "application_id")? == 0
        && pragma::<i32>(connection, "user_version")? == 0
        && connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| {
            row.get::<_, i64>(0)
        })? == 0)
}

/// Refuses what is not ours or of another format.
fn check(connection: &Connection) -> Result<(), Refusal> {
    if pragma::<i32>(connection, "application_id")? != APPLICATION {
        return Err(Refusal::NotOurs);
    }
    let format = pragma(connection, "user_version")?;
    if format != FORMAT {
        return Err(Refusal::OtherFormat(format));
    }
    if connection.is_readonly(rusqlite::MAIN_DB)? {
        return Err(Refusal::ReadOnly);
    }
    connection
        .prepare(FIND)
        .map(drop)
        .map_err(|error| match Refusal::from(error) {
            busy @ Refusal::Busy(_) => busy,
            _ => Refusal::Damaged,
        })
}

/// Switches to the write-ahead log, where that was not done before.
fn write_ahead(connection: &Connection) -> Result<(), Refusal> {
    let mode: String =
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    if mode == "wal" {
        Ok(())
    } else {
        Err(Refusal::ReadOnly)
    }
}

/// Opens a file, new or ours, and shows that it can be written.
fn ready(path: &Path) -> Result<Connection, Refusal> {
    let mut connection = connect(path, OpenFlags::SQLITE_OPEN_CREATE)?;
    make(&mut connection)?;
    check(&connection)?;
    write_ahead(&connection)?;
    // An entry is written and taken back, so that what cannot be written is known at once.
    let trial = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    trial.execute(KEEP, params![b"".as_slice(), b"".as_slice()])?;
    trial.rollback()?;
    Ok(connection)
}

/// Tries again while another run makes or leaves the file: not every lock that `SQLite` takes then
/// is one that it waits for by itself.
fn patiently<T>(attempt: impl Fn() -> Result<T, Refusal>) -> Result<T, Refusal> {
    let until = Instant::now() + PATIENCE;
    loop {
        match attempt() {
            Err(Refusal::Busy(_)) if Instant::now() < until => {
                thread::sleep(Duration::from_millis(10));
            }
            outcome => return outcome,
        }
    }
}

/// Writes what it is told until nobody is left to tell it.
fn write(mut connection: Connection, orders: &Receiver<Order>, most_pages: i64, trouble: &Trouble) {
    while let Ok(first) = orders.recv() {
        let mut batch = vec![first];
        let due = Instant::now() + GATHERING;
        while batch.len() < MOST_AT_ONCE {
            match orders.recv_timeout(due.saturating_duration_since(Instant::now())) {
                Ok(order) => batch.push(order),
                Err(_) => break,
            }
        }
        if trouble.given_up.load(Ordering::Relaxed) {
            continue;
        }
        match commit(&mut connection, &batch, most_pages) {
            Ok(()) => {}
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                trouble.tell("another run kept it busy; not everything was kept".into());
            }
            Err(error) => trouble.give_up(&error),
        }
    }
}

fn commit(connection: &mut Connection, batch: &[Order], most_pages: i64) -> Result<(), Error> {
    let together = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    {
        let mut keep = together.prepare_cached(KEEP)?;
        let mut renew = together.prepare_cached(RENEW)?;
        for order in batch {
            match order {
                Order::Keep(key, bytes) => {
                    keep.execute(params![key.found_by(), sealed::seal(key, bytes)])?;
                }
                Order::Renew(id) => {
                    renew.execute([id])?;
                }
            }
        }
    }
    bound(&together, most_pages)?;
    together.commit()
}

/// Deletes the oldest entries if more than so many pages are in use, and gives back free ones.
fn bound(connection: &Connection, most_pages: i64) -> Result<(), Error> {
    let pages = || pragma::<i64>(connection, "page_count");
    let used = || Ok::<_, Error>(pages()? - pragma::<i64>(connection, "freelist_count")?);
    if used()? <= most_pages {
        return Ok(());
    }
    // A little more than needed, so that this is not done each time.
    let enough = most_pages - most_pages / 16;
    let mut forget = connection.prepare_cached(FORGET)?;
    while used()? > enough && forget.execute([DELETED_AT_ONCE])? > 0 {}
    let surplus = pages()? - most_pages;
    if surplus > 0 {
        let mut shrink = connection.prepare(&format!("PRAGMA incremental_vacuum({surplus})"))?;
        let mut rows = shrink.query([])?;
        while rows.next()?.is_some() {}
    }
    Ok(())
}

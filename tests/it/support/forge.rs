//! Evidence as somebody could write it who knows the formats: fields changed, digests and seals made
//! anew. The seal is a checksum, so anybody can.

use council_review::evidence::v2::bundle::Bundle;
use council_review::evidence::v2::pruned::Pruned;
use council_review::evidence::v2::session::Session;
use council_review::evidence::{pruned, read, seal, session};

use super::Repo;

/// Where the example's reviews lie.
pub const FOLDER: &str = "evidence/rfc/RFC-0001/reviews";

/// The newest file of the folder whose name begins so.
pub fn newest(repo: &Repo, prefix: &str) -> String {
    let names = repo.reviews("RFC-0001");
    let newest = names.iter().rfind(|name| name.starts_with(prefix)).expect("evidence");
    format!("{FOLDER}/{newest}")
}

/// A bundle of the repository.
pub fn bundle(repo: &Repo, path: &str) -> Bundle {
    read::bundle(repo.read(path).as_bytes()).expect("a bundle")
}

/// A session of the repository.
pub fn session_at(repo: &Repo, path: &str) -> Session {
    read::session(repo.read(path).as_bytes()).expect("a session")
}

/// Writes a bundle with the seal that belongs to it.
pub fn put(repo: &Repo, path: &str, bundle: Bundle) {
    repo.write(path, seal::bytes(&seal::sealed(bundle)));
}

/// Writes a session as it says it is.
pub fn put_session(repo: &Repo, path: &str, session: &Session) {
    repo.write(path, session::bytes(session));
}

/// Changes the newest bundle and seals it anew.
pub fn resealed(repo: &Repo, change: impl FnOnce(&mut Bundle)) -> String {
    let path = newest(repo, "rfc_review_");
    let mut forged = bundle(repo, &path);
    change(&mut forged);
    put(repo, &path, forged);
    path
}

/// Prunes, and changes the record of it.
pub fn rerecorded(repo: &Repo, keep: &str, change: impl FnOnce(&mut Pruned)) {
    let run = repo.run(&["prune", "RFC-0001", "--keep", keep]);
    assert_eq!(run.code, 0, "{run:?}");
    let path = newest(repo, "pruned_");
    let mut record = read::pruned(repo.read(&path).as_bytes()).expect("a record");
    change(&mut record);
    repo.write(&path, pruned::bytes(&record));
}

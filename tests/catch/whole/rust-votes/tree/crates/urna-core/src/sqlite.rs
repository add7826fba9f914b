use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use rusqlite::{params, Connection, OptionalExtension, Row};

use crate::audit::AuditEvent;
use crate::ballot::Ballot;
use crate::error::CoreError;
use crate::member::{Member, MemberId};
use crate::poll::{Poll, PollDraft, PollId, PollState};
use crate::store::{Store, StoreError};

const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/0001_init.sql"),
    include_str!("../migrations/0002_audit.sql"),
];

pub struct SqliteStore {
    conn: Mutex<Connection>,
}

impl SqliteStore {
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        let mut conn = Connection::open(path)?;
        // Rollback journal, not WAL: a WAL keeps the pages of past commits in the order of the commits.
        conn.execute_batch("PRAGMA journal_mode = DELETE; PRAGMA foreign_keys = ON;")?;
        migrate(&mut conn)?;
        Ok(SqliteStore { conn: Mutex::new(conn) })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.conn.lock().unwrap()
    }
}

fn migrate(conn: &mut Connection) -> Result<(), StoreError> {
    let done: usize = conn.query_row("PRAGMA user_version", [], |r| r.get(0))?;
    for (i, sql) in MIGRATIONS.iter().enumerate().skip(done) {
        let tx = conn.transaction()?;
        tx.execute_batch(sql)?;
        tx.pragma_update(None, "user_version", i + 1)?;
        tx.commit()?;
    }
    Ok(())
}

fn read_member(row: &Row<'_>) -> rusqlite::Result<Member> {
    Ok(Member {
        id: MemberId(row.get::<_, i64>("id")? as u64),
        name: row.get("name")?,
        email: row.get("email")?,
        active: row.get("active")?,
    })
}

fn read_poll(row: &Row<'_>) -> Result<Poll, StoreError> {
    let options: String = row.get("options")?;
    let state: String = row.get("state")?;
    Ok(Poll {
        id: PollId(row.get::<_, i64>("id")? as u64),
        title: row.get("title")?,
        options: serde_json::from_str(&options).map_err(|_| StoreError::Corrupt("polls.options"))?,
        max_choices: row.get::<_, i64>("max_choices")? as usize,
        state: PollState::parse(&state).ok_or(StoreError::Corrupt("polls.state"))?,
        closes_at: row.get("closes_at")?,
    })
}

fn read_ballot(row: &Row<'_>) -> Result<Ballot, StoreError> {
    let choices: String = row.get("choices")?;
    Ok(Ballot {
        poll: PollId(row.get::<_, i64>("poll_id")? as u64),
        member: MemberId(row.get::<_, i64>("member_id")? as u64),
        choices: serde_json::from_str(&choices).map_err(|_| StoreError::Corrupt("ballots.choices"))?,
        cast_at: row.get("cast_at")?,
    })
}

fn insert_audit(conn: &Connection, event: &AuditEvent) -> Result<(), StoreError> {
    conn.execute("INSERT INTO audit (line) VALUES (?1)", [event.to_line()])?;
    Ok(())
}

impl Store for SqliteStore {
    fn insert_member(&self, name: &str, email: &str) -> Result<Member, StoreError> {
        let conn = self.lock();
        conn.execute("INSERT INTO members (name, email) VALUES (?1, ?2)", [name, email])?;
        let id = MemberId(conn.last_insert_rowid() as u64);
        Ok(Member { id, name: name.into(), email: email.into(), active: true })
    }

    fn member(&self, id: MemberId) -> Result<Option<Member>, StoreError> {
        let conn = self.lock();
        let found = conn
            .query_row("SELECT * FROM members WHERE id = ?1", [id.0 as i64], read_member)
            .optional()?;
        Ok(found)
    }

    fn members(&self) -> Result<Vec<Member>, StoreError> {
        let conn = self.lock();
        let mut stmt = conn.prepare("SELECT * FROM members ORDER BY id")?;
        let rows = stmt.query_map([], read_member)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn insert_poll(&self, draft: PollDraft) -> Result<Poll, StoreError> {
        let mut poll = Poll::new(PollId(0), draft).map_err(|e| match e {
            CoreError::InvalidPoll(why) => StoreError::Invalid(why),
            _ => StoreError::Invalid("poll"),
        })?;
        let options = serde_json::to_string(&poll.options).expect("plain data");
        let conn = self.lock();
        conn.execute(
            "INSERT INTO polls (title, options, max_choices, state, closes_at) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![poll.title, options, poll.max_choices as i64, poll.state.as_str(), poll.closes_at],
        )?;
        poll.id = PollId(conn.last_insert_rowid() as u64);
        Ok(poll)
    }

    fn poll(&self, id: PollId) -> Result<Option<Poll>, StoreError> {
        let conn = self.lock();
        let mut stmt = conn.prepare("SELECT * FROM polls WHERE id = ?1")?;
        let mut rows = stmt.query([id.0 as i64])?;
        let found = rows.next()?.map(read_poll).transpose()?;
        Ok(found)
    }

    fn set_state(&self, id: PollId, state: PollState) -> Result<(), StoreError> {
        let changed = self.lock().execute(
            "UPDATE polls SET state = ?2 WHERE id = ?1",
            params![id.0 as i64, state.as_str()],
        )?;
        if changed == 0 {
            return Err(StoreError::NoSuchPoll);
        }
        Ok(())
    }

    fn put_ballot(&self, ballot: Ballot) -> Result<Option<Ballot>, StoreError> {
        let mut conn = self.lock();
        let tx = conn.transaction()?;
        let before = {
            let mut stmt = tx.prepare("SELECT * FROM ballots WHERE poll_id = ?1 AND member_id = ?2")?;
            let mut rows = stmt.query(params![ballot.poll.0 as i64, ballot.member.0 as i64])?;
            let found = rows.next()?.map(read_ballot).transpose()?;
            found
        };
        let choices = serde_json::to_string(&ballot.choices).expect("plain data");
        tx.execute(
            "INSERT OR REPLACE INTO ballots (poll_id, member_id, choices, cast_at) VALUES (?1, ?2, ?3, ?4)",
            params![ballot.poll.0 as i64, ballot.member.0 as i64, choices, ballot.cast_at],
        )?;
        tx.commit()?;
        Ok(before)
    }

    fn ballots(&self, poll: PollId) -> Result<Vec<Ballot>, StoreError> {
        let conn = self.lock();
        let mut stmt = conn.prepare("SELECT * FROM ballots WHERE poll_id = ?1 ORDER BY member_id")?;
        let mut rows = stmt.query([poll.0 as i64])?;
        let mut out = Vec::new();
        while let Some(row) = rows.next()? {
            out.push(read_ballot(row)?);
        }
        Ok(out)
    }

    fn append_audit(&self, event: &AuditEvent) -> Result<(), StoreError> {
        insert_audit(&self.lock(), event)
    }

    fn audit(&self) -> Result<Vec<AuditEvent>, StoreError> {
        let conn = self.lock();
        let mut stmt = conn.prepare("SELECT line FROM audit ORDER BY id")?;
        let lines = stmt.query_map([], |r| r.get::<_, String>(0))?;
        lines
            .map(|line| AuditEvent::from_line(&line?).ok_or(StoreError::Corrupt("audit.line")))
            .collect()
    }
}

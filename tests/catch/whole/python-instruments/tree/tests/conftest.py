from datetime import UTC, date, datetime, timedelta

import pytest

from fermata import db
from fermata.config import Settings
from fermata.context import Context

STAFF = "staff-token-for-tests"
PORTAL = "portal-token-for-tests"


class FakeClock:
    def __init__(self) -> None:
        self.moment = datetime(2024, 5, 1, 10, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.moment

    def today(self) -> date:
        return self.moment.date()

    def advance(self, days: int) -> None:
        self.moment += timedelta(days=days)


@pytest.fixture
def settings(tmp_path) -> Settings:
    return Settings(
        database=str(tmp_path / "test.sqlite3"), staff_token=STAFF, portal_token=PORTAL
    )


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def ctx(settings, clock):
    """A migrated database with two instruments and four patrons, ids from 1."""
    conn = db.connect(settings.database)
    db.migrate(conn)
    conn.executemany(
        "INSERT INTO instruments (tag, kind) VALUES (?, ?)",
        [("VN-001", "violin"), ("UK-001", "ukulele")],
    )
    conn.executemany(
        "INSERT INTO patrons (card_number, name, email) VALUES (?, ?, ?)",
        [(f"CV-100{n}", name, f"{name.lower()}@example.org")
         for n, name in enumerate(["Ada", "Ben", "Cleo", "Dev"], start=1)],
    )
    yield Context(conn, clock, settings)
    conn.close()


@pytest.fixture
def outbox(ctx):
    """outbox() lists (recipient, subject) of every mail so far, oldest first."""

    def read() -> list[tuple[str, str]]:
        rows = ctx.conn.execute("SELECT recipient, subject FROM mails ORDER BY id")
        return [tuple(row) for row in rows]

    return read


@pytest.fixture
def status(ctx):
    """status(1) is the status of instrument 1."""

    def read(instrument_id: int) -> str:
        return ctx.conn.execute(
            "SELECT status FROM instruments WHERE id = ?", (instrument_id,)
        ).fetchone()[0]

    return read

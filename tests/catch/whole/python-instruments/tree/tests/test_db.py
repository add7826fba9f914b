import sqlite3

import pytest

from fermata import db


@pytest.fixture
def conn(tmp_path):
    connection = db.connect(str(tmp_path / "migrate.sqlite3"))
    yield connection
    connection.close()


def test_migrate_twice_changes_nothing(conn):
    reached = db.migrate(conn)
    assert db.migrate(conn) == reached == db.version(conn)


def test_migrate_stops_at_upto(conn):
    assert db.migrate(conn, upto=1) == 1
    with pytest.raises(sqlite3.OperationalError):
        conn.execute("SELECT * FROM mails")


def test_transaction_rolls_back(conn):
    db.migrate(conn)
    with pytest.raises(RuntimeError), db.transaction(conn):
        conn.execute("INSERT INTO instruments (tag, kind) VALUES ('VN-001', 'violin')")
        raise RuntimeError
    assert conn.execute("SELECT count(*) FROM instruments").fetchone()[0] == 0

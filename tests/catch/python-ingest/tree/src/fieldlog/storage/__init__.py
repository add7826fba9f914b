"""Where accepted readings stay."""

from fieldlog.storage.base import Store
from fieldlog.storage.sqlite_store import SqliteStore

__all__ = ["SqliteStore", "Store"]

"""What the other stages may ask of a store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Protocol

from fieldlog.models import Reading


class Store(Protocol):
    def insert_batch(self, readings: Iterable[Reading]) -> int:
        """Store all or nothing; the number of rows written."""
        ...

    def query_range(self, station: str, start: datetime, end: datetime) -> Iterator[Reading]:
        """Ordered by time; `end` is exclusive."""
        ...

    def delete_before(self, cutoff: datetime) -> int: ...

    def close(self) -> None: ...

"""What a reader is, and the table by which one is found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from fieldlog.errors import ReadError
from fieldlog.models import Batch


class Reader(Protocol):
    """Reads one file whole. Raises `ReadError` at the first line it cannot use."""

    def read(self, path: Path) -> Batch: ...


_READERS: dict[str, type[Reader]] = {}


def register_reader(suffix: str) -> Callable[[type[Reader]], type[Reader]]:
    """Class decorator: files whose name ends in `suffix` are read by the class."""

    def add(cls: type[Reader]) -> type[Reader]:
        if suffix in _READERS:
            raise ValueError(f"suffix taken: {suffix}")
        _READERS[suffix] = cls
        return cls

    return add


def reader_for(path: Path) -> Reader:
    """The reader of the path's suffix; an unknown suffix is a `ReadError` on line 0."""
    cls = _READERS.get(path.suffix)
    if cls is None:
        raise ReadError(str(path), 0, f"no reader for {path.suffix or 'a name without suffix'}")
    return cls()

"""Exceptions. Everything we raise on purpose derives from `FieldlogError`."""

from __future__ import annotations


class FieldlogError(Exception):
    """Base class; `exit_code` is what the command line returns for it."""

    exit_code = 70


class ReadError(FieldlogError):
    """A source file that cannot be read as what it claims to be."""

    exit_code = 65

    def __init__(self, source: str, line: int, reason: str) -> None:
        super().__init__(f"{source}:{line}: {reason}")
        self.source = source
        self.line = line
        self.reason = reason


class SettingsError(FieldlogError):
    """A settings file that is malformed."""

    exit_code = 64


class StorageError(FieldlogError):
    """The database refused."""

    exit_code = 74

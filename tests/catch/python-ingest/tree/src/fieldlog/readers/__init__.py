"""Readers turn files into batches."""

from fieldlog.readers import csv_reader, jsonl_reader  # noqa: F401  (they register themselves)
from fieldlog.readers.base import Reader, reader_for, register_reader

__all__ = ["Reader", "reader_for", "register_reader"]

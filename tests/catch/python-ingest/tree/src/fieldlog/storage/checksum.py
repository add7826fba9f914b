"""Digests of files and batches, so that the same upload is known again."""

from __future__ import annotations

import hashlib
from pathlib import Path

from fieldlog.models import Batch


def file_digest(path: Path, chunk_size: int = 65536) -> str:
    """SHA-256 of the bytes, as hex. OSError passes through."""
    digest = hashlib.sha256()
    with path.open("rb") as handle:
        while chunk := handle.read(chunk_size):
            digest.update(chunk)
    return digest.hexdigest()


def batch_digest(batch: Batch) -> str:
    """Independent of the order of the readings."""
    digest = hashlib.sha256()
    for key in sorted(reading.key() for reading in batch.readings):
        digest.update(repr(key).encode())
    return digest.hexdigest()


def write_atomically(path: Path, data: bytes) -> None:
    """Write beside the target, then rename over it."""
    temporary = path.with_name(path.name + ".part")
    temporary.write_bytes(data)
    temporary.replace(path)

"""One JSON object a line, as the newer loggers write."""

from __future__ import annotations

import json
from pathlib import Path

from fieldlog.clock import parse_timestamp
from fieldlog.errors import ReadError
from fieldlog.models import Batch, Reading
from fieldlog.readers.base import register_reader


def decode_line(text: str, source: str, line: int) -> Reading:
    try:
        raw = json.loads(text)
        return Reading(
            station=str(raw["s"]),
            metric=str(raw["m"]),
            taken_at=parse_timestamp(raw["t"]),
            value=float(raw["v"]),
            unit=str(raw["u"]),
        )
    except json.JSONDecodeError as error:
        raise ReadError(source, line, error.msg) from error
    except (KeyError, TypeError, ValueError) as error:
        raise ReadError(source, line, f"bad object: {error}") from error


@register_reader(".jsonl")
class JsonlReader:
    def read(self, path: Path) -> Batch:
        batch = Batch(source=str(path))
        with path.open(encoding="utf-8") as handle:
            for number, text in enumerate(handle, start=1):
                if text.strip():
                    batch.add(decode_line(text, str(path), number))
        return batch

"""Spool lines, as the logger writes them. See docs/wiki/Line-Format.md."""

import math
from typing import NamedTuple

from fawn.channels import CHANNELS

STATION_MAX = 8


class LineError(ValueError):
    """A line that cannot be used; the message goes to the table `rejects`."""


class Reading(NamedTuple):
    station: str
    ts: int
    channel: str
    value: float


def checksum(body: str) -> int:
    total = 0
    for byte in body.encode("ascii", "replace"):
        total ^= byte
    return total


def format_line(reading: Reading) -> str:
    """The line of a reading, without its newline."""
    value = CHANNELS[reading.channel].text(reading.value)
    body = f"W1,{reading.station},{reading.ts},{reading.channel},{value}"
    return f"{body}*{checksum(body):02X}"


def parse_line(text: str) -> Reading:
    body, star, given = text.strip().partition("*")
    if not star:
        raise LineError("no checksum")
    try:
        wanted = int(given, 16)
    except ValueError:
        raise LineError("checksum is not hexadecimal") from None
    if checksum(body) != wanted:
        raise LineError("wrong checksum")

    fields = body.split(",")
    if fields[0] != "W1":
        raise LineError(f"unknown version: {fields[0]}")
    if len(fields) != 5:
        raise LineError(f"{len(fields)} fields, not 5")
    _, station, ts, channel, value = fields
    if not 0 < len(station) <= STATION_MAX:
        raise LineError("bad station code")
    if channel not in CHANNELS:
        raise LineError(f"unknown channel: {channel}")
    try:
        reading = Reading(station, int(ts), channel, float(value))
    except ValueError:
        raise LineError("bad number") from None
    if not math.isfinite(reading.value):
        raise LineError("bad number")
    return reading

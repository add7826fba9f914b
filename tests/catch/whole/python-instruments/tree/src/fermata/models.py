"""Rows as values."""

import sqlite3
from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class InstrumentStatus(StrEnum):
    AVAILABLE = "available"
    ON_LOAN = "on_loan"
    ON_HOLD = "on_hold"
    WITHDRAWN = "withdrawn"


class ReservationState(StrEnum):
    WAITING = "waiting"
    READY = "ready"
    COLLECTED = "collected"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Instrument:
    id: int
    tag: str
    kind: str
    status: InstrumentStatus
    daily_fine_pence: int

    @classmethod
    def from_row(cls, row: sqlite3.Row) -> "Instrument":
        return cls(
            id=row["id"],
            tag=row["tag"],
            kind=row["kind"],
            status=InstrumentStatus(row["status"]),
            daily_fine_pence=row["daily_fine_pence"],
        )


@dataclass(frozen=True)
class Patron:
    id: int
    card_number: str
    name: str
    email: str

    @classmethod
    def from_row(cls, row: sqlite3.Row) -> "Patron":
        return cls(row["id"], row["card_number"], row["name"], row["email"])


@dataclass(frozen=True)
class Loan:
    id: int
    instrument_id: int
    patron_id: int
    lent_on: date
    due_on: date
    returned_on: date | None

    @classmethod
    def from_row(cls, row: sqlite3.Row) -> "Loan":
        return cls(
            id=row["id"],
            instrument_id=row["instrument_id"],
            patron_id=row["patron_id"],
            lent_on=date.fromisoformat(row["lent_on"]),
            due_on=date.fromisoformat(row["due_on"]),
            returned_on=optional_date(row["returned_on"]),
        )


@dataclass(frozen=True)
class Reservation:
    id: int
    instrument_id: int
    patron_id: int
    state: ReservationState

    @classmethod
    def from_row(cls, row: sqlite3.Row) -> "Reservation":
        return cls(
            id=row["id"],
            instrument_id=row["instrument_id"],
            patron_id=row["patron_id"],
            state=ReservationState(row["state"]),
        )


def optional_date(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)

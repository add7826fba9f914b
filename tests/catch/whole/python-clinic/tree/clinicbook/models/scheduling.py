"""Slots that a practitioner offers, and the appointments that fill them."""
from __future__ import annotations

import enum
from datetime import datetime, timedelta

from sqlalchemy import CheckConstraint, Enum, ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from clinicbook.db import Base, UTCDateTime
from clinicbook.models.people import Clinic, Patient, Practitioner


class AppointmentKind(enum.Enum):
    CHECKUP = "checkup"
    FOLLOW_UP = "follow_up"
    IMAGING = "imaging"
    VACCINATION = "vaccination"


class SlotStatus(enum.Enum):
    FREE = "free"  # anybody may book it
    BOOKED = "booked"  # a confirmed appointment has it
    BLOCKED = "blocked"  # staff took it out: illness, training


class AppointmentStatus(enum.Enum):
    CONFIRMED = "confirmed"
    CANCELLED = "cancelled"
    ATTENDED = "attended"
    MISSED = "missed"


def stored_enum(enum_class: type[enum.Enum]) -> Enum:
    """Stored by the member's name. A CHECK constraint, where wanted, is written by hand in model and migration."""
    return Enum(enum_class, native_enum=False, length=16)


class Slot(Base):
    __tablename__ = "slots"
    __table_args__ = (
        CheckConstraint("status IN ('FREE', 'BOOKED', 'BLOCKED')", name="status"),
        Index("ix_slots_search", "clinic_id", "kind", "status", "starts_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    clinic_id: Mapped[int] = mapped_column(ForeignKey("clinics.id"))
    practitioner_id: Mapped[int] = mapped_column(ForeignKey("practitioners.id"), index=True)
    kind: Mapped[AppointmentKind] = mapped_column(stored_enum(AppointmentKind))
    starts_at: Mapped[datetime] = mapped_column(UTCDateTime)
    minutes: Mapped[int]
    status: Mapped[SlotStatus] = mapped_column(stored_enum(SlotStatus), default=SlotStatus.FREE)

    clinic: Mapped[Clinic] = relationship()
    practitioner: Mapped[Practitioner] = relationship()

    @property
    def ends_at(self) -> datetime:
        return self.starts_at + timedelta(minutes=self.minutes)

    def overlaps(self, other: Slot) -> bool:
        return self.starts_at < other.ends_at and other.starts_at < self.ends_at


class Appointment(Base):
    __tablename__ = "appointments"
    __table_args__ = (
        # A slot may have had many appointments, but only one of them is alive.
        Index(
            "uq_appointments_live_slot",
            "slot_id",
            unique=True,
            postgresql_where=text("status = 'CONFIRMED'"),
            sqlite_where=text("status = 'CONFIRMED'"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    slot_id: Mapped[int] = mapped_column(ForeignKey("slots.id"))
    patient_id: Mapped[int] = mapped_column(ForeignKey("patients.id"), index=True)
    status: Mapped[AppointmentStatus] = mapped_column(
        stored_enum(AppointmentStatus), default=AppointmentStatus.CONFIRMED
    )
    booked_at: Mapped[datetime] = mapped_column(UTCDateTime)
    cancelled_at: Mapped[datetime | None] = mapped_column(UTCDateTime)
    cancel_reason: Mapped[str | None] = mapped_column(String(200))
    reminded_at: Mapped[datetime | None] = mapped_column(UTCDateTime)

    slot: Mapped[Slot] = relationship()
    patient: Mapped[Patient] = relationship()

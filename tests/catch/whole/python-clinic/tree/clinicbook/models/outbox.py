"""Messages that wait to be sent, and the trace of who did what."""
from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from clinicbook.db import Base, UTCDateTime
from clinicbook.models.people import Patient


class OutboxMessage(Base):
    __tablename__ = "outbox_messages"
    __table_args__ = (Index("ix_outbox_messages_due", "sent_at", "send_after"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    patient_id: Mapped[int] = mapped_column(ForeignKey("patients.id"), index=True)
    channel: Mapped[str] = mapped_column(String(8))  # "sms" or "mail"
    template: Mapped[str] = mapped_column(String(40))
    body: Mapped[str] = mapped_column(Text)
    # Two messages with the same key are one: the second is not queued.
    dedupe_key: Mapped[str | None] = mapped_column(String(80), unique=True)
    send_after: Mapped[datetime] = mapped_column(UTCDateTime)
    sent_at: Mapped[datetime | None] = mapped_column(UTCDateTime)
    attempts: Mapped[int] = mapped_column(default=0)

    patient: Mapped[Patient] = relationship()


class AuditEntry(Base):
    __tablename__ = "audit_entries"
    __table_args__ = (Index("ix_audit_entries_subject", "subject_type", "subject_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(UTCDateTime)
    actor_kind: Mapped[str] = mapped_column(String(10))
    actor_id: Mapped[int | None]
    action: Mapped[str] = mapped_column(String(40))
    subject_type: Mapped[str] = mapped_column(String(40))
    subject_id: Mapped[int]
    details: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)

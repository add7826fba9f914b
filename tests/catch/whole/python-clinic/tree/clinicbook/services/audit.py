"""Who did what. Written in the same transaction as the change itself."""
from __future__ import annotations

from sqlalchemy import select

from clinicbook.context import ServiceContext
from clinicbook.db import Base
from clinicbook.models import AuditEntry


def record(ctx: ServiceContext, action: str, subject: Base, **details: object) -> AuditEntry:
    """`subject` must have an id: flush first when it is new. Details must be JSON; no names, no medical facts."""
    entry = AuditEntry(
        at=ctx.now,
        actor_kind=ctx.actor.kind,
        actor_id=ctx.actor.id,
        action=action,
        subject_type=subject.__tablename__,
        subject_id=subject.id,
        details=details,
    )
    ctx.session.add(entry)
    return entry


def history(ctx: ServiceContext, subject: Base) -> list[AuditEntry]:
    """Oldest first."""
    return list(
        ctx.session.scalars(
            select(AuditEntry)
            .where(AuditEntry.subject_type == subject.__tablename__, AuditEntry.subject_id == subject.id)
            .order_by(AuditEntry.at, AuditEntry.id)
        )
    )

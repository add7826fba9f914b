"""What every service function is given: a session, the settings, the moment, and who acts."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session, sessionmaker

from clinicbook.clock import utcnow
from clinicbook.config import Settings
from clinicbook.errors import Forbidden


@dataclass(frozen=True)
class Actor:
    kind: str  # "patient", "staff" or "system"
    id: int | None = None
    clinic_ids: frozenset[int] = frozenset()

    @classmethod
    def patient(cls, patient_id: int) -> Actor:
        return cls("patient", patient_id)

    @classmethod
    def staff(cls, staff_id: int, clinic_ids: frozenset[int]) -> Actor:
        return cls("staff", staff_id, clinic_ids)

    @classmethod
    def system(cls) -> Actor:
        return cls("system")

    def require_staff_of(self, clinic_id: int) -> None:
        if self.kind != "staff" or clinic_id not in self.clinic_ids:
            raise Forbidden("You do not work at this clinic")

    def require_self_or_staff(self, patient_id: int, clinic_id: int) -> None:
        """The patient themselves, staff of the clinic, or the system."""
        if self.kind == "system" or (self.kind == "patient" and self.id == patient_id):
            return
        self.require_staff_of(clinic_id)


@dataclass(frozen=True)
class ServiceContext:
    session: Session
    settings: Settings
    now: datetime
    actor: Actor


OpenContext = Callable[[], AbstractContextManager[ServiceContext]]


@contextmanager
def open_context(
    factory: sessionmaker[Session], settings: Settings, actor: Actor, now: datetime | None = None
) -> Iterator[ServiceContext]:
    """One transaction: committed at the end, rolled back when anything is raised."""
    with factory.begin() as session:
        yield ServiceContext(session, settings, now or utcnow(), actor)

"""A database in memory, a clock that stands still, and a small clinic."""
from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta, timezone

import pytest
from sqlalchemy.orm import Session, sessionmaker

from clinicbook.app import create_app
from clinicbook.config import Settings
from clinicbook.context import Actor, ServiceContext, open_context
from clinicbook.db import Base, make_engine, make_session_factory
from clinicbook.models import AppointmentKind, Clinic, Patient, Practitioner, Slot, SlotStatus
from clinicbook.routes.auth import issue_token


class World:
    """The clinic of the tests. It is Tuesday 4 March 2025, 10:00 in Brussels, until a test says otherwise."""

    def __init__(self, factory: sessionmaker[Session], settings: Settings) -> None:
        self.factory = factory
        self.settings = settings
        self.now = datetime(2025, 3, 4, 9, 0, tzinfo=timezone.utc)
        with factory.begin() as session:
            self.clinic = Clinic(name="Havenbrook North", timezone="Europe/Brussels", phone="02 555 01 00")
            self.doctor = Practitioner(name="Dr Maes", clinic=self.clinic)
            session.add_all([self.clinic, self.doctor])
        self.staff = Actor.staff(1, frozenset({self.clinic.id}))

    def ctx(self, actor: Actor | None = None) -> AbstractContextManager[ServiceContext]:
        return open_context(self.factory, self.settings, actor or Actor.system(), self.now)

    def patient(self, name: str = "Ana", *, phone: str | None = "0470 00 00 01", language: str = "en") -> Patient:
        with self.factory.begin() as session:
            patient = Patient(name=name, phone=phone, email=f"{name.lower()}@example.org", language=language)
            session.add(patient)
        return patient

    def slot(
        self,
        in_hours: float = 48,
        *,
        kind: AppointmentKind = AppointmentKind.CHECKUP,
        status: SlotStatus = SlotStatus.FREE,
        minutes: int = 20,
    ) -> Slot:
        with self.factory.begin() as session:
            slot = Slot(
                clinic_id=self.clinic.id,
                practitioner_id=self.doctor.id,
                kind=kind,
                starts_at=self.now + timedelta(hours=in_hours),
                minutes=minutes,
                status=status,
            )
            session.add(slot)
        return slot

    def later(self, **delta: float) -> None:
        self.now += timedelta(**delta)

    def header(self, actor: Actor) -> dict[str, str]:
        return {"Authorization": f"Bearer {issue_token(self.settings.secret_key, actor)}"}


@pytest.fixture
def world() -> World:
    settings = Settings(secret_key="test")
    engine = make_engine(settings.database_url)
    Base.metadata.create_all(engine)
    return World(make_session_factory(engine), settings)


@pytest.fixture
def client(world: World):
    now: Callable[[], datetime] = lambda: world.now  # noqa: E731
    return create_app(world.settings, world.factory, now).test_client()

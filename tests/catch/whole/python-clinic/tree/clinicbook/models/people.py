"""Clinics, the people who work there, and the people who come."""
from __future__ import annotations

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from clinicbook.db import Base


class Clinic(Base):
    __tablename__ = "clinics"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(120), unique=True)
    timezone: Mapped[str] = mapped_column(String(64), default="Europe/Brussels")
    phone: Mapped[str] = mapped_column(String(32))

    practitioners: Mapped[list[Practitioner]] = relationship(back_populates="clinic")


class Practitioner(Base):
    __tablename__ = "practitioners"

    id: Mapped[int] = mapped_column(primary_key=True)
    clinic_id: Mapped[int] = mapped_column(ForeignKey("clinics.id"), index=True)
    name: Mapped[str] = mapped_column(String(120))

    clinic: Mapped[Clinic] = relationship(back_populates="practitioners")


class Patient(Base):
    __tablename__ = "patients"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(120))
    email: Mapped[str | None] = mapped_column(String(254))
    phone: Mapped[str | None] = mapped_column(String(32))
    language: Mapped[str] = mapped_column(String(2), default="en")  # "en" or "fr"

    @property
    def channel(self) -> str:
        """SMS where we have a number: people read it within minutes. Mail else."""
        return "sms" if self.phone else "mail"

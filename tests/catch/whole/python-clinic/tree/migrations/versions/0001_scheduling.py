"""Clinics, practitioners, patients, slots and appointments."""
from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "clinics",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(120), nullable=False, unique=True),
        sa.Column("timezone", sa.String(64), nullable=False),
        sa.Column("phone", sa.String(32), nullable=False),
    )
    op.create_table(
        "practitioners",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("clinic_id", sa.Integer, sa.ForeignKey("clinics.id"), nullable=False, index=True),
        sa.Column("name", sa.String(120), nullable=False),
    )
    op.create_table(
        "patients",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("email", sa.String(254)),
        sa.Column("phone", sa.String(32)),
        sa.Column("language", sa.String(2), nullable=False),
    )
    op.create_table(
        "slots",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("clinic_id", sa.Integer, sa.ForeignKey("clinics.id"), nullable=False),
        sa.Column("practitioner_id", sa.Integer, sa.ForeignKey("practitioners.id"), nullable=False, index=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("minutes", sa.Integer, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.CheckConstraint("status IN ('FREE', 'BOOKED', 'BLOCKED')", name=op.f("ck_slots_status")),
    )
    op.create_index("ix_slots_search", "slots", ["clinic_id", "kind", "status", "starts_at"])
    op.create_table(
        "appointments",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("slot_id", sa.Integer, sa.ForeignKey("slots.id"), nullable=False),
        sa.Column("patient_id", sa.Integer, sa.ForeignKey("patients.id"), nullable=False, index=True),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("booked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("cancelled_at", sa.DateTime(timezone=True)),
        sa.Column("cancel_reason", sa.String(200)),
        sa.Column("reminded_at", sa.DateTime(timezone=True)),
    )
    op.create_index(
        "uq_appointments_live_slot",
        "appointments",
        ["slot_id"],
        unique=True,
        postgresql_where=sa.text("status = 'CONFIRMED'"),
        sqlite_where=sa.text("status = 'CONFIRMED'"),
    )


def downgrade() -> None:
    for table in ("appointments", "slots", "patients", "practitioners", "clinics"):
        op.drop_table(table)

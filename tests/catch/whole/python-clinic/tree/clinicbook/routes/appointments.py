"""What patients do, and staff on their behalf: search, book, move, cancel."""
from __future__ import annotations

from typing import Any

from flask import Blueprint, jsonify, request

from clinicbook.context import Actor
from clinicbook.errors import InvalidInput
from clinicbook.models import Appointment, AppointmentKind, Slot
from clinicbook.routes.auth import request_context
from clinicbook.routes.parsing import get_date, get_enum, get_int, get_text, json_body
from clinicbook.services import availability, booking

bp = Blueprint("appointments", __name__)


@bp.get("/clinics/<int:clinic_id>/slots")
def list_slots(clinic_id: int):
    """Public: the website shows free slots before anybody signs in."""
    with request_context(Actor.system()) as ctx:
        slots = availability.find_free_slots(
            ctx,
            clinic_id,
            get_enum(request.args, "kind", AppointmentKind),
            get_date(request.args, "from"),
            get_date(request.args, "to"),
            get_int(request.args, "practitioner_id", None),
        )
        return jsonify(slots=[slot_json(slot) for slot in slots])


@bp.get("/appointments")
def list_appointments():
    with request_context() as ctx:
        found = booking.appointments_of(ctx, patient_of_request(ctx.actor, request.args))
        return jsonify(appointments=[appointment_json(each) for each in found])


@bp.post("/appointments")
def create():
    body = json_body()
    with request_context() as ctx:
        made = booking.book_slot(ctx, patient_of_request(ctx.actor, body), get_int(body, "slot_id"))
        return jsonify(appointment_json(made)), 201


@bp.post("/appointments/<int:appointment_id>/move")
def move(appointment_id: int):
    body = json_body()
    with request_context() as ctx:
        moved = booking.reschedule_appointment(ctx, appointment_id, get_int(body, "slot_id"))
        return jsonify(appointment_json(moved))


@bp.post("/appointments/<int:appointment_id>/cancel")
def cancel(appointment_id: int):
    body = json_body()
    with request_context() as ctx:
        gone = booking.cancel_appointment(ctx, appointment_id, get_text(body, "reason", None))
        return jsonify(appointment_json(gone))


def patient_of_request(actor: Actor, fields: Any) -> int:
    """Patients speak for themselves; staff must say for whom."""
    if actor.kind == "patient":
        if actor.id is None:
            raise InvalidInput("The token names no patient")
        return actor.id
    return get_int(fields, "patient_id")


def slot_json(slot: Slot) -> dict[str, Any]:
    return {
        "id": slot.id,
        "clinic_id": slot.clinic_id,
        "practitioner": {"id": slot.practitioner_id, "name": slot.practitioner.name},
        "kind": slot.kind.value,
        "starts_at": slot.starts_at.isoformat(),
        "minutes": slot.minutes,
        "status": slot.status.value,
    }


def appointment_json(appointment: Appointment) -> dict[str, Any]:
    return {
        "id": appointment.id,
        "status": appointment.status.value,
        "patient_id": appointment.patient_id,
        "slot": slot_json(appointment.slot),
    }

"""The front desk."""
from __future__ import annotations

from flask import Blueprint, jsonify

from clinicbook.errors import NotFound
from clinicbook.models import AppointmentKind, Slot
from clinicbook.routes.appointments import slot_json
from clinicbook.routes.auth import request_context
from clinicbook.routes.parsing import get_enum, get_int, get_moment, get_text, json_body
from clinicbook.services import audit, roster

bp = Blueprint("staff", __name__, url_prefix="/staff")


@bp.post("/practitioners/<int:practitioner_id>/slots")
def open_slots(practitioner_id: int):
    body = json_body()
    with request_context() as ctx:
        slots = roster.open_slots(
            ctx,
            practitioner_id,
            get_enum(body, "kind", AppointmentKind),
            get_moment(body, "starts_at"),
            get_int(body, "minutes"),
            get_int(body, "count", 1),
        )
        return jsonify(slots=[slot_json(slot) for slot in slots]), 201


@bp.post("/slots/<int:slot_id>/block")
def block(slot_id: int):
    body = json_body()
    with request_context() as ctx:
        return jsonify(slot_json(roster.block_slot(ctx, slot_id, get_text(body, "reason"))))


@bp.post("/slots/<int:slot_id>/unblock")
def unblock(slot_id: int):
    with request_context() as ctx:
        return jsonify(slot_json(roster.unblock_slot(ctx, slot_id)))


@bp.get("/slots/<int:slot_id>/history")
def slot_history(slot_id: int):
    with request_context() as ctx:
        slot = ctx.session.get(Slot, slot_id)
        if slot is None:
            raise NotFound("There is no such slot")
        ctx.actor.require_staff_of(slot.clinic_id)
        entries = audit.history(ctx, slot)
        return jsonify(
            history=[
                {"at": each.at.isoformat(), "by": each.actor_kind, "action": each.action, "details": each.details}
                for each in entries
            ]
        )

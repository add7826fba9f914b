from __future__ import annotations

from clinicbook.context import Actor


def test_anybody_sees_free_slots(world, client):
    slot = world.slot(48)
    answer = client.get(f"/clinics/{world.clinic.id}/slots?kind=checkup&from=2025-03-04&to=2025-03-10")
    assert answer.status_code == 200
    assert [each["id"] for each in answer.json["slots"]] == [slot.id]


def test_an_unknown_kind_is_named(world, client):
    answer = client.get(f"/clinics/{world.clinic.id}/slots?kind=surgery&from=2025-03-04&to=2025-03-10")
    assert answer.status_code == 422
    assert "kind must be one of" in answer.json["error"]["message"]


def test_booking_needs_a_token(world, client):
    answer = client.post("/appointments", json={"slot_id": world.slot().id})
    assert answer.status_code == 401


def test_a_patient_books_and_cancels(world, client):
    ana, slot = world.patient(), world.slot()
    header = world.header(Actor.patient(ana.id))
    made = client.post("/appointments", json={"slot_id": slot.id}, headers=header)
    assert made.status_code == 201
    assert made.json["slot"]["status"] == "booked"
    gone = client.post(f"/appointments/{made.json['id']}/cancel", json={}, headers=header)
    assert gone.status_code == 200
    assert client.get("/appointments", headers=header).json["appointments"] == []


def test_a_patient_does_not_cancel_for_somebody_else(world, client):
    ana, ben, slot = world.patient("Ana"), world.patient("Ben"), world.slot()
    made = client.post("/appointments", json={"slot_id": slot.id}, headers=world.header(Actor.patient(ana.id)))
    answer = client.post(
        f"/appointments/{made.json['id']}/cancel", json={}, headers=world.header(Actor.patient(ben.id))
    )
    assert answer.status_code == 403


def test_staff_see_what_happened_to_a_slot(world, client):
    slot, header = world.slot(), world.header(world.staff)
    client.post(f"/staff/slots/{slot.id}/block", json={"reason": "training"}, headers=header)
    client.post(f"/staff/slots/{slot.id}/unblock", headers=header)
    answer = client.get(f"/staff/slots/{slot.id}/history", headers=header)
    assert [each["action"] for each in answer.json["history"]] == ["slot_blocked", "slot_unblocked"]

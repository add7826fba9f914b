import pytest

from conftest import PORTAL, STAFF
from fermata import loans, reservations
from fermata.api import create_app


@pytest.fixture
def client(ctx):
    return create_app(ctx.settings, ctx.clock).test_client()


def bearer(token: str) -> dict:
    return {"Authorization": f"Bearer {token}"}


def test_no_token_is_401(client):
    assert client.get("/v1/instruments").status_code == 401


def test_the_portal_may_not_lend(client):
    body = {"instrument_id": 1, "card_number": "CV-1001"}
    assert client.post("/v1/loans", json=body, headers=bearer(PORTAL)).status_code == 403


def test_instruments_show_due_date_and_queue(client, ctx):
    loans.lend(ctx, 1, 1)
    reservations.reserve(ctx, 1, 2)
    answer = client.get("/v1/instruments?kind=violin", headers=bearer(PORTAL))
    assert answer.get_json() == [
        {
            "id": 1,
            "tag": "VN-001",
            "kind": "violin",
            "status": "on_loan",
            "due_on": "2024-05-29",
            "queue": 1,
        }
    ]


def test_reserve_show_and_cancel(client):
    body = {"instrument_id": 1, "card_number": "CV-1001"}
    made = client.post("/v1/reservations", json=body, headers=bearer(PORTAL))
    assert made.status_code == 201
    path = f"/v1/reservations/{made.get_json()['id']}"
    assert client.get(path, headers=bearer(PORTAL)).get_json() == {
        "id": 1,
        "instrument_id": 1,
        "state": "ready",
        "position": 0,
    }
    assert client.delete(path, headers=bearer(PORTAL)).status_code == 204
    assert client.delete(path, headers=bearer(PORTAL)).status_code == 409


@pytest.mark.parametrize("body", [None, [], {"instrument_id": "1", "card_number": "CV-1001"}])
def test_a_wrong_body_is_400(client, body):
    answer = client.post("/v1/reservations", json=body, headers=bearer(PORTAL))
    assert answer.status_code == 400


def test_lend_and_return(client):
    body = {"instrument_id": 1, "card_number": "CV-1001"}
    loan = client.post("/v1/loans", json=body, headers=bearer(STAFF)).get_json()
    answer = client.post(f"/v1/loans/{loan['id']}/return", headers=bearer(STAFF))
    assert answer.get_json() == {"fine_pence": 0}

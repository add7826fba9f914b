import pytest

from fermata import reservations
from fermata.worker import MAX_ATTEMPTS, Worker


@pytest.fixture
def sent():
    return []


def test_a_mail_is_sent_once(ctx, sent):
    reservations.reserve(ctx, 1, 1)
    worker = Worker(ctx, sent.append)
    assert worker.run_once() == 1
    assert worker.run_once() == 0
    assert sent[0]["To"] == "ada@example.org"


def test_a_failing_mail_is_given_up(ctx):
    attempts = []

    def fail(message):
        attempts.append(message)
        raise OSError("connection refused")

    reservations.reserve(ctx, 1, 1)
    worker = Worker(ctx, fail)
    for _ in range(MAX_ATTEMPTS + 2):
        assert worker.run_once() == 0
    assert len(attempts) == MAX_ATTEMPTS


def test_a_failing_mail_does_not_hold_up_the_next(ctx, sent):
    def fail_for_ada(message):
        if message["To"] == "ada@example.org":
            raise OSError("mailbox full")
        sent.append(message)

    reservations.reserve(ctx, 1, 1)
    reservations.reserve(ctx, 2, 2)
    assert Worker(ctx, fail_for_ada).run_once() == 1
    assert sent[0]["To"] == "ben@example.org"

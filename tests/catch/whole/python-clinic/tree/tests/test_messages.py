from __future__ import annotations

import string

import pytest

from clinicbook.services.messages import TEMPLATES, queue_message, render

LANGUAGES = {"en", "fr"}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("template", sorted(TEMPLATES))
def test_every_template_has_both_languages_with_the_same_placeholders(template):
    texts = TEMPLATES[template]
    assert set(texts) == LANGUAGES
    assert placeholders(texts["en"]) == placeholders(texts["fr"])


def test_an_unknown_language_is_english():
    values = {"clinic": "North", "when": "Tue", "practitioner": "Dr Maes"}
    assert render("booked", "de", values) == render("booked", "en", values)


def test_the_same_key_is_queued_once(world):
    ana = world.patient()
    values = {"clinic": "North", "when": "Tue", "practitioner": "Dr Maes"}
    with world.ctx() as ctx:
        assert queue_message(ctx, ana, "booked", values, dedupe_key="k") is not None
        assert queue_message(ctx, ana, "booked", values, dedupe_key="k") is None


def test_a_patient_without_a_phone_gets_mail(world):
    ben = world.patient("Ben", phone=None)
    with world.ctx() as ctx:
        message = queue_message(ctx, ben, "booked", {"clinic": "North", "when": "Tue", "practitioner": "Dr Maes"})
        assert message.channel == "mail"

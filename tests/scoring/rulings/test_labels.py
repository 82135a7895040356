"""Who did it is kept in every row, however long the name is that he goes by."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import models

from mus.course import Ruled
from scoring.hands.services import corrections
from scoring.outbox.services import calls
from scoring.rulings.models import Ruling
from scoring.rulings.services import tribunal
from tests.scoring import table
from tests.scoring.table import plain, quick
from tournament.log.rules.roles import Actor

pytestmark = pytest.mark.django_db
LONG = Actor("program", None, "x" * 300)


def rows() -> Iterator[models.Model]:
    for app in ("tournament", "scoring"):
        for model in apps.get_app_config(app).get_models():
            yield from model._default_manager.all()


def cut() -> dict[str, set[int]]:
    """Of every column in which this name stands, how long it is there; and nothing is longer than
    its column."""
    found: dict[str, set[int]] = {}
    for row in rows():
        for field in row._meta.concrete_fields:
            value = getattr(row, field.attname)
            if isinstance(field, models.CharField) and isinstance(value, str):
                assert len(value) <= (field.max_length or len(value)), field
                if "xxx" in value:
                    found.setdefault(f"{row._meta.model_name}.{field.name}", set()).add(len(value))
    return found


def test_a_name_of_any_length_is_kept_as_far_as_there_is_room(match):
    record = {"match_id": match.pk, "actor": LONG}
    case = table.a_case(match, actor=LONG)
    tribunal.hear(case_id=case.pk, note="the noise", actor=LONG)
    tribunal.judge(case_id=case.pk, verdict="warned", reason="the noise", actor=LONG)
    table.record(match, plain(), actor=LONG, ruled=Ruled((3, 0), None), reason="heard both")
    calls.raise_call(**record)
    calls.answer(ruling_id=Ruling.objects.get(kind="call").pk, actor=LONG)
    calls.close(ruling_id=Ruling.objects.get(kind="call").pk, actor=LONG)
    table.record(match, quick(1, 0), actor=LONG)
    corrections.undo(reason="misread", **record)

    assert cut() == {
        name: {120}
        for name in (
            "event.actor_label", "hand.actor_label", "ruling.raised_by", "ruling.decided_by",
            "tribunalcase.opened_by", "tribunalcase.heard_by", "tribunalcase.decided_by",
        )
    }  # fmt: skip
    call = Ruling.objects.get(kind="call")
    assert len(call.proposed["answered"]["by"]) == 120

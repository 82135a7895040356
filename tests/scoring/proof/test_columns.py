"""Every column of every row that the log tells of is compared with it; those it does not tell of
are named, with the reason why."""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from django.db import DatabaseError

from scoring.proof.queries.verify import verify_tournament
from tests.night import of_many, seed_of
from tests.scoring.proof.compared import NOT_COMPARED, OF_OTHER_DAYS
from tests.tampering.rows import ALL, columns_of, deleted, doubled, edited, every_column, rows_of
from tests.tampering.trials import taken_back
from tournament.championship.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(everything: Tournament) -> Tournament:
    return everything


def test_every_column_is_compared_or_said_why_not_and_every_edit_is_found(cup):
    assert verify_tournament(tournament_id=cup.pk).first is None
    rng, tried, unseen = Random(seed_of(1)), set(), []
    columns = list(every_column(cup))[:: of_many(6, nightly=1)]
    for kept, field, rows in columns:
        for row in rng.choices(rows, k=200):
            found = _is_found(cup, partial(edited, row, field, kept, rng))
            if found is not None:
                break
        else:
            continue
        tried.add((kept.name, field.name))
        unseen += [] if found else [f"{kept.name}.{field.name}"]
    assert unseen == []
    asked = {(kept.name, field.name) for kept, field, _rows in columns}
    assert asked - tried <= REFUSED, "nobody has edited these"


def test_every_column_that_is_not_named_has_a_row_to_edit(cup):
    here = [kept for kept in ALL if kept.name not in OF_OTHER_DAYS]
    told = {(kept.name, one.name) for kept in here for one in columns_of(kept)}
    told -= {(table, column) for table, columns in NOT_COMPARED.items() for column in columns}
    assert told == {(kept.name, field.name) for kept, field, _rows in every_column(cup)}


REFUSED = {
    ("case", "state"), ("match", "status"), ("penalty", "clause"), ("referee", "has_left"),
    ("tournament", "champion"),
}  # fmt: skip
"""Columns that the database holds to others, so that it takes no edit of them alone."""


@pytest.mark.long
def test_every_row_that_is_gone_or_doubled_is_found(cup):
    for kept in ALL[1:]:
        for row in list(rows_of(cup, kept))[: of_many(2, nightly=10_000)]:
            for act in (partial(deleted, row, kept), partial(doubled, row)):
                assert _is_found(cup, act) is not False, f"{kept.name} {row.pk}"


def _is_found(cup: Tournament, act: Callable[[], bool]) -> bool | None:
    """Whether what the act does to the rows is found; None where it does nothing, or where the
    database refuses it."""
    with taken_back():
        try:
            if not act():
                return None
        except DatabaseError:
            return None
        return not verify_tournament(tournament_id=cup.pk).ok


def test_what_is_not_compared_is_a_column_and_has_a_reason():
    for kept in ALL:
        fields = {one.name for one in kept.model._meta.get_fields()}
        assert NOT_COMPARED[kept.name].keys() <= fields
        assert all(NOT_COMPARED[kept.name].values())

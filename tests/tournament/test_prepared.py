"""A statement that is composed once says and does what the ORM says and does each time."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.models import Exists, OuterRef
from django.test.utils import CaptureQueriesContext

from tests.tournament import play
from tournament import prepared
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.prepared import Prepared

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def of_day(number: int, status: str) -> Any:
    # A key has 64 bits in every database; of a smaller column PostgreSQL's ORM knows without asking
    # that the number, which stands there to be replaced, is in no row.
    won = Pair.objects.filter(pk=OuterRef("pair_a")).order_by()
    matches = Match.objects.filter(tournament=number, status=status).annotate(has_pair=Exists(won))
    return matches.select_related("pair_a", "tournament").order_by("pk")


ASKED = Prepared(of_day, numbers=["number"], texts=["status"])


@pytest.fixture
def drawn() -> Tournament:
    return play.tournament(entered=5, drawn=True)


def test_the_instances_are_those_of_the_queryset_with_what_belongs_to_them(
    drawn: Tournament,
) -> None:
    other = play.tournament(entered=7, drawn=True)
    assert ASKED.rows(number=other.pk + 1, status="waiting") == []  # PostgreSQL plans it now
    for number in (drawn.pk, other.pk):
        plain = list(of_day(number, "waiting"))
        assert plain
        with CaptureQueriesContext(connection) as asked:
            found = ASKED.rows(number=number, status="waiting")
            assert [vars_of(one) for one in found] == [vars_of(one) for one in plain]
        assert len(asked) == 1


def vars_of(match: Match) -> list[object]:
    fields = [getattr(match, field.attname) for field in Match._meta.concrete_fields]
    pair = match.pair_a and match.pair_a.name
    return [*fields, pair, match.tournament.settings, match.tournament.starts_at, match.has_pair]  # type: ignore[attr-defined]


def test_values_are_given_apart_from_the_text(drawn: Tournament) -> None:
    assert ASKED.rows(number=drawn.pk, status="' OR 1=1 --") == []


def test_a_value_that_the_statement_does_not_compare_with_is_a_mistake() -> None:
    lost = Prepared(lambda lost: Match.objects.filter(pk=lost + 1), numbers=["lost"])
    with pytest.raises(ValueError, match="slot"):
        lost.rows(lost=1)


def test_rows_are_inserted_as_the_orm_inserts_them(drawn: Tournament) -> None:
    last = Event.objects.latest("number")
    names = [field.attname for field in Event._meta.concrete_fields if field.attname != "id"]
    rows = []
    for number in range(1, prepared.MOST_ROWS + 2):
        values = {name: getattr(last, name) for name in names}
        rows.append(Event(**{**values, "number": last.number + number, "sealed": {"n": number}}))
    with CaptureQueriesContext(connection) as asked:
        prepared.insert(rows)
    assert len(asked) == 2
    for row in rows:
        stored = Event.objects.get(pk=row.pk)
        assert {n: getattr(stored, n) for n in names} == {n: getattr(row, n) for n in names}
        assert not row._state.adding


def test_a_row_is_updated_by_itself_or_by_what_is_known_of_it(drawn: Tournament) -> None:
    drawn.name, drawn.settings = "Kaia", {"a": [1, None]}
    prepared.update(drawn, "name", "settings")
    drawn.refresh_from_db()
    assert (drawn.name, drawn.settings) == ("Kaia", {"a": [1, None]})
    known = {"pk": drawn.pk, "champion": None}
    assert prepared.update_where(Tournament, known, place="Deba") == 1
    assert prepared.update_where(Tournament, {**known, "place": "Zarautz"}, place="x") == 0
    drawn.refresh_from_db()
    assert drawn.place == "Deba"


def test_a_row_that_is_gone_is_said(drawn: Tournament) -> None:
    with pytest.raises(Tournament.DoesNotExist):
        prepared.update(Tournament(pk=10**9, name="Kaia"), "name")


def test_writes_that_go_together_write_what_they_write_alone(drawn: Tournament) -> None:
    last = Event.objects.latest("number")
    names = [field.attname for field in Event._meta.concrete_fields if field.attname != "id"]
    kept = {name: getattr(last, name) for name in names}
    rows = [Event(**{**kept, "number": last.number + n, "sealed": {"n": n}}) for n in (1, 2)]
    match = play.match(drawn, 1, 0)
    writes = prepared.Together()
    writes.insert(rows)
    drawn.name, match.version = "Kaia; DROP", match.version + 1
    writes.update(drawn, "name")
    writes.update(match, "version")
    with CaptureQueriesContext(connection) as asked:
        writes.run()
    assert len(asked) == (1 if connection.vendor == "postgresql" else 3)
    for row in rows:
        assert Event.objects.get(pk=row.pk).sealed == row.sealed
    assert Tournament.objects.get(pk=drawn.pk).name == "Kaia; DROP"
    assert play.match(drawn, 1, 0).version == match.version


def test_each_of_several_writes_must_find_its_row(drawn: Tournament) -> None:
    writes = prepared.Together()
    writes.update(Tournament(pk=10**9, name="Kaia"), "name")
    writes.update(drawn, "name")
    with pytest.raises(Tournament.DoesNotExist):
        writes.run()

"""A fault at every statement of every service: the database is as it was, to the last row.

The service is called again and again; each time one statement further is refused, until none is
left. After each fault the rows of every table are compared with what they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import OperationalError, connection

from accounts.models import Mailbox
from accounts.services import invitations, resets, second, signins, tokens
from accounts.services.signins import Caller
from jobs import services as jobs
from operations.removal.services import remove_account, remove_tournament
from scoring.hands.services import corrections, runs
from scoring.rulings.services import endings, games
from tests.scoring import table
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.services import organizers, tournaments
from tournament.clock import services as clock
from tournament.draw import services as draw
from tournament.entries.services import departures, pairs
from tournament.matches.models import Match
from tournament.matches.services import matches
from tournament.tables.models import Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices, tables

pytestmark = pytest.mark.django_db

ME = play.PROGRAM
SITE = "http://testserver/"
FROM = Caller("192.0.2.7", "a browser")


class Broken(OperationalError):
    """The fault that is brought about."""


@contextmanager
def broken_at(number: int) -> Iterator[list[str]]:
    """Refuses the statement `number`; the list has what came before it."""
    seen: list[str] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        seen.append(sql)
        if len(seen) == number:
            raise Broken("disk I/O error")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield seen


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    return {
        model._meta.db_table: list(model._base_manager.order_by("pk").values_list())
        for model in apps.get_models(include_auto_created=True)
    }


class Day:
    """A drawn championship with one match begun at a table, and accounts."""

    def __init__(self) -> None:
        self.match = table.a_match(pairs=6)
        self.cup: Tournament = self.match.tournament
        table.record(self.match, table.plain())
        self.user = User.objects.create_user("arizkun")
        self.other = User.objects.create_superuser("operator")
        self.cup.organizers.add(self.user, self.other)
        self.before_the_draw = play.tournament(entered=5)
        tokens.make(user=self.user, name="board")
        Mailbox.objects.create(
            user=self.user, email="arizkun@example.org", confirmed_at=play.NOON, asked_at=play.NOON
        )
        signins.came_in(user=self.user, how="password", session_key="k", caller=FROM)

    def ready(self) -> Match:
        found = Match.objects.filter(tournament=self.cup, status="ready").order_by("slot").first()
        assert found is not None
        return found

    @property
    def token(self) -> str:
        return join_token(Table.objects.get(tournament=self.cup, number=1))


SERVICES: dict[str, Callable[[Day], Any]] = {
    "a hand is recorded": lambda day: table.record(day.match, table.plain()),
    "a run of hands": lambda day: runs.record_run(
        match_id=day.match.pk, actor=ME,
        sent=[runs.Sent(record=table.plain(), key=f"k{n}", expected=(1, n)) for n in (2, 3)],
    ),
    "a hand is corrected": lambda day: corrections.correct(
        match_id=day.match.pk, game=1, number=1, record=table.quick(4, 0), reason="miscounted",
        actor=ME,
    ),
    "a hand is taken back": lambda day: corrections.undo(
        match_id=day.match.pk, reason="miscounted", actor=ME
    ),
    "a match begins": lambda day: matches.start(match_id=day.ready().pk, actor=ME),
    "a walkover": lambda day: endings.walkover(
        match_id=day.ready().pk, winner="A", reason="absent", actor=ME
    ),
    "a result": lambda day: endings.record_result(
        match_id=day.ready().pk, games=(2, 0), actor=ME
    ),
    "a game is forfeited": lambda day: games.forfeit(
        match_id=day.match.pk, loser="A", reason="left", actor=ME
    ),
    "a pair withdraws": lambda day: departures.withdraw(
        pair_id=day.match.pair_a_id, reason="ill", actor=ME
    ),
    "a pair is entered": lambda day: pairs.enter(
        tournament_id=day.before_the_draw.pk, player_1="Lezo", player_2="Deba", actor=ME
    ),
    "pairs are entered": lambda day: pairs.bulk_enter(
        tournament_id=day.before_the_draw.pk, text="Lezo, Deba\nEibar, Orio", actor=ME
    ),
    "the draw": lambda day: draw.make(tournament_id=day.before_the_draw.pk, seed="s", actor=ME),
    "tables": lambda day: tables.set_count(tournament_id=day.cup.pk, count=6, actor=ME),
    "a new code": lambda day: tables.rotate(tournament_id=day.cup.pk, number=2, actor=ME),
    "a tablet joins": lambda day: devices.join(token=day.token),
    "fewer games": lambda day: clock.reduce_games(
        tournament_id=day.cup.pk, best_of=1, reason="late", actor=ME
    ),
    "a tournament": lambda day: tournaments.create(
        actor=ME, owner=day.user, name="Orio", starts_at=play.NOON
    ),
    "an organizer goes": lambda day: organizers.remove(
        tournament_id=day.cup.pk, username="arizkun", actor=ME
    ),
    "a job is asked for": lambda day: jobs.ask("of.nobody", key="once"),
    "an invitation": lambda day: invitations.invite(note="Orio", by=day.user),
    "a token": lambda day: tokens.make(user=day.user, name="another"),
    "recovery codes": lambda day: second.new_codes(user=day.user),
    "a forgotten password": lambda day: resets.ask(
        email="arizkun@example.org", site=SITE, caller=FROM
    ),
    "sessions end": lambda day: signins.end_sessions(user=day.user),
    "an account is removed": lambda day: remove_account(user_id=day.user.pk, by=day.other),
    "a tournament is removed": lambda day: remove_tournament(
        tournament_id=day.cup.pk, slug=day.cup.slug
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_is_done_whole_or_not_at_all(name: str) -> None:
    day = Day()
    before = everything()
    number = 0
    while True:
        number += 1
        try:
            with broken_at(number) as seen:
                SERVICES[name](day)
        except Broken:
            assert len(seen) >= number
            assert everything() == before, seen[number - 1]
            continue
        break
    assert number > 1, "it asked the database nothing"
    assert everything() != before, "it did nothing"


def test_the_fault_is_brought_about_where_it_should_be() -> None:
    with broken_at(2) as seen:
        assert Match.objects.count() == 0
        with pytest.raises(Broken):
            Match.objects.count()
    assert len(seen) == 2

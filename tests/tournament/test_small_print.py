"""What services of the day do that only shows where somebody looks closely: which field a refusal
names, who is told, how much is written."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from jobs.models import Job
from tests.tournament import play
from tests.tournament.play import PROGRAM
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.entries.models import Pair
from tournament.entries.services import departures, lists
from tournament.errors import Refusal
from tournament.matches.models import Match
from tournament.matches.services import bracket, calling, matches, together
from tournament.notices.models import Watch
from tournament.signup.models import SignUp
from tournament.signup.services import sign_ups
from tournament.tables.models import Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Tournament:
    return play.tournament(entered=4, drawn=True)


def made(**fields: Any) -> list[tuple[str, str]]:
    given = {"name": "Lekeitio", "starts_at": play.NOON, **fields}
    with pytest.raises(Refusal) as refused:
        tournaments.create(actor=PROGRAM, owner=None, **given)
    return [(one.field, one.code) for one in refused.value.problems]


@pytest.mark.parametrize("year", [1999, 2201])
def test_a_year_of_another_age_is_named_beside_the_start(year: int) -> None:
    assert made(starts_at=datetime(year, 5, 24, tzinfo=UTC)) == [("starts_at", "bad_year")]


@pytest.mark.parametrize("year", [2000, 2200])
def test_the_first_and_the_last_year_are_allowed(year: int) -> None:
    starts_at = datetime(year, 5, 24, tzinfo=UTC)
    tournaments.create(actor=PROGRAM, owner=None, name="Lekeitio", starts_at=starts_at)


@pytest.mark.parametrize("moment", [datetime(2026, 5, 24), "2026-05-24", None])
def test_a_start_without_a_zone_is_no_moment(moment: object) -> None:
    assert made(starts_at=moment) == [("starts_at", "bad_moment")]


def test_options_are_given_by_name() -> None:
    assert made(format_options=["third_place"]) == [("format_options", "bad_options")]
    assert made(format_options={"colour": 1}) == [("format_options.colour", "bad_option")]


def test_lines_that_wait_come_back_as_text(cup: Tournament) -> None:
    fresh = play.tournament(name="Ondarroa Cup")
    text = "Deba 1, Mutriku 1\nonly one player\nDeba 2, Mutriku 2"
    taken = lists.take_good(tournament_id=fresh.pk, text=text, actor=PROGRAM)
    assert [pair.player_1 for pair in taken.pairs] == ["Deba 1", "Deba 2"]
    assert taken.waiting.strip() == "only one player"


def test_nothing_waits_where_every_line_is_good() -> None:
    fresh = play.tournament()
    taken = lists.take_good(tournament_id=fresh.pk, text="Deba, Mutriku", actor=PROGRAM)
    assert (len(taken.pairs), taken.waiting) == (1, "")


@pytest.mark.rows_by_hand
def test_a_pair_of_the_consolation_alone_was_not_drawn(cup: Tournament) -> None:
    late, other = (
        Pair.objects.create(tournament=cup, number=n, player_1=f"Deba {n}", player_2=f"Mutriku {n}")
        for n in (8, 9)
    )
    Match.objects.create(
        tournament=cup, kind="consolation", round=1, slot=0, pair_a=late, pair_b=other, best_of=1,
        status="ready",
    )  # fmt: skip
    assert not departures.was_drawn(late)
    assert departures.was_drawn(play.pair(cup, 1))


def test_a_bracket_in_which_nothing_follows_stays_as_it_is(cup: Tournament) -> None:
    assert bracket.update(tournament=cup) == bracket.BracketUpdate((), None, cup.status)


class TestWhoIsTold:
    @pytest.fixture
    def called(self, cup: Tournament) -> Match:
        return play.match(cup, 1, 0)

    def signed(self, called: Match, *, wants_mail: bool) -> None:
        assert called.pair_a is not None
        SignUp.objects.create(
            tournament=called.tournament, pair=called.pair_a, state="in", at=timezone.now(),
            player_1="Deba", player_2="Mutriku", email="deba@example.eus", wants_mail=wants_mail,
        )  # fmt: skip

    def jobs(self, called: Match) -> list[Job]:
        calling.tell(tournament=called.tournament, matches=[called])
        return list(Job.objects.filter(name=calling.JOB))

    def test_whoever_wants_no_mail_is_not_told(self, called: Match) -> None:
        self.signed(called, wants_mail=False)
        assert self.jobs(called) == []

    def test_whoever_wants_mail_is(self, called: Match) -> None:
        self.signed(called, wants_mail=True)
        (job,) = self.jobs(called)
        assert job.arguments["match_ids"] == [called.pk]

    def test_so_is_a_telephone_that_asked(self, called: Match) -> None:
        Watch.objects.create(pair=called.pair_b, endpoint="https://push.example/1",
                             p256dh="p", auth="a", at=timezone.now())  # fmt: skip
        assert len(self.jobs(called)) == 1


def test_one_address_is_enough_to_be_reached() -> None:
    names = {"player_1": "Deba", "player_2": "Mutriku", "club": ""}
    by_mail = sign_ups.checked(**names, phone=" ", email=" deba@example.eus ")
    assert by_mail.contact == "deba@example.eus"
    assert sign_ups.checked(**names, phone=" 600 00 00 01 ", email="").contact == "600 00 00 01"


def written(statements: CaptureQueriesContext, name: str) -> list[str]:
    return [one["sql"] for one in statements if one["sql"].startswith(f'UPDATE "{name}"')]


def test_revoking_a_tablet_writes_nothing_else_of_it(cup: Tournament) -> None:
    at = Table.objects.filter(tournament=cup)[0]
    device, _token = devices.join(token=join_token(at))
    with CaptureQueriesContext(connection) as statements:
        devices.revoke(device_id=device.pk, actor=PROGRAM)
    (update,) = written(statements, "tournament_device")
    assert '"revoked_at" =' in update
    assert update.count('" =') == 2, update  # that, and which row


def test_beginning_matches_together_reads_them_with_pairs_and_tables_at_once(
    cup: Tournament, django_assert_num_queries: Any
) -> None:
    for number, slot in enumerate((0, 1), start=1):
        called = play.match(cup, 1, slot)
        matches.assign_table(match_id=called.pk, table_number=number, actor=PROGRAM)
    with django_assert_num_queries(1):
        found = together._called(cup)
        said = [(one.pair_a.name, one.pair_b.name, one.table.number) for one in found]
    assert [table for _a, _b, table in said] == [1, 2]

"""A declared act is the same on its page and over the API."""

import re
from typing import Any

import pytest

from api.declared import body_of
from scoring.desk.declared import DECLARED, offered_on
from scoring.desk.declared.act import On
from scoring.desk.declared.pairs import WITHDRAW
from scoring.desk.declared.subjects import SUBJECTS
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.queries.tournaments import TournamentView, tournament_detail
from tournament.entries.queries import PairAtDesk, pairs_at_desk
from tournament.errors import NotFound
from tournament.pauses import services as pauses
from tournament.referees import services as referees
from tournament.tables.queries import join_tokens
from tournament.tables.services import devices
from web.organizer.declared import form_of, subject_of

pytestmark = pytest.mark.django_db
COMMON = {"reason", "sets_aside", "expected_version"}
"""What every page of such an act sends."""


def subject(cup: Tournament) -> tuple[TournamentView, PairAtDesk]:
    return tournament_detail(tournament_id=cup.pk), pairs_at_desk(tournament_id=cup.pk)[0]


def things(cup: Tournament) -> dict[str, Any]:
    """One of each thing that acts are done to; the pair is out, and its names are entered again."""
    day = tournament_detail(tournament_id=cup.pk)
    WITHDRAW.do(pair_id=play.pair(cup, 1).pk, reason="ill", actor=play.PROGRAM)
    play.pairs.enter_list(tournament_id=cup.pk, text="Getaria 1, Orio 1", actor=play.PROGRAM)
    play.draw.make(tournament_id=cup.pk, actor=play.PROGRAM)
    pause = pauses.announce(tournament_id=cup.pk, minutes=30, reason="lunch", actor=play.PROGRAM)
    device, _token = devices.join(token=join_tokens(tournament_id=cup.pk)[0][1])
    referee = referees.add(tournament_id=cup.pk, name="Zarautz", actor=play.PROGRAM)
    named: dict[On, dict[str, Any]] = {
        "tournament": {}, "pair": {"number": 1}, "match": {"match_id": play.match(cup, 1, 0).pk},
        "game": {"match_id": play.match(cup, 1, 0).pk, "game": 1},
        "consolation": {"match_id": play.match(cup, 1, 0).pk}, "pause": {"pause_id": pause.pk},
        "table": {"number": 1}, "device": {"device_id": device.pk},
        "referee": {"number": referee.number},
    }  # fmt: skip
    return {on: SUBJECTS[on].find(day, **parts) for on, parts in named.items()}


def test_the_fields_of_each_act_have_one_name_on_both():
    cup = play.tournament(entered=5)
    found = things(cup)
    day = tournament_detail(tournament_id=cup.pk)
    for act in DECLARED:  # what is written by hand: tests/web/organizer/test_own_pages.py
        if not act.own_page:
            subject_ = subject_of(act, day, found.get(act.on))
            asked = {field.name for field in act.fields if field.asked(**subject_)}
            assert set(form_of(act, subject_)().fields) == asked, act.page
        if act.is_in_document:
            named = {field.name for field in act.fields if field.only != "page"}
            assert set(body_of(act)().fields) - COMMON == named - COMMON, act.page


def test_T10_the_page_of_a_pair_that_leaves_a_league_asks_what_becomes_of_its_results():
    league = play.tournament(entered=4, drawn=True, format="round_robin")
    day, pair = subject(league)
    form = form_of(WITHDRAW, subject_of(WITHDRAW, day, pair))()
    assert set(form.fields) - COMMON == {"results"} == set(body_of(WITHDRAW)().fields) - COMMON


@pytest.mark.parametrize("on", SUBJECTS)
def test_what_a_tournament_has_not_is_not_found(on: On):
    day = tournament_detail(tournament_id=play.tournament(entered=4, drawn=True).pk)
    names = re.findall(r"<int:(\w+)>", SUBJECTS[on].page)
    if names:
        with pytest.raises(NotFound):
            SUBJECTS[on].find(day, **dict.fromkeys(names, 99_999))


@pytest.mark.parametrize("drawn", [False, True])
def test_the_page_of_a_pair_offers_what_can_be_done_with_it(drawn: bool):
    cup = play.tournament(entered=4, drawn=drawn)
    offered = [act.name for act in offered_on(*subject(cup))]
    assert offered == ["withdraw", "disqualify"][: 1 + drawn]
    WITHDRAW.do(pair_id=play.pair(cup, 1).pk, reason="ill", actor=play.PROGRAM)
    assert [act.name for act in offered_on(*subject(cup))] == ["reinstate"]

"""A declared act is the same on its page and over the API."""

import pytest

from api.declared import body_of
from scoring.desk.declared import DECLARED, WITHDRAW, DeskAct, offered_on
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.queries.tournaments import tournament_detail
from tournament.entries.queries import PairAtDesk, pairs_at_desk
from tournament.log.rules.kinds import KINDS
from web.organizer.declared import form_of

pytestmark = pytest.mark.django_db
COMMON = {"reason", "sets_aside", "expected_version"}
"""What every page of such an act sends."""


def subject(cup: Tournament) -> tuple[object, PairAtDesk]:
    return tournament_detail(tournament_id=cup.pk), pairs_at_desk(tournament_id=cup.pk)[0]


@pytest.mark.parametrize("act", DECLARED, ids=lambda act: f"{act.tag}.{act.name}")
def test_its_fields_have_one_name_on_both_and_its_event_a_kind(act: DeskAct):
    cup = play.tournament(entered=4)
    WITHDRAW.do(pair_id=play.pair(cup, 1).pk, reason="ill", actor=play.PROGRAM)
    play.pairs.enter_list(tournament_id=cup.pk, text="Getaria 1, Orio 1", actor=play.PROGRAM)
    day, pair = subject(cup)  # one that is out, and whose names have been entered again
    form = form_of(act, {"tournament": day, "pair": pair})()
    assert set(form.fields) - COMMON == set(body_of(act)().fields) - COMMON
    assert act.kind in KINDS


@pytest.mark.parametrize("drawn", [False, True])
def test_the_page_of_a_pair_offers_what_can_be_done_with_it(drawn: bool):
    cup = play.tournament(entered=4, drawn=drawn)
    offered = [act.name for act in offered_on(*subject(cup))]
    assert offered == ["withdraw", "disqualify"][: 1 + drawn]
    WITHDRAW.do(pair_id=play.pair(cup, 1).pk, reason="ill", actor=play.PROGRAM)
    assert [act.name for act in offered_on(*subject(cup))] == ["reinstate"]

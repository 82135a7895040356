"""A number in a log or in what a change left behind reaches no row of another tournament."""

from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from scoring.course.models import Game
from scoring.course.services.refolding import GAME, RULING, go_back
from scoring.course.services.versions import Writing
from scoring.outbox.queries.at_table import agreed_games
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.services.tribunal import ask_again
from tests.scoring import table
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.clock import queries
from tournament.log.models import Event
from tournament.matches.models import Cascade, Match
from tournament.matches.services.undoing import restore

pytestmark = pytest.mark.django_db


@pytest.fixture
def own() -> Match:
    """A match with a game that ended by its hands, of one tournament."""
    cup = play.tournament(entered=6, drawn=True, name="Own Cup")
    match = table.read(play.start(cup.matches.filter(status="ready").earliest("round", "slot")))
    table.record(match, table.quick(0, 0, game_winner="A"))
    return match


@pytest.fixture
def other() -> Tournament:
    return play.tournament(entered=6, drawn=True, name="Another Cup")


def told(by: Tournament, kind: str, data: dict[str, Any]) -> int:
    """An event of the log of this tournament; returns its number."""
    last = by.events.latest("number").number
    made = Event.objects.create(
        tournament=by, number=last + 1, kind=kind, actor_kind="program", actor_label="test",
        at=play.NOON, sealed=data, previous_hash="p", hash=f"{by.pk} {last}",
    )  # fmt: skip
    return made.number


def ref(match: Match) -> dict[str, Any]:
    return {"id": match.pk, "kind": match.kind, "round": match.round, "slot": match.slot}


def test_an_agreement_in_another_log_is_none(own, other):
    game = Game.objects.get(match=own, number=1)
    agreed = {"match": ref(own), "game": 1, "score": [game.score_a, game.score_b], "by": ["A", "B"]}
    told(other, "game.confirmed", agreed)
    assert agreed_games(match_id=own.pk) == {1: ()}
    told(own.tournament, "game.confirmed", agreed)
    assert agreed_games(match_id=own.pk) == {1: ("A", "B")}


def test_games_that_another_log_reduced_are_not_restored_here(own, other):
    state = {"match": ref(own), "status": "playing", "games": [0, 0], "best_of_was": 3}
    before = {"best_of": 3, "by_round": {}}
    number = told(
        other, "tournament.games_reduced",
        {"matches": [state], "before": before, "best_of": 1, "from_round": 1, "was": 3},
    )  # fmt: skip
    found = queries.restoration_of(tournament_id=other.pk, event=number)
    assert own.pk not in [match.pk for match, _best_of in (*found.go_on, *found.longer)]


def test_a_way_back_leaves_games_and_questions_of_others(own, other):
    game = Game.objects.get(match=own, number=1)
    asked = Ruling.objects.create(match=own, kind="claim", raised_by="here", raised_at=play.NOON)
    writing = Writing(play.PROGRAM, timezone.now(), "as it was")
    row = {name: getattr(asked, name) for name in RULING}
    play_ = {
        "hands": [],
        "games": {str(game.pk): {**{name: getattr(game, name) for name in GAME}, "score_a": 1}},
        "rulings": {str(asked.pk): {**row, "reason": "of another", "decided_at": None}},
    }
    match = table.read(play.start(other.matches.filter(status="ready").earliest("round", "slot")))
    go_back(match=match, play=play_, writing=writing)
    assert Game.objects.get(pk=game.pk).score_a == game.score_a
    assert Ruling.objects.get(pk=asked.pk).reason == ""


def test_a_change_that_is_taken_back_leaves_pairs_and_cases_of_others(own, other):
    pair = own.pair_a
    assert pair is not None
    asked = Ruling.objects.create(match=own, kind="claim", raised_by="here", raised_at=play.NOON)
    case = TribunalCase.objects.create(
        ruling=asked, pair=pair, opened_by="here", opened_at=play.NOON
    )
    cascade = Cascade.objects.create(
        tournament=other, what="match.reopened", reason="once more", at=play.NOON,
        before={"matches": {}, "pairs": {str(pair.pk): "withdrawn"}}, play={"case": case.pk},
    )  # fmt: skip
    with transaction.atomic():
        restore(tournament=other, cascade=cascade, actor=play.PROGRAM, reason="once more")
    pair.refresh_from_db()
    assert pair.status != "withdrawn"
    with pytest.raises(TribunalCase.DoesNotExist):
        ask_again(cascade)

"""A preview of hands, decisions on them, files and lists refuses what the act refuses, in the same
order: it is the act, rolled back."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from scoring.rulings.models import TribunalCase
from scoring.rulings.services import tribunal
from tests.api.conftest import Api
from tests.api.test_previews import Asked, agreed
from tests.night import spared
from tests.scoring import files, table
from tests.tournament import play
from tournament.championship.services import life
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db
WHY = {"reason": "x"}
EVERY = spared(2, room="api")
"""By day every second question is asked at a moment, and the others at the next."""


@pytest.fixture
def match(organizer: Any) -> Match:
    """Of a day that has not begun; best of 3."""
    day = play.tournament(entered=4, drawn=True, owner=organizer, settings={"games_to_win": 2})
    return table.read(play.match(day, 1, 0))


def asks(match: Match, mus: str) -> Iterator[tuple[Asked, str]]:
    """What is asked at each moment, with the address of its preview below the tournament's."""
    here = f"matches/{match.pk}"
    records = [
        table.plain(), table.win_for_a(), table.lie(0), {}, {"cards": 1}, {"quick": {}},
        table.quick(5, 2), table.plain(score=[9, 9]),
    ]  # fmt: skip
    for record in records:
        body = {"record": record}
        yield Asked(f"{here}/hands/", body, body), f"{here}/hands/preview/"
    for record in records[:4]:
        body = {"record": record}
        for place in ("1/hands/1", "2/hands/1"):
            of = f"{here}/games/{place}/correct/"
            yield Asked(of, body | WHY, body), f"{of}preview/"
    for outcome in ({"stones": [3, 0]}, {"stones": [0, 0], "game_winner": "B"}, {}):
        of = f"{here}/games/1/hands/1/overrule/"
        yield Asked(of, outcome | WHY, outcome), f"{of}preview/"
    for text in (mus, "", "neither cards nor bets", mus.replace("1.", "3.", 1)):
        yield Asked(f"{here}/import/", {"text": text}, {"text": text}), f"{here}/import/preview/"
    for text in ("Lekeitio, Ondarroa", "Getaria 1, Orio 1", "a,b,c,d,e,f\n,", ""):
        yield Asked("pairs/bulk/", {"text": text}, {"text": text}), "pairs/preview/"
    case = TribunalCase.objects.values_list("pk", flat=True).first() or 1
    for verdict in ("warned", "game", "match", "disqualified"):
        of = f"cases/{case}/decide/"
        yield Asked(of, {"verdict": verdict, **WHY}, {"verdict": verdict}), f"{of}preview/"


def moments(match: Match) -> Iterator[str]:
    """A day as it goes on, and its end."""
    yield "drawn"
    play.start(match)
    yield "begun"
    table.record(table.read(match), table.plain())
    yield "one hand"
    while table.read(match).status == "playing":
        table.record(table.read(match), table.win_for_a())
    yield "won"
    other = play.match(match.tournament, 1, 1)
    play.start(other)
    case = table.a_case(table.read(other))
    yield "a case"
    tribunal.judge(case_id=case.pk, verdict="warned", reason="a word", actor=play.PROGRAM)
    yield "judged"
    while table.read(other).status == "playing":
        table.record(table.read(other), table.win_for_b())
    play.start(play.match(match.tournament, 2, 0))
    yield "the final has begun"
    life.call_off(tournament_id=match.tournament_id, reason="a flood", actor=play.PROGRAM)
    yield "called off"


def refused(answer: Any) -> list[tuple[str, str]]:
    """The fields and codes of an answer, also of a preview that lists them as what it found."""
    told = answer.json()
    if answer.status_code >= 400:
        return [(error["path"], error["code"]) for error in told["errors"]]
    listed = told.get("problems", ()) if isinstance(told, dict) else ()
    return [(error["path"], error["code"]) for error in listed]


def test_a_preview_of_hands_or_lists_refuses_just_what_the_act_refuses(desk: Api, match: Match):
    at, mus = f"/tournaments/{match.tournament.slug}/", files.two_games(match)
    seen = {True: 0, False: 0}
    for turn, moment in enumerate(moments(match)):
        for number, (asked, preview) in enumerate(asks(match, mus)):
            if (turn + number) % EVERY:
                continue
            would = desk.post(f"{at}{preview}", asked.preview)
            key = {"idempotency-key": f"{moment} {number}"}
            with transaction.atomic():
                done = desk.post(f"{at}{asked.address}", {**asked.body, **agreed(would)}, **key)
                transaction.set_rollback(True)
            assert refused(would) == refused(done), (moment, asked, would.json(), done.json())
            seen[done.status_code < 400] += 1
    assert min(seen.values()) > 20 // EVERY, seen

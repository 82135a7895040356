"""A preview refuses what the act refuses, with the same codes, and nothing else."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.db import transaction

from scoring.desk.declared import DECLARED
from scoring.desk.declared.act import DeskAct
from scoring.desk.declared.own_pages import REPLACE_RESULT
from tests.api.conftest import Api, codes
from tests.night import of_many, seed_of
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.entries.services import departures
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db


class Asked(NamedTuple):
    """An act's address below the tournament's, its body, and that of its preview (None: a GET)."""

    address: str
    body: dict[str, Any]
    preview: dict[str, Any] | None


def by_hand(day: Tournament, dice: random.Random) -> Iterator[Asked]:
    """The pairs of the last round, in any order."""
    placed = day.matches.filter(pair_a__isnull=False, kind="championship")
    last = placed.order_by("-round").values_list("round", flat=True).first()
    sides = placed.filter(round=last).values_list("pair_a__number", "pair_b__number")
    numbers = [number for both in sides for number in both]
    for _turn in range(3):
        dice.shuffle(numbers)
        both = [list(two) for two in zip(numbers[::2], numbers[1::2], strict=True)]
        more = {"reason": "a bus", "despite_warnings": True}
        yield Asked("rounds/by-hand/", {"matches": both, **more}, {"matches": both})


REACHING = [act for act in DECLARED if act.reaches and act.name != "reinstate"]
ON_MATCHES = [act for act in REACHING if act.on in ("match", "game")]
RESULTS = ([3, 0], [1, 3], [2, 2], [0, 0])
ON_PAIRS = [act for act in REACHING if act.on == "pair"]


def declared(act: DeskAct, under: str, dice: random.Random) -> Asked:
    """A declared act, with any values of its fields."""
    asked = {
        field.name: dice.choice(RESULTS if field.type == "games" else field.among or (True, False))
        for field in act.fields
        if field.type in ("choice", "flag", "games")
    }
    return Asked(f"{under}{act.address}", {**asked, "reason": "x"}, asked or None)


def of_matches(day: Tournament, dice: random.Random) -> Iterator[Asked]:
    for row in dice.sample(list(day.matches.all()), 2):
        here = f"matches/{row.pk}/"
        for act in (REPLACE_RESULT, *dice.sample(ON_MATCHES, 3)):
            yield declared(act, f"{here}games/1/" if act.on == "game" else here, dice)


def of_pairs(day: Tournament, dice: random.Random) -> Iterator[Asked]:
    for pair in dice.sample(list(day.pairs.all()), 2):
        yield declared(dice.choice(ON_PAIRS), f"pairs/{pair.pk}/", dice)
        body = {"reason": "x", "allow_duplicate": True}
        yield Asked(f"pairs/{pair.pk}/reinstate/", body, None)


def goes_on(day: Tournament, dice: random.Random) -> None:
    """Something happens on the day, or nothing does."""
    there = list(day.matches.filter(status__in=["ready", "playing"]).order_by("pk"))
    what = dice.choice(["win", "win", "win", "start", "leave"])
    if what == "leave" and day.pairs.filter(status="entered").count() > 5:
        pair = dice.choice(list(day.pairs.filter(status="entered")))
        departures.withdraw(pair_id=pair.pk, reason="ill", actor=play.PROGRAM)
    elif there and what == "win":
        play.win(dice.choice(there))
    elif ready := [row for row in there if row.status == "ready"]:
        matches.start(match_id=dice.choice(ready).pk, actor=play.PROGRAM)


def agreed(answer: Any) -> dict[str, Any]:
    """What the act must name of what the preview said."""
    told = answer.json()
    listed = isinstance(told, list) or answer.status_code != 200
    falls = [] if listed else told.get("cascade", told).get("sets_aside")
    return {"sets_aside": falls} if falls else {}


@pytest.mark.parametrize("format_", ["three_losses", "knockout", "swiss"])
def test_a_preview_refuses_just_what_the_act_refuses(desk: Api, organizer: Any, format_: str):
    day = play.tournament(entered=8, drawn=True, owner=organizer, format=format_)
    dice, seen = random.Random(f"{format_} {seed_of(1)}"), {True: 0, False: 0}
    at = f"/tournaments/{day.slug}/"
    for turn in range(100):
        if turn >= of_many(3, nightly=100) and min(seen.values()) > 2:
            break
        goes_on(day, dice)
        day.refresh_from_db()
        for asked in (one for sort in (by_hand, of_matches, of_pairs) for one in sort(day, dice)):
            method = "GET" if asked.preview is None else "POST"
            would = desk.ask(method, f"{at}{asked.address}preview/", asked.preview)
            with transaction.atomic():
                done = desk.post(f"{at}{asked.address}", {**asked.body, **agreed(would)})
                transaction.set_rollback(True)
            refused = [
                codes(answer) if answer.status_code != 200 else [] for answer in (would, done)
            ]
            assert refused[0] == refused[1], (asked, would.json(), done.json())
            seen[done.status_code == 200] += 1
    assert min(seen.values()) > 2, seen

"""Whatever was done at the desk: undone, every row of the tournament is as it was before.

Over 1,000 days are tried each night, in every format and of individuals.
"""

import sys
from typing import Any

import pytest

from scoring.proof.queries.tables import tournament_file
from scoring.rulings.services import appeals
from tests.night import of_many, seed_of
from tests.scoring import acts
from tests.scoring.proof.test_files import rebuilt_alone
from tests.scoring.table import PROGRAM
from tests.scoring.undoing.crowd import Desk, UndoingEach, UndoingLater
from tests.tournament import play
from tournament.draw import services as draw
from tournament.entries.services import pairs
from tournament.formats.registry import EVERY_FORMAT
from tournament.log.models import Event

pytestmark = pytest.mark.django_db
SEED = seed_of(51)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("day", range(of_many(1, nightly=63)))
@pytest.mark.parametrize("format_", EVERY_FORMAT)
def test_an_act_undone_leaves_every_row_as_before_and_redone_as_after_it(format_, day):
    """Replay one with `-k "[knockout-7]"` and the RUN_SEED of its run."""
    desk = a_desk(UndoingEach, format_, SEED + day)
    for _act in range(of_many(18, nightly=24)):
        desk.act()
    say(desk, format_, SEED + day)
    must_be_rebuilt_alike(desk)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("day", range(of_many(1, nightly=63)))
@pytest.mark.parametrize("format_", EVERY_FORMAT)
def test_an_act_of_a_while_ago_is_undone_with_what_came_after_it(format_, day):
    """Replay one with `-k "[knockout-7]"` and the RUN_SEED of its run."""
    desk = a_desk(UndoingLater, format_, SEED + day)
    for number in range(of_many(32, nightly=48)):
        desk.act()
        if number % 4 == 3:
            desk.undo_one()
    say(desk, format_, SEED + day)
    must_be_rebuilt_alike(desk)


def a_desk(kind: type[Desk], format_: str, seed: int) -> Any:
    if format_ == "individuals":
        return a_desk_of_individuals(kind, seed)
    desk = acts.a_crowd(seed=seed, pairs_entered=7, kind=kind, format=format_)
    appeals.set_window(tournament_id=desk.cup.pk, minutes=60, actor=PROGRAM)
    return desk


def a_desk_of_individuals(kind: type[Desk], seed: int) -> Any:
    """Seven players, three at a table at most, three rounds; every third day is not drawn yet."""
    options = {"seats": 3, "rounds": 3}
    cup = play.tournament(regulation="short-rules", format_options=options)
    names = "\n".join(f"Jugador de Getaria {n}" for n in range(1, 8))
    pairs.enter_list(tournament_id=cup.pk, text=names, actor=PROGRAM)
    if seed % 3:
        draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s")
    cup.refresh_from_db()
    return kind(cup, seed)


def say(desk: Desk, format_: str, seed: int) -> None:
    sys.stdout.write(
        f"{format_}, seed {seed}: undone {dict(desk.undone)}, otherwise {dict(desk.other_ways)}\n"
    )


def must_be_rebuilt_alike(desk: Desk) -> None:
    """A second server makes the same day of its file, and knows which acts do not stand."""
    desk.cup.refresh_from_db()
    undone = _undone()
    rebuilt_alone(tournament_file(tournament_id=desk.cup.pk))
    assert _undone() == undone


def _undone() -> list[tuple[int, int | None]]:
    events = Event.objects.exclude(undone_by=None).order_by("number")
    return list(events.values_list("number", "undone_by"))

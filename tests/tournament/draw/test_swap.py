"""Two pairs change places in the draw before they play (T2): after any draw, in every format."""

import json
import runpy
from itertools import combinations

import pytest
from django.core.management import call_command

from scoring.proof.queries.verify import verify_tournament
from scoring.undoing.services.undo import undo
from tests.refusals import faults_of
from tests.tournament.play import PROGRAM, pair, start, tournament
from tournament.championship.models import Tournament
from tournament.draw import services as draw
from tournament.entries.services import departures
from tournament.formats.registry import EVERY_FORMAT
from tournament.log.models import Event
from tournament.log.queries.log import export_log
from tournament.matches.models import Match
from tournament.memory.services import desk_act

pytestmark = pytest.mark.django_db

WITH_MATCHES = sorted(set(EVERY_FORMAT) - {"individuals"})


def schedule(cup):
    """Every match of the draw: its place and the numbers of its pairs."""
    rows = Match.objects.filter(tournament=cup, kind="championship")
    return [
        (row.round, row.slot, row.status, [one and one.number for one in (row.pair_a, row.pair_b)])
        for row in rows.select_related("pair_a", "pair_b").order_by("round", "slot")
    ]


def relabelled(matches, a, b):
    takes = {a: b, b: a}
    return [
        (round_, slot, status, [takes.get(n, n) for n in pairs])
        for round_, slot, status, pairs in matches
    ]


def apart(cup):
    """Two pairs that do not meet in round 1: one that rests, where there is one."""
    first = [pairs for round_, _slot, _status, pairs in schedule(cup) if round_ == 1]
    numbers = sorted(
        (one for both in first for one in both if one), key=lambda n: [n, None] in first
    )
    return next(
        (a, b) for a, b in combinations(reversed(numbers), 2) if {a, b} not in map(set, first)
    )


@pytest.mark.parametrize("key", WITH_MATCHES)
def test_T2_each_takes_the_others_place_and_the_log_bears_it_out(key):
    cup = tournament(entered=7, format=key, drawn=True)
    a, b = apart(cup)
    before = schedule(cup)
    swap = {"tournament_id": cup.pk, "first": a, "second": b, "reason": "one car"}
    with desk_act():
        draw.swap(actor=PROGRAM, **swap)
    assert schedule(cup) == relabelled(before, a, b)
    report = verify_tournament(tournament_id=cup.pk)
    event = Event.objects.get(tournament=cup, kind="draw.swapped")
    assert (report.ok, report.by_hand) == (True, ((1, event.number, "one car"),))
    undo(tournament_id=cup.pk, event=event.number, actor=PROGRAM, reason="no car")
    assert schedule(cup) == before
    assert verify_tournament(tournament_id=cup.pk).ok
    assert Tournament.objects.get(pk=cup.pk).rounds_by_hand == []


def test_nobody_changes_places_who_plays_has_left_or_meets_the_other():
    cup = tournament(entered=8, drawn=True)
    first = [pairs for round_, _slot, _status, pairs in schedule(cup) if round_ == 1]
    (a, _b), (c, d), (e, _f), (g, _h) = first
    start(Match.objects.get(tournament=cup, round=1, slot=0))
    departures.withdraw(pair_id=pair(cup, e).pk, actor=PROGRAM, reason="ill")

    def faults(first, second, reason="one car"):
        given = {"tournament_id": cup.pk, "first": first, "second": second, "reason": reason}
        return faults_of(draw.swap, **given)

    assert faults(c, c) == [("second", "same_pair")]
    assert faults(c, 99) == [("second", "not_in_the_draw")]
    assert faults(e, c) == [("first", "not_in_the_draw")]
    assert faults(c, d) == [("second", "play_each_other")]
    assert faults(a, c) == [("first", "match_begun")]
    assert faults(c, g, reason=" ") == [("reason", "reason_required")]
    assert faults_of(draw.swap, tournament_id=tournament(entered=4).pk, first=1, second=2,
                     reason="x") == [("tournament", "not_drawn")]  # fmt: skip


def test_the_program_without_this_one_names_the_exchange(capsys):
    cup = tournament(entered=6, drawn=True)
    a, b = apart(cup)
    draw.swap(tournament_id=cup.pk, first=a, second=b, reason="one car", actor=PROGRAM)
    program = runpy.run_path("static/proof/verify_draw.py")
    assert program["check"](json.loads(line) for line in export_log(tournament_id=cup.pk)) == 0
    said = capsys.readouterr().out
    assert f"pairs {a} and {b} changed places by the organizer: one car" in said
    call_command("verify_draw", cup.slug)
    assert f"parejas {a} y {b} cambiaron de lugar: one car" in capsys.readouterr().out

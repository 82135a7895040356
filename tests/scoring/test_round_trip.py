"""A match taken out of one tournament and brought into another is the same match."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from scoring.course.models import Game, Hand
from scoring.course.queries.stored import stored_match
from scoring.matchfiles.queries.importing import match_import
from scoring.matchfiles.queries.notation import match_mus
from scoring.matchfiles.services import import_match
from scoring.rulings.models import Ruling
from scoring.rulings.services import games, rulings
from tests.night import seed_of
from tests.scoring import copies, files, table
from tests.scoring.table import PROGRAM, plain, record, win_for_a, win_for_b
from tournament.log.queries.log import verify_log
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


SIMULATED: dict[tuple[int, str], copies.Rows] = {}


def simulated(seed: int, preset: str = "brisbane-2024") -> list[Match]:
    """The matches of a simulated day: simulated once, then its rows come back."""
    kept = SIMULATED.get((seed, preset))
    if kept is None:
        arguments = ("--pairs", "6", "--seed", str(seed_of(seed)), "--preset", preset)
        call_command("simulate", *arguments, stdout=StringIO())
        SIMULATED[seed, preset] = copies.taken()
    else:
        copies.put(kept)
    ended = Match.objects.filter(status="finished", ended_by="games").order_by("pk")
    return list(ended.select_related("tournament", "pair_a", "pair_b", "table"))


def brought_over(match: Match, *, turned: bool = False) -> Match:
    twin = files.twin(match, turned=turned)
    import_match(match_id=twin.pk, text=match_mus(match_id=match.pk), actor=PROGRAM)
    return table.read(twin)


def ledger(match: Match) -> list[tuple[Any, ...]]:
    """What each hand of the match paid, in effect and by the rules, and to which pair."""
    names = [match.pair_a.name, match.pair_b.name]
    who = dict(zip("AB", names, strict=True)) | {None: None, "": None}
    counting = Hand.objects.filter(game__match=match, is_current=True, is_void=False)
    return [
        (
            hand.game.number,
            hand.number,
            hand.verified,
            dict(zip(names, hand.stones, strict=True)),
            dict(zip(names, hand.score, strict=True)),
            who[hand.game_winner],
            [{**e, "pair": who[e["pair"]]} for e in hand.settlement.get("ledger", [])],
        )
        for hand in counting.select_related("game").order_by("game__number", "number")
    ]


def results(match: Match) -> list[tuple[Any, ...]]:
    names = {"A": match.pair_a.name, "B": match.pair_b.name, "": None}
    found = Game.objects.filter(match=match).order_by("number")
    played = [game for game in found if game.winner]
    return [(game.number, names[game.winner]) for game in played]


@pytest.mark.long
@pytest.mark.parametrize(("seed", "turned"), [(3, False), (8, True)], ids=["as it was", "turned"])
def test_simulated_matches_keep_every_hand_and_every_stone(seed, turned):
    for match in simulated(seed):
        twin = brought_over(match, turned=turned)

        assert ledger(twin) == ledger(match)
        assert results(twin) == results(match)
        stored = stored_match(match=twin)
        assert stored.course(stored.entered()).games_won == (twin.games_a, twin.games_b)
        assert verify_log(tournament_id=twin.tournament_id).ok
        if not turned:
            exported = match_mus(match_id=twin.pk)
            assert files.played(exported) == files.played(match_mus(match_id=match.pk))
            assert (twin.seating, twin.first_mano) == (match.seating, match.first_mano)
            assert twin.four_kings == match.four_kings


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("preset", ["pagat", "euskal-herria", "nabo"])
def test_matches_under_other_regulations_do_too(preset):
    for match in simulated(5, preset):
        assert ledger(brought_over(match)) == ledger(match)


def test_what_was_left_to_officials_is_left_to_them_again_and_ends_alike():
    for match in simulated(8):
        twin = files.twin(match)
        mus = match_mus(match_id=match.pk)
        looked = match_import(match_id=twin.pk, text=mus)
        asked = [kind for hand in looked.hands for kind in hand.questions]
        import_match(match_id=twin.pk, text=mus, actor=PROGRAM)
        opened = Ruling.objects.filter(match=twin, status="open")

        assert sorted(opened.values_list("kind", flat=True)) == sorted(asked)
        for ruling in opened:
            if ruling.kind == "needs_ruling":
                rulings.confirm(ruling_id=ruling.pk, actor=PROGRAM)
            else:
                rulings.dismiss(ruling_id=ruling.pk, actor=PROGRAM, reason="decided before")
        twin.refresh_from_db()
        assert (twin.status, twin.winner) == ("finished", match.winner)


def test_rulings_decisions_and_their_reasons_come_over():
    match = table.a_match()
    record(match, plain(claim=[9, 9]))
    record(match, win_for_a())
    record(match, win_for_b())
    rulings.decide_claim(
        ruling_id=Ruling.objects.get().pk, actor=PROGRAM, stands="claim", reason="too late; agreed"
    )
    games.rule(match_id=match.pk, game=2, winner="A", actor=PROGRAM, reason="marked cards")

    twin = brought_over(match)

    assert ledger(twin) == ledger(match)
    assert twin.winner == table.read(match).winner == "A"
    exported = match_mus(match_id=twin.pk)
    assert files.played(exported) == files.played(match_mus(match_id=match.pk))
    assert "~9-9 ; too late; agreed" in exported
    assert "Decided A ; marked cards" in exported


def test_g1_a_game_lost_by_a_repeated_false_claim_is_exported_with_its_reason():
    match = table.a_match()
    for _time in range(2):
        record(match, table.lie(1))
    rulings.confirm(
        ruling_id=Ruling.objects.get(kind="repetition").pk, actor=PROGRAM, reason="seen"
    )
    assert "Decided A ; seen" in match_mus(match_id=match.pk)

    twin = brought_over(match)

    assert results(twin) == results(match) == [(1, match.pair_a.name)]
    assert Ruling.objects.get(match=twin, status="open").kind == "repetition"

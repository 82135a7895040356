"""D7: a decision taken back at once leaves its match, and those after it, as they were before it.

Random small days are played by hands; each decision of an official on a hand, a claim, a game, a
result or the number of games is followed by its way back, the one that the desk offers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from scoring.course.models import Game, Hand
from scoring.course.queries.ladder import still_guilty
from scoring.course.queries.stored import proposals_of
from scoring.hands.services import corrections
from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.services import appeals, cascades, games, rulings, taking_back, tribunal
from scoring.undoing.queries import is_undoable
from scoring.undoing.services.undo import undo
from tests.night import of_many, seed_of
from tests.scoring import acts
from tests.scoring.table import PROGRAM
from tournament.championship.models import Tournament
from tournament.clock import services as clock
from tournament.entries.models import Pair
from tournament.errors import Conflict, Refusal, Unseen
from tournament.matches.models import Cascade, Match
from tournament.memory.models import ActMemory
from tournament.memory.services import desk_act

pytestmark = pytest.mark.django_db
SEED = seed_of(7)

PLAY = ("start", "hand")
DECISIONS = {
    "rule": 14, "decide": 12, "correct": 8, "judge": 6, "appeal": 5, "fewer games": 2, "result": 3,
    "reopen": 3, "replace": 2, "end": 2, "walk over": 1,
}  # fmt: skip

WHY: dict[str, Any] = {"reason": "as it was", "actor": PROGRAM}


def matches_as_they_stand(cup: Tournament) -> dict[Any, Any]:
    """Each match that holds its slot: its pairs, result, games, hands and what stands of rulings,
    whatever versions led there."""
    rows = Match.objects.filter(tournament=cup).exclude(kind="set_aside")
    found = {}
    for match in rows.select_related("pair_a", "pair_b", "table"):
        hands = Hand.objects.filter(game__match=match, is_current=True, is_void=False)
        played = Game.objects.filter(match=match).order_by("number")
        found[match.kind, match.round, match.slot] = {
            "pairs": [pair and pair.number for pair in (match.pair_a, match.pair_b)],
            "result": (match.status, match.winner, match.ended_by, match.games, match.best_of),
            "table": match.table and match.table.number,
            "games": [
                (game.number, game.mano, game.score_a, game.score_b, game.winner, game.ended_by)
                for game in played
                if game.hand_count or game.winner
            ],
            "hands": [
                (hand.game.number, hand.number, hand.record, hand.stones, hand.score, hand.ruled)
                for hand in hands.select_related("game").order_by("game__number", "number")
            ],
            "questions": _questions(match),
        }
    return {key: value for key, value in found.items() if any(value["pairs"])}


def _questions(match: Match) -> list[Any]:
    """What is asked of it, in a fixed order. What was closed twice in one way counts once."""
    said = {repr(one): one for one in map(_question, match.rulings.exclude(kind="overrule")) if one}
    return [said[name] for name in sorted(said)]


def _question(ruling: Ruling) -> Any:
    """What is asked, or how it was answered; None where nobody asks any more."""
    outcome = ruling.outcome or {}
    if outcome.get("superseded") and not ("settled_by" in outcome and _is_still_raised(ruling)):
        return None
    place = ruling.place if ruling.hand_id or ruling.game_id else {}
    answer = {name: outcome[name] for name in outcome if name != "with"}
    return ruling.kind, place, ruling.pair_id, ruling.status, ruling.proposed, answer


def _is_still_raised(ruling: Ruling) -> bool:
    """Whether its hand asks it, so that it waits again when its match is opened again."""
    hand = ruling.hand
    if hand is None or ruling.kind == "repetition":
        return hand is not None and still_guilty(ruling)
    asks = None if hand.is_void else proposals_of(hand).get(ruling.kind)
    # A correction that was taken back had asked for another claim.
    return asks is not None and asks.get("claim") == ruling.proposed.get("claim")


def day_as_it_stands(cup: Tournament) -> dict[str, Any]:
    """The matches, pairs, cases and champion of a day."""
    cup = Tournament.objects.select_related("champion").get(pk=cup.pk)
    cases = TribunalCase.objects.filter(pair__tournament=cup).order_by("pk")
    return {
        **matches_as_they_stand(cup),
        "pairs": list(
            Pair.objects.filter(tournament=cup).order_by("number").values_list("number", "status")
        ),
        "cases": [(one.pair_id, one.state, one.verdict) for one in cases],
        "day": (cup.status, cup.champion and cup.champion.number, cup.best_of, cup.games_by_round),
    }


def differing(before: dict[str, Any], after: dict[str, Any]) -> str:
    lines = []
    for key in {**before, **after}:
        was, now = before.get(key), after.get(key)
        if isinstance(was, dict) and isinstance(now, dict):
            lines += [f"{key} {n}: {was[n]} -> {now[n]}" for n in was if was[n] != now[n]]
        elif was != now:
            lines.append(f"{key}: {was} -> {now}")
    return "\n".join(lines)


class Deciding(acts.Crowd):
    """People who play by hands, and officials who take each decision back at once."""

    is_deciding = False

    def play(self) -> None:
        self._try(self.rng.choices(PLAY, [1, 5])[0])

    def decide(self) -> None:
        self.is_deciding = True
        self._try(self.rng.choices(list(DECISIONS), list(DECISIONS.values()))[0])
        self.is_deciding = False

    def _try(self, name: str) -> None:
        try:
            acts.ACTS[name][1](self)
        except Refusal as refusal:
            self.came[f"{name}: {refusal.codes[0]}"] += 1
        else:
            self.came[name] += 1

    def seen(self, verb: Callable[..., Any], **given: Any) -> None:
        if not self.is_deciding:
            verb(**given)
            return
        before = day_as_it_stands(self.cup)
        last = Ruling.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        memory, done = _agreeing(verb, given)
        name = f"{verb.__module__.split('.')[-1]}.{verb.__name__}"
        if self.rng.random() < 0.25:  # it stands, and what comes after finds it so
            self.came["stands"] += 1
            return
        way = self._way_back(verb, given, memory, done, last)
        if way is None:
            self.came[f"no way back: {name}"] += 1
            return
        try:
            way()
        except Refusal as refused:
            self.came[f"{name} back: {refused.codes[0]}"] += 1
            return
        after = day_as_it_stands(self.cup)
        if after != before:
            pytest.fail(f"{name} {given}\n{differing(before, after)}")
        report = verify_tournament(tournament_id=self.cup.pk)
        assert report.ok, (name, report.first)
        self.came[f"{name} back"] += 1

    def _way_back(
        self, verb: Callable[..., Any], given: Any, memory: ActMemory | None, done: Any, last: int
    ) -> Callable[[], object] | None:
        if memory is not None and is_undoable(memory):
            return lambda: undo(tournament_id=self.cup.pk, event=memory.last, **WHY)
        live = Cascade.objects.filter(tournament=self.cup, undone_at=None)
        first = 0 if memory is None else memory.first
        cascade = live.filter(event_number__gte=first).order_by("-pk").first()
        # The API takes a decision back by its own address, whatever has fallen with it.
        if cascade is not None and self.rng.random() < 0.6:
            return lambda: cascades.take_back(cascade_id=cascade.pk, **WHY)
        if verb is corrections.correct:
            return lambda: corrections.take_back(match_id=given["match_id"], **WHY)
        if verb in (games.rule, games.forfeit, games.take_back):
            at = {"match_id": given["match_id"], "game": given["game"]}
            if verb is games.take_back:
                return None
            return lambda: games.take_back(**at, **WHY)
        if verb is tribunal.judge:
            case = {"case_id": given["case_id"], "tournament_id": self.cup.pk}
            return lambda: tribunal.take_back(**case, **WHY)
        if verb in (appeals.uphold, appeals.reject):
            return lambda: taking_back.take_back(ruling_id=given["ruling_id"], **WHY)
        if verb.__module__ == rulings.__name__:
            return lambda: taking_back.take_back(ruling_id=done.pk, **WHY)
        return None


def _agreeing(verb: Callable[..., Any], given: Any) -> tuple[ActMemory | None, Any]:
    """Does it, agreeing to what falls."""
    try:
        with desk_act() as recorder:
            done = verb(**given)
    except (Unseen, Conflict) as unseen:
        falls = unseen.current.get("cascade", {}).get("sets_aside")
        if not falls:
            raise
        with desk_act() as recorder:
            done = verb(**given, sets_aside=falls)
    return recorder.memory, done


@pytest.mark.parametrize("day", range(of_many(2, nightly=200)))
def test_D7_a_decision_taken_back_at_once_leaves_the_day_as_before(day):
    """Replay one with `-k "[7]"` and the RUN_SEED of its run."""
    crowd = acts.a_crowd(seed=3 * (SEED + day) + 1, pairs_entered=6, kind=Deciding)
    fewer = crowd.rng.choice([1, 3, 3])
    clock.reduce_games(tournament_id=crowd.cup.pk, best_of=fewer, **WHY)
    appeals.set_window(tournament_id=crowd.cup.pk, minutes=60, actor=PROGRAM)
    for _turn in range(of_many(16, nightly=30)):
        for _hand in range(crowd.rng.randint(2, 9)):
            crowd.play()
        crowd.decide()
    sys.stdout.write(f"seed {SEED + day}: {dict(crowd.came)}\n")

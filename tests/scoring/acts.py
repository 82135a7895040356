"""Random acts of people at a championship, through the same services as people use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from django.apps import apps
from django.db import transaction
from django.test import TestCase

from scoring.course.models import Hand
from scoring.hands.services import corrections, hands
from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.queries.words import words_of_hand
from scoring.rulings.services import (
    appeals,
    cascades,
    endings,
    games,
    rulings,
    taking_back,
    tribunal,
)
from tests.scoring import table
from tests.scoring.table import DECLARED, PROGRAM, ordago, plain, quick
from tests.scoring.told_questions import Questions, stored_questions
from tournament.championship.models import Tournament
from tournament.clock import services as clock
from tournament.clock.queries import last_reduction
from tournament.consolation import services as consolation
from tournament.consolation.queries import propose
from tournament.draw import services as draw
from tournament.entries.models import Pair
from tournament.entries.services import departures, pairs
from tournament.errors import Conflict, Refusal, Unseen
from tournament.log.models import Event
from tournament.log.services import lock
from tournament.matches.models import Cascade, Match
from tournament.matches.services import matches, results
from tournament.matches.services.results import (
    BracketNow,
    bracket_now,
    cascade_between,
    preview,
    rolled_back,
)

Act = Callable[["Crowd"], None]
Standing = tuple[list[Any], list[Any], str]


class Crowd:
    """Somebody acting at random, and what came of it: done, or refused by which code."""

    def __init__(self, tournament: Tournament, seed: int) -> None:
        self.cup = tournament
        self.rng = Random(seed)
        self.came: Counter[str] = Counter()
        self.checked = 0
        self.questions = Questions()

    def act(self) -> None:
        """One act; a refusal is an answer, anything else is a fault."""
        name = self.rng.choices(list(ACTS), [weight for weight, _do in ACTS.values()])[0]
        try:
            ACTS[name][1](self)
        except Refusal as refusal:
            self.came[f"{name}: {refusal.codes[0]}"] += 1
        else:
            self.came[name] += 1

    def check(self, *, whole: bool = True) -> None:
        """What the log tells is what is stored, now, while nobody writes. `whole`: all of it, not
        only the questions to officials, for which the new events are enough."""
        with transaction.atomic():
            lock(tournament_id=self.cup.pk)
            news = Event.objects.filter(tournament=self.cup, number__gt=self.checked)
            kinds = []
            for event in news.order_by("number"):
                self.questions.apply_event(event)
                kinds.append(f"{event.number} {event.kind}")
                self.checked = event.number
            told, held = self.questions.snapshot(), stored_questions(self.cup)
            report = verify_tournament(tournament_id=self.cup.pk) if whole else None
        assert told == held, f"after {kinds}: {told} is not {held}"
        assert report is None or report.ok, f"after {kinds}: {report.first}"

    def seen(self, verb: Callable[..., object], **given: Any) -> None:
        """Does it; when later matches would fall, mostly says yes to just those. Every act goes
        through here."""
        try:
            verb(**given)
        except (Unseen, Conflict) as unseen:
            falls = unseen.current.get("cascade", {}).get("sets_aside")
            if not falls or self.rng.random() < 0.2:
                raise
            self.came["cascade"] += 1
            verb(**given, sets_aside=falls)

    def one(self, rows: Any) -> Any:
        found = list(rows)
        if not found:
            raise Refusal.one("act", "nothing_there", "")
        return self.rng.choice(found)

    def match(self, *statuses: str) -> Match:
        return self.one(
            Match.objects.filter(tournament=self.cup, status__in=statuses)
            .exclude(kind="set_aside")
            .order_by("pk")
        )

    def hand(self) -> Hand:
        return self.one(
            Hand.objects.filter(game__match__tournament=self.cup, is_current=True, is_void=False)
            .select_related("game__match")
            .order_by("pk")
        )

    def words(self, hand: Hand) -> list[str]:
        """The pairs whose false word in a hand counts from now on, if somebody says so."""
        said = [str(word.side) for word in words_of_hand(hand_id=hand.pk)]
        found = [side for side in said if self.rng.random() < 0.7]
        self.came["word"] += len(found)
        return found

    def side(self) -> str:
        return self.rng.choice("AB")

    def record(self) -> dict[str, Any]:
        """A hand, often one that ends a game."""
        rng = self.rng
        chosen = rng.random()
        if chosen < 0.35:
            return quick(rng.randint(1, 30), 0) if rng.random() < 0.5 else quick(0, 25)
        if chosen < 0.7:
            return plain(bets=ordago(rng.choice(["grande", "chica"])))
        claim = {"claim": [rng.randint(0, 9), rng.randint(0, 9)]} if rng.random() < 0.6 else {}
        if chosen < 0.8:
            return plain(infractions=_false_claims(rng.randint(0, 3)), **claim)
        if chosen < 0.86:  # both pairs, or both in one lance: an official has to confirm it
            both = {"infractions": _false_claims(0, 1)} if rng.random() < 0.5 else {
                "declared": {**DECLARED, "pares": [False, True, True, False]},
            }  # fmt: skip
            return plain(**both, **claim)
        return plain(claim=[rng.randint(0, 9), rng.randint(0, 9)])


def _false_claims(*seats: int) -> list[dict[str, Any]]:
    return [{"kind": "false_claim", "seat": seat} for seat in seats]


def _enter(c: Crowd) -> None:
    number = c.rng.randint(100, 10**6)
    c.seen(
        pairs.enter,
        tournament_id=c.cup.pk,
        player_1=f"Lezo {number}",
        player_2=f"Orio {number}",
        actor=PROGRAM,
    )


def _draw(c: Crowd) -> None:
    if c.rng.random() < 0.5:
        seed = str(c.rng.random())
        c.seen(draw.make, tournament_id=c.cup.pk, actor=PROGRAM, seed=seed)
    else:
        c.seen(draw.undo, tournament_id=c.cup.pk, reason="drawn too early", actor=PROGRAM)


def _start(c: Crowd) -> None:
    table_number = c.rng.choice([None, 1, 2, 3])
    c.seen(matches.start, match_id=c.match("ready").pk, table_number=table_number, actor=PROGRAM)


def _hand(c: Crowd) -> None:
    c.seen(hands.record, match_id=c.match("playing").pk, record=c.record(), actor=PROGRAM)


def _correct(c: Crowd) -> None:
    hand = c.hand()
    c.seen(
        corrections.correct, match_id=hand.game.match_id, game=hand.game.number,
        number=hand.number, record=c.record(), reason="wrong", actor=PROGRAM,
    )  # fmt: skip


def _undo(c: Crowd) -> None:
    match = c.match("playing", "finished")
    c.seen(corrections.undo, match_id=match.pk, reason="wrong", actor=PROGRAM)


def _withdraw(c: Crowd) -> None:
    pair = c.one(Pair.objects.filter(tournament=c.cup, status="entered").order_by("pk"))
    verb = c.rng.choice([departures.withdraw, departures.withdraw, departures.disqualify])
    c.seen(verb, pair_id=pair.pk, reason="left", actor=PROGRAM)


def _bring_back(c: Crowd) -> None:
    gone = Pair.objects.filter(tournament=c.cup).exclude(status="entered").order_by("pk")
    c.seen(departures.reinstate, pair_id=c.one(gone).pk, reason="back", actor=PROGRAM)


def _walk_over(c: Crowd) -> None:
    match = c.match("ready", "playing")
    c.seen(results.walkover, match_id=match.pk, winner=c.side(), reason="late", actor=PROGRAM)


def _rule(c: Crowd) -> None:
    hand = c.hand()
    where: dict[str, Any] = {"match_id": hand.game.match_id, "game": hand.game.number}
    why = {"reason": "D7", "actor": PROGRAM}
    chosen = c.rng.random()
    if chosen < 0.4:
        c.seen(games.rule, **where, winner=c.side(), **why)
    elif chosen < 0.6:
        c.seen(games.take_back, **where, **why)
    else:
        stones = (c.rng.randint(0, 20), c.rng.randint(0, 20))
        given = {"number": hand.number, "stones": stones, "counts": c.words(hand)}
        c.seen(rulings.overrule, **where, **given, **why)


def _decide(c: Crowd) -> None:
    ruling = c.one(Ruling.objects.filter(match__tournament=c.cup, status="open").order_by("pk"))
    given = {"ruling_id": ruling.pk, "reason": "weighed", "actor": PROGRAM}
    if ruling.kind == "claim":
        c.seen(rulings.decide_claim, **given, stands=c.rng.choice(["engine", "claim"]))
    elif c.rng.random() < 0.3:
        c.seen(rulings.dismiss, **given)
    elif ruling.hand is not None and ruling.kind == "needs_ruling":
        c.seen(rulings.confirm, **given, counts=c.words(ruling.hand))
    else:
        c.seen(rulings.confirm, **given)


def _take_ruling_back(c: Crowd) -> None:
    decided = Ruling.objects.filter(match__tournament=c.cup).exclude(status="open")
    ruling = c.one(decided.order_by("pk"))
    c.seen(taking_back.take_back, ruling_id=ruling.pk, reason="right", actor=PROGRAM)


def _appeal(c: Crowd) -> None:
    asked = Ruling.objects.filter(match__tournament=c.cup, kind="appeal").order_by("pk")
    if not asked or c.rng.random() < 0.3:
        hand = c.hand()
        c.seen(
            appeals.enter, match_id=hand.game.match_id, side=c.side(), game=hand.game.number,
            number=hand.number, reason="not so", actor=PROGRAM,
        )  # fmt: skip
        return
    given: dict[str, Any] = {"ruling_id": c.one(asked).pk, "reason": "weighed", "actor": PROGRAM}
    verb = c.rng.choice([appeals.reject, appeals.withdraw, taking_back.take_back, appeals.uphold])
    if verb is appeals.uphold:
        c.seen(verb, **given, stones=(c.rng.randint(0, 20), c.rng.randint(0, 20)))
    else:
        c.seen(verb, **given)


def _judge(c: Crowd) -> None:
    cases = TribunalCase.objects.filter(pair__tournament=c.cup).exclude(state="decided")
    verdict = c.rng.choice(["cleared", "warned", "game", "match", "disqualified"])
    case = c.one(cases.order_by("pk"))
    c.seen(tribunal.judge, case_id=case.pk, verdict=verdict, reason="heard", actor=PROGRAM)


def _take_verdict_back(c: Crowd) -> None:
    cases = TribunalCase.objects.filter(pair__tournament=c.cup, state="decided")
    at = {"case_id": c.one(cases.order_by("pk")).pk, "tournament_id": c.cup.pk}
    c.seen(tribunal.take_back, **at, reason="the wrong pair", actor=PROGRAM)


def _reopen(c: Crowd) -> None:
    c.seen(results.reopen, match_id=c.match("finished").pk, reason="wrong", actor=PROGRAM)


def _replace(c: Crowd) -> None:
    match = c.match("finished")
    won = (match.wins_needed, 0) if c.side() == "A" else (0, match.wins_needed)
    c.seen(results.replace_result, match_id=match.pk, games=won, reason="mixed", actor=PROGRAM)


def _result(c: Crowd) -> None:
    match = c.match("ready", "playing")
    won = (match.wins_needed, match.games_b) if c.side() == "A" else (
        match.games_a, match.wins_needed,
    )  # fmt: skip
    c.seen(
        results.record_result,
        match_id=match.pk,
        games=won,
        reason="told",
        over_recorded=True,
        actor=PROGRAM,
    )


def _end(c: Crowd) -> None:
    c.seen(
        endings.decide, match_id=c.match("playing").pk, winner=c.side(), reason="T6", actor=PROGRAM
    )


def _consolation(c: Crowd) -> None:
    if c.rng.random() < 0.2:
        c.seen(
            consolation.cancel,
            match_id=c.match("ready", "playing").pk,
            reason="late",
            actor=PROGRAM,
        )
        return
    found = propose(tournament_id=c.cup.pk)
    given = [(one.pair_a.number, one.pair_b.number) for one in found.matches]
    c.seen(consolation.create_matches, tournament_id=c.cup.pk, pairings=given, actor=PROGRAM)


def _take_back(c: Crowd) -> None:
    kept = Cascade.objects.filter(tournament=c.cup, undone_at=None).order_by("pk")
    c.seen(cascades.take_back, cascade_id=c.one(kept).pk, reason="right", actor=PROGRAM)


def _fewer_games(c: Crowd) -> None:
    """Never makes a match longer, and leaves who leads with enough games the winner (T5)."""
    before = dict(Match.objects.filter(tournament=c.cup).values_list("pk", "best_of"))
    fewer = c.rng.choice([1, 3, 5])
    c.seen(clock.reduce_games, tournament_id=c.cup.pk, best_of=fewer, reason="late", actor=PROGRAM)
    for match in Match.objects.filter(tournament=c.cup, pk__in=before):
        assert match.best_of <= before[match.pk]
        if match.status == "playing" and match.games_a != match.games_b:
            assert max(match.games) <= match.wins_needed


def _as_many_games_again(c: Crowd) -> None:
    event = last_reduction(tournament_id=c.cup.pk)
    if event is None:
        raise Refusal.one("act", "nothing_there", "")
    c.seen(
        clock.take_back_reduction, tournament_id=c.cup.pk, event=event, reason="time enough",
        actor=PROGRAM,
    )  # fmt: skip


ACTS: dict[str, tuple[int, Act]] = {
    "enter": (1, _enter),
    "draw": (1, _draw),
    "start": (8, _start),
    "hand": (30, _hand),
    "correct": (10, _correct),
    "undo": (4, _undo),
    "withdraw": (1, _withdraw),
    "bring back": (2, _bring_back),
    "walk over": (2, _walk_over),
    "rule": (6, _rule),
    "decide": (8, _decide),
    "judge": (3, _judge),
    "take a verdict back": (1, _take_verdict_back),
    "take a ruling back": (3, _take_ruling_back),
    "appeal": (4, _appeal),
    "reopen": (7, _reopen),
    "replace": (2, _replace),
    "result": (3, _result),
    "end": (1, _end),
    "consolation": (3, _consolation),
    "take back": (4, _take_back),
    "fewer games": (1, _fewer_games),
    "as many games again": (1, _as_many_games_again),
}


class Foreseeing(Crowd):
    """A crowd that previews each act, and holds the act to its preview. What reached later matches
    can be taken back at once, and then all is as before."""

    def seen(self, verb: Callable[..., object], **given: Any) -> None:
        """Previews the act, which leaves no trace, and then does it: what is refused is refused
        alike, and what happens to matches is what was said."""
        act = partial(verb, **given)
        rows = stored_rows()
        with TestCase.captureOnCommitCallbacks() as hooks:
            would, foretold = _or_refusal(partial(preview, act, tournament_id=self.cup.pk))
        assert (stored_rows(), hooks) == (rows, []), "a preview left a trace"
        before = self._bracket()
        falls = would.sets_aside if would is not None else ()
        _done, refusal = _or_refusal(partial(act, sets_aside=falls) if falls else act)
        codes = [None if one is None else one.codes for one in (foretold, refusal)]
        assert codes[0] == codes[1], f"previewed as {codes[0]}, done as {codes[1]}"
        if refusal is not None:
            raise refusal
        assert cascade_between(before, self._bracket(), falls) == would
        self.came["cascade"] += bool(falls)
        if falls and verb is not cascades.take_back:
            assert self._taken_back() in (None, _standing(before)), "not taken back whole"

    def _taken_back(self) -> Standing | None:
        """How all stands once the last cascade is taken back; None where that is refused."""
        last = Cascade.objects.filter(tournament=self.cup, undone_at=None).latest("pk")
        act = partial(cascades.take_back, cascade_id=last.pk, reason="right", actor=PROGRAM)
        return _or_refusal(lambda: rolled_back(act, lambda _falls: _standing(self._bracket())))[0]

    def _bracket(self) -> BracketNow:
        with transaction.atomic():
            return bracket_now(self.cup.pk)


def _standing(now: BracketNow) -> Standing:
    """The matches that hold their slots and the pairs, with what taking a cascade back restores."""
    rows = [row for row in now.matches.values() if not row.is_set_aside and any(row.pairs)]
    pairs = {pair.number: pair for row in rows for pair in (row.pair_a, row.pair_b) if pair}
    return (
        [(row.pk, row.pairs, row.status, row.winner, row.ended_by, row.games) for row in rows],
        [(n, pair.status, pair.place_stays_empty) for n, pair in sorted(pairs.items())],
        now.champion,
    )


def _or_refusal(act: Callable[[], Any]) -> tuple[Any, Refusal | None]:
    try:
        return act(), None
    except Refusal as refusal:
        return None, refusal


def stored_rows() -> dict[str, list[Any]]:
    """Every row of the tournaments, their hands and their jobs."""
    configs = map(apps.get_app_config, ("tournament", "scoring", "jobs"))
    models = [model for config in configs for model in config.get_models()]
    return {one._meta.label: list(one._base_manager.order_by("pk").values()) for one in models}


def a_crowd(
    *, seed: int, pairs_entered: int = 11, kind: type[Crowd] = Crowd, **fields: Any
) -> Crowd:
    """A championship before its draw, every third time, or after it. `fields`: of its
    tournament."""
    cup = table.play.tournament(entered=pairs_entered, drawn=bool(seed % 3), **fields)
    return kind(cup, seed)

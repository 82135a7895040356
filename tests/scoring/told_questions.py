"""The questions to officials and the Tribunal's cases, told again from the log alone.

`scoring/proof` holds every decision to the log. Here is what the log does not say in so many
words: what must be waiting now, by the hands and decisions that it tells of.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from mus.sides import side_of
from scoring.course.models import Hand
from scoring.rulings.models import Ruling, TribunalCase
from tournament.championship.models import Tournament
from tournament.log.models import Event
from tournament.matches.models import Match

State = dict[str, Any]
Asked = tuple[int, int, str]  # game, hand, kind of question
OF_A_HAND = ("needs_ruling", "claim")
LEAVING = ("pair.withdrawn", "pair.disqualified")


@dataclass
class OfMatch:
    """One match: its hands in effect, what waits for an official about them, what one has
    confirmed or dismissed, and what an ending of the match has settled."""

    hands: dict[tuple[int, int], State] = field(default_factory=dict)
    open: set[Asked] = field(default_factory=set)
    confirmed: list[tuple[Asked, Any]] = field(default_factory=list)
    settled: set[Asked] = field(default_factory=set)

    def apply_hand(self, hand: State, *, asks: bool = True) -> None:
        """A version of a hand, with what it asks."""
        place = (hand["game"], hand["number"])
        self.hands[place] = hand
        for kind, proposed in wants(hand).items() if asks else ():
            asked = (*place, kind)
            if proposed is None or (asked, proposed) in self.confirmed:
                self.open.discard(asked)
            else:
                self.open.add(asked)

    def rule(self, data: Mapping[str, Any]) -> None:
        """An official's word on a question."""
        asked = (data["game"], data["number"], data["ruling"])
        self.open.discard(asked)
        outcome = data["outcome"] or {}
        decided = data["decision"] in ("confirmed", "dismissed")
        if decided and "superseded" not in outcome:
            self.confirmed.append((asked, data["proposed"]))
        if "settled_by" in outcome:
            self.settled.add(asked)
        elif "superseded" not in outcome:  # an official's word outlasts what an ending settled
            self.settled.discard(asked)

    def take_back(self, data: Mapping[str, Any]) -> None:
        """An official's word on a question is gone: it is asked again."""
        asked = (data["game"], data["number"], data["ruling"])
        self.open.add(asked)
        self.confirmed = [one for one in self.confirmed if one[0] != asked]

    def reopen(self) -> None:
        """What the ending had settled is asked again, where the hand asks it still."""
        for asked in sorted(self.settled):
            if wants(self.hands[asked[:2]])[asked[2]] is not None:
                self.open.add(asked)
                self.settled.discard(asked)

    def go_back(self, before: OfMatch) -> None:
        """As before a change; what was asked and decided since stays decided."""
        self.confirmed = before.confirmed + [
            (asked, proposed)
            for asked, proposed in self.confirmed
            if (asked, proposed) not in before.confirmed and asked not in before.open
        ]
        self.settled = before.settled | (self.settled - before.open)
        self.open = set(before.open)


def wants(hand: State) -> dict[str, Any]:
    """What a version of a hand proposes to an official, by kind; None where it asks nothing."""
    settlement, claim = hand["settlement"], hand["settlement"].get("claim")
    silent = hand["void"] or hand["ruled"] is not None
    needs = {
        "stones": hand["stones"],
        "game_winner": hand["game_winner"],
        "clauses": [penalty["clause"] for penalty in settlement.get("penalties", ())],
    }
    found: dict[str, Any] = {"needs_ruling": None, "claim": None}
    if settlement.get("needs_ruling") and not silent:
        found["needs_ruling"] = needs
    if claim is not None and not claim["agrees"] and not silent:
        found["claim"] = {
            "stones": hand["stones"],
            "claim": hand["record"]["claim"],
            "difference": claim["difference"],
        }
    return found


class Questions:
    """What the log has said so far, match by match."""

    def __init__(self) -> None:
        self.of_match: dict[int, OfMatch] = {}
        self.cases: dict[tuple[int, int, int, int], list[str]] = {}
        self.kept: dict[int, OfMatch] = {}

    def apply_event(self, event: Event) -> None:
        """One event more."""
        data: Mapping[str, Any] = event.data
        undone = event.kind == "cascade.undone"
        if event.kind == "pair.reinstated" or (undone and data["what"] in LEAVING):
            self._back(data)
        if not isinstance(ref := data.get("match"), dict):
            return
        here = self.of_match.setdefault(ref["id"], OfMatch())
        self.kept[event.number] = deepcopy(here)  # in case this is taken back
        if event.kind.startswith("tribunal."):
            self._case(ref["id"], data)
        elif event.kind == "match.reopened":
            here.reopen()
        elif event.kind == "ruling.made" and data["ruling"] in OF_A_HAND:
            here.rule(data)
        elif event.kind == "ruling.taken_back" and data["ruling"] in OF_A_HAND:
            here.take_back(data)
        elif event.kind == "ruling.made" and data["ruling"] == "repetition":
            self._passed_on(ref["id"], data)
        for hand in [*data.get("hands", ()), *([data["hand"]] if "hand" in data else [])]:
            here.apply_hand(hand, asks=not undone)
        if "result_was" in data and data["status"] == "playing":
            here.reopen()
        if undone and "hands" in data:
            here.go_back(self.kept[data["takes_back"]])
        if undone and "case" in data:
            self._case(ref["id"], data["case"])

    def _back(self, data: Mapping[str, Any]) -> None:
        """A pair is in again: what its leaving had settled is asked again."""
        for state in (*data["followed"], *data.get("restored", ())):
            if state["status"] == "playing":
                self.of_match.setdefault(state["match"]["id"], OfMatch()).reopen()
        for case in data.get("cases", ()):
            self._case(case["match"]["id"], {**case, "pair": data["pair"]})

    def snapshot(self) -> State:
        """What must be waiting, and how each case stands."""
        asked = {pk: here.open for pk, here in self.of_match.items() if here.open}
        return {"questions": asked, "cases": self.cases, "false claims": {}}

    def _passed_on(self, match: int, data: Mapping[str, Any]) -> None:
        if data["decision"] == "confirmed" and data["proposed"]["tribunal"]:
            row = Match.objects.select_related("pair_a", "pair_b").get(pk=match)
            pair = row.pair_a if data["proposed"]["loser"] == "A" else row.pair_b
            assert pair is not None
            self._case(match, {**data, "state": "open", "pair": {"number": pair.number}})

    def _case(self, match: int, data: Mapping[str, Any]) -> None:
        place = (match, data["game"], data["number"], data["pair"]["number"])
        self.cases[place] = [data["state"], data.get("verdict") or ""]


def stored_questions(tournament: Tournament) -> State:
    """The same of what the tables hold."""
    rulings = Ruling.objects.filter(match__tournament=tournament).select_related("game", "hand")
    asked: dict[int, set[Asked]] = {}
    for ruling in rulings.filter(status="open", kind__in=OF_A_HAND):
        assert ruling.game is not None
        assert ruling.hand is not None
        asked.setdefault(ruling.match_id, set()).add(
            (ruling.game.number, ruling.hand.number, ruling.kind)
        )
    cases = TribunalCase.objects.filter(pair__tournament=tournament)
    found = {}
    for case in cases.select_related("pair", "ruling__game", "ruling__hand"):
        assert case.ruling.game is not None
        assert case.ruling.hand is not None
        place = (case.ruling.game.number, case.ruling.hand.number, case.pair.number)
        found[case.ruling.match_id, *place] = [case.state, case.verdict]
    return {"questions": asked, "cases": found, "false claims": _not_as_asked(tournament)}


def _not_as_asked(tournament: Tournament) -> State:
    """The pairs with more than one false claim that no official was asked about, as only the first
    is let pass (G1); and those of whom one is asked about a hand that says nothing false."""
    guilty: dict[int | None, set[int]] = {}
    hands = Hand.objects.filter(game__match__tournament=tournament, is_current=True, is_void=False)
    for hand in hands.select_related("game__match"):
        match = hand.game.match
        for penalty in hand.settlement.get("penalties", ()):
            if penalty["clause"] == "G0":
                pair = (match.pair_a_id, match.pair_b_id)[side_of(penalty["seat"]).position]
                guilty.setdefault(pair, set()).add(hand.pk)
    asked: dict[int | None, set[int | None]] = {}
    wrong: State = {}
    for ruling in Ruling.objects.filter(match__tournament=tournament, kind="repetition"):
        outcome = ruling.outcome or {}
        if ruling.is_open and ruling.hand_id not in guilty.get(ruling.pair_id, ()):
            wrong[str(ruling.pair_id)] = "asked about a hand without a false claim"
        if not outcome.get("superseded") or "settled_by" in outcome:
            asked.setdefault(ruling.pair_id, set()).add(ruling.hand_id)
    for pair, found in guilty.items():
        unasked = found - asked.get(pair, set())
        if len(unasked) > 1:
            wrong[str(pair)] = f"nobody was asked about hands {sorted(unasked)}"
    return wrong

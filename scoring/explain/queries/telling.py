"""A hand as it was played: who was mano, what was declared and said, lance by lance.

It is read from the record alone, so it tells what was said even where a false word or an official
made it void afterwards. The ledger says what was paid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mus.betting import FIRST_BET, Bet, BetKind, Call, CallKind, close_bet
from mus.judging import order_from
from mus.lances import LANCES, Lance
from mus.reading import read
from mus.record import HandRecord
from mus.ruleset import FirstHand
from mus.sides import SIDES, Side, side_of
from scoring.explain.queries.reasons import verdicts_of
from scoring.wording import lance_name
from scoring.wording.telling import declarations, told
from tournament.errors import StrOrPromise

Score = tuple[int, int]
DECLARED = (Lance.PARES, Lance.JUEGO)


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that happened in a hand. `kind`: a key of `scoring.wording.telling.TOLD`,
    "declared", "payment" or a clause's "false_word". `side`: "A", "B" or "" for neither. `text`: in
    one language, already translated, because cached hands hold only texts. `taken`: stones that A
    and B took in this moment; `score`: of the game after it."""

    kind: str
    lance: str
    lance_name: StrOrPromise
    side: str
    text: StrOrPromise
    taken: Score
    score: Score


def betting_of(
    *,
    record: Mapping[str, Any],
    settlement: Mapping[str, Any],
    players: Sequence[str],
    pairs: Sequence[str],
    first_of_game: bool = False,
) -> tuple[Moment, ...]:
    """The moments of a hand from its mano to its last call, before cards are shown and stones
    paid."""
    before = (record["score"][0], record["score"][1])
    if "quick" in record or not settlement["ok"]:
        kind = "without_cards" if "quick" in record else "unsettled"
        return (Moment(kind, "", "", "", told(kind), (0, 0), before),)
    hand = read(record).record
    return tuple(_Teller(hand, settlement, players, pairs, before).tell(first_of_game))


class _Teller:
    """Tells one hand. Its score changes with the stones that are taken at once."""

    def __init__(
        self,
        hand: HandRecord,
        settlement: Mapping[str, Any],
        players: Sequence[str],
        pairs: Sequence[str],
        before: Score,
    ) -> None:
        self._hand, self._settlement = hand, settlement
        self._players, self._pairs = players, pairs
        self._score = before
        self._order = order_from(hand.mano, len(players))

    def tell(self, first_of_game: bool) -> Iterator[Moment]:
        yield self._mano(first_of_game)
        for lance in LANCES:
            if lance in DECLARED and lance not in self._hand.declared:
                return  # the game had ended, or nobody declared this lance
            bet = self._bet(lance)
            yield from self._lance(lance, bet)
            if bet.kind is BetKind.ORDAGO or max(self._score) >= self._hand.ruleset.target:
                return

    def _mano(self, first_of_game: bool) -> Moment:
        seat = self._hand.mano
        cut = first_of_game and self._hand.ruleset.first_hand is FirstHand.CORRIDA
        kind = "cut" if cut else "mano"
        return self._moment(kind, None, side_of(seat), player=self._players[seat])

    def _lance(self, lance: Lance, bet: Bet) -> Iterator[Moment]:
        have: set[Side] = set(SIDES)
        if lance in DECLARED:
            yield self._declared(lance)
            have = {side_of(seat) for seat, yes in enumerate(self._said(lance)) if yes}
        if not have:
            yield self._moment(f"nobody_{lance}", lance)
        if len(have) == 1:
            yield self._moment("only_one", lance, *have, pair=self._name(next(iter(have))))
            return
        if not have and lance is Lance.PARES:
            return
        yield from self._calls(lance, bet)

    def _said(self, lance: Lance) -> Sequence[bool]:
        return self._hand.declared[lance]

    def _declared(self, lance: Lance) -> Moment:
        words = [(self._players[seat], self._said(lance)[seat]) for seat in self._order]
        name = lance_name(lance, punto=self._is_punto(lance))
        text = str(declarations(words))
        return Moment("declared", lance, name, "", text, (0, 0), self._score)

    def _calls(self, lance: Lance, bet: Bet) -> Iterator[Moment]:
        calls = self._hand.bets[LANCES.index(lance)]
        if not calls:
            yield self._moment("pass", lance)
        standing, ordago = 0, False
        for call in calls:
            if call.kind is CallKind.ENVIDO:
                kind = "raises" if standing else "bets"
                standing = call.stake or standing + FIRST_BET
            else:
                kind = _ANSWERS[call.kind]
                if ordago and call.kind is CallKind.QUIERO:
                    kind = "sees_ordago"
                ordago = call.kind is CallKind.ORDAGO
            if call.kind is CallKind.NO_QUIERO:
                yield self._refused(lance, call, bet)
            else:
                named = {"pair": self._name(call.by), "stones": standing}
                yield self._moment(kind, lance, call.by, **named)

    def _refused(self, lance: Lance, call: Call, bet: Bet) -> Moment:
        """A refusal. Its deje is taken at once, unless a false word has undone it."""
        taken = [0, 0]
        verdict = verdicts_of(self._hand).get(lance)
        is_void = verdict is not None and verdict.void and not self._hand.infractions
        for entry in self._settlement["ledger"]:
            is_this = entry["kind"] == "deje" and entry["lance"] == lance
            if is_this and entry["pair"] == bet.by and not is_void:
                taken["AB".index(entry["pair"])] = entry["stones"]
        self._score = (self._score[0] + taken[0], self._score[1] + taken[1])
        text = str(told("refuses", pair=self._name(call.by)))
        name = lance_name(lance, punto=self._is_punto(lance))
        return Moment("refuses", lance, name, call.by, text, (taken[0], taken[1]), self._score)

    def _moment(
        self, kind: str, lance: Lance | None, side: Side | None = None, **params: object
    ) -> Moment:
        name = lance_name(lance, punto=self._is_punto(lance))
        text = str(told(kind, **params))
        return Moment(kind, str(lance or ""), name, str(side or ""), text, (0, 0), self._score)

    def _bet(self, lance: Lance) -> Bet:
        rules, calls = self._hand.ruleset, self._hand.bets[LANCES.index(lance)]
        return close_bet(calls, refused_raise=rules.refused_raise, path="", faults=[])

    def _is_punto(self, lance: Lance | None) -> bool:
        return lance is Lance.JUEGO and not any(self._hand.declared.get(lance, (True,)))

    def _name(self, side: Side) -> str:
        return self._pairs[SIDES.index(side)]


_ANSWERS = {
    CallKind.ORDAGO: "ordago",
    CallKind.QUIERO: "sees",
    CallKind.NO_QUIERO: "refuses",
}

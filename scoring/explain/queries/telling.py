"""A hand as it was played: who was mano, what was declared and said, lance by lance.

It is read from the record alone, so it tells what was said even where a false word or an official
made it void afterwards. The ledger says what was paid.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from mus.betting import FIRST_BET, Bet, BetKind, Call, CallKind
from mus.counting import Count
from mus.disputed import judge_all_words
from mus.false_words import Basis, Verdict
from mus.holdings import Holding
from mus.judging import best_seat, order_from
from mus.lances import LANCES, Lance
from mus.playing_out import play_out
from mus.reading import read
from mus.record import HandRecord
from mus.ruleset import FirstHand
from mus.sides import SIDES, Side, side_of
from scoring.wording import lance_name
from scoring.wording.cards import named_cards
from scoring.wording.penalties import REFUSED, comparison, joined, payment_clause, payment_reason
from tournament.errors import StrOrPromise, lazy_text

# Why each line of a ledger was paid: the bets, cards and false words behind it.


class Seated(Protocol):
    """A seat with a player's name and cards."""

    @property
    def player(self) -> str: ...
    @property
    def cards(self) -> str: ...


class Reasons:
    """The reasons of one hand's payments."""

    def __init__(
        self,
        record: Mapping[str, Any],
        settlement: Mapping[str, Any],
        seats: Sequence[Seated],
    ) -> None:
        self._hand: HandRecord | None = None if "quick" in record else read(record).record
        self._seats = seats
        self._guilty = {p["seat"] % 2 for p in settlement["penalties"] if p["lance"] is None}
        self._verdicts = verdicts_of(self._hand) if self._hand else {}

    def of(self, entry: Mapping[str, Any]) -> StrOrPromise:
        """One entry's reason, in a sentence or two."""
        kind = entry["kind"]
        if self._hand is None or kind == "quick":
            return payment_reason("quick")
        lance, pair = Lance(entry["lance"]), Side(entry["pair"])
        if kind == "deje":
            return self._deje(lance)
        clauses = self._awarding(lance, pair)
        if kind in ("pares", "juego"):
            return self._worth(entry, clauses)
        if kind == "punto":
            return self._punto(entry, clauses)
        if not clauses:
            return joined(payment_reason(kind), *self._compared(entry))
        if kind == "envite":
            return payment_reason("envite_awarded", clauses=clauses)
        awarded = payment_reason("awarded", clauses=clauses)
        return joined(payment_reason(kind), awarded) if kind == "ordago" else awarded

    def is_punto(self, entry: Mapping[str, Any]) -> bool:
        """Whether an entry is shown as punto: the punto itself, and bets on it. A juego that was
        denied and is paid (J5) is none, although the punto was played."""
        if self._hand is None or entry["lance"] != Lance.JUEGO or entry["kind"] == "juego":
            return False
        return entry["kind"] == "punto" or not any(self._hand.declared.get(Lance.JUEGO, (True,)))

    def clause_of(self, entry: Mapping[str, Any]) -> str:
        """The clause under which an entry is paid; empty for a hand entered without cards."""
        if self._hand is None:
            return ""
        return payment_clause(
            kind=entry["kind"],
            lance=entry["lance"],
            is_punto=self.is_punto(entry),
            by_penalty=entry["kind"] == "deje" and self._is_void(Lance(entry["lance"])),
        )

    def _is_void(self, lance: Lance) -> bool:
        """Whether a false word made the lance's bets void. A false claim leaves dejes (G0)."""
        return not self._guilty and lance in self._verdicts and self._verdicts[lance].void

    def _awarding(self, lance: Lance, pair: Side) -> str:
        """The clauses that give a lance to a pair; empty where cards or a refusal decide."""
        if self._guilty:
            return "" if self._is_refused(lance) and self._bet(lance).by is pair else "G0"
        if not self._is_void(lance) or self._is_on_cards(lance):
            return ""
        if any(side_of(penalty.seat) is pair for penalty in self._verdicts[lance].penalties):
            return ""  # the pair takes what it denied: it alone has any (P7, J5)
        return ", ".join(sorted({p.clause for p in self._verdicts[lance].penalties}))

    def _is_refused(self, lance: Lance) -> bool:
        """Whether a refused bet decided the lance."""
        if self._is_void(lance) or self._is_on_cards(lance):
            return False
        return self._bet(lance).kind is BetKind.REFUSED

    def _is_on_cards(self, lance: Lance) -> bool:
        """Whether a lance is settled as if all had told the truth and passed (D4, D6)."""
        assert self._hand is not None
        if self._guilty:
            return False
        if lance in self._verdicts and self._verdicts[lance].basis is Basis.TRUTH:
            return True
        ended_at = play_out(self._hand, unread=frozenset(), faults=[]).ended_at
        if ended_at is None or not self._is_void(ended_at):
            return False
        return LANCES.index(lance) > LANCES.index(ended_at)

    def _bet(self, lance: Lance) -> Bet:
        assert self._hand is not None
        return self._hand.bet(lance)

    def _deje(self, lance: Lance) -> StrOrPromise:
        assert self._hand is not None
        if self._is_void(lance):
            clauses = ", ".join(sorted({p.clause for p in self._verdicts[lance].penalties}))
            return payment_reason("deje_penalty", clauses=clauses)
        if len(self._hand.bets[LANCES.index(lance)]) <= 2:
            return payment_reason("deje_first")
        return payment_reason(REFUSED[self._hand.ruleset.refused_raise_of(lance)])

    def _punto(self, entry: Mapping[str, Any], clauses: str) -> StrOrPromise:
        lance = Lance(entry["lance"])
        if clauses:
            return payment_reason("punto_awarded", clauses=clauses)
        if self._is_refused(lance):
            return payment_reason("punto_refused")
        return joined(payment_reason("punto"), *self._compared(entry))

    def _worth(self, entry: Mapping[str, Any], clauses: str) -> StrOrPromise:
        lance, pair = Lance(entry["lance"]), Side(entry["pair"])
        parts = self._parts(lance, pair, entry["stones"])
        worth = payment_reason("worth", parts=parts) if parts else payment_reason("worth_total")
        if clauses:
            return joined(worth, payment_reason("awarded", clauses=clauses))
        if self._bet(lance).kind is BetKind.SEEN and not self._is_void(lance):
            return worth  # the line of the stake already compares the cards
        return joined(worth, *self._compared(entry))

    def _parts(self, lance: Lance, pair: Side, stones: int) -> str:
        """Who holds how much, when that is exactly what was paid: "Getaria 3, Zarautz 1"."""
        counting = self._counting(lance)
        worths = [
            (self._seats[seat].player, _worth_of(holding, lance))
            for seat, holding in enumerate(self._holdings())
            if side_of(seat) is pair and _worth_of(holding, lance)
            if counting is None or seat in counting
        ]
        if sum(worth for _player, worth in worths) != stones:
            return ""
        return ", ".join(f"{player} {worth}" for player, worth in worths)

    def _compared(self, entry: Mapping[str, Any]) -> tuple[StrOrPromise, ...]:
        """Whose cards beat whose, in a sentence; empty where no cards decided."""
        compared = self.best_cards(entry)
        if compared is None:
            return ()
        key, *seats = compared
        named: dict[str, StrOrPromise] = {}
        for role, seat in zip(("best", "other"), seats, strict=False):
            named[role] = self._seats[seat].player
            named[f"{role}_cards"] = named_cards(self._seats[seat].cards)
        return (comparison(key, **named),)

    def best_cards(self, entry: Mapping[str, Any]) -> tuple[str, int, int] | None:
        """How the cards compare that an entry was won with ("better", "equal" or "alone"), the best
        seat of the pair that takes it, and the best seat of the other (-1 when that has none).
        None where a refusal or a clause decided."""
        holdings = self._holdings()
        if self._hand is None or not holdings:
            return None
        lance, pair = Lance(entry["lance"]), Side(entry["pair"])
        if entry["kind"] == "deje" or self._is_refused(lance) or self._awarding(lance, pair):
            return None
        counting = self._counting(lance)
        keys = [
            holding.key(lance, punto=self.is_punto(entry))
            if counting is None or seat in counting or self.is_punto(entry)
            else 0
            for seat, holding in enumerate(holdings)
        ]
        order = order_from(self._hand.mano, len(keys))
        best = best_seat([k if side_of(s) is pair else 0 for s, k in enumerate(keys)], order)
        other = best_seat([k if side_of(s) is not pair else 0 for s, k in enumerate(keys)], order)
        if best < 0 or (other >= 0 and keys[best] < keys[other]):
            return None
        if other < 0:
            return "alone", best, other
        return "better" if keys[best] > keys[other] else "equal", best, other

    def _counting(self, lance: Lance) -> Collection[int] | None:
        """The seats whose cards count in a lance; None: all."""
        assert self._hand is not None
        if self._is_on_cards(lance) or lance not in self._hand.declared:
            return None
        if self._guilty:
            return Count(self._hand).declarers(lance)
        if lance in self._verdicts:
            return self._verdicts[lance].counting
        return Count(self._hand).counting(lance)

    def _holdings(self) -> Sequence[Holding]:
        return (self._hand.holdings if self._hand else None) or ()


def verdicts_of(hand: HandRecord) -> Mapping[Lance, Verdict]:
    """What the false words of a hand do to their lances (§6)."""
    if not hand.holdings:
        return {}
    return judge_all_words(hand, play_out(hand, unread=frozenset(), faults=[]), Count(hand))


def _worth_of(holding: Holding, lance: Lance) -> int:
    return holding.pares_worth if lance is Lance.PARES else holding.juego_worth


# A hand told in short sentences: one for each thing said or done.


TOLD: Mapping[str, StrOrPromise] = {
    "mano": _("%(player)s is mano."),
    "cut": _("%(player)s cuts mus, and is mano."),
    "without_cards": _("The table wrote down only the stones of this hand."),
    "unsettled": _("The rules could not settle this hand as it was written down."),
    "pass": _("Everybody passes."),
    "only_one": _("Only %(pair)s has it: no bets."),
    "nobody_pares": _("Nobody has pares."),
    "nobody_juego": _("Nobody has juego: the punto is played."),
    "bets": _("%(pair)s bets %(stones)s."),
    "raises": _("%(pair)s raises to %(stones)s."),
    "ordago": _("%(pair)s: órdago!"),
    "sees": _("%(pair)s accepts it: %(stones)s at stake."),
    "sees_ordago": _("%(pair)s accepts the órdago: this lance decides the game."),
    "refuses": _("%(pair)s refuses."),
    "cards": _("The cards are on the table."),
    "claim": _("The table says %(a)s – %(b)s; the rules give %(right_a)s – %(right_b)s."),
    "waits": _("The organizers have to confirm or replace this outcome."),
    "ruled": _("The organizers rule: %(a)s – %(b)s stones."),
    "ruled_because": _("The organizers rule: %(a)s – %(b)s stones. “%(reason)s”"),
    "nothing": _("Nobody took a stone."),
    "won": _("%(pair)s wins the game."),
}
"""Kind of moment → its sentence."""

SAID_YES = _("%(player)s yes")
SAID_NO = _("%(player)s no")


def sentence(key: str, **params: object) -> StrOrPromise:
    """One moment in a sentence."""
    return lazy_text(TOLD[key], **params)


def declarations(words: Iterable[tuple[str, bool]]) -> StrOrPromise:
    """What each player declared, in order: "Ane yes, Jon no."."""
    out: StrOrPromise = _declared_lazily(tuple(words))
    return out


def _declared(words: tuple[tuple[str, bool], ...]) -> str:
    parts = [str(lazy_text(SAID_YES if yes else SAID_NO, player=player)) for player, yes in words]
    return str(capfirst(", ".join(parts))) + "."


_declared_lazily = lazy(_declared, str)


Score = tuple[int, int]
DECLARED = (Lance.PARES, Lance.JUEGO)


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that happened in a hand. `kind`: a key of `scoring.explain.queries.telling.TOLD`,
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
    """The moments of a hand from its mano to its last call, before the cards are shown."""
    before = (record["score"][0], record["score"][1])
    if "quick" in record or not settlement["ok"]:
        kind = "without_cards" if "quick" in record else "unsettled"
        return (Moment(kind, "", "", "", sentence(kind), (0, 0), before),)
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
            bet = self._hand.bet(lance)
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
            have = {side_of(seat) for seat, yes in enumerate(self._hand.declared[lance]) if yes}
        if not have:
            yield self._moment(f"nobody_{lance}", lance)
        if len(have) == 1:
            yield self._moment("only_one", lance, *have, pair=self._name(next(iter(have))))
            return
        if not have and lance is Lance.PARES:
            return
        yield from self._calls(lance, bet)

    def _declared(self, lance: Lance) -> Moment:
        words = [(self._players[seat], self._hand.declared[lance][seat]) for seat in self._order]
        return self._moment("declared", lance, text=declarations(words))

    def _calls(self, lance: Lance, bet: Bet) -> Iterator[Moment]:
        calls = self._hand.bets[LANCES.index(lance)]
        if not calls:
            yield self._moment("pass", lance)
        standing, ordago = 0, False
        for call in calls:
            if call.kind is CallKind.NO_QUIERO:
                yield self._refused(lance, call, bet)
                continue
            if call.kind is CallKind.ENVIDO:
                kind = "raises" if standing else "bets"
                standing = call.stake or standing + FIRST_BET
            elif call.kind is CallKind.ORDAGO:
                kind, ordago = "ordago", True
            else:
                kind = "sees_ordago" if ordago else "sees"
            yield self._moment(kind, lance, call.by, pair=self._name(call.by), stones=standing)

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
        both = (taken[0], taken[1])
        return self._moment("refuses", lance, call.by, taken=both, pair=self._name(call.by))

    def _moment(
        self,
        kind: str,
        lance: Lance | None,
        side: Side | None = None,
        *,
        text: StrOrPromise | None = None,
        taken: Score = (0, 0),
        **params: object,
    ) -> Moment:
        """`text`: what is said; None for the sentence of this kind, with `params`."""
        is_punto = lance is Lance.JUEGO and not any(self._hand.declared.get(lance, (True,)))
        name = lance_name(lance, punto=is_punto)
        words = str(sentence(kind, **params) if text is None else text)
        return Moment(kind, str(lance or ""), name, str(side or ""), words, taken, self._score)

    def _name(self, side: Side) -> str:
        return self._pairs[SIDES.index(side)]

"""A hand of two to six players, each for himself, settled: the same rules with sides = seats."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..betting import BetKind
from ..cards import Card
from ..holdings import holding_of
from ..judging import best_seat, order_from
from ..lances import DECLARED_LANCES, LANCES, Lance
from ..play.illegal import IllegalAction
from ..play.words import Word
from ..ruleset import RuleSet
from ..settlement import LedgerKind
from .betting import Ending, open_lance, say

LEAST_PLAYERS, MOST_PLAYERS = 2, 6


@dataclass(frozen=True, slots=True)
class HandForAll:
    """One hand of players each for himself. Everything by seat, in the order of play.

    `scores`: stones before the hand. `declared`: lance → one bool a seat, where it was reached.
    `words`: lance → who said what, in order; none: all passed. `ruleset.seats` says nothing here.
    """

    ruleset: RuleSet
    mano: int
    scores: tuple[int, ...]
    cards: tuple[tuple[Card, ...], ...]
    declared: Mapping[Lance, tuple[bool, ...]]
    words: Mapping[Lance, Sequence[tuple[int, Word]]]


class EntryForAll(NamedTuple):
    """One payment: to which seat, for which lance, what for, how many stones."""

    seat: int
    lance: Lance
    kind: LedgerKind
    stones: int


class SettlementForAll(NamedTuple):
    """The hand settled. `false_words`: lance and seat; with any, an official confirms (D7)."""

    ledger: tuple[EntryForAll, ...]
    scores: tuple[int, ...]
    game_winner: int | None
    false_words: tuple[tuple[Lance, int], ...]

    @property
    def needs_ruling(self) -> bool:
        """Whether an official has to confirm the outcome."""
        return bool(self.false_words)


def settle_for_all(hand: HandForAll) -> SettlementForAll:
    """Settle a hand of two to six players each for himself (S1 to S6, sides = seats).

    Raises `IllegalAction` for words that the rules do not allow, `bad_hand_for_all` for fields
    that do not fit the number of players.
    """
    _check(hand)
    return _Fold(hand).settlement()


def betting_order(hand: HandForAll, lance: Lance) -> tuple[int, ...]:
    """Who may bet on a lance, from the mano (E6, E7); () when there is no betting."""
    seats = order_from(hand.mano, len(hand.cards))
    if lance not in DECLARED_LANCES:
        return seats
    answers = hand.declared[lance]
    yes = tuple(seat for seat in seats if answers[seat])
    if lance is Lance.JUEGO and not yes:
        return seats
    return yes if len(yes) > 1 else ()


def _check(hand: HandForAll) -> None:
    players = len(hand.cards)
    faces = [card[:2] for four in hand.cards for card in four if card.suit]
    if (
        not LEAST_PLAYERS <= players <= MOST_PLAYERS
        or len(hand.scores) != players
        or not 0 <= hand.mano < players
        or any(len(four) != 4 for four in hand.cards)
        or any(len(words) != players for words in hand.declared.values())
        or any(not 0 <= stones < hand.ruleset.target for stones in hand.scores)
        or len(faces) != len(set(faces))
    ):
        raise IllegalAction("bad_hand_for_all")


class _Fold:
    """One hand being settled, payment by payment, until somebody reaches the target."""

    def __init__(self, hand: HandForAll) -> None:
        self.hand = hand
        self.order = order_from(hand.mano, len(hand.cards))
        self.target = hand.ruleset.target
        self.holdings = [holding_of(four, hand.ruleset) for four in hand.cards]
        self.scores = list(hand.scores)
        self.ledger: list[EntryForAll] = []
        self.game_winner: int | None = None

    def settlement(self) -> SettlementForAll:
        endings = self._endings()
        wrong = [(lance, seat) for lance in endings for seat in self._mistaken(lance)]
        void = {lance for lance, _ in wrong}
        self._pay_dejes(endings, void)
        if self.game_winner is None:
            self._pay_rest(endings, void)
        return SettlementForAll(
            tuple(self.ledger), tuple(self.scores), self.game_winner, tuple(wrong)
        )

    # What was bet

    def _endings(self) -> dict[Lance, Ending]:
        """How each lance that was reached was closed (S1, S6)."""
        endings: dict[Lance, Ending] = {}
        scores = list(self.hand.scores)
        over = False
        for lance in LANCES:
            words = self.hand.words.get(lance, ())
            if over:
                if words:
                    raise IllegalAction("not_now", phase="the end of the game")
                continue
            ending = self._ending(lance, words)
            endings[lance] = ending
            if ending.kind is BetKind.REFUSED and ending.by is not None:
                scores[ending.by] += ending.stones
            over = ending.kind is BetKind.ORDAGO or max(scores) >= self.target
        return endings

    def _ending(self, lance: Lance, words: Sequence[tuple[int, Word]]) -> Ending:
        if lance in DECLARED_LANCES and lance not in self.hand.declared:
            raise IllegalAction("bad_hand_for_all")
        may_bet = betting_order(self.hand, lance)
        if words and words[0][0] not in may_bet:
            raise IllegalAction("not_eligible", seat=words[0][0], lance=str(lance))
        if not words:
            return Ending(BetKind.PASO, None, 0, may_bet)
        now = open_lance(may_bet, self.hand.ruleset.refused_raise_of(lance))
        for seat, word in words:
            if seat not in may_bet:
                raise IllegalAction("not_eligible", seat=seat, lance=str(lance))
            now = say(now, seat, word)
        if now.ending is None:
            raise IllegalAction("bet_unanswered", turn=now.turn)
        return now.ending

    def _mistaken(self, lance: Lance) -> list[int]:
        """Who declared what cannot be true of his cards (§10: some value of the jokers may)."""
        if lance not in DECLARED_LANCES:
            return []
        pares = lance is Lance.PARES
        wrong = []
        for seat, is_yes in enumerate(self.hand.declared[lance]):
            held = self.holdings[seat]
            may_yes = held.may_pares if pares else held.may_juego
            may_no = held.may_lack_pares if pares else held.may_lack_juego
            if not (may_yes if is_yes else may_no):
                wrong.append(seat)
        return wrong

    # What is paid

    def _pay_dejes(self, endings: Mapping[Lance, Ending], void: set[Lance]) -> None:
        for lance, ending in endings.items():
            if ending.kind is BetKind.REFUSED and ending.by is not None and lance not in void:
                self._pay(ending.by, lance, LedgerKind.DEJE, ending.stones)

    def _pay_rest(self, endings: Mapping[Lance, Ending], void: set[Lance]) -> None:
        """A seen órdago, or the count in lance order (S2, S6)."""
        for lance, ending in endings.items():
            if ending.kind is BetKind.ORDAGO and lance not in void:
                winner = self._best(lance, ending.contestants, punto=self._is_punto(lance))
                if winner is not None:
                    missing = self.target - self.scores[winner]
                    self._pay(winner, lance, LedgerKind.ORDAGO, missing)
                return
        for lance in LANCES:
            if lance in endings and lance not in void:
                self._count(lance, endings[lance])
            else:
                self._count_truth(lance)

    def _count(self, lance: Lance, ending: Ending) -> None:
        winner, punto = ending.by, self._is_punto(lance)
        if ending.kind is not BetKind.REFUSED:
            winner = self._best(lance, self._contestants(lance, ending), punto=punto)
        if winner is None:
            return
        if ending.kind is BetKind.SEEN:
            self._pay(winner, lance, LedgerKind.ENVITE, ending.stones)
        if lance in DECLARED_LANCES:
            self._pay_worth(winner, lance, punto=punto)
        elif ending.kind is BetKind.PASO:
            self._pay(winner, lance, LedgerKind.PASO, 1)

    def _count_truth(self, lance: Lance) -> None:
        """Pares or juego as if all had told the truth and passed (D4, D6)."""
        punto = lance is Lance.JUEGO and not any(held.juego for held in self.holdings)
        winner = self._best(lance, self.order, punto=punto)
        if winner is not None:
            self._pay_worth(winner, lance, punto=punto)

    def _contestants(self, lance: Lance, ending: Ending) -> Iterable[int]:
        """Who plays a lance out. Where there was no betting: who said yes, for with jokers a seat
        may hold what it truly denied, and that does not count (§10)."""
        if ending.contestants or lance not in DECLARED_LANCES:
            return ending.contestants or self.order
        return [seat for seat, is_yes in enumerate(self.hand.declared[lance]) if is_yes]

    def _is_punto(self, lance: Lance) -> bool:
        return lance is Lance.JUEGO and True not in self.hand.declared[lance]

    def _pay_worth(self, winner: int, lance: Lance, *, punto: bool) -> None:
        """The winner's own pares or juego, or the stone of the punto (S4, S5)."""
        held = self.holdings[winner]
        if lance is Lance.PARES:
            self._pay(winner, lance, LedgerKind.PARES, held.pares_worth)
        elif punto:
            self._pay(winner, lance, LedgerKind.PUNTO, 1)
        else:
            self._pay(winner, lance, LedgerKind.JUEGO, held.juego_worth)

    def _best(self, lance: Lance, among: Iterable[int], *, punto: bool) -> int | None:
        """The best of some seats, nearest the mano among equals (W1); None: nobody has any."""
        keys = [held.key(lance, punto=punto) for held in self.holdings]
        seats = set(among)
        winner = best_seat(keys, [seat for seat in self.order if seat in seats])
        return None if winner < 0 else winner

    def _pay(self, seat: int, lance: Lance, kind: LedgerKind, stones: int) -> None:
        if self.game_winner is None and stones:
            self.ledger.append(EntryForAll(seat, lance, kind, stones))
            self.scores[seat] += stones
            if self.scores[seat] >= self.target:
                self.game_winner = seat

"""What a player may say in a lance (E1 to E5, the vocabulary of B)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ..betting import FIRST_BET, MOST_STAKE
from ..invalid import InvalidValue, is_whole, require_one_of, require_truth
from .illegal import IllegalAction


class WordKind(StrEnum):
    """The words of the betting."""

    PASO = "paso"
    ENVIDO = "envido"
    MAS = "mas"
    REENVIDO = "reenvido"
    ORDAGO = "ordago"
    QUIERO = "quiero"
    NO_QUIERO = "no_quiero"


class _Word(NamedTuple):
    kind: WordKind
    stones: int | None = None
    for_pair: bool = False


class Word(_Word):
    """One player's word. `stones`: an envido's new total, or how many *más*; None when unsaid.

    `for_pair`: said without “por mi parte”, so that it binds the partner too (B); it matters for
    *paso* and *no quiero* after a bet. Raises `InvalidValue` for what is no word.
    """

    __slots__ = ()

    def __new__(cls, kind: WordKind, stones: int | None = None, for_pair: bool = False) -> Word:
        valid_kind = require_one_of("kind", kind, tuple(WordKind))
        require_truth("for_pair", for_pair)
        if stones is not None:
            # Too few is refused where it is said, with the least that would do.
            if not is_whole(stones) or abs(stones) > MOST_STAKE:
                raise InvalidValue("stones", stones, "Give a whole number of stones.")
            if valid_kind not in _COUNTED:
                raise InvalidValue("stones", stones, f"Leave them out: {valid_kind} states none.")
        if for_pair and valid_kind not in _BINDING:
            remedy = f"Leave it out: {valid_kind} binds the pair by itself."
            raise InvalidValue("for_pair", for_pair, remedy)
        return super().__new__(cls, valid_kind, stones, for_pair)

    @property
    def is_bet(self) -> bool:
        """Whether the word stakes something: envido, n más, reenvido or órdago."""
        return self.kind in _BETS

    def total(self, standing: int) -> int:
        """The total staked once this is said above `standing`; 0 when it states none (E1)."""
        if self.kind is WordKind.ENVIDO:
            return standing + FIRST_BET if self.stones is None else self.stones
        if self.kind is WordKind.MAS:
            return standing + (FIRST_BET if self.stones is None else self.stones)
        return standing * 2 if self.kind is WordKind.REENVIDO else 0


_BETS = frozenset((WordKind.ENVIDO, WordKind.MAS, WordKind.REENVIDO, WordKind.ORDAGO))
_COUNTED = frozenset((WordKind.ENVIDO, WordKind.MAS))
_BINDING = frozenset((WordKind.PASO, WordKind.NO_QUIERO))

PASO = Word(WordKind.PASO)
"""Passes: before a bet one stays in, after it one is out of the lance (E5c)."""
ENVIDO = Word(WordKind.ENVIDO)
"""Two stones, or two more (E1)."""
REENVIDO = Word(WordKind.REENVIDO)
"""Twice what stands (E1)."""
ORDAGO = Word(WordKind.ORDAGO)
"""The whole game (E3)."""
QUIERO = Word(WordKind.QUIERO)
"""Sees the bet (E4)."""
NO_QUIERO = Word(WordKind.NO_QUIERO)
"""Does not take the bet; the partner may still (E5c)."""


def envido(total: int) -> Word:
    """A bet of `total` stones in all (E1)."""
    return Word(WordKind.ENVIDO, total)


def mas(more: int) -> Word:
    """A raise by `more` stones above what stands (E1)."""
    return Word(WordKind.MAS, more)


def verify_word(word: Word, *, bet_stands: bool, standing: int, ordago: bool) -> None:
    """Raise `IllegalAction` unless `word` may follow what stands (E1, E3).

    `bet_stands`: whether there is a bet to answer; `standing`: its total; `ordago`: it is one.
    """
    if not isinstance(word, Word):
        raise IllegalAction("bad_word", given=repr(word))
    kind = word.kind
    if not bet_stands and kind not in _OPENING:
        raise IllegalAction("nothing_to_answer")
    if not word.is_bet:
        return
    if ordago:
        raise IllegalAction("bet_over_ordago")
    stake, least = word.total(standing), standing + FIRST_BET
    if kind is not WordKind.ORDAGO and stake < least:
        if bet_stands:
            raise IllegalAction("raise_too_small", stake=stake, least=least)
        raise IllegalAction("bet_too_small", stake=stake)
    if stake > MOST_STAKE:
        raise IllegalAction("bet_too_large", most=MOST_STAKE)


_OPENING = frozenset((WordKind.PASO, WordKind.ENVIDO, WordKind.ORDAGO))

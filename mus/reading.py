"""JSON in, a hand record out, or every malformed field at once.

Nearly all records are plainly right, and are read without looking for faults. Whatever is not known
at a glance is read anew by `every_fault`; tests hold the two readers together.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from .betting import Call, CallKind
from .cards import RANKS, SUITS, Card, card_from
from .every_fault import RecordReader
from .faults import Fault, RecordRefused, fault
from .holdings import Holding, holding_of
from .lances import DECLARED_LANCES, LANCES, Lance
from .record import (
    EMPTY,
    FIELDS,
    FORMAT,
    MOST_LISTED,
    NO_BETS,
    Calls,
    Declarations,
    HandRecord,
    Reading,
)
from .ruleset import PRESETS, JuegoReal, RuleSet, read_ruleset
from .sides import SIDES, Side


def parse(value: object) -> HandRecord:
    """The record a JSON value holds. Raises `RecordRefused` with every malformed field."""
    reading = read(value)
    if reading.faults:
        raise RecordRefused(reading.faults)
    return reading.record


def read(value: object) -> Reading:
    """Read what can be read of a JSON value; what cannot is a fault and takes its default.

    What is plainly right is read without looking for faults; anything else by the whole reader.
    """
    if not isinstance(value, dict):
        return Reading(EMPTY, (fault("bad_json", ""),), frozenset(("record",)))
    try:
        return Reading(read_plain(value), (), _NOTHING_UNREAD)
    except NOT_PLAIN:
        return RecordReader(value).read()


class _NotPlain(Exception):
    """Something that has to be looked at longer."""


NOT_PLAIN = (KeyError, TypeError, _NotPlain)
"""What `read_plain` raises: a word that is not there is a KeyError, a list where a word belongs
cannot be looked up and is a TypeError."""


def read_plain(value: dict[object, object]) -> HandRecord:
    """The record of a JSON object that is plainly right. Raises one of NOT_PLAIN where that takes a
    longer look."""
    get = value.get
    if not value.keys() <= _FIELDS or get("format", FORMAT) != FORMAT:
        raise _NotPlain
    if get("infractions") not in _NONE_LISTED:
        raise _NotPlain
    name = get("id")
    if name is not None and type(name) is not str:
        raise _NotPlain
    ruleset = _ruleset(get("ruleset"))
    mano = get("mano")
    if type(mano) is not int or not 0 <= mano < ruleset.seats:
        raise _NotPlain
    cards, holdings, held = _cards(get("cards"), ruleset)
    score, claim = get("score"), get("claim")
    return HandRecord(
        name,
        ruleset,
        mano,
        (0, 0) if score is None else _two(score, ruleset.target),
        cards,
        holdings,
        held,
        _declared(get("declared"), ruleset.seats),
        _bets(get("bets")),
        (),
        None if claim is None else _two(claim, _TOO_MANY),
    )


def _two(given: object, below: int) -> tuple[int, int]:
    if type(given) is list and len(given) == 2:
        a, b = given
        if type(a) is int and type(b) is int and 0 <= a < below and 0 <= b < below:
            return a, b
    raise _NotPlain


# The rule set


def _ruleset(given: object) -> RuleSet:
    """A rule set that leaves no question about a card: the whole pack, no jokers, no juego real."""
    if given is None:
        return _DEFAULT
    if type(given) is str:
        return PRESETS[given]
    if type(given) is dict:
        return _ruleset_of(tuple([(name, type(said), said) for name, said in given.items()]))
    raise _NotPlain


@lru_cache(maxsize=256)
def _ruleset_of(settings: tuple[tuple[str, type, object], ...]) -> RuleSet:
    """What settings say, each with its type: JSON's true is not 1. Only what is plain is kept."""
    faults: list[Fault] = []
    ruleset = read_ruleset({name: said for name, _, said in settings}, faults)
    whole = all(ruleset.most_of(rank) == 4 for rank in RANKS)
    if faults or ruleset.jokers or not whole or ruleset.juego_real is not JuegoReal.NONE:
        raise _NotPlain
    return ruleset


# Cards


class _Four(NamedTuple):
    """Four cards of a seat. `ranks`: how many of each rank, in six bits each; `suited`: one bit for
    each card whose suit is known."""

    cards: tuple[Card, ...]
    holding: Holding
    has_pares: bool
    has_juego: bool
    ranks: int
    suited: int


Shown = tuple[
    tuple[tuple[Card, ...], ...] | None, tuple[Holding, ...] | None, Mapping[Lance, Declarations]
]


def _cards(given: object, ruleset: RuleSet) -> Shown:
    """The cards by seat, their holdings, and what each seat could truly have said."""
    if given is None:
        return None, None, {}
    if type(given) is not list or len(given) != ruleset.seats:
        raise _NotPlain
    kings = ruleset.kings
    fours = [
        _written(said, kings)
        if type(said) is str and len(said) <= _LONGEST
        else _listed(said, kings)
        for said in given
    ]
    cards, holdings, pares, juego, ranks, suited = zip(*fours, strict=True)
    # The sixth bit of a rank is set where there are five or more of it (C1).
    if sum(ranks) + _UP_TO_FOUR & _MORE:
        raise _NotPlain
    if any(suited):
        _each_once(suited)
    return cards, holdings, {_PARES: pares, _JUEGO: juego}


def _each_once(suited: Sequence[int]) -> None:
    """No suited card twice (C1): a sum of different bits carries none over."""
    if sum(suited).bit_count() != sum([each.bit_count() for each in suited]):
        raise _NotPlain


def _listed(said: object, kings: int) -> _Four:
    if type(said) is not list:
        raise _NotPlain
    return _tokens(tuple(said), kings)


# Kept as they were written, once: all of the 10,000 that can be written without suits, and the last
# with them. With less room none would still be there when it comes again.
@lru_cache(maxsize=1 << 14)
def _written(text: str, kings: int) -> _Four:
    return _four(text.split(), kings)


@lru_cache(maxsize=1 << 14)
def _tokens(tokens: tuple[object, ...], kings: int) -> _Four:
    return _four(tokens, kings)


def _four(tokens: Sequence[object], kings: int) -> _Four:
    """Four cards as tokens. Only what is plain is kept."""
    if len(tokens) != 4:
        raise _NotPlain
    ranks = suited = 0
    cards = []
    for token in tokens:
        card = card_from(token) if type(token) is str else None
        if card is None or card.stands_for:
            raise _NotPlain
        place = RANKS.index(card.rank)
        ranks += 1 << 6 * place
        if card.suit:
            face = 1 << 4 * place + SUITS.index(card.suit)
            if suited & face:
                raise _NotPlain
            suited |= face
        cards.append(card)
    held = holding_of(cards, _WITH_KINGS[kings])
    return _Four(tuple(cards), held, held.pares > 0, held.juego > 0, ranks, suited)


# Words


def _declared(given: object, seats: int) -> Mapping[Lance, Declarations]:
    if given is None:
        return {}
    if type(given) is not dict:
        raise _NotPlain
    declared: dict[Lance, Declarations] = {}
    for name, words in given.items():
        if type(words) is not list or len(words) != seats:
            raise _NotPlain
        for word in words:
            if word is not True and word is not False:
                raise _NotPlain
        declared[_DECLARED[name]] = tuple(words)
    return declared


def _bets(given: object) -> tuple[Calls, Calls, Calls, Calls]:
    if given is None:
        return NO_BETS
    if type(given) is not dict or not given.keys() <= _LANCES:
        raise _NotPlain
    get = given.get
    grande, chica, pares, juego = LANCES
    return _calls(get(grande)), _calls(get(chica)), _calls(get(pares)), _calls(get(juego))


def _calls(given: object) -> Calls:
    if given is None:
        return ()
    if type(given) is not list or len(given) > MOST_LISTED:
        raise _NotPlain
    return tuple([_call(said) for said in given])


def _call(said: object) -> Call:
    if type(said) is not dict:
        raise _NotPlain
    call = _CALLS[said["by"], said["call"]]
    if len(said) == 2:
        return call
    stake = said["stake"]
    if len(said) > 3 or call.kind is not _ENVIDO or type(stake) is not int:
        raise _NotPlain
    if not 0 <= stake < _TOO_MANY:
        raise _NotPlain
    return _staked(call.by, stake)


@lru_cache(maxsize=256)
def _staked(by: Side, stake: int) -> Call:
    return Call(by, _ENVIDO, stake)


_NOTHING_UNREAD: frozenset[str] = frozenset()
_FIELDS, _LANCES = frozenset(FIELDS), frozenset(LANCES)
_PARES, _JUEGO = DECLARED_LANCES
_DECLARED = {str(lance): lance for lance in DECLARED_LANCES}
_CALLS = {(str(side), str(kind)): Call(side, kind) for side in SIDES for kind in CallKind}
_WITH_KINGS = {kings: RuleSet(kings=kings) for kings in (8, 4)}
_DEFAULT = PRESETS["brisbane-2024"]
_ENVIDO = CallKind.ENVIDO
_NONE_LISTED: tuple[object, ...] = (None, [])
_TOO_MANY = 2**53
_LONGEST = 24
"""Characters of four cards: a longer text is not kept."""
_UP_TO_FOUR = sum(27 << 6 * place for place in range(len(RANKS)))
_MORE = sum(32 << 6 * place for place in range(len(RANKS)))

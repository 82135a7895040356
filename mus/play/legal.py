"""Everything that may be done now, made from the state: words, discards, declarations, shows.

Nothing is tried out: each phase knows what it allows. That this is what the `verify_…` functions
allow, no more and no less, is held by the tests.
"""

from collections.abc import Iterator
from itertools import combinations, product

from ..betting import FIRST_BET, MOST_STAKE
from ..cards import Card
from ..ruleset import MusVisto
from ..sides import side_of
from .actions import Action, Verb
from .state import HandState, Phase, Round
from .words import (
    ENVIDO,
    NO_QUIERO,
    ORDAGO,
    PASO,
    QUIERO,
    REENVIDO,
    Word,
    WordKind,
    envido,
    mas,
)

_PASO_FOR_PAIR = Word(WordKind.PASO, for_pair=True)
_NO_FOR_PAIR = Word(WordKind.NO_QUIERO, for_pair=True)
_MAS = Word(WordKind.MAS)


def legal_actions(state: HandState, *, most: int | None = None) -> dict[int, tuple[Action, ...]]:
    """What each seat may do now, by seat; a seat that may do nothing is not there.

    Bets are listed up to a total of `most` stones, by default the target: a larger one is legal
    too, and wins no more. Partners who speak at once (E5b) are not listed pair by pair: any two
    words of `legal_words` will do.
    """
    actions = [*_in_phase(state, most), *_put_right(state), *_claims(state)]
    by_seat: dict[int, list[Action]] = {}
    for action in actions:
        by_seat.setdefault(action.seat, []).append(action)
    return {seat: tuple(by_seat[seat]) for seat in sorted(by_seat)}


def legal_words(state: HandState, *, most: int | None = None) -> dict[int, tuple[Word, ...]]:
    """The words of the seat whose turn it is, and of the partners who may speak with it (E5b).

    The seat on turn comes first. Empty when no lance is being bet. `most`: as in `legal_actions`.
    """
    now = state.round
    if state.phase is not Phase.BET or now is None:
        return {}
    words = _words(now, most if most is not None else state.ruleset.target)
    partners = [seat for seat in now.may_bet if _may_speak_with_turn(now, seat)]
    return dict.fromkeys((now.turn, *partners), words)


def legal_discards(state: HandState) -> tuple[tuple[Card, ...], ...]:
    """The discards of the seat whose turn it is, each in the order held (H2, H6)."""
    if state.phase not in (Phase.DISCARD, Phase.EXPOSED):
        return ()
    held = state.cards[state.to_discard[0]]
    least = 0 if state.phase is Phase.EXPOSED else 1
    counts = range(least, len(held) + 1)
    return tuple(cards for count in counts for cards in combinations(held, count))


# By phase


def _in_phase(state: HandState, most: int | None) -> Iterator[Action]:
    turn = state.turn
    match state.phase:
        case Phase.MUS if turn is not None:
            yield from _before_mus(state)
            yield Action(Verb.SAY_MUS, turn)
            yield Action(Verb.SAY_MUS, turn, yes=True)
            yield Action(Verb.CUT_MUS, turn)
        case Phase.DISCARD | Phase.EXPOSED if turn is not None:
            for cards in legal_discards(state):
                yield Action(Verb.DISCARD, turn, cards=cards)
        case Phase.DECLARE if turn is not None:
            yield Action(Verb.DECLARE, turn, yes=True)
            yield Action(Verb.DECLARE, turn, yes=False)
        case Phase.BET if turn is not None:
            for word in legal_words(state, most=most)[turn]:
                yield Action(Verb.SPEAK, turn, word=word)
        case Phase.SHOWDOWN:
            yield from _shows(state)


def _before_mus(state: HandState) -> Iterator[Action]:
    """Nobody has spoken since the deal: a card exposed in it (H6), and 4-5-6-7 (§10)."""
    if state.said_mus or state.mus_rounds or state.was_exposed:
        return
    if state.ruleset.mus_visto is MusVisto.OBLIGATORY:
        yield Action(Verb.EXPOSE, state.dealer)
    if state.ruleset.deal_again_4567:
        for seat in set(state.order()) - state.dealt_again:
            if {card.rank for card in state.cards[seat]} == set("4567"):
                yield Action(Verb.DEAL_AGAIN, seat)


def _shows(state: HandState) -> Iterator[Action]:
    for seat, cards in enumerate(state.shown):
        if cards is None:
            jokers = state.ruleset.jokers * sum(card.is_joker for card in state.cards[seat])
            for ranks in product("RA", repeat=jokers):
                yield Action(Verb.SHOW, seat, jokers=ranks)
            yield Action(Verb.REFUSE_TO_SHOW, seat)


def _put_right(state: HandState) -> Iterator[Action]:
    """Until the mano speaks, or the next thing is said, a word may be turned (D0)."""
    lance = state.open_to_put_right
    if lance is not None:
        for seat, word in enumerate(state.words_of(lance)):
            if word is not None:
                yield Action(Verb.PUT_RIGHT, seat)


def _claims(state: HandState) -> Iterator[Action]:
    """A claim is judged once the cards are being shown (G0)."""
    if state.phase in (Phase.SHOWDOWN, Phase.FINISHED):
        for seat in range(state.seats):
            yield Action(Verb.CLAIM_FALSELY, seat)


# Words


def _may_speak_with_turn(now: Round, seat: int) -> bool:
    """Whether a partner of the seat on turn is still in the lance."""
    if seat == now.turn or side_of(seat) is not side_of(now.turn) or seat in now.out:
        return False
    return now.bettor is not None or seat not in now.passed


def _words(now: Round, most: int) -> tuple[Word, ...]:
    if now.bettor is None:
        return (PASO, _PASO_FOR_PAIR, *_bets(now.standing, most), ORDAGO)
    answers = (PASO, _PASO_FOR_PAIR, NO_QUIERO, _NO_FOR_PAIR, QUIERO)
    if now.ordago:
        return answers
    raises = tuple(mas(total - now.standing) for total in _totals(now.standing, most))
    doubled = (REENVIDO,) if REENVIDO.total(now.standing) <= MOST_STAKE else ()
    unsaid = (_MAS,) if _MAS.total(now.standing) <= MOST_STAKE else ()
    return (*answers, *_bets(now.standing, most), *unsaid, *raises, *doubled, ORDAGO)


def _bets(standing: int, most: int) -> tuple[Word, ...]:
    unsaid = (ENVIDO,) if ENVIDO.total(standing) <= MOST_STAKE else ()
    return (*unsaid, *(envido(total) for total in _totals(standing, most)))


def _totals(standing: int, most: int) -> range:
    """Every total that a bet may come to, up to `most` (E1)."""
    return range(standing + FIRST_BET, min(most, MOST_STAKE) + 1)

"""A hand played call by call as one line, from the deck to the last card shown, replayed exactly.

`0 12-33 RoCo… 0m 1m 2x 0p 1e 2n 0q …`: the mano, the score, the deck in its order, then one word
for each thing that happened: the seat and what it did.
"""

import re
from collections.abc import Callable, Sequence

from .. import play
from ..betting import MOST_STAKE
from ..cards import Card
from ..ruleset import RuleSet
from .faults import Faults
from .lines import DEFAULT
from .pieces import NUMBER, cards_text, read_cards, read_ruleset_word, ruleset_text

FIRST = "first"
"""After the deck: this is the first hand of a game (H4)."""
EXPOSED = "X"
_LETTERS = {
    play.WordKind.PASO: "p", play.WordKind.ENVIDO: "e", play.WordKind.MAS: "r",
    play.WordKind.REENVIDO: "d", play.WordKind.ORDAGO: "!", play.WordKind.QUIERO: "q",
    play.WordKind.NO_QUIERO: "n",
}  # fmt: skip
_KINDS = {letter: kind for kind, letter in _LETTERS.items()}
_WORD = re.compile(rf"([0-5])([perd!qn])(-?{NUMBER})?(=?)", re.ASCII)
_HEAD = re.compile(r"([0-5]) (\d{1,9})-(\d{1,9}) (\S+)( first)?", re.ASCII)

Done = tuple[play.HandState, play.Happening]


def played_text(happenings: Sequence[play.Happening], *, ruleset: RuleSet = DEFAULT) -> str:
    """The line of everything that happened in a hand, the deal first."""
    return " ".join(_text(happening, ruleset) for happening in happenings)


def read_played(
    text: str, *, ruleset: RuleSet = DEFAULT
) -> tuple[play.HandState, tuple[play.Happening, ...]]:
    """The state that a line leads to, and everything that happened.

    Raises `NotationRefused`: what cannot be read, and the first thing that cannot have happened,
    with its column; what follows it is not judged.
    """
    faults = Faults()
    done = _deal(text, ruleset, faults)
    faults.raise_if_any()
    assert done is not None
    (state, began), at = done
    happened = [began]
    for match in re.finditer(r"\S+", text[at:]):
        column = at + match.start() + 1
        try:
            step = _step(state, match.group())
        except play.IllegalAction as refused:
            faults.add_from_engine(refused.code, refused.remedy, column)
        else:
            if step is not None:
                state, happening = step
                happened.append(happening)
                continue
            faults.add("bad_word", column, given=match.group())
        faults.raise_if_any()
    return state, tuple(happened)


# Writing


def _text(happening: play.Happening, ruleset: RuleSet) -> str:
    match happening:
        case play.Began():
            head = [] if happening.ruleset == ruleset else [ruleset_text(happening.ruleset)]
            head += [
                str(happening.mano),
                f"{happening.score[0]}-{happening.score[1]}",
                cards_text(happening.deck),
            ]
            return " ".join(head + [FIRST] * happening.first_of_game)
        case play.Exposed():
            return EXPOSED
        case play.SaidMus():
            return f"{happening.seat}m" + "=" * happening.for_pair
        case play.Discarded():
            stock = "" if happening.new_stock is None else f"|{cards_text(happening.new_stock)}"
            return f"{happening.seat}c{cards_text(happening.cards)}{stock}"
        case play.Declared():
            return f"{happening.seat}{'+' if happening.said else '-'}"
        case play.Spoke():
            return _word_text(happening.seat, happening.word)
        case play.SpokeTogether():
            return (
                "&".join(_word_text(seat, word) for seat, word in happening.words)
                + "^" * happening.larger
            )
        case play.Showed():
            return f"{happening.seat}s" + "".join(card.stands_for for card in happening.cards)
        case _:
            return f"{happening.seat}{_PLAIN[type(happening)]}"


def _word_text(seat: int, word: play.Word) -> str:
    stones = "" if word.stones is None else str(word.stones)
    return f"{seat}{_LETTERS[word.kind]}{stones}" + "=" * word.for_pair


_PLAIN: dict[type, str] = {
    play.CutMus: "x", play.DealtAgain: "a", play.PutRight: "*", play.RefusedToShow: "h",
    play.ClaimedFalsely: "f",
}  # fmt: skip


# Reading


def _deal(text: str, ruleset: RuleSet, faults: Faults) -> tuple[Done, int] | None:
    begins = 0
    if text.startswith("@"):
        ruleset_word, _, _ = text.partition(" ")
        own_ruleset = read_ruleset_word(ruleset_word[1:])
        if own_ruleset is None:
            faults.add("bad_ruleset", 1, given=ruleset_word)
            return None
        ruleset, begins = own_ruleset, len(ruleset_word) + 1
    head = _HEAD.match(text, begins)
    deck = read_cards(head[4]) if head else None
    if head is None or deck is None:
        faults.add("bad_deal", begins + 1)
        return None
    try:
        return play.begin(
            ruleset=ruleset, mano=int(head[1]), score=(int(head[2]), int(head[3])), deck=deck,
            first_of_game=head[5] is not None,
        ), head.end()  # fmt: skip
    except play.IllegalAction as refused:
        faults.add_from_engine(refused.code, refused.remedy, begins + 1)
        return None


def _step(state: play.HandState, text: str) -> Done | None:
    """What a word does to the state; None when it is no word of this notation."""
    if text == EXPOSED:
        return play.expose(state)
    if "&" in text:
        return _together(state, text)
    if len(text) < 2 or text[0] not in "012345":
        return None
    seat, what, rest = int(text[0]), text[1], text[2:]
    if what in _VERBS and not rest:
        return _VERBS[what](state, seat)
    if (what, rest) == ("m", "="):
        return play.say_mus(state, seat, for_pair=True)
    if what in "+-" and not rest:
        return play.declare(state, seat, what == "+")
    if what == "c":
        return _discard(state, seat, rest)
    if what == "s" and set(rest) <= {"R", "A"}:
        return play.show(state, seat, tuple(rest))
    seat_and_word = _word(text)
    return None if seat_and_word is None else play.speak(state, *seat_and_word)


_VERBS: dict[str, Callable[[play.HandState, int], Done]] = {
    "m": play.say_mus, "x": play.cut_mus, "a": play.deal_again, "*": play.put_right,
    "h": play.refuse_to_show, "f": play.claim_falsely,
}  # fmt: skip


def _word(text: str) -> tuple[int, play.Word] | None:
    match = _WORD.fullmatch(text)
    if match is None:
        return None
    kind = _KINDS[match[2]]
    if match[3] is not None and kind not in (play.WordKind.ENVIDO, play.WordKind.MAS):
        return None
    stones = None if match[3] is None else int(match[3])
    if stones is not None and abs(stones) > MOST_STAKE:
        return None
    for_pair = match[4] == "="
    if for_pair and kind not in (play.WordKind.PASO, play.WordKind.NO_QUIERO):
        return None
    return int(match[1]), play.Word(kind, stones, for_pair)


def _together(state: play.HandState, text: str) -> Done | None:
    words = [_word(part) for part in text.removesuffix("^").split("&")]
    by_seat = dict(word for word in words if word is not None)
    if len(by_seat) < len(words):
        return None
    return play.speak_together(state, by_seat, larger=text.endswith("^"))


def _discard(state: play.HandState, seat: int, rest: str) -> Done | None:
    gone, bar, stock = rest.partition("|")
    cards, stock_cards = read_cards(gone), read_cards(stock)
    if cards is None or stock_cards is None:
        return None
    new_stock: tuple[Card, ...] | None = stock_cards if bar else None
    return play.discard(state, seat, cards, new_stock=new_stock)

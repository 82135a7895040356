"""What the library refuses with can be copied and sent to another process."""

import copy
import pickle
import random
from collections.abc import Callable

import pytest

from mus import InvalidValue, RecordRefused, RuleSet, parse
from mus.course import EnteredGame, EnteredHand, GameLeftOpen, HandImpossible, follow
from mus.notation import NotationRefused, played_text, read_hand, read_played
from mus.play import IllegalAction, begin, cut, say_mus, shuffled

DEALT, BEGAN = begin(ruleset=RuleSet(), mano=0, deck=shuffled(random.Random(1)))


def followed(*games: EnteredGame) -> Callable[[], object]:
    return lambda: follow(games, ruleset=None, best_of=3, first_mano=0)


def outcome(a: int, b: int) -> EnteredGame:
    return EnteredGame((EnteredHand("h", {"quick": {"stones": [a, b]}}),))


REFUSED: list[tuple[type[Exception], Callable[[], object]]] = [
    (RecordRefused, lambda: parse({"ruleset": {"kings": 3}})),
    (InvalidValue, lambda: RuleSet(kings=3)),
    (IllegalAction, lambda: say_mus(DEALT, 3)),
    (IllegalAction, lambda: cut((), 3)),
    (NotationRefused, lambda: read_hand("0 12-33 x")),
    (NotationRefused, lambda: read_hand("0 0-0 *")),
    (NotationRefused, lambda: read_played(played_text([BEGAN]) + " 3m")),
    (GameLeftOpen, followed(outcome(1, 2), outcome(1, 2))),
    (HandImpossible, followed(outcome(0, 0))),
]
WAYS: dict[str, Callable[[Exception], Exception]] = {
    "sent": lambda error: pickle.loads(pickle.dumps(error)),
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("kind", "what"), REFUSED)
def test_a_refusal_arrives_as_it_left(
    kind: type[Exception], what: Callable[[], object], way: str
) -> None:
    with pytest.raises(kind) as caught:
        what()
    arrived = WAYS[way](caught.value)
    assert type(arrived) is kind
    assert str(arrived) == str(caught.value)
    assert vars(arrived) == vars(caught.value)

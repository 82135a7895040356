"""One act is one verb: what follows from it in other rooms is registered with it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.follow_ups import FOLLOW_UPS as OF_HANDS
from season.follow_ups import FOLLOW_UPS as OF_CIRCUITS
from tests.servers import ROOT
from tournament import acts

pytestmark = pytest.mark.django_db
ROOMS = ("tournament", "scoring", "season")


@pytest.fixture
def told() -> list[str]:
    return []


def test_a_follow_up_comes_before_the_act_and_after_it_and_changes_its_arguments(told):
    @acts.with_follow_ups
    def deal(*, cards: int) -> int:
        told.append(f"deal {cards}")
        return cards

    def more(*, cards: int) -> acts.Steps:
        told.append(f"before {cards}")
        done = yield {"cards": cards + 1}
        told.append(f"after {done}")

    acts.register({deal: (more,)})
    acts.register({deal: (more,)})  # nothing new
    assert deal(cards=3) == 4
    assert told == ["before 3", "deal 4", "after 4"]


def test_what_is_no_act_with_follow_ups_has_none():
    with pytest.raises(KeyError):
        acts.register({len: ()})


def wrapping(room: str) -> Iterator[str]:
    """The services of a room that call another room's service of their own name."""
    for path in sorted((ROOT / room).rglob("*.py")):
        if "services" in str(path.relative_to(ROOT)):
            yield from (f"{path}: {name}" for name in twins(path))


def twins(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text())
    imported = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    own = path.relative_to(ROOT).parts[0]
    for verb in tree.body:
        for call in ast.walk(verb) if isinstance(verb, ast.FunctionDef) else ():
            if not (isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name)):
                continue
            module = imported.get(call.value.id, "")
            if (
                call.attr == verb.name
                and ".services" in f"{module}."
                and module.split(".")[0] != own
            ):
                yield verb.name


@pytest.mark.parametrize("room", ROOMS)
def test_no_verb_stands_twice_half_in_one_room_and_whole_in_another(room):
    assert list(wrapping(room)) == []


def test_every_follow_up_says_of_which_act_it_is():
    for act, steps in {**OF_HANDS, **OF_CIRCUITS}.items():
        for step in steps:
            assert act.__name__ in str(step.__doc__), (act, step)

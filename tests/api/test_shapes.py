"""Serializers made from the queries' dataclasses."""

import subprocess
import sys
from dataclasses import dataclass
from itertools import permutations

import pytest

from api.shapes import SHAPES, shape_of
from tournament.formats.regulations import REGULATIONS, Regulation

MODULES = ("api.views.draw", "api.views.hands", "api.views.devices")
SAYS = """
import importlib, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
for module in sys.argv[1:]:
    importlib.import_module(module)
from api.shapes import shape_of
from tournament.matches.queries.matches import MatchCard, PairName
from scoring.desk.queries.now import InboxItem
for one in (MatchCard, PairName, InboxItem):
    shape = shape_of(one)
    print(shape.__name__, sorted(shape().fields))
"""


def said_after_importing(*modules):
    done = subprocess.run(
        [sys.executable, "-c", SAYS, *modules], capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.long
def test_the_names_are_the_same_whichever_module_is_imported_first():
    said = {said_after_importing(*order) for order in permutations(MODULES, 2)}
    assert len(said) == 1
    assert said.pop().startswith("Match ['all_played'")


def test_a_dataclass_has_one_shape_whoever_asks_for_it():
    assert shape_of(Regulation) is shape_of(Regulation)


def test_what_is_not_to_be_shown_is_left_out():
    assert "format" not in shape_of(Regulation)(REGULATIONS["nabo"]).data


def test_no_two_dataclasses_are_given_one_name():
    names = [shape.name for shape in SHAPES.values()]
    assert len(set(names)) == len(names)


def test_a_name_that_another_dataclass_has_is_refused_where_it_is_written():
    @dataclass
    class Match:
        round: int

    with pytest.raises(TypeError, match=r"MatchCard.*Match"):
        shape_of(Match)

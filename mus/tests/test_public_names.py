"""The library's own promises: what it lists is there, documented, and loads no more than asked."""

import importlib
import inspect
import subprocess
import sys

import pytest

import mus as rules

LATER = sorted(rules._LATER)


@pytest.mark.parametrize("name", rules.__all__)
def test_every_public_name_is_there_and_says_what_it_is(name):
    public = getattr(rules, name)
    if inspect.isclass(public) or inspect.isfunction(public) or inspect.ismodule(public):
        assert (inspect.getdoc(public) or "").strip()


@pytest.mark.parametrize("name", LATER)
def test_the_public_names_of_the_larger_modules_are_documented_too(name):
    module = importlib.import_module(f"mus.{name}")
    for listed in getattr(module, "__all__", []):
        public = getattr(module, listed)
        if inspect.isclass(public) or inspect.isfunction(public):
            assert (inspect.getdoc(public) or "").strip(), listed


def test_settling_loads_none_of_the_larger_modules_nor_django():
    names = [f"mus.{n}" for n in LATER] + ["django"]
    code = f"import sys, mus; print([n for n in {names!r} if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_name_that_is_not_there_says_so():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = rules.nothing

"""The examples of the library's README are true."""

import doctest
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_every_example_gives_what_the_page_says() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried >= 40
    assert not failed

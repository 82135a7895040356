"""The examples of docs/play.md are true."""

import doctest


def test_every_example_gives_what_the_page_says(root):
    failed, tried = doctest.testfile(str(root / "docs/play.md"), module_relative=False)
    assert tried > 20
    assert not failed

"""The two sides."""

from mus.sides import BySide, Side


def test_each_side_has_an_other():
    assert (Side.A.other, Side.B.other) == (Side.B, Side.A)


def test_what_comes_in_two_is_found_by_its_side():
    two = BySide(1, 2)
    assert (two[Side.A], two[Side.B], list(two), two.map(str)) == (1, 2, [1, 2], BySide("1", "2"))

"""News that are said with the news before, put together again, are the news."""

from hypothesis import given
from hypothesis import strategies as st

from delivery.shorter import SHORTEST, is_counted_alike, shorter
from tests.delivery.joined import longer

HAND = '<li class="ledger__line"><span>Grande</span><b>{}</b></li><p class="soft">{}</p>' * 4
PIECES = st.lists(
    st.sampled_from(["<p>", "</p>", '<span class="told__said">', "Getaria 2", "31", "<", ">", "ñ"])
)


@given(PIECES, PIECES)
def test_any_text_comes_back_from_any_other(text: list[str], before: list[str]) -> None:
    said = shorter("".join(text), "".join(before))
    assert longer(said, "".join(before)) == "".join(text)


def test_what_was_there_before_is_not_said_again() -> None:
    before = HAND.format(*"12345678")
    text = HAND.format(*"82345671")
    said = shorter(text, before)
    assert longer(said, before) == text
    new = sum(len(piece) for piece in said if isinstance(piece, str))
    assert new < len(text) // 10


def test_copying_is_worth_its_place() -> None:
    before = HAND.format(*"12345678")
    for piece in shorter(HAND.format(*"abcdefgh"), before):
        assert isinstance(piece, str) or piece[1] >= SHORTEST


def test_nothing_before_is_all_new() -> None:
    assert shorter("<p>1</p>", "") == ["<p>1</p>"]
    assert shorter("", "<p>1</p>") == []
    assert longer("<p>1</p>", "x") == "<p>1</p>"


def test_letters_that_a_browser_counts_twice_are_noticed() -> None:
    assert is_counted_alike("Añorga – 31 ✓")
    assert not is_counted_alike("a 🃏")

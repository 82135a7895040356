"""What is told of a change makes of the page before exactly the page after."""

import re

import pytest

from delivery.fragments import Part, changes, pieces, repeated

PAGE = """<body data-live-number="1"><p id="head" data-live>Head</p>
<div id="hands" data-live><section data-key="g1"><h2>Game 1</h2>
  <details class="hand" data-key="h2" open><summary>2</summary><details>why</details></details>
  <details class="hand" data-key="h1"><summary>1</summary></details>
</section></div><i data-key="loose">x</i></body>"""
NEWER = PAGE.replace(
    '<details class="hand" data-key="h2" open>',
    '<details class="hand" data-key="h3" open><summary>3</summary></details>\n'
    '  <details class="hand" data-key="h2">',
)


def told(before: str, after: str) -> tuple[Part, ...]:
    found = changes(before, after)
    assert found is not None
    return found


def test_the_pieces_of_a_page_lie_in_one_another():
    found = pieces(PAGE)
    assert list(found) == ["head", "hands"]
    names = [piece.name for piece in found["hands"].walk()]
    assert names == ["hands", "hands/g1", "hands/g1/h2", "hands/g1/h1"]
    hand = found["hands"].inner[0].inner[0]
    assert PAGE[hand.start : hand.end].endswith("<details>why</details></details>")


def test_a_new_hand_is_told_without_the_others():
    ((name, text),) = told(PAGE, NEWER)
    assert name == "hands/g1"
    assert '<template data-same="h2 h1"></template>' in text
    assert "<summary>3</summary>" in text
    assert "<summary>1</summary>" not in text


def test_a_hand_that_changed_is_told_alone():
    corrected = PAGE.replace("<summary>1</summary>", "<summary>1, corrected</summary>")
    assert [name for name, _text in told(PAGE, corrected)] == ["hands/g1/h1"]


def test_a_hand_that_is_gone_leaves_the_others_where_they_are():
    ((name, text),) = told(NEWER, PAGE)
    assert name == "hands/g1"
    assert '<template data-same="h2 h1"></template>' in text


def test_nothing_is_told_of_what_no_piece_holds_and_of_what_is_only_open():
    assert told(PAGE, PAGE.replace('number="1"', 'number="2"').replace(" open>", ">")) == ()


def test_a_page_with_other_parts_has_to_be_fetched():
    assert changes(PAGE, PAGE.replace('id="head"', 'id="other"')) is None


TWICE = PAGE.replace(
    "</section>", '</section><section data-key="g2"><i data-key="h1">x</i></section>'
)


def test_a_match_may_stand_twice_but_once_in_each_part():
    changed = TWICE.replace(">x</i></section>", ">y</i></section>")
    assert told(TWICE, changed) == (("hands/g2/h1", '<i data-key="h1">y</i>'),)
    assert not repeated(pieces(TWICE))
    again = TWICE.replace("</section>", '<b data-key="h1"></b></section>', 1)
    assert repeated(pieces(again)) == {"hands/g1/h1"}
    assert changes(TWICE, again) is None


@pytest.mark.parametrize(("before", "after"), [(PAGE, NEWER), (NEWER, PAGE)])
def test_what_is_told_and_what_is_there_make_the_newer_page(before, after):
    have = {
        p.name: before[p.start : p.end] for root in pieces(before).values() for p in root.walk()
    }
    for name, text in told(before, after):
        whole = re.sub(
            r'<template data-same="([^"]*)"></template>',
            lambda row, name=name: "\n".join(have[f"{name}/{key}"] for key in row[1].split()),
            text,
        )
        assert _plain(whole) == _plain(by_name(after)[name])


def by_name(page: str) -> dict[str, str]:
    found = [piece for root in pieces(page).values() for piece in root.walk()]
    return {piece.name: page[piece.start : piece.end] for piece in found}


def _plain(text: str) -> str:
    return re.sub(r"\s+", "", text.replace(" open>", ">"))

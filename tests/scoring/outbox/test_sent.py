"""A rejected hand of a table: what a form can take over of it, and where it goes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mus import PRESETS
from scoring.outbox.queries.sent import hand_in, readable, sent_hand
from scoring.outbox.services import attention
from scoring.rulings.models import Ruling
from tests.scoring import table
from tests.scoring.table import CARDS, DECLARED, plain, quick, seen
from tournament.errors import NotFound
from tournament.matches.models import Match
from tournament.matches.services import matches

RULES = PRESETS["brisbane-2024"]
WHOLE = plain(
    mano=2,
    bets=seen("grande", 5),
    claim=[7, 1],
    infractions=[{"kind": "false_claim", "seat": 3}],
)


def read(**changes: Any) -> tuple[dict[str, Any], tuple[str, ...]]:
    return readable({**WHOLE, **changes}, RULES)


class TestReading:
    def test_a_whole_record_is_taken_over_as_it_is(self):
        assert read() == (WHOLE, ())

    def test_so_is_one_without_cards(self):
        record = {"mano": 1, **quick(5, 3, game_winner="A")}
        assert readable(record, RULES) == (record, ())

    @pytest.mark.parametrize(
        ("field", "value", "path"),
        [
            ("mano", 4, "mano"),
            ("mano", "1", "mano"),
            ("mano", True, "mano"),
            ("cards", "all mine", "cards"),
            ("cards", ["R R R R"], "cards"),
            ("cards", [["R", 7], "", "", ""], "cards"),
            ("declared", [True], "declared"),
            ("declared", {"pares": [True]}, "declared.pares"),
            ("declared", {"juego": [1, 0, 0, 0]}, "declared.juego"),
            ("bets", [], "bets"),
            ("bets", {"grande": "seen"}, "bets.grande"),
            ("bets", {"chica": [{"by": "A", "call": "envido", "stake": 2}]}, "bets.chica"),
            ("bets", {"pares": [{"by": "C", "call": "envido"}]}, "bets.pares"),
            ("bets", seen("juego", 1), "bets.juego"),
            ("infractions", {"seat": 1}, "infractions"),
            ("infractions", [{"kind": "false_claim", "seat": 4}], "infractions"),
            ("infractions", ["G0"], "infractions"),
            ("claim", [1], "claim"),
            ("claim", [1, -1], "claim"),
            ("claim", "7-1", "claim"),
            ("quick", {"stones": [-5, 3]}, "quick"),
            ("quick", {"stones": [5, 3], "game_winner": "C"}, "quick"),
            ("quick", 5, "quick"),
        ],
    )
    def test_what_cannot_be_is_named_and_the_rest_taken_over(self, field, value, path):
        content, left_out = read(**{field: value})
        assert left_out == (path,)
        if field != "quick":
            others = {name: WHOLE[name] for name in WHOLE if name != field}
            assert {name: content[name] for name in others} == others

    @given(
        st.dictionaries(
            st.sampled_from([*WHOLE, "quick", "other"]),
            st.recursive(
                st.none() | st.booleans() | st.integers() | st.text(max_size=5),
                lambda inner: (
                    st.lists(inner, max_size=4)
                    | st.dictionaries(
                        st.sampled_from(["pares", "grande", "stones", "by", "call", "seat"]), inner
                    )
                ),
                max_leaves=12,
            ),
        )
    )
    def test_anything_can_be_read(self, record):
        content, left_out = readable(record, RULES)
        assert {*content} <= {*record}
        assert {path.split(".")[0] for path in left_out} <= {*record}


@pytest.mark.parametrize(
    ("proposed", "holds"),
    [
        ({"action": {"kind": "hand.record", "record": {}}}, True),
        ({"action": {"kind": "hand.correct", "record": {"quick": 1}}}, True),
        ({"action": {"kind": "hand.record", "record": "all"}}, False),
        ({"action": {"kind": "hand.undo", "record": {}}}, False),
        ({"action": "x"}, False),
        ({}, False),
    ],
)
def test_only_an_action_with_a_hand_record_holds_one(proposed, holds):
    assert (hand_in(proposed) is not None) is holds


@pytest.mark.django_db
class TestWhere:
    def kept(self, match: Match, game: Any, number: Any, **more: Any) -> Ruling:
        action = {"kind": "hand.record", "game": game, "hand": number, "record": plain(), **more}
        found = attention.keep(
            match_id=match.pk, key="k", action=action, problems=[], actor=table.a_device(match)
        )
        assert found is not None
        return found

    def where(self, ruling: Ruling) -> tuple[tuple[int, int] | None, bool]:
        hand = sent_hand(ruling_id=ruling.pk, match_id=ruling.match_id)
        return hand.place, hand.corrects

    def test_the_next_hand_goes_where_the_match_stands(self, match):
        table.record(match, plain())
        assert self.where(self.kept(match, 1, 2)) == ((1, 2), False)

    @pytest.mark.parametrize("place", [(None, 1), ("1", 1), (True, 1), (0, 1), (1, 10**9)])
    def test_and_one_that_does_not_say_where(self, match, place):
        ruling = self.kept(match, *place)
        assert self.where(ruling) == ((1, 1), False)
        assert sent_hand(ruling_id=ruling.pk, match_id=match.pk).named_place is None

    def test_where_another_hand_stands_it_is_its_correction(self, match):
        table.record(match, quick(1, 0))
        table.record(match, quick(1, 0))
        assert self.where(self.kept(match, 1, 1)) == ((1, 1), True)

    def test_a_match_that_is_over_takes_a_correction_and_nothing_else(self, match):
        for _game in range(2):
            table.record(match, table.win_for_a())
        assert self.where(self.kept(match, 2, 1)) == ((2, 1), True)
        Ruling.objects.all().delete()
        assert self.where(self.kept(match, 3, 1)) == (None, False)

    def test_a_match_that_has_not_begun_takes_none(self):
        match = table.a_match(started=False)
        matches.assign_table(match_id=match.pk, table_number=1, actor=table.PROGRAM)
        assert self.where(self.kept(match, 1, 1)) == (None, False)

    def test_what_is_no_hand_or_of_another_match_is_not_found(self, match):
        ruling = self.kept(match, 1, 1)
        with pytest.raises(NotFound):
            sent_hand(ruling_id=ruling.pk, match_id=match.pk + 1)
        Ruling.objects.update(kind="call")
        with pytest.raises(NotFound):
            sent_hand(ruling_id=ruling.pk, match_id=match.pk)

    def test_what_can_be_taken_over_comes_with_it(self, match):
        ruling = self.kept(match, 1, 1, record={**plain(), "claim": "seven"})
        hand = sent_hand(ruling_id=ruling.pk, match_id=match.pk)
        assert hand.content == {"cards": CARDS, "declared": DECLARED}
        assert (hand.left_out, hand.is_quick) == (("claim",), False)

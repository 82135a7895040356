"""Whatever text is imported, it is recorded whole or refused whole."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as bounded
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.matchfiles.queries.files import LONGEST_TEXT
from scoring.matchfiles.queries.importing import match_import
from scoring.matchfiles.services import import_match
from tests.night import of_many
from tests.scoring import files
from tests.scoring.files import PLAIN, WON_BY_A, WON_BY_B
from tests.scoring.matchfiles.test_imports import whole_database
from tests.scoring.table import PROGRAM
from tournament.errors import Refusal
from tournament.log.queries.log import verify_log
from tournament.matches.models import Match

WORDS = st.sampled_from(
    [
        "Game 1", "Game 2", "Game 9", "Decided A", "Decided B ; late", "Decided",
        f"0 0-0 {PLAIN}", f"1 7-1 {WON_BY_A}", f"2 0-0 {WON_BY_B}", "0 0-0 Q40-0", "1 0-0 Q0-0A",
        "0 0-0 Q1-0 ~0-0B", "3 99-99 Q1-1 ~9999999-1", f"0 0-0 {PLAIN} =9-9 !0 !1 !2 !3",
        "0 0-0 * ~1-0 ; x", "; remark", '[A "x"]', '[Ruleset "nabo"]', '[BestOf "99"]',
        '[Seat2 ""]', '[FirstMano "٣"]', '[Result "\\u0000"]', "#[] 0 0-0 *", "@pagat 0 0-0 *", "",
        "\x00", "\u202e", "0", "\ud800",
    ]
)  # fmt: skip
SIDES = st.none() | st.sampled_from(["AB", "BA", "", "X"])


Faults = list[tuple[str, str, str]]


def answer(verb: Any, **sent: object) -> tuple[Any, Faults | None]:
    """What a verb answers, or why it refuses."""
    try:
        return verb(**sent), None
    except Refusal as refused:
        return None, [(p.field, p.code, str(p.message)) for p in refused.problems]


class Anything(TestCase):
    """One match that could begin, and texts that Hypothesis makes of its file."""

    match: Match
    file: str

    @classmethod
    def setUpTestData(cls) -> None:
        """Once for all: whatever is done with a text is taken back."""
        cls.match = files.ready()
        cls.file = files.two_games(cls.match)

    def is_recorded_or_refused(self, mus: object, **options: object) -> None:
        before = whole_database()
        looked, faults = answer(match_import, match_id=self.match.pk, text=mus, **options)
        assert whole_database() == before
        done, refusal = answer(
            import_match, match_id=self.match.pk, text=mus, actor=PROGRAM, **options
        )
        assert faults == refusal
        if refusal is None:
            assert looked is not None
            assert done.body["games"] == looked.to_json()["games"]
            assert verify_log(tournament_id=self.match.tournament_id).ok
        else:
            assert all(message for _field, _code, message in refusal)
            assert whole_database() == before

    @bounded(max_examples=of_many(20, nightly=100))
    @given(mus=st.text() | st.none() | st.integers() | st.lists(st.text()), sides=SIDES)
    def test_any_text(self, mus, sides):
        self.is_recorded_or_refused(mus, sides=sides)

    @bounded(max_examples=of_many(30, nightly=100))
    @given(lines=st.lists(WORDS, max_size=8), reason=st.sampled_from(["", "seen", "\x00", 3]))
    def test_any_lines_under_its_own_headers(self, lines, reason):
        self.is_recorded_or_refused(files.text(self.match, *lines), reason=reason)

    @bounded(max_examples=of_many(30, nightly=100))
    @given(seed=st.integers(0, 2**32), changes=st.integers(1, 4), sides=SIDES)
    def test_a_good_file_with_letters_lost_doubled_or_changed(self, seed, changes, sides):
        rng, letters = random.Random(seed), list(self.file)
        for _change in range(changes):
            at = rng.randrange(len(letters))
            letters[at : at + rng.randrange(3)] = rng.choice(
                [[], [letters[at]] * 2, [rng.choice('AB01RS-+!~;\n"[ ]q\\')], list("9" * 30)]
            )
        self.is_recorded_or_refused("".join(letters), sides=sides, reason="seen")

    @bounded(max_examples=of_many(15, nightly=100))
    @given(seed=st.integers(0, 2**32))
    def test_a_good_file_with_lines_lost_doubled_or_moved(self, seed):
        rng, lines = random.Random(seed), self.file.splitlines()
        for _change in range(3):
            at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[at : at + 1] = rng.choice([[], [lines[to]], [lines[at], lines[to]]])
        self.is_recorded_or_refused("\n".join(lines))

    @pytest.mark.long
    def test_long_texts_are_answered_in_time(self):
        for line in (
            "0 0-0 Q1-0\n",
            "[A [A ",
            "Game 1\n",
            "0 0-0 * G" + "A2B4" * 10,
            "+" * 99,
            "\\",
        ):
            self.is_recorded_or_refused((line * LONGEST_TEXT)[:LONGEST_TEXT])
            whole = files.text(self.match, "Game 1", line * 20_000)
            self.is_recorded_or_refused(whole[:LONGEST_TEXT])

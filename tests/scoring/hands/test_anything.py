"""Whatever is sent, a service answers or refuses, and a refusal leaves nothing behind."""

from typing import Any

from hypothesis import given
from hypothesis import settings as bounded
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.course.models import Game, Hand, Submission
from scoring.hands.queries import hand_preview
from scoring.hands.services import corrections, hands
from scoring.outbox.services import calls
from scoring.rulings.models import Ruling
from scoring.rulings.services import games, rulings
from tests.night import of_many
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, quick
from tournament.errors import Refusal
from tournament.log.models import Event

NUMBERS = st.integers(-5, 50) | st.integers() | st.floats()
TEXTS = st.sampled_from(["A", "B", "envido", "quiero", "R R R R", "pares", "", "\x00"]) | st.text()
FIELDS = st.sampled_from(
    ["id", "format", "ruleset", "mano", "score", "cards", "declared", "bets", "infractions",
     "claim", "quick", "stones", "game_winner", "grande", "pares", "by", "call", "stake"]
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(FIELDS | st.text(max_size=5), inner, max_size=5)
    ),
    max_leaves=12,
)
RECORDS = JSON | st.builds(
    lambda name, value: {**plain(), name: value}, FIELDS | st.text(max_size=5), JSON
)


def stored() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Game, Hand, Ruling, Submission, Event))


class Anything(TestCase):
    """One match, sent whatever Hypothesis thinks of."""

    def setUp(self) -> None:
        self.match = table.a_match()
        table.record(self.match, quick(1, 0))

    def answers_or_refuses(self, verb: Any, **sent: Any) -> None:
        before, refusal = stored(), None
        try:
            verb(actor=PROGRAM, **sent)
        except Refusal as refused:
            refusal = refused
        if refusal is not None:
            assert all(str(problem.message) for problem in refusal.problems)
            assert stored() == before

    @bounded(max_examples=of_many(15, nightly=60))
    @given(record=RECORDS, key=TEXTS, expected=JSON)
    def test_a_hand(self, record, key, expected):
        hand_preview(match_id=self.match.pk, record=record)
        self.answers_or_refuses(
            hands.record, match_id=self.match.pk, record=record, key=key, expected=expected
        )
        self.answers_or_refuses(hands.record, match_id=self.match.pk, record=record)

    @bounded(max_examples=of_many(15, nightly=60))
    @given(record=RECORDS, reason=JSON, game=JSON, version=JSON)
    def test_a_correction(self, record, reason, game, version):
        sent = {"match_id": self.match.pk, "record": record, "reason": reason}
        self.answers_or_refuses(
            corrections.correct, game=game, number=1, expected_version=version, **sent
        )
        self.answers_or_refuses(corrections.correct, game=1, number=1, **sent)

    @bounded(max_examples=of_many(15, nightly=60))
    @given(stones=JSON, winner=JSON, reason=JSON)
    def test_a_ruling(self, stones, winner, reason):
        place = {"match_id": self.match.pk, "game": 1, "reason": reason}
        self.answers_or_refuses(
            rulings.overrule, number=1, stones=stones, game_winner=winner, **place
        )
        self.answers_or_refuses(games.rule, winner=winner, **place)

    @bounded(max_examples=of_many(15, nightly=60))
    @given(message=JSON, draft=JSON, key=TEXTS)
    def test_a_call(self, message, draft, key):
        self.answers_or_refuses(
            calls.raise_call, match_id=self.match.pk, message=message, draft=draft, key=key
        )

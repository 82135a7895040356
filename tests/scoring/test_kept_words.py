"""What the program itself writes down is read in the reader's language, whoever was there."""

import importlib
import json
import re
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.template import Context, Template
from django.utils import timezone, translation
from django.utils.translation import gettext, gettext_lazy

from mus.faults import Fault
from scoring.course.models import Hand
from scoring.course.services import questions
from scoring.course.services.versions import Writing
from scoring.explain.queries.hands import ruling_line
from scoring.explain.queries.pages import match_page
from scoring.rulings.models import Ruling
from scoring.wording import problem
from scoring.wording.reasons import (
    FILE_WENT_ON,
    REASONS,
    apart,
    problems_kept,
    problems_shown,
    reason_kept,
    reason_words,
    together,
)
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, quick
from tournament.errors import Problem, lazy_text

ROOT = Path(__file__).parents[2]
TAPPED = {"reason_typing": "code:typing", "reason_cards": "code:cards",
          "reason_bets": "code:bets", "reason_agreed": "code:agreed"}  # fmt: skip


def spoken(language: str, text: object) -> str:
    with translation.override(language):
        return str(text)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_keys_of_the_tablet_are_stored_as_codes_in_every_language(language):
    words = (ROOT / f"tablet/src/ui/{language}.js").read_text()
    for key, code in TAPPED.items():
        tapped = re.search(rf'{key}: "([^"]*)"', words)
        assert tapped is not None
        assert reason_kept(tapped[1]) == code
        assert spoken(language, reason_words(code)) == tapped[1]


def test_what_somebody_wrote_is_stored_and_read_as_it_was_written():
    assert reason_kept("Se cayó una carta") == "Se cayó una carta"
    assert spoken("en", reason_words("Se cayó una carta")) == "Se cayó una carta"


def test_every_reason_of_the_program_has_words_of_its_own_in_each_language():
    for code, words in REASONS.items():
        english = spoken("en", words)
        others = [language for language, _name in settings.LANGUAGES if language != "en"]
        assert [one for one in others if spoken(one, words) == english] == [], code


def test_a_sentence_with_sentences_in_it_is_taken_apart_and_put_together_again():
    fault = problem(Fault("bet_unanswered", "bets.grande[1]", {}))
    line = lazy_text(gettext_lazy("Line %(line)s: %(what)s"), line=3, what=fault.message)
    kept = json.loads(json.dumps(apart(line)))
    for language, _name in settings.LANGUAGES:
        assert spoken(language, together(kept)) == spoken(language, line)
    assert spoken("es", line) != spoken("fr", line)


def test_a_problem_that_an_earlier_version_kept_as_text_is_read_as_it_stands():
    old = [{"code": "no_hand", "path": "hand", "message": "Aquí no hay mano."}]
    assert problems_shown(old) == old
    assert problems_shown(["what nobody foresaw"]) == ["what nobody foresaw"]


def test_text_of_no_catalogue_is_kept_as_it_is():
    kept = problems_kept([Problem("hand", "odd", "100 % sure"), Problem("hand", "none", "")])
    assert [one["message"] for one in problems_shown(kept)] == ["100 % sure", ""]


@pytest.mark.django_db
class TestRows:
    def test_a_question_that_went_with_its_hand_says_so_to_each_reader(self, match):
        with translation.override("eu"):
            table.record(match, plain(claim=[9, 9]))
            hand = Hand.objects.get()
            hand.previous_id = hand.pk
            questions.drop(hand=hand, writing=Writing(PROGRAM, timezone.now(), ""))
        with translation.override("es"):
            assert str(ruling_line(Ruling.objects.get()).reason) == "La mano se ha cambiado."
        with translation.override("fr"):
            assert str(ruling_line(Ruling.objects.get()).reason) == "La donne a été changée."

    def test_what_a_basque_tablet_could_not_enter_is_told_at_a_french_desk(self, match):
        device = table.joined(match)
        with translation.override("eu"):
            (result,) = table.send(device, table.sent_hand(match, 1, "k", plain(mano=9)))
        with translation.override("fr"):
            line = ruling_line(Ruling.objects.get())
            french = gettext("The mano is a seat, a whole number from 0 to %(last)s. Choose who "
                             "was mano.") % {"last": 3}  # fmt: skip
        assert [one["message"] for one in line.proposed["errors"]] == [french]
        assert result.errors[0]["message"] != french

    def test_what_became_of_it_is_told_in_the_readers_language(self, match):
        device = table.joined(match)
        with translation.override("eu"):
            table.send(device, table.sent_hand(match, 2, "k"))
            table.send(device, {"key": "d", "kind": "attention.discard", "of": ["k"]})
        ruling = Ruling.objects.get()
        for language in ("es", "fr"):
            with translation.override(language):
                assert str(ruling_line(ruling).reason) == gettext("discarded at the table")

    def test_the_reason_that_a_referee_tapped_is_read_in_another_language(self, match):
        table.record(match, quick(2, 1))
        table.correct(match, 1, 1, quick(1, 0), reason="Idazketa-akatsa")
        with translation.override("fr"):
            assert str(match_page(match_id=match.pk).games[0].hands[0].reason) == (
                "Erreur de saisie"
            )

    def test_reasons_that_an_earlier_version_worded_become_codes(self, match):
        migration = importlib.import_module("scoring.migrations.0006_reasons_as_codes")
        at = {"match": match, "kind": "claim", "raised_at": timezone.now(),
              "decided_at": timezone.now(), "status": "dismissed"}  # fmt: skip
        fell = Ruling.objects.create(
            **at, outcome={"superseded": True}, reason="La mano se ha cambiado."
        )
        mine = Ruling.objects.create(**at, outcome={"kept": True}, reason="The hand was changed.")

        migration.to_codes(apps, None)

        assert spoken("en", ruling_line(Ruling.objects.get(pk=fell.pk)).reason) == (
            "The hand was changed."
        )
        assert Ruling.objects.get(pk=fell.pk).reason == "code:hand_changed"
        assert Ruling.objects.get(pk=mine.pk).reason == "The hand was changed."


def test_a_page_words_the_reason_of_an_event():
    shown = Template("{% load eventwords %}{{ reason|why }}")
    with translation.override("es"):
        words = shown.render(Context({"reason": FILE_WENT_ON}))
    assert words.startswith("El archivo sigue después de esta mano")

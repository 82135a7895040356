"""What an undo changes, in sentences."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from scoring.rulings.models import Ruling
from scoring.undoing.services.previews import PairChange, QuestionChange, UndoPreview
from tournament.errors import StrOrPromise
from web.templatetags.formatwords import states_of


def sentences_of(preview: UndoPreview, tournament: Any) -> list[str]:
    """A sentence for each pair and each question that the undo changes, and for matches that go."""
    states = states_of(tournament)
    lines = [line for pair in preview.pairs for line in _of_pair(pair, states)]
    lines += map(_of_question, preview.questions)
    if preview.removed:
        lines.append(
            _("Not played any more: %(matches)s.") % {"matches": ", ".join(preview.removed)}
        )
    return lines


def _of_pair(pair: PairChange, states: Any) -> Iterator[str]:
    before, after = pair.before, pair.after
    if after is None:
        name = before.name if before else ""
        words = _("%(number)s. %(name)s: not entered any more. The number stays empty.")
        yield words % {"number": pair.number, "name": name}
        return
    named = f"{pair.number}. {after.name}"
    if before is None:
        yield _("%(pair)s: entered again.") % {"pair": named}
        return
    if before.name != after.name:
        yield _("%(now)s, instead of %(before)s.") % {"now": named, "before": before.name}
    if before.status != after.status:
        yield _("%(name)s: %(state)s, instead of %(before)s.") % {
            "name": named, "state": states[after.status], "before": states[before.status],
        }  # fmt: skip


def _of_question(question: QuestionChange) -> str:
    what: dict[str, StrOrPromise] = {
        "match": question.match,
        "question": Ruling.Kind(question.kind).label,
    }
    if not question.after:
        return _("Match %(match)s, question “%(question)s”: not asked any more.") % what
    if not question.before:
        return _("Match %(match)s, question “%(question)s”: asked again.") % what
    what |= {
        "state": Ruling.Status(question.after).label,
        "before": Ruling.Status(question.before).label,
    }
    if question.before == question.after:
        return _("Match %(match)s, question “%(question)s”: with its former outcome.") % what
    words = _("Match %(match)s, question “%(question)s”: %(state)s, instead of %(before)s.")
    return words % what

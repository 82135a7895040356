"""`manage.py import_match`: imports a match that was played elsewhere from its file."""

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.matchfiles.queries.files import SIDES
from scoring.matchfiles.queries.imported import ImportedGame, MatchImport
from scoring.matchfiles.queries.importing import match_import
from scoring.matchfiles.services import import_match
from tournament.entries.rules.cutting import decode
from tournament.errors import Problem, Refusal
from tournament.log.rules.roles import Actor
from tournament.management.speaking import SpeakingCommand

THE_COMMAND = Actor("program", None, "import_match")
STDIN = "-"


class Command(SpeakingCommand):
    help = (
        "Records a match file (.mus, docs/notation.md) in a match that has not begun: starts it, "
        "settles and saves every hand, and lets games, match and bracket follow; or changes "
        "nothing and names every mistake by its line. With --look it only says what would follow."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the file; - reads the standard input")
        parser.add_argument(
            "--match", type=int, required=True, help="the number in its address: /match/<number>/"
        )
        parser.add_argument(
            "--sides",
            choices=SIDES,
            help="whatever the pairs are called in the file: AB, its A is this match's A; BA, its "
            "A is this match's B",
        )
        parser.add_argument(
            "--reason", default="", help="of the rulings in the file that have none beside them"
        )
        parser.add_argument("--look", action="store_true", help="change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        sent = {
            "match_id": options["match"],
            "text": _text(options["file"]),
            "sides": options["sides"],
            "reason": options["reason"],
        }
        try:
            plan = match_import(**sent)
            if not options["look"]:
                import_match(**sent, actor=THE_COMMAND)
        except Refusal as refused:
            raise CommandError("\n".join(_problem_lines(refused.problems))) from refused
        for line in (*_problem_lines(plan.notes), *_outcome(plan, done=not options["look"])):
            self.stdout.write(line)


def _text(file: str) -> str:
    try:
        return decode(sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes())
    except OSError as error:
        says = _("%(file)s cannot be read. Name a file that is there and that you may read.")
        raise CommandError(says % {"file": file}) from error


def _problem_lines(problems: Iterable[Problem]) -> list[str]:
    """Each problem in a line of its own, its place first."""
    return [f"{_place(p.field)}: {p.message}" for p in problems]


def _place(field: str) -> str:
    line = re.fullmatch(r"lines\[(\d+)\]", field)
    return _("line %(n)s") % {"n": line[1]} if line else field


def _outcome(plan: MatchImport, *, done: bool) -> list[str]:
    sentence = _("Recorded: %(result)s.") if done else _("Would be recorded: %(result)s.")
    a, b = plan.games_won
    result = f"{plan.pairs[0]} {a} – {b} {plan.pairs[1]}"
    return [*map(_game, plan.games), f"{sentence % {'result': result}} {_end(plan)}"]


def _game(game: ImportedGame) -> str:
    says = ngettext(
        "game %(game)s: %(a)s – %(b)s, %(n)s hand",
        "game %(game)s: %(a)s – %(b)s, %(n)s hands",
        len(game.hands),
    )
    a, b = game.score
    return says % {"game": game.number, "a": a, "b": b, "n": len(game.hands)}


def _end(plan: MatchImport) -> str:
    """How the match ends, in the words of the desk's page."""
    if not plan.is_over and plan.all_played:
        return _("Not all games are played yet: the match begins and goes on where the file ends.")
    if not plan.is_over:
        says = ngettext(
            "Nobody has won %(n)s game yet: the match begins and goes on where the file ends.",
            "Nobody has won %(n)s games yet: the match begins and goes on where the file ends.",
            plan.wins_needed,
        )
        return says % {"n": plan.wins_needed}
    if plan.is_level:
        return _("The match ends in a tie.")
    if plan.waits:
        says = _("%(pair)s has won it; the match ends when the organizers have ruled.")
    else:
        says = _("%(pair)s wins, and the match ends.")
    return says % {"pair": plan.winner_name}

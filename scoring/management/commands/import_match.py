"""`manage.py import_match`: a match that was played elsewhere, brought in from its file."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.queries.imported import MatchImport
from scoring.queries.importing import match_import
from scoring.queries.match_files import SIDES
from scoring.services.imports import import_match
from tournament.errors import Problem, Refusal
from tournament.rules.actors import Actor
from tournament.rules.entries import decode

THE_COMMAND = Actor("program", None, "import_match")
STDIN = "-"


class Command(BaseCommand):
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
            found = match_import(**sent)
            if not options["look"]:
                import_match(**sent, actor=THE_COMMAND)
        except Refusal as refused:
            raise CommandError("\n".join(_said(refused.problems))) from refused
        for line in (*_said(found.notes), *_outcome(found, done=not options["look"])):
            self.stdout.write(line)


def _text(file: str) -> str:
    try:
        return decode(sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes())
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}. Name a file that can be read.") from error


def _said(problems: Iterable[Problem]) -> list[str]:
    """Each problem in a line of its own, its place first."""
    return [f"{_place(p.field)}: {p.message}" for p in problems]


def _place(field: str) -> str:
    return re.sub(r"^lines\[(\d+)\]$", r"line \1", field)


def _outcome(found: MatchImport, *, done: bool) -> list[str]:
    a, b = found.games_won
    lines = [
        f"game {game.number}: {game.score[0]} – {game.score[1]}, {len(game.hands)} hands"
        for game in found.games
    ]
    ends = "waits for a ruling" if found.waits else "ends" if found.winner else "goes on"
    verb = "Recorded" if done else "Would be recorded"
    return [
        *lines,
        f"{verb}: {found.pairs[0]} {a} – {b} {found.pairs[1]}, {len(found.hands)} hands; "
        f"the match {ends}.",
    ]

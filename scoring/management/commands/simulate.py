"""`manage.py simulate`: bots play a whole championship through the services that people use."""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction
from django.utils import timezone

from mus import InvalidValue, Setting
from scoring.management.simulation import Day, Plan, Progress, summary_of
from scoring.management.simulation.players import MOST_PAIRS
from tournament.errors import Refusal
from tournament.formats.registry import EVERY_FORMAT
from tournament.formats.regulations import REGULATIONS, SETTINGS
from tournament.formats.setting import OPTIONS

OF_FORMATS: Mapping[str, Setting] = {
    name: Setting(name, None, choices, "T1") for name, choices in OPTIONS.items()
}
LISTS = ("points", "seeds")
"""Options that are a list of numbers, as points=5,3,1; the service says what is wrong with one."""

# Writes that can be repeated need not wait for the disk.


# Statements without and with waiting. Without waiting, a power cut loses the last writes but does
# not damage the database.
WAYS = {
    "sqlite": ("PRAGMA synchronous=NORMAL", "PRAGMA synchronous=FULL"),
    "postgresql": ("SET synchronous_commit TO off", "RESET synchronous_commit"),
}


@contextmanager
def not_waiting_for_the_disk() -> Iterator[None]:
    """Inside this context, transactions of this connection do not wait for the disk; other
    connections do. Inside a transaction it changes nothing, because only the end of the transaction
    waits."""
    if not transaction.get_autocommit():
        yield
        return
    without, again = WAYS[connection.vendor]
    connection.ensure_connection()
    _say(without)
    try:
        yield
    finally:
        _say(again)


def _say(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


class Command(BaseCommand):
    help = (
        "Plays a championship from the entry list to the trophy, or to where it is told to stop: "
        "dealt cards, bets, false words, wrong claims, rulings. The same seed plays the same day. "
        "It is stored as a rehearsal, which the home page leaves out, unless --public is given."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--pairs", type=int, default=27, help=f"2 to {MOST_PAIRS}")
        parser.add_argument("--seed", type=int, default=7)
        parser.add_argument(
            "--regulation", "--preset", dest="preset", metavar="KEY", default="brisbane-2024",
            choices=sorted(REGULATIONS), help="one that `manage.py regulations` lists",
        )  # fmt: skip
        parser.add_argument(
            "--format",
            default="",
            choices=["", *EVERY_FORMAT],
            help="default: as the regulation says",
        )
        parser.add_argument(
            "--setting",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="a setting otherwise than in the regulation, as games_to_win=4; may be repeated",
        )
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="an option of the format, as best_next=2; may be repeated",
        )
        parser.add_argument(
            "--results-only", action="store_true", help="no hands: each match ends with a result"
        )
        parser.add_argument("--tables", type=int, help="default: one for two pairs, at most 16")
        parser.add_argument(
            "--stop-after",
            metavar="ROUND|SHARE",
            help="a round (2), or a share of the matches (0.5), which leaves hands on the tables",
        )
        parser.add_argument(
            "--public", action="store_true", help="listed on the home page, among the real ones"
        )
        parser.add_argument("--json", action="store_true", help="the summary as one JSON object")
        parser.add_argument("--quiet", action="store_true", help="no summary, no progress bar")
        parser.add_argument("--progress", action="store_true", help="a bar even without a terminal")

    def handle(self, *args: Any, **options: Any) -> None:
        plan = _plan(options)
        is_visible = options["progress"] or (sys.stderr.isatty() and not options["quiet"])
        day = Day(plan, Progress(sys.stderr, is_visible=is_visible))
        began = perf_counter()
        try:
            with not_waiting_for_the_disk():
                day.play()
        except Refusal as refused:
            messages = "; ".join(f"{p.field}: {p.message}" for p in refused.problems)
            raise CommandError(messages) from refused
        summary = summary_of(day, seconds=perf_counter() - began)
        if options["json"]:
            self.stdout.write(json.dumps(summary.to_json(), ensure_ascii=False))
        elif not options["quiet"]:
            for line in summary.lines():
                self.stdout.write(line)


def _plan(options: dict[str, Any]) -> Plan:
    pairs = options["pairs"]
    if not 2 <= pairs <= MOST_PAIRS:
        raise CommandError(f"--pairs: choose a number from 2 to {MOST_PAIRS}.")
    stop_round, stop_share = _stop(options["stop_after"])
    return Plan(
        name=f"Simulated championship {options['seed']}",
        pairs=pairs,
        seed=options["seed"],
        starts_at=timezone.now().replace(second=0, microsecond=0),
        preset=options["preset"],
        format=options["format"],
        format_options=_options(options),
        settings=dict(_setting(text) for text in options["setting"]),
        results_only=options["results_only"],
        tables=options["tables"],
        stop_round=stop_round,
        stop_share=stop_share,
        is_rehearsal=not options["public"],
    )


def _options(options: dict[str, Any]) -> dict[str, object]:
    """The options of the format: those named, and of the regulation's format its own besides."""
    usual = {} if options["format"] else REGULATIONS[options["preset"]].format_options
    named = dict(map(_option, options["option"]))
    return {**usual, **named} if named else {}


def _option(text: str) -> tuple[str, object]:
    name, _equals, value = text.partition("=")
    if name not in LISTS:
        return _named("--option", text, OF_FORMATS, *LISTS)
    try:
        return name, [int(number) for number in value.split(",")]
    except ValueError as refused:
        remedy = f"{name}={value} is no list of numbers. Give them as {name}=5,3,1."
        raise CommandError(f"--option: {remedy}") from refused


def _setting(text: str) -> tuple[str, object]:
    return _named("--setting", text, SETTINGS)


def _named(
    argument: str, text: str, known: Mapping[str, Setting], *more: str
) -> tuple[str, object]:
    """Name and value of a choice; `more`: names that the caller knows besides."""
    name, _equals, value = text.partition("=")
    setting = known.get(name)
    if setting is None:
        names = ", ".join((*known, *more))
        raise CommandError(f"{argument}: there is no {name}. Choose among: {names}.")
    try:
        return name, setting.from_text(value)
    except InvalidValue as refused:
        raise CommandError(f"{argument}: {refused}") from refused


def _stop(text: str | None) -> tuple[int | None, float | None]:
    """A whole number is a round, a fraction below 1 a share of the matches."""
    if text is None:
        return None, None
    try:
        if text.isdecimal() and int(text) >= 1:
            return int(text), None
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share < 1:
        raise CommandError("--stop-after: give a round (2) or a share of the matches (0.5).")
    return None, share

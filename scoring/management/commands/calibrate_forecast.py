"""Shows how often the forecast of the finish, and the chances to win a game, were right on the
tournaments stored here."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from mus.bots import NO_SLIPS, play_hand
from mus.course import next_seat
from mus.reading import parse
from mus.ruleset import RuleSet
from mus.settling import settle
from mus.sides import Side
from scoring.course import likely
from scoring.course.likely import Tenth, tenths
from scoring.course.queries.likely import calibration_of_games
from scoring.proof.queries.days import (
    MOST_DAYS,
    StoredCalibration,
    calibration,
    calibration_of_logs,
)
from scoring.proof.rules.entries import entries_in
from scoring.proof.rules.lines import BrokenFile, read
from tournament.management.speaking import SpeakingCommand

# Games that bots play, to compare the chances to win with who won.


def moments(*, games: int, seed: int) -> Iterator[tuple[float, bool]]:
    """Before each hand of so many games: the chance of A to win the game, and whether it did."""
    rng, rules = Random(seed), RuleSet()
    for _game in range(games):
        chances, winner = _played(rules, rng)
        yield from ((chance, winner is Side.A) for chance in chances)


def _played(rules: RuleSet, rng: Random) -> tuple[list[float], Side]:
    score, mano = (0, 0), rng.randrange(rules.seats)
    chances: list[float] = []
    while True:
        chances.append(likely.of_a_game(score, rules.target))
        record = play_hand(
            ruleset=rules, mano=mano, score=score, rng=rng, first_of_game=not any(score),
            slips=NO_SLIPS,
        )  # fmt: skip
        settled = settle(parse(record))
        if settled.game_winner is not None:
            return chances, settled.game_winner
        score, mano = settled.score, next_seat(mano, seats=rules.seats)


class Command(SpeakingCommand):
    help = (
        "Replays finished tournaments from their logs: at moments of each day the forecast is "
        "asked with what was known then, and held to the real end. With files: the days of "
        "exported tournaments, in the order given."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", help="exported tournaments (.mustour)")
        parser.add_argument(
            "--with-rehearsals", action="store_true", help="count rehearsals as days, too"
        )
        parser.add_argument(
            "--days", type=int, default=MOST_DAYS, help=f"at most so many (default {MOST_DAYS})"
        )

        parser.add_argument(
            "--simulated-games", type=int, metavar="N",
            help="instead: the chances to win, held to N games of bots",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        if options["simulated_games"]:
            self._say_chances(tenths(moments(games=options["simulated_games"], seed=1)))
            return
        if options["files"]:
            report = calibration_of_logs(_log_in(Path(name)) for name in options["files"])
        else:
            report = calibration(
                with_rehearsals=options["with_rehearsals"], most=max(1, options["days"])
            )
        self._say(report)
        if not options["files"]:
            self._say_chances(calibration_of_games())

    def _say(self, report: StoredCalibration) -> None:
        if report.days:
            self.stdout.write(_("Days replayed: %(n)s") % {"n": len(report.days)})
            for line in report.lines:
                self.stdout.write(
                    _(
                        "%(share)s %% of the day gone: end in the range %(inside)s of %(days)s, "
                        "range %(width)s minutes wide, middle off by %(off)s"
                    )
                    % {
                        "share": round(100 * line.share),
                        "inside": line.inside,
                        "days": line.days,
                        "width": round(line.width),
                        "off": round(line.off),
                    }
                )
        else:
            self.stdout.write(_("No finished day with times to learn from is stored here."))
        for slug in report.left_out:
            says = _("%(slug)s: left out, its times say nothing (paper, or played in seconds)")
            self.stdout.write(says % {"slug": slug})

    def _say_chances(self, lines: tuple[Tenth, ...]) -> None:
        for line in lines:
            self.stdout.write(
                _(
                    "A chance of %(low)s to %(high)s %% for the leading side before a hand: "
                    "%(moments)s times, %(given)s %% on average, won %(won)s %%"
                )
                % {
                    "low": line.low,
                    "high": line.low + 10,
                    "moments": line.moments,
                    "given": f"{line.expected:.1f}",
                    "won": f"{line.won:.1f}",
                }
            )


def _log_in(path: Path) -> Any:
    try:
        return entries_in(read(path.read_bytes()))
    except OSError as error:
        raise CommandError(_("%(file)s: cannot be read.") % {"file": path}) from error
    except BrokenFile as error:
        raise CommandError(f"{path}: {error}") from error

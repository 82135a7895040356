"""Statistics by facts of games that are kept, beside the same worked out of every hand.

    python -m bench.facts            20 tournaments of 27 pairs, one of 64 half played, one of 240
    python -m bench.facts --print    and leaves bench/RESULTS.md alone
    python -m bench.facts --pairs 8 --day 8 --large 16 --tournaments 2

The floor is asking which hands count, of which nothing is made.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import monotonic, process_time
from typing import Any

from bench.parts import options, told, where_and_when

TIMES = 5


@dataclass(frozen=True)
class Read:
    """Milliseconds of processor. `floor`: asking which hands count; `of_hands`: worked out of
    every hand; `kept`: put together from what is kept, by a process that has read nothing yet."""

    what: str
    hands: int
    floor: float
    of_hands: float
    kept: float


@dataclass(frozen=True)
class Figures:
    """`after_a_hand`: put together by a process that read before that hand, in the middle of a day;
    `job`: milliseconds of processor for a game, of `games` that it kept; `night`: the same when all
    are worked out once more; `asking`: whether there is anything to keep, when there is not;
    `size`: bytes of a row's facts."""

    reads: list[Read]
    after_a_hand: float
    playing: int
    games: int
    job: float
    night: float
    asking: float
    size: float
    where: str


def milliseconds(work: Callable[[], object], before: Callable[[], object] | None = None) -> float:
    """Of processor, the median of several times; `before`: done before each, and not counted."""
    spent = []
    for _time in range(TIMES):
        if before is not None:
            before()
        began = process_time()
        work()
        spent.append(1_000 * (process_time() - began))
    return median(spent)


def forget() -> None:
    """As in a process that has read nothing yet."""
    from scoring.statistics.queries import facts, tournament

    facts.kept.clear()
    tournament._statistics.cache_clear()


def measure(pairs: int, day: int, large: int, tournaments: int) -> Figures:
    from django.contrib.auth.models import User
    from django.core.management import call_command

    from scoring.course.models import Game
    from scoring.statistics.models import KeptFacts
    from scoring.statistics.queries.keeping import anything_to_keep
    from scoring.statistics.services import keep_anew, keep_facts
    from tournament.championship.models import Tournament

    call_command("migrate", verbosity=0)
    asked = [[f"--pairs={pairs}", "--public"]] * tournaments
    asked += [[f"--pairs={day}", "--tables=16", "--stop-after=0.45"], [f"--pairs={large}"]]
    for seed, options_ in enumerate(asked, start=1):
        call_command("simulate", *options_, f"--seed={seed}", "--quiet")
    *small, half, whole = Tournament.objects.order_by("pk")
    organizer = User.objects.create_user("zumaia")
    for cup in small:
        cup.organizers.add(organizer)
    shown = {
        "one tournament": small[:1],
        "one, half played": [half],
        "one, large": [whole],
        f"records over {tournaments}": small,
    }
    of_hands = {what: milliseconds(_reading(cups), forget) for what, cups in shown.items()}
    began = process_time()
    games = keep_facts(seconds=3600).games
    job = 1_000 * (process_time() - began) / games
    sizes = [len(str(told)) for told in KeptFacts.objects.values_list("told", flat=True)]
    reads = [
        Read(
            what, _hands(cups), milliseconds(_asking(cups)), of_hands[what],
            milliseconds(_reading(cups), forget),
        )
        for what, cups in shown.items()
    ]  # fmt: skip
    began = process_time()
    keep_anew()
    night = 1_000 * (process_time() - began) / games
    return Figures(
        reads, milliseconds(_reading([half]), _a_hand(half)),
        Game.objects.filter(match__tournament=half, match__status="playing", winner="").count(),
        games, job, night, milliseconds(anything_to_keep), sum(sizes) / len(sizes),
        where_and_when(),
    )  # fmt: skip


def _reading(cups: list[Any]) -> Callable[[], object]:
    """What a page asks: of one its statistics, of several their records."""
    from scoring.statistics.queries.records import records_of
    from scoring.statistics.queries.tournament import tournament_statistics

    def read() -> None:
        if len(cups) > 1:
            records_of(slug=cups[0].slug)
            return
        head = type(cups[0]).objects.values_list("event_hash", flat=True).get(pk=cups[0].pk)
        tournament_statistics(tournament_id=cups[0].pk, head=head)

    return read


def _asking(cups: list[Any]) -> Callable[[], object]:
    from scoring.statistics.queries.facts import marks_of

    return lambda: [marks_of(game__match__tournament=cup) for cup in cups]


def _hands(cups: list[Any]) -> int:
    from scoring.course.models import Hand

    rows = Hand.objects.filter(game__match__tournament__in=cups, is_current=True, is_void=False)
    return rows.count()


def _a_hand(cup: Any) -> Callable[[], object]:
    """Saves a hand at one of the tables, after somebody has read the statistics."""
    from scoring.hands.services import hands
    from tournament.log.rules.actors import Actor
    from tournament.matches.models import Match

    playing = Match.objects.filter(tournament=cup, status="playing").order_by("pk")
    tables = [match.pk for match in playing]
    saved = iter(tables * TIMES)
    read = _reading([cup])

    def save() -> None:
        read()
        record = {"quick": {"stones": [1, 0]}}
        hands.record(match_id=next(saved), record=record, actor=Actor("program", None, "bench"))

    return save


def section(found: Figures) -> str:
    """The part of RESULTS.md."""
    rows = [
        f"| {one.what} | {one.hands:,} | {one.floor:.1f} | {one.of_hands:.0f} | {one.kept:.0f} |"
        for one in found.reads
    ]
    return "\n".join([
        "## Statistics by kept facts of games",
        "",
        f"`python -m bench.facts`, {found.where}. Milliseconds of processor, SQLite, one process, "
        f"median of {TIMES}.",
        "",
        "| what is read | hands | floor: which hands count | worked out of every hand | kept |",
        "|---|--:|--:|--:|--:|",
        *rows,
        "",
        f"The half played one by a process that had read before, after one more hand at one of "
        f"{found.playing} tables: {found.after_a_hand:.0f}. The job: {found.job:.1f} a game "
        f"({found.games:,} games), at night {found.night:.1f}; asking whether there is anything to "
        f"keep: {found.asking:.1f}. A row's facts: {found.size:.0f} bytes.",
    ])  # fmt: skip


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--pairs", type=int, default=27, help="of each tournament of the records")
    parser.add_argument("--day", type=int, default=64, help="pairs of the one half played")
    parser.add_argument("--large", type=int, default=240, help="pairs of the large one")
    parser.add_argument("--tournaments", type=int, default=20)
    chosen = parser.parse_args()
    began = monotonic()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "VAR_DIR": folder,
            "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        import django

        django.setup()
        found = measure(chosen.pairs, chosen.day, chosen.large, chosen.tournaments)
    told(chosen, "statistics by kept facts", found, section(found))
    if not chosen.json:
        print(f"{monotonic() - began:.0f} seconds")


if __name__ == "__main__":
    main()

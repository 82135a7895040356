"""Championships of every format, as people leave them, carried from one database into another.

`python -m tests.scoring.carried made FOLDER` writes the file of one of each format;
`python -m tests.scoring.carried carried FROM TO` rebuilds each of a folder and writes it again.
The database is that of DATABASE_URL, and is empty before and after.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.night import NIGHT, seed_of
from tournament.formats.registry import FORMATS

CARRIED = [*FORMATS] if NIGHT else ["knockout", "groups", "three_losses"]


def a_day(format_: str, *, acts: int = 40) -> int:
    """A championship with a signed agreement, a correction, rulings, whatever a crowd does, and a
    name that was erased; returns its id."""
    from scoring.course.models import Game
    from scoring.hands.services import corrections
    from scoring.outbox.services.actions import confirm
    from scoring.proof.services import erasing
    from scoring.rulings.models import Ruling
    from scoring.rulings.services import rulings
    from tests.scoring import signing, table
    from tests.scoring.acts import Crowd
    from tests.tournament import play
    from tournament.matches.services import matches

    cup = play.tournament(entered=6, drawn=True, format=format_)
    ready = cup.matches.filter(status="ready").earliest("round", "slot")
    matches.assign_table(match_id=ready.pk, table_number=1, actor=play.PROGRAM)
    match = table.read(play.start(ready))
    table.record(match, table.plain(claim=[9, 9]))
    claim = Ruling.objects.get(match=match, kind="claim")
    rulings.decide_claim(ruling_id=claim.pk, actor=play.PROGRAM, stands="engine", reason="counted")
    table.record(match, table.quick(0, 0, game_winner="A"))
    game = Game.objects.get(match=match, number=1)
    said = {"game": 1, "score": [game.score_a, game.score_b], "by": ["A", "B"], "hands": 2}
    mark = signing.signed(slug=cup.slug, match=match.pk, **said)
    tablet = table.a_device(match)
    confirm(match_id=match.pk, actor=tablet, key="agreed", signed=mark, **said)
    corrections.correct(
        match_id=match.pk, game=1, number=1, actor=play.PROGRAM, reason="miscounted",
        record=table.plain(bets=table.seen("grande", 2, by="B")),
    )  # fmt: skip
    crowd = Crowd(cup, seed=seed_of(len(format_)))
    for _act in range(acts):
        crowd.act()
    words = [play.pair(cup, 3).player_1]
    erasing.erase(
        tournament_id=cup.pk, words=words, asked_by="person", reason="asked", actor=play.PROGRAM
    )
    return cup.pk


def made(folder: Path) -> None:
    from scoring.proof.queries.tables import tournament_file
    from tests.tampering.trials import forget_everything

    for format_ in CARRIED:
        content = tournament_file(tournament_id=a_day(format_))
        (folder / f"{format_}.mustour").write_bytes(content)
        forget_everything()


def carried(source: Path, folder: Path) -> None:
    from scoring.proof.queries.tables import tournament_file
    from scoring.proof.services.files import rebuild
    from tests.tampering.trials import forget_everything

    for file in sorted(source.glob("*.mustour")):
        rebuilt = rebuild(content=file.read_bytes())
        (folder / file.name).write_bytes(tournament_file(tournament_id=rebuilt.pk))
        forget_everything()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    {"made": made, "carried": carried}[sys.argv[1]](*map(Path, sys.argv[2:]))

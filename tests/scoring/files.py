"""Match files to test with: written by hand, or exported and brought to a match of their own."""

from __future__ import annotations

import re

from scoring.matchfiles.queries.notation import blank_mus
from tests.scoring import table
from tests.tournament import play
from tournament.matches.models import Match

# What `table.plain()` is in the notation: A takes 7 stones and B takes 1.
PLAIN = "AA44/RRR7/CS74/S654 P++-- J-++-"
WON_BY_A = "AA44/RRR7/CS74/S654 CA!Bq P++-- J-++-"
WON_BY_B = "AA44/RRR7/CS74/S654 GA!Bq P++-- J-++-"


def ready(**fields: object) -> Match:
    """A match, best of 3, that could begin."""
    return table.a_match(started=False, **fields)


def text(match: Match, *lines: str, **headers: str) -> str:
    """The headers of the match, those given in place of its own ("" takes one out), and lines."""
    top = blank_mus(match_id=match.pk).removesuffix("\nGame 1\n")
    for name, value in headers.items():
        line = f'[{name} "{value}"]\n' if value else ""
        found = re.compile(rf"^\[{name} .*\]\n", re.MULTILINE)
        top = found.sub(line, top) if found.search(top) else top + line
    return top + "\n".join(lines) + "\n"


def two_games(match: Match, **headers: str) -> str:
    """A wins two games with two hands each."""
    return text(
        match,
        "Game 1", f"0 0-0 {PLAIN}", f"1 7-1 {WON_BY_A}",
        "Game 2", f"2 0-0 {PLAIN}", f"3 7-1 {WON_BY_A}",
        **headers,
    )  # fmt: skip


def twin(match: Match, *, turned: bool = False) -> Match:
    """A match of another tournament between the same pairs, under the same rules; `turned`: the
    pair that was A is B in it."""
    original = match.tournament
    other = play.tournament(
        entered=2,
        drawn=True,
        name=f"{original.name} again",
        regulation=original.regulation,
        settings=original.settings,
    )
    twin = play.match(other, 1, 0)
    Match.objects.filter(pk=twin.pk).update(best_of=match.best_of)
    pairs = (match.pair_b, match.pair_a) if turned else (match.pair_a, match.pair_b)
    for theirs, ours in zip((twin.pair_a, twin.pair_b), pairs, strict=True):
        assert theirs is not None
        assert ours is not None
        theirs.player_1, theirs.player_2 = ours.player_1, ours.player_2
        theirs.save()
    return table.read(twin)


def played(mus: str) -> str:
    """A file from its first game on, without empty lines and the ids that name its match."""
    return re.sub(r"#m\d+-g\d+-h\d+ |\n(?=\n)", "", mus[mus.index("\nGame 1") :])

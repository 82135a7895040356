"""Preview pictures for shared links: drawn as SVG, sent as PNG."""

import textwrap

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from delivery.marks import ITS_MATCH, published
from scoring.course.queries.states import live_scores
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import bracket, staged_match
from web.drawing.drawer import NotDrawn, drawer
from web.legible import legible
from web.public.page import not_kept, of_tournament
from web.templatetags.formatwords import champion_names, champion_word
from web.templatetags.matchwords import of_bracket, one_match_of
from web.templatetags.prizewords import prizes_line

TITLE, NAME, PRIZES = 24, 22, 54
"""Characters in a line: of the title, of a pair's name in a match, and of the prizes."""
SECONDS_LATER = 5
"""Seconds after which a client should try again when too many wait for pictures."""


@published(is_slow=True)
@of_tournament
def of_whole(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The picture of the tournament, with its champion when there is one."""
    return png(drawing_of_whole(tournament))


@published(is_slow=True, shows=ITS_MATCH)
@of_tournament
def of_match(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """The picture of a match with its score. 404 for a match of another tournament."""
    return png(drawing_of_match(tournament, match_id))


def drawing_of_whole(tournament: TournamentView) -> str:
    """The tournament as SVG, in the active language and time zone."""
    champions = champion_names(tournament)
    return render_to_string(
        "public/picture.svg",
        {
            "tournament": tournament,
            "title": lines(legible(champions or tournament.name), TITLE),
            "over": _over(tournament) if champions else "",
            "prizes": "" if champions else short(legible(prizes_line(tournament.prizes)), PRIZES),
        },
    )


def _over(tournament: TournamentView) -> str:
    """The champion's title, and the score of the final where one was played to its end."""
    words = str(champion_word(tournament))
    rounds = bracket(tournament_id=tournament.id).rounds
    finals = (
        [match for match in rounds[-1].matches if rounds[-1].stage == "final"] if rounds else []
    )
    if len(finals) != 1 or finals[0].ended_by != "games":
        return words
    games = sorted((finals[0].games_a, finals[0].games_b), reverse=True)
    return f"{words} · {games[0]}–{games[1]}"


def drawing_of_match(tournament: TournamentView, match_id: int) -> str:
    """A match with its score as SVG, in the active language. Raises NotFound."""
    card, stage = staged_match(match_id=match_id, tournament_id=tournament.id)
    live = live_scores(tournament_id=tournament.id).get(card.id)
    sides = [
        (lines(legible(pair.name), NAME) if pair else ["–"], games, stones, card.winner == side)
        for side, pair, games, stones in (
            ("A", card.pair_a, card.games_a, live.score_a if live else None),
            ("B", card.pair_b, card.games_b, live.score_b if live else None),
        )
    ]
    stage_name = of_bracket(one_match_of(stage, card.round), card.bracket)
    return render_to_string(
        "public/picture_match.svg", {"tournament": tournament, "sides": sides, "stage": stage_name}
    )


def lines(text: str, letters: int, most: int = 3) -> list[str]:
    """The text in at most `most` lines of `letters` characters. Each player of a pair begins a line
    and has at least one. A cut text ends with an ellipsis."""
    parts = text.split(" – ") if len(text) > letters else [text]
    by_part = [textwrap.wrap(f"{part} –", letters) for part in parts[:-1]]
    by_part.append(textwrap.wrap(parts[-1], letters) or [""])
    while sum(map(len, by_part)) > most:
        longest = max(by_part, key=len)
        if len(longest) == 1:  # more parts than lines
            return cut([line for part in by_part for line in part], most)
        longest[:] = cut(longest, len(longest) - 1, end=" –" if longest is not by_part[-1] else "")
    return [line for part in by_part for line in part]


def cut(text_lines: list[str], most: int, *, end: str = "") -> list[str]:
    """At most `most` lines. When lines are left out, the last one ends with an ellipsis."""
    if len(text_lines) <= most:
        return text_lines
    return [*text_lines[: most - 1], text_lines[most - 1].rstrip(" –…") + "…" + end]


def short(name: str, letters: int) -> str:
    """A name in one line. A cut name ends with an ellipsis and is never empty."""
    if len(name) <= letters:
        return name
    words = textwrap.shorten(name, letters, placeholder="…")
    return words if len(words) > 1 else name[: letters - 1] + "…"


def png(drawing: str) -> HttpResponse:
    """A drawing as PNG; 503 while too many others wait."""
    try:
        return HttpResponse(drawer.picture(drawing), content_type="image/png")
    except NotDrawn:
        text = "Too many pictures are being drawn: ask again in a moment.\n"
        later = HttpResponse(text, status=503, content_type="text/plain")
        later["Retry-After"] = str(SECONDS_LATER)
        return not_kept(later)

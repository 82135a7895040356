"""A match as one text file in the notation (docs/notation.md)."""

import logging
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from mus.course import Ruled
from mus.notation import PLAYED, VACA, GameText, HandLine, MatchText, match_text
from mus.ruleset import ruleset_from
from mus.sides import Side
from scoring.course.queries.stored import (
    StoredGame,
    StoredMatch,
    find_match,
    ruleset_of,
    stored_match,
)
from scoring.explain.queries.hands import UNREADABLE
from scoring.explain.queries.lines import player_names
from scoring.matchfiles.queries.files import FIRST_MANO, SEATS
from scoring.rulings.models import Ruling
from scoring.wording.reasons import reason_words
from tournament.errors import Conflict
from tournament.matches.models import Match

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file to download: its name and its text."""

    name: str
    text: str


def match_mus(*, match_id: int) -> str:
    """The match as a `.mus` text. When read back it settles to the same ledger. Raises NotFound,
    and Conflict (unreadable_hand) when somebody edited a hand in the database."""
    return _written(find_match(match_id=match_id))


def match_file(*, match_id: int) -> TextFile:
    """As `match_mus`, as a file to download. Raises NotFound and Conflict."""
    match = find_match(match_id=match_id)
    label = f"{match.round}.{match.slot + 1}"
    return TextFile(f"{match.tournament.slug}-{match.kind}-{label}.mus", _written(match))


def blank_mus(*, match_id: int) -> str:
    """A `.mus` text to be filled in: headers of the match and the first game. Raises NotFound."""
    match = find_match(match_id=match_id)
    ruleset = ruleset_of(match=match, tournament=match.tournament)
    return _text(match, ruleset, ()) + "\nGame 1\n"


def _written(match: Match) -> str:
    stored = stored_match(match=match)
    reasons = _reasons(stored)
    try:
        both = zip(stored.games, stored.entered(), strict=True)
        usual = ruleset_from(stored.ruleset).target
        games = tuple(_game(game, reasons, usual) for game, entered in both if entered.is_played)
        return _text(match, stored.ruleset, games)
    except UNREADABLE as error:
        log.exception("Match %s cannot be written: a stored hand is damaged", match.pk)
        message = _(
            "A hand of this match was changed in the database and cannot be read, so that "
            "there is no file. The check says which; a backup has it as it was."
        )
        raise Conflict.one("", "unreadable_hand", message) from error


def _text(match: Match, ruleset: object, games: tuple[GameText, ...]) -> str:
    return match_text(
        MatchText(
            headers=_headers(match),
            ruleset=ruleset_from(ruleset),
            best_of=match.best_of,
            games=games,
        )
    )


def _headers(match: Match) -> dict[str, str]:
    headers = {
        "Tournament": match.tournament.name,
        "Place": match.tournament.place,
        "Date": _day(match),
        "Match": f"{match.kind} {match.round}.{match.slot + 1}",
        "A": match.pair_a.name if match.pair_a else "",
        "B": match.pair_b.name if match.pair_b else "",
        **(dict(zip(SEATS, player_names(match), strict=True)) if match.seating else {}),
        PLAYED: "all" if match.all_played else "",
        VACA: str(match.vaca) if match.vaca > 1 else "",
        FIRST_MANO: "" if match.first_mano is None else str(match.first_mano),
        "Result": f"{match.games_a}-{match.games_b}"
        if (match.status in (Match.Status.PLAYING, Match.Status.FINISHED))
        else "",
    }
    return {name: value for name, value in headers.items() if value or name in "AB"}


def _reasons(stored: StoredMatch) -> dict[int, str]:
    """Game → the reason of an official's last decision on it. One query."""
    decided = [row.game.pk for row in stored.games if row.game.is_decided_by_an_official]
    if not decided:
        return {}
    words = Ruling.objects.filter(game_id__in=decided).order_by("decided_at", "id")
    return {
        word.game_id: str(reason_words(word.reason)) or "G1"
        for word in words
        if word.game_id is not None and _decides_a_game(word)
    }


def _decides_a_game(word: Ruling) -> bool:
    if word.kind == Ruling.Kind.REPETITION:
        return word.status == Ruling.Status.CONFIRMED
    return bool(word.outcome and word.outcome.get("ended_by"))


def _game(game: StoredGame, reasons: dict[int, str], usual: int) -> GameText:
    hands = tuple(
        HandLine(
            hand.record,
            Ruled.from_json(hand.ruled),
            str(reason_words(hand.reason)) if hand.ruled is not None else "",
        )
        for hand in game.hands
    )
    own = None if game.target == usual else game.target
    if not game.game.is_decided_by_an_official:
        return GameText(hands, target=own)
    return GameText(hands, Side(game.game.winner), reasons.get(game.game.pk, ""), own)


def _day(match: Match) -> str:
    """The date of the match, in the time zone of its place."""
    moment = match.started_at or match.tournament.starts_at
    return moment.astimezone(match.tournament.zone).date().isoformat()

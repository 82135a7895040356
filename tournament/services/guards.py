"""When a match can be started, ended or taken back. Each guard raises Refusal, or does nothing."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.errors import Refusal, said
from tournament.models import Match, Table
from tournament.rules.sides import Side

DECIDED_BY = ("games", "walkover", "ruling")


# What is said of a match that has the status on the left and ought to have another.
_OTHERWISE = {
    "finished": (
        "match_finished",
        _("This match has ended. Reopen it, with a reason, to change it."),
    ),
    "waiting": (
        "pairs_unknown",
        _("The pairs of this match are not known yet. Finish the matches before it first."),
    ),
    "ready": ("not_playing", _("This match has not begun. Start it first.")),
    "playing": (
        "already_playing",
        _("This match is already being played. Open it to go on."),
    ),
}
_NOT_FINISHED = ("not_finished", _("This match has not ended. There is no result to change."))


def must_be(match: Match, *statuses: str) -> None:
    """Raises for the status the match has when it is none of `statuses`."""
    if match.status not in statuses:
        code, message = _NOT_FINISHED if statuses == ("finished",) else _OTHERWISE[match.status]
        raise Refusal.one("match", code, message)


def side(winner: object) -> Side:
    if winner in ("A", "B"):
        return Side(str(winner))
    raise Refusal.one("winner", "bad_side", _("Say which pair wins: A or B."))


def must_have_won(match: Match, side: Side) -> None:
    if match.games[side] < match.wins_needed:
        raise Refusal.one(
            "winner",
            "games_missing",
            said(
                _("This pair has not won %(needed)s games yet. Play on, or give a ruling."),
                needed=match.wins_needed,
            ),
        )


def won_by(match: Match) -> Side:
    for side in Side:
        if match.games[side] == match.wins_needed > match.games[side.other]:
            return side
    raise Refusal.one(
        "games",
        "not_a_result",
        said(
            _("One pair must have won exactly %(needed)s games and the other fewer."),
            needed=match.wins_needed,
        ),
    )


def must_keep_games(won: tuple[int, int], games: tuple[int, int]) -> None:
    """A game `won` at the table is not taken away by a bare result."""
    if games[0] < won[0] or games[1] < won[1]:
        raise Refusal.one(
            "games",
            "games_taken_away",
            said(
                _(
                    "The games stand at %(a)s – %(b)s by what is recorded, and a result takes none "
                    "of them away. Correct the hands, or decide the match by a ruling."
                ),
                a=won[0],
                b=won[1],
            ),
        )


def must_be_known_ending(ended_by: str) -> None:
    if ended_by not in DECIDED_BY:
        raise Refusal.one(
            "ended_by",
            "bad_ending",
            _("A match is ended by games, a walkover or a ruling. Choose one of them."),
        )


def must_not_be_a_bye(match: Match) -> None:
    if match.pair_a_id is None or match.pair_b_id is None:
        raise Refusal.one(
            "match", "is_a_bye", _("Nobody plays this match: it lacks a pair. Choose another one.")
        )


def must_have_its_pairs(match: Match) -> None:
    for pair in (match.pair_a, match.pair_b):
        if pair is None or not pair.is_in:
            raise Refusal.one(
                "match",
                "pair_is_out",
                _("A pair of this match has left the tournament. Bring the pair back first."),
            )


def must_not_be_in_consolation(match: Match) -> None:
    """A pair that is called back must not be sitting, or be about to sit, at another table."""
    pairs = [match.pair_a_id, match.pair_b_id]
    live = Match.objects.filter(
        tournament_id=match.tournament_id, kind="consolation", status__in=["ready", "playing"]
    ).exclude(pk=match.pk)
    if (live.filter(pair_a__in=pairs) | live.filter(pair_b__in=pairs)).exists():
        raise Refusal.one(
            "match",
            "in_consolation",
            _("A pair of this match has a consolation match open. Finish it or call it off first."),
        )


def must_be_free(table: Table, match: Match) -> None:
    busy = Match.objects.filter(table=table, status="playing").exclude(pk=match.pk).first()
    if busy is not None:
        raise Refusal.one(
            "table_number",
            "table_busy",
            said(
                _("Match %(match)s is being played at table %(table)s. Choose another table."),
                match=busy.label,
                table=table.number,
            ),
        )


def pairs_must_be_free(match: Match) -> None:
    pairs = [match.pair_a_id, match.pair_b_id]
    playing = Match.objects.filter(tournament_id=match.tournament_id, status="playing")
    busy = playing.filter(pair_a__in=pairs) | playing.filter(pair_b__in=pairs)
    if busy.exists():
        raise Refusal.one(
            "match",
            "pair_busy",
            _("A pair of this match is still playing another one. Wait until that one ends."),
        )

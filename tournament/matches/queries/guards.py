"""When a match can be started, ended or taken back. Each guard raises Refusal, or does nothing."""

from django.utils.translation import gettext_lazy as _

from mus.sides import LEVEL, Outcome, Side
from tournament.errors import Conflict, Refusal, lazy_text
from tournament.formats.bouts import ENDINGS
from tournament.log.models import Event
from tournament.log.rules.kinds import doing
from tournament.matches.models import Match
from tournament.matches.queries.matches import card_of
from tournament.tables.models import Table

# Status of a match → code and message when the match should have another status.
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
    """Raises Refusal when the match's status is none of `statuses`, or when the match has lost its
    slot."""
    must_hold_its_slot(match)
    if match.status not in statuses:
        if match.status == Match.Status.WAITING and None not in match.pairs:
            pairs_must_be_free(match)
        code, message = _NOT_FINISHED if statuses == ("finished",) else _OTHERWISE[match.status]
        raise Refusal.one("match", code, message)


def must_hold_its_slot(match: Match) -> None:
    """Raises Refusal (set_aside) for a match that lost its place in the bracket."""
    if match.kind == Match.Kind.SET_ASIDE:
        raise Refusal.one(
            "match",
            "set_aside",
            _(
                "This match was set aside because an earlier match was decided differently. It is "
                "kept as it was played. Open the match that has its place in the bracket."
            ),
        )


def side(winner: object) -> Side:
    """The side that `winner`, "A" or "B", names. Raises Refusal (bad_side)."""
    if winner in ("A", "B"):
        return Side(str(winner))
    raise Refusal.one("winner", "bad_side", _("Say which pair wins: A or B."))


def outcome(match: Match, winner: object) -> Outcome:
    """How the match ends by its games, if that is as `winner` says: "A", "B" or "level".

    Raises Refusal (bad_side; games_missing when the games are not played, or end otherwise).
    """
    ending: Outcome = LEVEL if winner == LEVEL and match.best_of % 2 == 0 else side(winner)
    if match.outcome_with(match.games) != ending:
        if match.all_played and (ending == LEVEL or match.games[ending] >= match.wins_needed):
            raise Refusal.one(
                "winner",
                "games_missing",
                _("All %(games)s games of this match are played. Play on, or give a ruling."),
                games=match.best_of,
            )
        raise Refusal.one(
            "winner",
            "games_missing",
            _("This pair has not won %(needed)s games yet. Play on, or give a ruling."),
            needed=match.wins_needed,
        )
    return ending


def outcome_of(match: Match, games: tuple[int, int]) -> Outcome:
    """How the match ends with these games. Raises Refusal (not_a_result)."""
    ending = match.outcome_with(games) if games in match.results else None
    if ending is not None:
        return ending
    if match.vaca > 1:
        sentence = _("Enter the vacas each pair won, not its games: best of %(vacas)s.")
        raise Refusal.one("games", "not_a_result", sentence, vacas=match.best_of)
    raise Refusal.one(
        "games",
        "not_a_result",
        lazy_text(
            _("All %(games)s games are played: the games of both pairs must make that number."),
            games=match.best_of,
        )
        if match.all_played
        else lazy_text(
            _("One pair must have won exactly %(needed)s games and the other fewer."),
            needed=match.wins_needed,
        ),
    )


def must_keep_games(won: tuple[int, int], games: tuple[int, int]) -> None:
    """Raises Refusal (games_taken_away) when a bare result takes away a game `won` at the table."""
    if games[0] < won[0] or games[1] < won[1]:
        raise Refusal.one(
            "games",
            "games_taken_away",
            _(
                "The games stand at %(a)s – %(b)s by what is recorded, and a result takes none "
                "of them away. Correct the hands, or decide the match by a ruling."
            ),
            a=won[0],
            b=won[1],
        )


def must_be_known_ending(ended_by: str) -> None:
    """Raises Refusal (bad_ending) for an ending that officials may not choose."""
    if ended_by not in ENDINGS or not ENDINGS[ended_by].for_officials:
        raise Refusal.one(
            "ended_by",
            "bad_ending",
            _("A match is ended by games, a walkover or a ruling. Choose one of them."),
        )


def must_not_be_a_bye(match: Match) -> None:
    """Raises Refusal (is_a_bye) for a match that lacks a pair."""
    if match.pair_a_id is None or match.pair_b_id is None:
        raise Refusal.one(
            "match", "is_a_bye", _("Nobody plays this match: it lacks a pair. Choose another one.")
        )


def must_have_its_pairs(match: Match) -> None:
    """Raises Refusal (pair_is_out) when a pair of the match has left the tournament."""
    for pair in (match.pair_a, match.pair_b):
        if pair is None or not pair.is_in:
            raise Refusal.one(
                "match",
                "pair_is_out",
                _("A pair of this match has left the tournament. Bring the pair back first."),
            )


def must_be_free(table: Table, match: Match) -> None:
    """Raises Refusal (table_busy) when another match is being played at the table."""
    busy = Match.objects.filter(table=table, status="playing").exclude(pk=match.pk).first()
    if busy is not None:
        raise Refusal.one(
            "table_number",
            "table_busy",
            _("Match %(match)s is being played at table %(table)s. Choose another table."),
            match=busy.label,
            table=table.number,
        )


def pairs_must_be_free(match: Match) -> None:
    """Raises Refusal (pair_busy) when a pair of the match plays another one."""
    pairs = [match.pair_a_id, match.pair_b_id]
    playing = Match.objects.filter(tournament_id=match.tournament_id, status="playing")
    with_them = playing.filter(pair_a__in=pairs) | playing.filter(pair_b__in=pairs)
    busy = with_them.exclude(pk=match.pk).first()
    if busy is not None:
        raise pair_is_busy(match, busy)


def pair_is_busy(match: Match, busy: Match) -> Refusal:
    """The Refusal (pair_busy) of a match that cannot go on while its pair plays `busy`."""
    return Refusal.one(
        "match",
        "pair_busy",
        _(
            "A pair of match %(match)s is playing %(busy)s. Wait until that one ends, or take "
            "its start back, or call it off if it is of the consolation; then do this again."
        ),
        match=match.label,
        busy=busy.label,
    )


def same_version(*, match: Match, expected: int | None) -> None:
    """Raises Conflict, with the match's present state, when `expected` is not its version."""
    if expected is not None and expected != match.version:
        raise Conflict.over(
            "expected_version",
            "changed_meanwhile",
            _("Somebody else has changed this match. Look at it as it is now, then decide again."),
            current=card_of(match).to_json(),
        )


# The tables that a match is, or was, given to.


def was_at(*, match: Match, table_id: int) -> bool:
    """Whether the match is, or ever was, at this table: the table's tablet may hold hands of the
    match."""
    if match.table_id == table_id:
        return True
    number = Table.objects.filter(pk=table_id).values_list("number", flat=True).first()
    if number is None:
        return False
    events = Event.standing.filter(tournament_id=match.tournament_id)
    alone = events.filter(
        kind__in=doing("start", "assign_one"),
        sealed__match__id=match.pk,
        sealed__table=number,
    )
    if alone.exists():
        return True
    several = events.filter(kind__in=doing("assign", "arrange")).values_list(
        "sealed__assigned", flat=True
    )
    return any(
        (assignment["match"]["id"], assignment["table"]) == (match.pk, number)
        for assignments in several
        for assignment in assignments
    )

"""Which rows go into a tournament's file, and which of their fields: everything by name.

A field that nobody has named here stays at home; a test asks for a word on each.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Model

from scoring.course.models import Game, Hand, Penalty
from scoring.rulings.models import AppealWindow, Ruling, TribunalCase
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.matches.models import Cascade, Match
from tournament.tables.models import Device, Table


@dataclass(frozen=True, slots=True)
class Kept:
    """A table of the file. `of`: how its rows know their tournament; `at_home`: fields that stay
    here, and why; `told`: fields that the log tells, and that are taken from there."""

    name: str
    model: type[Model]
    of: str
    fields: tuple[str, ...]
    at_home: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


TOURNAMENT = Kept(
    "tournament", Tournament, "pk",
    ("slug", "name", "place", "starts_at", "time_zone", "regulation", "settings", "tables_count",
     "courtesy_minutes", "best_of", "status", "draw_seed", "champion", "is_rehearsal",
     "format", "format_options", "drawn_pairs", "games_by_round", "delay_minutes"),
    at_home=("id", "organizers", "created_at"),
    told=("event_number", "event_hash"),
)  # fmt: skip
"""Accounts are of a machine; the head follows from the log."""

TABLES: tuple[Kept, ...] = (
    Kept("appeals", AppealWindow, "tournament", ("id", "minutes"), at_home=("tournament",)),
    Kept("table", Table, "tournament", ("id", "number"), at_home=("tournament", "join_nonce")),
    Kept(
        "device", Device, "table__tournament", ("id", "table", "label", "joined_at", "revoked_at"),
        at_home=("token_hash", "link_hash", "public_key", "last_seen_at", "unsent"),
    ),
    Kept(
        "pair", Pair, "tournament", ("id", "number", "player_1", "player_2", "club", "status"),
        at_home=("tournament", "contact"),
    ),
    Kept(
        "cascade", Cascade, "tournament",
        ("id", "match", "pair", "what", "event_number", "reason", "actor_label", "at", "before",
         "after", "play", "undone_at"),
        at_home=("tournament",),
    ),
    Kept(
        "match", Match, "tournament",
        ("id", "kind", "round", "slot", "pair_a", "pair_b", "best_of", "four_kings", "status",
         "winner", "ended_by", "games_a", "games_b", "table", "seating", "first_mano",
         "started_at", "finished_at", "version", "cascade"),
        at_home=("tournament",),
    ),
    Kept(
        "game", Game, "match__tournament",
        ("id", "match", "number", "mano", "score_a", "score_b", "winner", "ended_by", "started_at",
         "finished_at", "hand_count", "last_number"),
    ),
    Kept(
        "hand", Hand, "game__match__tournament",
        ("id", "game", "number", "version", "previous", "is_current", "reason", "actor_kind",
         "actor_id", "actor_label", "at"),
        at_home=("key", "digest"),
        told=("is_void", "record", "settlement", "ruled", "stones_a", "stones_b", "score_a",
              "score_b", "game_winner", "verified"),
    ),
    Kept(
        "penalty", Penalty, "hand__game__match__tournament",
        ("id", "hand", "pair", "clause", "lance", "seat", "counts"),
    ),
    Kept(
        "ruling", Ruling, "match__tournament",
        ("id", "match", "game", "hand", "pair", "kind", "status", "proposed", "outcome", "reason",
         "raised_by", "raised_at", "decided_by", "decided_by_id", "decided_at"),
    ),
    Kept(
        "case", TribunalCase, "ruling__match__tournament",
        ("id", "ruling", "pair", "state", "verdict", "opened_by", "opened_at", "heard_by",
         "heard_at", "heard", "decided_by", "decided_at", "reason"),
    ),
)  # fmt: skip
"""In the order in which they stand in the file."""

LEFT_OUT = {
    "tournament.Event": "the log is in the file as it is, event by event",
    "tournament.Arrival": "who had come by which minute of a morning is nobody's record",
    "tournament.OptOut": "who wants to play on is for the afternoon; both acts are in the log",
    "tournament.Screen": "what a screen of the hall shows is of the hall",
    "tournament.Pause": "pauses are of the hall; the log tells of each",
    "tournament.DrawCommitment": "its secret is told by the log when it is opened, not before",
    "tournament.Terms": "what a sign-up page offers is of the days before",
    "tournament.SignUp": "who signed up, with addresses, is the organizers' alone; pairs are rows",
    "tournament.Payment": "that a pair has paid is between it and the desk",
    "tournament.Notice": "what was sent to whom is between them and the organizers",
    "tournament.Watch": "who follows a pair is nobody else's",
    "tournament.Referee": "the names of a team are the organizers'; the log has their numbers",
    "tournament.Post": "who has which table is of the hall; every hand-over is in the log",
    "tournament.Role": "who may do what here is an account's, and accounts are of a machine",
    "scoring.Submission": "answers kept for tablets that ask twice",
}
"""Tables that stay at home, and why."""

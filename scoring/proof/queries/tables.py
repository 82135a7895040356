"""The rows and fields that go into a tournament's file, all listed by name.

A field that is not listed is not exported. A test demands that every field is listed somewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Model

from scoring.course.models import Game, Hand, Penalty
from scoring.rulings.models import AppealWindow, Ruling, TribunalCase
from tournament.arrivals.models import Arrival
from tournament.championship.models import Tournament
from tournament.commitment.models import DrawCommitment
from tournament.consolation.models import OptOut
from tournament.entries.models import Pair
from tournament.matches.models import Cascade, Match
from tournament.pauses.models import Pause
from tournament.referees.models import Post, Referee
from tournament.screens.models import Screen
from tournament.signup.models import Terms
from tournament.tables.models import Device, Table


@dataclass(frozen=True, slots=True)
class Kept:
    """A table of the file. `of`: lookup path to the tournament; `at_home`: fields that are not
    exported; `told`: fields taken from the log; `lookups`: lookup paths that give these fields as
    the log tells them; `key`: the field by which the log names the row."""

    name: str
    model: type[Model]
    of: str
    fields: tuple[str, ...]
    at_home: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    lookups: tuple[str, ...] = ()
    key: str = ""


def _from_the_log(
    name: str,
    model: type[Model],
    of: str,
    *,
    lookups: tuple[str, ...],
    key: str = "",
    at_home: tuple[str, ...] = (),
) -> Kept:
    """A table without rows in the file."""
    told = tuple(one.partition("__")[0] for one in (*lookups, *({key} - {"", "id"})))
    home = ("tournament", *at_home) if of == "tournament" else at_home
    return Kept(name, model, of, (), home, told, lookups, key)


TOURNAMENT = Kept(
    "tournament", Tournament, "pk",
    ("slug", "name", "place", "starts_at", "time_zone", "regulation", "settings", "tables_count",
     "courtesy_minutes", "best_of", "status", "draw_seed", "champion", "is_rehearsal",
     "format", "format_options", "drawn_pairs", "games_by_round"),
    at_home=("id", "organizers", "created_at"),
    told=("event_number", "event_hash"),
)  # fmt: skip
"""Organizers are left out, because accounts belong to one machine. The head is left out, because it
follows from the log."""

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
"""The tables, in their order in the file."""

FROM_THE_LOG: tuple[Kept, ...] = (
    _from_the_log("terms", Terms, "tournament", lookups=("is_open", "cap", "fee", "note")),
    _from_the_log("screen", Screen, "tournament", lookups=("panels", "seconds", "shown", "since")),
    _from_the_log(
        "pause", Pause, "tournament", key="id",
        lookups=("starts_at", "ends_at", "reason", "stops_clock", "is_off"),
    ),
    _from_the_log(
        "prepared", DrawCommitment, "tournament", key="event_number",
        lookups=("commitment", "algorithm", "numbers", "wishes", "head", "words", "state",
                 "secret"),
    ),
    _from_the_log(
        "arrival", Arrival, "pair__tournament", key="pair__number", lookups=("at",)
    ),
    _from_the_log("opt_out", OptOut, "pair__tournament", key="pair__number", lookups=("at",)),
    _from_the_log(
        "referee", Referee, "tournament", key="number", lookups=("has_left",), at_home=("name",)
    ),
    _from_the_log(
        "post", Post, "table__tournament", key="table__number",
        lookups=("referee__number", "since"),
    ),
)  # fmt: skip
"""Tables whose rows follow from the log alone. The file has only their events; rebuilding makes the
rows from these, in this order."""

LEFT_OUT = {
    "tournament.Event": "the log is in the file as it is, event by event",
    "tournament.SignUp": "who signed up, with addresses, is the organizers' alone; pairs are rows",
    "tournament.Payment": "that a pair has paid is between it and the desk",
    "tournament.Notice": "what was sent to whom is between them and the organizers",
    "tournament.Watch": "who follows a pair is nobody else's",
    "tournament.Role": "who may do what here is an account's, and accounts are of a machine",
    "scoring.Submission": "answers kept for tablets that ask twice",
    "scoring.Chances": "follow from the cards of each hand, and are counted again after it",
    "scoring.KeptFacts": "follow from the hands of each game, and are worked out again after it",
}
"""Tables that are not exported, and why."""

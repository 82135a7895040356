"""The rows that go into a tournament's file. Their columns are those of the models, without those
that are named here: they must not leave, or the log tells them.
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
from tournament.entries.models import PRIVATE, Pair
from tournament.matches.models import Cascade, Match
from tournament.pauses.models import Pause
from tournament.referees.models import Post, Referee
from tournament.screens.models import Screen
from tournament.signup.models import Terms
from tournament.tables.models import Device, Table


@dataclass(frozen=True, slots=True)
class Exported:
    """A table of the file. `of`: lookup path to the tournament; `at_home`: columns that never leave
    this installation; `private`: columns that leave it only on request, for organizers; `told`:
    columns taken from the log; `lookups`: lookup paths that give these columns as the log tells
    them; `key`: the column by which the log names the row; `has_rows`: False when all rows follow
    from the log."""

    name: str
    model: type[Model]
    of: str
    at_home: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    lookups: tuple[str, ...] = ()
    key: str = ""
    has_rows: bool = True

    @property
    def fields(self) -> tuple[str, ...]:
        """The columns of the file."""
        names = (field.name for field in self.model._meta.concrete_fields)
        left_out = {*self.at_home, *self.private, *self.told}
        return tuple(name for name in names if name not in left_out) if self.has_rows else ()


def _from_the_log(
    name: str,
    model: type[Model],
    of: str,
    *,
    lookups: tuple[str, ...],
    key: str = "",
    at_home: tuple[str, ...] = (),
) -> Exported:
    """A table without rows in the file."""
    told = tuple(one.partition("__")[0] for one in (*lookups, *({key} - {"", "id"})))
    home = ("tournament", *at_home) if of == "tournament" else at_home
    return Exported(
        name, model, of, at_home=home, told=told, lookups=lookups, key=key, has_rows=False
    )


TOURNAMENT = Exported(
    "tournament", Tournament, "pk",
    at_home=("id", "created_at"),
    told=("event_number", "event_hash"),
)  # fmt: skip
"""Its organizers are left out, too: accounts belong to one machine. The head is left out, because
it follows from the log."""

TABLES: tuple[Exported, ...] = (
    Exported("appeals", AppealWindow, "tournament", at_home=("tournament",)),
    Exported("table", Table, "tournament", at_home=("tournament", "join_nonce")),
    Exported(
        "device", Device, "table__tournament",
        at_home=("token_hash", "link_hash", "public_key", "last_seen_at", "unsent"),
    ),
    Exported("pair", Pair, "tournament", at_home=("tournament",), private=PRIVATE),
    Exported("cascade", Cascade, "tournament", at_home=("tournament",)),
    Exported("match", Match, "tournament", at_home=("tournament",)),
    Exported("game", Game, "match__tournament"),
    Exported(
        "hand", Hand, "game__match__tournament", at_home=("key", "digest"),
        told=("is_void", "record", "settlement", "ruled", "stones_a", "stones_b", "score_a",
              "score_b", "game_winner", "verified"),
    ),
    Exported("penalty", Penalty, "hand__game__match__tournament"),
    Exported("ruling", Ruling, "match__tournament"),
    Exported("case", TribunalCase, "ruling__match__tournament"),
)  # fmt: skip
"""The tables, in their order in the file."""

FROM_THE_LOG: tuple[Exported, ...] = (
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
}
"""Tables that are not exported, and why."""

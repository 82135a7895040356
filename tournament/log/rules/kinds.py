"""Every kind of event that a log may hold, each declared once.

Appending any other kind raises ValueError. A new kind is one `Kind` here; a test then asks for an
act in `tests/delivery/story.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

OWNER, DESK, REFEREE = "owner", "desk", "referee"
ROLES = (OWNER, DESK, REFEREE)
EVERYBODY = frozenset(ROLES)
OWNERS, DESKS, REFEREES = frozenset({OWNER}), frozenset({OWNER, DESK}), frozenset({OWNER, REFEREE})

MATCHES: Literal["matches"] = "matches"
INDIVIDUALS: Literal["individuals"] = "individuals"
SEVERAL = "several"

# What an event touches. An open page that shows none of it stays as it is.

Topic = Literal["tournament", "desk", "matches"]
WHOLE_DAY: tuple[Topic, ...] = ("tournament",)
"""Everything: the bracket, the standings, the desk, each match."""
ITS_MATCHES: tuple[Topic, ...] = ("desk", "matches")
"""The desk, and the matches that the event names: as by a hand, of which there are many."""

# What an event may change that others decide by.

ENTRIES = "entries"
"""The list of pairs, for which a draw may have been prepared."""
LENGTHS = "lengths"
"""The number of games of matches to come."""
RESULTS = "results"
"""A result that was given. After the end of a tournament it is a correction."""
STATEMENTS = "statements"
"""What pairs said of the matches that the event names: nothing of it counts any more."""

# Whether an event belongs to the account of how a match came to its result. One about the match
# does, unless it is APART.

APART: Literal["apart"] = "apart"
"""It tells of a match and not of its result: a hand, which stands with its game; where and when it
is played; what a table wrote to the desk alone; links."""
REACHED: Literal["reached"] = "reached"
"""It may have changed several matches, and belongs to the account of each."""

# What an event does, for the code that reads logs: kinds that do the same have the same step.

Step = Literal[
    "",
    "add_referee", "add_words", "agree", "appeal", "appeals_window", "appoint", "arrange",
    "arrive", "assign", "assign_one", "call_off", "change", "commit", "confirm", "correct",
    "count_tables", "create", "day", "decide_game", "decline", "disqualify", "draw", "end_pause",
    "enter", "erase", "finish", "hand_over", "hear", "import", "join", "let_in", "match_days",
    "move_day", "move_pause", "name_device", "opt_in", "opt_out", "order", "pair_beaten",
    "pair_by_hand", "pause", "postpone", "propose", "record", "reduce", "reinstate",
    "remove_referee", "rename", "reopen", "replace", "result_terms", "revoke", "rule", "seat",
    "start", "steer", "substitute", "swap", "terms", "unarrive", "unassign", "uncommit",
    "undecide_game", "undo", "undo_cascade", "undraw", "unpair", "unpause", "unreduce", "unrule",
    "unseat", "unstart", "withdraw", "withdraw_appeal",
]  # fmt: skip

# Why nothing was there before an event.

CREATES = "it makes something that was not there before"
REMOVES = "what it takes away stands in the event that had told of it, and is named in this one"
OBSERVES = "it tells that somebody did or saw something, and leaves everything as it was"


def gettext_noop(text: str) -> str:
    """Marks a text for the catalogues; pages translate it. Rules import no Django."""
    return text


_ = gettext_noop


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of event, and what all rooms decide by it.

    `words`: for the log; `clubs`, `players`: where these enter instead of pairs. `step`: what it
    does, by which a log is replayed and searched. `by`: the roles that may bring it about.
    `undoes`: the kind that it takes back, and is reserved like; SEVERAL: its service names them to
    `must_reach`. `topics`: what it touches. `only`: a day of matches, or of individuals, alone can
    have it. `before`: why nothing was there before it. `since`: it tells the whole state of a
    thing, of which events of these kinds told before; `same`: the field that names the thing.
    `status`: what its pair is after it, which is out.
    `affects`: what it may change. `account`: whether it belongs to the account of a match.
    `is_sum`: it only adds up the event before it. `is_whole`: it tells of the whole of an act of
    many events, and stands for it in lists. `is_final`: its act is not undone by memory.
    `needs_going`: refused once the tournament is called off or was ended early.
    `is_retired`: only logs of earlier versions hold it; it is read like any other.
    """

    name: str
    words: str
    clubs: str = ""
    players: str = ""
    step: Step = ""
    by: frozenset[str] = EVERYBODY
    undoes: str = ""
    topics: tuple[Topic, ...] = WHOLE_DAY
    only: Literal["", "matches", "individuals"] = ""
    before: str = ""
    since: tuple[str, ...] = ()
    same: str = ""
    status: str = ""
    affects: tuple[str, ...] = ()
    account: Literal["about", "apart", "reached"] = "about"
    is_sum: bool = False
    is_whole: bool = False
    is_final: bool = False
    needs_going: bool = False
    is_retired: bool = False

    def words_for(self, entrants: str) -> str:
        """Its words, not yet translated, where pairs, clubs or players enter."""
        return {"clubs": self.clubs, "players": self.players}.get(entrants) or self.words


_ALL = (
    Kind("tournament.created", _("The tournament was created"), step="create", before=CREATES),
    Kind(
        "tournament.changed", _("The tournament's details were changed"), step="change", by=OWNERS,
        since=("tournament.created", "tournament.changed"),
    ),
    Kind("tournament.postponed", _("The tournament was postponed"), step="move_day", by=OWNERS),
    Kind("tournament.ended_early", _("The tournament was ended early"), step="day", by=OWNERS),
    Kind("tie.decided", _("A tie was decided"), step="day", by=DESKS, affects=(RESULTS,)),
    Kind(
        "results.entered_afterwards", _("Results were entered afterwards"), step="day", by=DESKS,
        only=MATCHES, before=OBSERVES, is_whole=True,
    ),
    Kind("tournament.called_off", _("The tournament was called off"), step="call_off", by=OWNERS),
    Kind("tournament.hidden", _("The tournament was hidden"), step="day", by=OWNERS),
    Kind(
        "tournament.shown", _("The tournament is shown again"), step="day",
        undoes="tournament.hidden",
    ),
    Kind(
        "tournament.games_reduced", _("The number of games was reduced"), step="reduce",
        only=MATCHES, affects=(LENGTHS, STATEMENTS), account=REACHED,
    ),
    Kind(
        "tournament.reduction_taken_back", _("The reduction of games was undone"), step="unreduce",
        undoes="tournament.games_reduced", only=MATCHES, affects=(LENGTHS, STATEMENTS),
        account=REACHED,
    ),
    Kind("organizer.added", _("An organizer was added"), by=OWNERS, before=CREATES),
    Kind(
        "organizer.removed", _("An organizer was removed"), undoes="organizer.added",
        before=REMOVES,
    ),
    Kind(
        "organizer.role_set", _("An organizer was given a role"), by=OWNERS,
        since=("organizer.added", "organizer.role_set"), same="organizer",
    ),
    Kind(
        "pair.entered", _("A pair was entered"), step="enter", clubs=_("A club was entered"),
        players=_("A player was entered"), by=DESKS, before=CREATES, affects=(ENTRIES,),
        needs_going=True,
    ),
    Kind(
        "pairs.entered", _("Pairs were entered"), step="enter", clubs=_("Clubs were entered"),
        players=_("Players were entered"), by=DESKS, before=CREATES, affects=(ENTRIES,),
        needs_going=True,
    ),
    Kind(
        "pair.changed", _("A pair was changed"), step="rename", clubs=_("A club was changed"),
        players=_("A player was changed"), affects=(ENTRIES,),
    ),
    Kind(
        "pair.substituted", _("A player was substituted"), step="substitute", only=MATCHES,
        affects=(ENTRIES,),
    ),
    Kind(
        "pair.withdrawn", _("A pair withdrew"), step="withdraw", status="withdrawn",
        clubs=_("A club withdrew"), players=_("A player withdrew"),
        affects=(ENTRIES, STATEMENTS), account=REACHED,
    ),
    Kind(
        "pair.disqualified", _("A pair was disqualified"), step="disqualify", status="disqualified",
        clubs=_("A club was disqualified"), players=_("A player was disqualified"), by=REFEREES,
        affects=(ENTRIES, RESULTS, STATEMENTS), account=REACHED,
    ),
    Kind(
        "pair.reinstated", _("A pair came back"), step="reinstate", clubs=_("A club came back"),
        players=_("A player came back"), undoes=SEVERAL, affects=(ENTRIES, RESULTS, STATEMENTS),
        account=REACHED,
    ),
    Kind(
        "pair.points_given", _("A pair was given points, or had some taken off"), step="day",
        clubs=_("A club was given points, or had some taken off"), by=REFEREES,
        only=MATCHES, affects=(RESULTS,), account=APART,
    ),
    Kind(
        "pair.took_place", _("A late pair was let in"), step="let_in",
        clubs=_("A late club was let in"), players=_("A late player was let in"), by=DESKS,
        before=CREATES, affects=(STATEMENTS,), needs_going=True,
    ),
    Kind(
        "pairs.arrived", _("Pairs checked in"), step="arrive", clubs=_("Clubs have come"),
        players=_("Players have come"), topics=ITS_MATCHES, before=CREATES,
    ),
    Kind(
        "pair.arrival_taken_back", _("Check-in undone"), step="unarrive",
        clubs=_("Check-in of a club undone"),
        players=_("Check-in of a player undone"), undoes="pairs.arrived",
        topics=ITS_MATCHES, before=REMOVES,
    ),
    Kind(
        "signup.terms_set", _("Sign-up settings changed"), step="terms", by=DESKS,
        since=("signup.terms_set",),
    ),
    Kind(
        "signup.waits", _("A pair is on the waiting list"),
        clubs=_("A club is on the waiting list"), players=_("A player is on the waiting list"),
        topics=ITS_MATCHES, before=CREATES, needs_going=True,
    ),
    Kind(
        "signup.left", _("A pair left the waiting list"), clubs=_("A club left the waiting list"),
        players=_("A player left the waiting list"), topics=ITS_MATCHES, before=REMOVES,
    ),
    Kind(
        "contacts.erased", _("Contacts were erased"), step="erase", by=OWNERS, topics=ITS_MATCHES,
        before=REMOVES, is_final=True,
    ),
    Kind(
        "texts.erased", _("Names were erased on request"), step="erase", by=OWNERS, before=REMOVES,
        is_final=True,
    ),
    Kind(
        "draw.committed", _("A draw was prepared"), step="commit", by=DESKS, before=CREATES,
        needs_going=True, is_final=True,
    ),
    Kind(
        "draw.words_added", _("The room added words to the draw"), step="add_words", before=CREATES,
        is_final=True,
    ),
    Kind(
        "draw.commitment_cancelled", _("The prepared draw was cancelled"), step="uncommit",
        undoes="draw.committed", before=REMOVES, is_final=True,
    ),
    Kind(
        "draw.made", _("The draw was made"), step="draw", by=DESKS, before=CREATES,
        needs_going=True, is_final=True,
    ),
    Kind(
        "draw.undone", _("The draw was undone"), step="undraw", undoes="draw.made", before=REMOVES,
        affects=(STATEMENTS,), is_final=True,
    ),
    Kind(
        "draw.swapped", _("Two pairs changed places in the draw"), step="swap", by=DESKS,
        clubs=_("Two clubs changed places in the draw"), only=MATCHES, affects=(STATEMENTS,),
        needs_going=True, account=REACHED,
    ),
    Kind(
        "round.paired_by_hand", _("A round was changed by hand"), step="pair_by_hand", by=DESKS,
        only=MATCHES, affects=(STATEMENTS,),
    ),
    Kind(
        "round.pairing_taken_back", _("A round changed by hand was changed back"), step="unpair",
        undoes="round.paired_by_hand", only=MATCHES, affects=(STATEMENTS,), is_retired=True,
    ),
    Kind(
        "round.seated", _("The tables of a round were drawn"), step="seat", by=DESKS,
        only=INDIVIDUALS, before=CREATES, needs_going=True,
    ),
    Kind(
        "round.seating_undone", _("The tables of a round were taken back"), step="unseat",
        undoes="round.seated", only=INDIVIDUALS, before=REMOVES, is_retired=True,
    ),
    Kind(
        "round.order_entered", _("A table's order of finish was entered"), step="order",
        only=INDIVIDUALS, before=CREATES,
    ),
    Kind(
        "round.order_corrected", _("A table's order of finish was corrected"), step="order",
        only=INDIVIDUALS, affects=(RESULTS,),
    ),
    Kind(
        "round.order_taken_back", _("A table's order of finish was taken back"), step="order",
        undoes="round.order_entered", only=INDIVIDUALS, affects=(RESULTS,), is_retired=True,
    ),
    Kind(
        "prizes.set", _("Prizes and timetable were announced"), step="day", by=DESKS,
        since=("prizes.set",),
    ),
    Kind(
        "screen.steered", _("What the big screens show was changed"), step="steer",
        topics=ITS_MATCHES, since=("screen.steered",),
    ),
    Kind("pause.announced", _("A pause was announced"), step="pause", before=CREATES),
    Kind(
        "pause.changed", _("A pause was made longer or shorter"), step="move_pause",
        since=("pause.announced", "pause.changed"), same="pause",
    ),
    Kind(
        "pause.ended", _("A pause was ended"), step="end_pause",
        since=("pause.announced", "pause.changed"), same="pause",
    ),
    Kind(
        "pause.called_off", _("A pause was cancelled"), step="unpause", undoes="pause.announced",
        before=REMOVES,
    ),
    Kind(
        "tables.count_set", _("The number of tables was set"), step="count_tables", by=DESKS,
        only=MATCHES,
    ),
    Kind(
        "table.arranged", _("A table was named, kept or taken out of service"), step="arrange",
        by=DESKS, only=MATCHES,
    ),
    Kind(
        "tables.assigned", _("Matches were given tables"), step="assign", topics=ITS_MATCHES,
        only=MATCHES, before=CREATES, needs_going=True,
    ),
    Kind(
        "tables.taken_back", _("The tables given out were taken back"), step="unassign",
        undoes="tables.assigned", topics=ITS_MATCHES, only=MATCHES, before=REMOVES, is_retired=True,
    ),
    Kind(
        "tables.handed_over", _("Tables were handed to another referee"), step="hand_over",
        topics=ITS_MATCHES, only=MATCHES,
    ),
    Kind(
        "referee.added", _("Somebody joined the referees"), step="add_referee", by=REFEREES,
        topics=ITS_MATCHES, only=MATCHES, before=CREATES,
    ),
    Kind(
        "referee.removed", _("Somebody left the referees"), step="remove_referee",
        undoes="referee.added", topics=ITS_MATCHES, only=MATCHES, before=REMOVES,
    ),
    Kind(
        "table.link_renewed", _("A table's link was renewed"),
        topics=ITS_MATCHES, only=MATCHES, before=REMOVES, is_final=True,
    ),
    Kind(
        "device.joined", _("A device joined a table"), step="join", topics=ITS_MATCHES,
        only=MATCHES, before=CREATES, is_final=True,
    ),
    Kind(
        "device.named", _("A device was given a name"), step="name_device", topics=ITS_MATCHES,
        only=MATCHES,
    ),
    Kind(
        "device.revoked", _("A device was revoked"), step="revoke", undoes="device.joined",
        topics=ITS_MATCHES, only=MATCHES, before=REMOVES, is_final=True,
    ),
    Kind(
        "match.table_assigned", _("A match was given a table"), step="assign_one",
        topics=ITS_MATCHES, only=MATCHES, account=APART,
    ),
    Kind(
        "match.started", _("A match began"), step="start", only=MATCHES, needs_going=True,
        account=APART,
    ),
    Kind(
        "match.start_undone", _("The start of a match was taken back"), step="unstart",
        undoes="match.started", only=MATCHES, affects=(STATEMENTS,), account=APART,
    ),
    Kind(
        "match.imported", _("A match was imported from a file"), step="import", only=MATCHES,
        before=CREATES, affects=(STATEMENTS,),
    ),
    Kind(
        "match.games", _("Games of a match were counted"), topics=ITS_MATCHES, only=MATCHES,
        affects=(STATEMENTS,), is_sum=True, account=APART,
    ),
    Kind(
        "match.finished", _("A match ended"), step="finish", only=MATCHES, affects=(STATEMENTS,),
        needs_going=True,
    ),
    Kind(
        "match.confirmed", _("The table confirmed a match"), step="confirm", topics=ITS_MATCHES,
        only=MATCHES, before=OBSERVES,
    ),
    Kind(
        "results.terms_set", _("Who enters results was set"), step="result_terms", by=DESKS,
        only=MATCHES, since=("results.terms_set",),
    ),
    Kind(
        "result.said", _("A pair entered a result"), clubs=_("A club entered a result"),
        topics=ITS_MATCHES, only=MATCHES, before=CREATES,
    ),
    Kind(
        "result.taken_back", _("A pair took back its result"),
        clubs=_("A club took back its result"), undoes="result.said", topics=ITS_MATCHES,
        only=MATCHES, before=REMOVES,
    ),
    Kind(
        "result.link_renewed", _("A pair's link was renewed"), clubs=_("A club's link was renewed"),
        topics=ITS_MATCHES, only=MATCHES, before=REMOVES, account=APART,
    ),
    Kind(
        "result.link_revoked", _("A pair's link was revoked"), clubs=_("A club's link was revoked"),
        undoes="result.link_renewed", topics=ITS_MATCHES, only=MATCHES, before=REMOVES,
        account=APART,
    ),
    Kind(
        "matchdays.set", _("Match days were set"), step="match_days", by=DESKS, only=MATCHES,
        since=("matchdays.set",),
    ),
    Kind(
        "match.postponed", _("A match got another last day"), step="postpone", only=MATCHES,
        since=("match.postponed",), same="match", account=APART,
    ),
    Kind(
        "appointment.proposed", _("A pair proposed when and where to play"), step="propose",
        clubs=_("A club proposed when and where to play"), only=MATCHES, before=CREATES,
        account=APART,
    ),
    Kind(
        "appointment.agreed", _("Two pairs agreed when and where to play"), step="agree",
        clubs=_("Two clubs agreed when and where to play"), only=MATCHES, before=CREATES,
        account=APART,
    ),
    Kind(
        "appointment.declined", _("A proposal to meet was declined or taken back"), step="decline",
        only=MATCHES, before=REMOVES, account=APART,
    ),
    Kind(
        "appointment.changed", _("An appointment was changed or called off"), step="appoint",
        only=MATCHES, since=("appointment.agreed", "appointment.changed"), same="match",
        account=APART,
    ),
    Kind(
        "match.replaced", _("A result was replaced"), step="replace", undoes=SEVERAL, only=MATCHES,
        affects=(RESULTS, STATEMENTS),
    ),
    Kind(
        "match.reopened", _("A match was reopened"), step="reopen", undoes=SEVERAL, only=MATCHES,
        affects=(RESULTS, STATEMENTS),
    ),
    Kind(
        "cascade.undone", _("A change and its consequences were undone"), step="undo_cascade",
        undoes=SEVERAL, only=MATCHES, affects=(RESULTS, STATEMENTS), account=REACHED,
    ),
    # What it affects is what the act affected that it undoes (`does_affect`).
    Kind(
        "act.undone", _("An act was undone"), step="undo", undoes=SEVERAL, before=OBSERVES,
        affects=(ENTRIES, RESULTS), account=REACHED,
    ),
    Kind(
        "consolation.paired", _("Consolation matches were made"), step="pair_beaten", only=MATCHES,
        before=CREATES, needs_going=True,
    ),
    Kind(
        "consolation.called_off", _("A consolation match was called off"),
        undoes="consolation.paired", only=MATCHES,
    ),
    Kind(
        "consolation.ended", _("The consolation ended"), step="day", by=DESKS, only=MATCHES,
    ),
    Kind(
        "consolation.opted_out", _("A pair plays no more in the consolation"), step="opt_out",
        clubs=_("A club plays no more in the consolation"), only=MATCHES, before=CREATES,
    ),
    Kind(
        "consolation.opted_in", _("A pair plays in the consolation again"), step="opt_in",
        clubs=_("A club plays in the consolation again"), undoes="consolation.opted_out",
        only=MATCHES, before=REMOVES,
    ),
    Kind(
        "hand.recorded", _("A hand was entered"), step="record", topics=ITS_MATCHES, only=MATCHES,
        before=CREATES, account=APART,
    ),
    Kind(
        "hand.corrected", _("A hand was corrected"), step="correct", only=MATCHES,
        affects=(RESULTS, STATEMENTS),
    ),
    Kind(
        "hand.undone", _("A hand was taken back"), undoes="hand.recorded", only=MATCHES,
        affects=(RESULTS, STATEMENTS),
    ),
    Kind(
        "game.confirmed", _("The table confirmed a game"), step="confirm", topics=ITS_MATCHES,
        only=MATCHES, before=OBSERVES,
    ),
    Kind(
        "game.decided", _("A game was decided by the organizers"), step="decide_game", by=REFEREES,
        only=MATCHES, affects=(RESULTS, STATEMENTS),
    ),
    Kind(
        "game.decision_taken_back", _("The decision on a game was taken back"),
        step="undecide_game", undoes="game.decided", only=MATCHES, affects=(RESULTS,),
    ),
    Kind(
        "ruling.made", _("The organizers ruled"), step="rule", by=REFEREES, only=MATCHES,
        affects=(RESULTS, STATEMENTS),
    ),
    Kind("questions.followed", _("Decisions needed"), topics=ITS_MATCHES, only=MATCHES),
    Kind(
        "ruling.taken_back", _("A ruling was taken back"), step="unrule", undoes="ruling.made",
        only=MATCHES, affects=(RESULTS,),
    ),
    Kind(
        "publication.delay_set", _("The delay of publication was set"), only=MATCHES,
        since=("publication.delay_set",), is_retired=True,
    ),
    Kind(
        "appeals.window_set", _("The time for appeals was set"), step="appeals_window", by=REFEREES,
        only=MATCHES, since=("appeals.window_set",),
    ),
    Kind(
        "appeal.entered", _("A pair appealed"), step="appeal", clubs=_("A club appealed"),
        only=MATCHES, before=CREATES,
    ),
    Kind(
        "appeal.withdrawn", _("An appeal was taken back"), step="withdraw_appeal",
        undoes="appeal.entered", only=MATCHES,
    ),
    Kind(
        "appeal.reopened", _("An appeal was reopened"), undoes="ruling.made",
        only=MATCHES, is_retired=True,
    ),
    Kind(
        "tribunal.heard", _("The Disciplinary Tribunal heard a pair"), step="hear",
        clubs=_("The Disciplinary Tribunal heard a club"), by=REFEREES, only=MATCHES,
    ),
    Kind(
        "tribunal.decided", _("The Disciplinary Tribunal decided"), step="hear", by=REFEREES,
        only=MATCHES, affects=(RESULTS,),
    ),
    Kind(
        "tribunal.taken_back", _("A verdict of the Disciplinary Tribunal was taken back"),
        step="hear", undoes="tribunal.decided", only=MATCHES, affects=(RESULTS,),
    ),
    Kind(
        "attention.raised", _("A table’s entry was rejected"), topics=ITS_MATCHES, only=MATCHES,
        before=CREATES, account=APART,
    ),
    Kind(
        "attention.closed", _("A rejected entry was resolved"), topics=ITS_MATCHES, only=MATCHES,
        account=APART,
    ),
    Kind(
        "call.raised", _("A table called the organizer"), topics=ITS_MATCHES, only=MATCHES,
        before=CREATES, account=APART,
    ),
    Kind(
        "call.answered", _("A table that called was told that somebody is on the way"),
        topics=ITS_MATCHES, only=MATCHES, before=OBSERVES, account=APART,
    ),
    Kind("call.closed", _("A call was closed"), topics=ITS_MATCHES, only=MATCHES, account=APART),
)  # fmt: skip
BY_NAME: Mapping[str, Kind] = {kind.name: kind for kind in _ALL}
KINDS = frozenset(kind.name for kind in _ALL if not kind.is_retired)
RETIRED = frozenset(BY_NAME) - KINDS


def kind_of(name: str) -> Kind:
    """The kind of this name. One that no version knows, as in a log that somebody has changed, has
    its name for words."""
    return BY_NAME.get(name) or Kind(name, name)


def step_of(name: str) -> Step:
    """What an event of this kind does; empty where no code needs to know."""
    return kind_of(name).step


def doing(*steps: Step) -> tuple[str, ...]:
    """The names of all kinds that do one of these."""
    return tuple(kind.name for kind in _ALL if kind.step in steps)


def kind_of_leaving(status: str) -> str:
    """The name of the kind by which a pair came to this status, in which it is out."""
    return next(kind.name for kind in _ALL if kind.status == status)


def affecting(what: str) -> tuple[str, ...]:
    """The names of all kinds that may change this."""
    return tuple(kind.name for kind in _ALL if what in kind.affects)


def does_affect(name: str, data: Mapping[str, Any], what: str) -> bool:
    """Whether an event may change this: the undo of an act, if the act may have, or gave the
    result that is gone."""
    if name != "act.undone":
        return what in kind_of(name).affects
    kinds = data["kinds"]
    return any(what in kind_of(kind).affects for kind in kinds) or (
        what == RESULTS and "match.finished" in kinds
    )


OF_PAUSES: tuple[Step, ...] = ("pause", "move_pause", "end_pause", "unpause")
OF_PAIRS = doing("enter", "let_in", "rename", "substitute", "withdraw", "disqualify", "reinstate")
"""Kinds of events about a pair, which tell what it is now."""
SUMS = tuple(kind.name for kind in _ALL if kind.is_sum)
NEEDING_GOING = frozenset(kind.name for kind in _ALL if kind.needs_going)


def roles_of(name: str) -> frozenset[str]:
    """The roles that may bring an event of this kind about: those of the act that it takes back."""
    kind = kind_of(name)
    return BY_NAME[kind.undoes].by if kind.undoes in BY_NAME else kind.by

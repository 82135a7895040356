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

# Why nothing was there before an event.

MADE = "it makes something that was not there before"
GONE = "what it takes away stands in the event that had told of it, and is named in this one"
SEEN = "it tells that somebody did or saw something, and leaves everything as it was"


def gettext_noop(text: str) -> str:
    """Marks a text for the catalogues; pages translate it. Rules import no Django."""
    return text


_ = gettext_noop


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of event, and what all rooms decide by it.

    `words`: for the log; `clubs`, `players`: where these enter instead of pairs. `by`: the roles
    that may bring it about. `undoes`: the kind that it takes back, and is reserved like; SEVERAL:
    its service names them to `must_reach`. `topics`: what it touches. `only`: a day of matches, or
    of individuals, alone can have it. `before`: why nothing was there before it. `since`: it tells
    the whole state of a thing, of which events of these kinds told before; `same`: the field that
    names the thing. `affects`: what it may change. `is_sum`: it only adds up the event before it.
    `needs_going`: refused once the tournament is called off or was ended early.
    `is_retired`: only logs of earlier versions hold it; it is read like any other.
    """

    name: str
    words: str
    clubs: str = ""
    players: str = ""
    by: frozenset[str] = EVERYBODY
    undoes: str = ""
    topics: tuple[Topic, ...] = WHOLE_DAY
    only: Literal["", "matches", "individuals"] = ""
    before: str = ""
    since: tuple[str, ...] = ()
    same: str = ""
    affects: tuple[str, ...] = ()
    is_sum: bool = False
    needs_going: bool = False
    is_retired: bool = False

    def words_for(self, entrants: str) -> str:
        """Its words, not yet translated, where pairs, clubs or players enter."""
        return {"clubs": self.clubs, "players": self.players}.get(entrants) or self.words


_ALL = (
    Kind("tournament.created", _("The tournament was created"), before=MADE),
    Kind(
        "tournament.changed", _("The tournament's details were changed"), by=OWNERS,
        since=("tournament.created", "tournament.changed"),
    ),
    Kind("tournament.postponed", _("The tournament was postponed"), by=OWNERS),
    Kind("tournament.ended_early", _("The tournament was ended early"), by=OWNERS),
    Kind("tournament.called_off", _("The tournament was called off"), by=OWNERS),
    Kind("tournament.hidden", _("The tournament was hidden"), by=OWNERS),
    Kind("tournament.shown", _("The tournament is shown again"), undoes="tournament.hidden"),
    Kind(
        "tournament.games_reduced", _("The number of games was reduced"), only=MATCHES,
        affects=(LENGTHS, STATEMENTS),
    ),
    Kind(
        "tournament.reduction_taken_back", _("The reduction of games was undone"),
        undoes="tournament.games_reduced", only=MATCHES, affects=(LENGTHS, STATEMENTS),
    ),
    Kind("organizer.added", _("An organizer was added"), by=OWNERS, before=MADE),
    Kind("organizer.removed", _("An organizer was removed"), undoes="organizer.added", before=GONE),
    Kind(
        "organizer.role_set", _("An organizer was given a role"), by=OWNERS,
        since=("organizer.added", "organizer.role_set"), same="organizer",
    ),
    Kind(
        "pair.entered", _("A pair was entered"), clubs=_("A club was entered"),
        players=_("A player was entered"), by=DESKS, before=MADE, affects=(ENTRIES,),
        needs_going=True,
    ),
    Kind(
        "pairs.entered", _("Pairs were entered"), clubs=_("Clubs were entered"),
        players=_("Players were entered"), by=DESKS, before=MADE, affects=(ENTRIES,),
        needs_going=True,
    ),
    Kind(
        "pair.changed", _("A pair was changed"), clubs=_("A club was changed"),
        players=_("A player was changed"), affects=(ENTRIES,),
    ),
    Kind("pair.substituted", _("A player was substituted"), only=MATCHES, affects=(ENTRIES,)),
    Kind(
        "pair.withdrawn", _("A pair withdrew"), clubs=_("A club withdrew"),
        players=_("A player withdrew"), affects=(ENTRIES, STATEMENTS),
    ),
    Kind(
        "pair.disqualified", _("A pair was disqualified"), clubs=_("A club was disqualified"),
        players=_("A player was disqualified"), by=REFEREES, affects=(ENTRIES, RESULTS, STATEMENTS),
    ),
    Kind(
        "pair.reinstated", _("A pair came back"), clubs=_("A club came back"),
        players=_("A player came back"), undoes=SEVERAL, affects=(ENTRIES, RESULTS, STATEMENTS),
    ),
    Kind(
        "pair.took_place", _("A late pair was let in"), clubs=_("A late club was let in"),
        players=_("A late player was let in"), by=DESKS, before=MADE, affects=(STATEMENTS,),
        needs_going=True,
    ),
    Kind(
        "pairs.arrived", _("Pairs checked in"), clubs=_("Clubs have come"),
        players=_("Players have come"), topics=ITS_MATCHES, before=MADE,
    ),
    Kind(
        "pair.arrival_taken_back", _("Check-in undone"),
        clubs=_("A club was ticked as here by mistake"),
        players=_("A player was ticked as here by mistake"), undoes="pairs.arrived",
        topics=ITS_MATCHES, before=GONE,
    ),
    Kind(
        "signup.terms_set", _("Sign-up settings changed"), by=DESKS,
        since=("signup.terms_set",),
    ),
    Kind(
        "signup.waits", _("A pair is on the waiting list"),
        clubs=_("A club is on the waiting list"), players=_("A player is on the waiting list"),
        topics=ITS_MATCHES, before=MADE,
        needs_going=True,
    ),
    Kind(
        "signup.left", _("A pair left the waiting list"), clubs=_("A club left the waiting list"),
        players=_("A player left the waiting list"), topics=ITS_MATCHES, before=GONE,
    ),
    Kind("contacts.erased", _("Contacts were erased"), by=OWNERS, topics=ITS_MATCHES, before=GONE),
    Kind("texts.erased", _("Names were erased on request"), by=OWNERS, before=GONE),
    Kind("draw.committed", _("A draw was prepared"), by=DESKS, before=MADE, needs_going=True),
    Kind("draw.words_added", _("The room added words to the draw"), before=MADE),
    Kind(
        "draw.commitment_cancelled", _("The prepared draw was cancelled"), undoes="draw.committed",
        before=GONE,
    ),
    Kind("draw.made", _("The draw was made"), by=DESKS, before=MADE, needs_going=True),
    Kind(
        "draw.undone", _("The draw was undone"), undoes="draw.made", before=GONE,
        affects=(STATEMENTS,),
    ),
    Kind(
        "round.paired_by_hand", _("A round was changed by hand"), by=DESKS, only=MATCHES,
        affects=(STATEMENTS,),
    ),
    Kind(
        "round.pairing_taken_back", _("A round changed by hand was changed back"),
        undoes="round.paired_by_hand", only=MATCHES, affects=(STATEMENTS,),
    ),
    Kind(
        "round.seated", _("The tables of a round were drawn"), by=DESKS, only=INDIVIDUALS,
        before=MADE,
        needs_going=True,
    ),
    Kind(
        "round.seating_undone", _("The tables of a round were taken back"), undoes="round.seated",
        only=INDIVIDUALS, before=GONE,
    ),
    Kind(
        "round.order_entered", _("A table's order of finish was entered"), only=INDIVIDUALS,
        before=MADE,
    ),
    Kind(
        "round.order_corrected", _("A table's order of finish was corrected"), only=INDIVIDUALS,
        affects=(RESULTS,),
    ),
    Kind(
        "round.order_taken_back", _("A table's order of finish was taken back"),
        undoes="round.order_entered", only=INDIVIDUALS, affects=(RESULTS,),
    ),
    Kind(
        "prizes.set", _("Prizes and timetable were announced"), by=DESKS, since=("prizes.set",),
    ),
    Kind("screen.steered", _("What the big screens show was changed"), since=("screen.steered",)),
    Kind("pause.announced", _("A pause was announced"), before=MADE),
    Kind(
        "pause.changed", _("A pause was made longer or shorter"),
        since=("pause.announced", "pause.changed"), same="pause",
    ),
    Kind(
        "pause.ended", _("A pause was ended"), since=("pause.announced", "pause.changed"),
        same="pause",
    ),
    Kind("pause.called_off", _("A pause was cancelled"), undoes="pause.announced", before=GONE),
    Kind("tables.count_set", _("The number of tables was set"), by=DESKS, only=MATCHES),
    Kind(
        "tables.assigned", _("Matches were given tables"), topics=ITS_MATCHES, only=MATCHES,
        before=MADE,
        needs_going=True,
    ),
    Kind(
        "tables.taken_back", _("The tables given out were taken back"), undoes="tables.assigned",
        topics=ITS_MATCHES, only=MATCHES, before=GONE, is_retired=True,
    ),
    Kind(
        "tables.handed_over", _("Tables were handed to another referee"), topics=ITS_MATCHES,
        only=MATCHES,
    ),
    Kind(
        "referee.added", _("Somebody joined the referees"), by=REFEREES, topics=ITS_MATCHES,
        only=MATCHES, before=MADE,
    ),
    Kind(
        "referee.removed", _("Somebody left the referees"), undoes="referee.added",
        topics=ITS_MATCHES, only=MATCHES, before=GONE,
    ),
    Kind(
        "table.link_renewed", _("A table's link was renewed"), topics=ITS_MATCHES, only=MATCHES,
        before=GONE,
    ),
    Kind(
        "device.joined", _("A device joined a table"), topics=ITS_MATCHES, only=MATCHES,
        before=MADE,
    ),
    Kind("device.named", _("A device was given a name"), topics=ITS_MATCHES, only=MATCHES),
    Kind(
        "device.revoked", _("A device was revoked"), undoes="device.joined", topics=ITS_MATCHES,
        only=MATCHES, before=GONE,
    ),
    Kind("match.table_assigned", _("A match was given a table"), topics=ITS_MATCHES, only=MATCHES),
    Kind("match.started", _("A match began"), only=MATCHES, needs_going=True),
    Kind(
        "match.start_undone", _("The start of a match was taken back"), undoes="match.started",
        only=MATCHES, affects=(STATEMENTS,),
    ),
    Kind(
        "match.imported", _("A match was imported from a file"), only=MATCHES, before=MADE,
        affects=(STATEMENTS,),
    ),
    Kind(
        "match.games", _("Games of a match were counted"), topics=ITS_MATCHES, only=MATCHES,
        affects=(STATEMENTS,), is_sum=True,
    ),
    Kind(
        "match.finished", _("A match ended"), only=MATCHES, affects=(STATEMENTS,), needs_going=True,
    ),
    Kind(
        "match.confirmed", _("The table confirmed a match"), topics=ITS_MATCHES, only=MATCHES,
        before=SEEN,
    ),
    Kind(
        "results.terms_set", _("Who enters results was set"), by=DESKS, only=MATCHES,
        since=("results.terms_set",),
    ),
    Kind(
        "result.said", _("A pair entered a result"), clubs=_("A club entered a result"),
        topics=ITS_MATCHES, only=MATCHES, before=MADE,
    ),
    Kind(
        "result.taken_back", _("A pair took back its result"),
        clubs=_("A club took back its result"), undoes="result.said", topics=ITS_MATCHES,
        only=MATCHES, before=GONE,
    ),
    Kind(
        "result.link_renewed", _("A pair's link was renewed"), clubs=_("A club's link was renewed"),
        topics=ITS_MATCHES, only=MATCHES, before=GONE,
    ),
    Kind(
        "result.link_revoked", _("A pair's link was revoked"), clubs=_("A club's link was revoked"),
        undoes="result.link_renewed", topics=ITS_MATCHES, only=MATCHES, before=GONE,
    ),
    Kind(
        "matchdays.set", _("Match days were set"), by=DESKS, only=MATCHES, since=("matchdays.set",),
    ),
    Kind(
        "match.postponed", _("A match got another last day"), only=MATCHES,
        since=("match.postponed",), same="match",
    ),
    Kind(
        "appointment.proposed", _("A pair proposed when and where to play"),
        clubs=_("A club proposed when and where to play"), only=MATCHES, before=MADE,
    ),
    Kind(
        "appointment.agreed", _("Two pairs agreed when and where to play"),
        clubs=_("Two clubs agreed when and where to play"), only=MATCHES, before=MADE,
    ),
    Kind(
        "appointment.declined", _("A proposal to meet was declined or taken back"), only=MATCHES,
        before=GONE,
    ),
    Kind(
        "appointment.changed", _("An appointment was changed or called off"), only=MATCHES,
        since=("appointment.agreed", "appointment.changed"), same="match",
    ),
    Kind(
        "match.replaced", _("A result was replaced"), undoes=SEVERAL, only=MATCHES,
        affects=(RESULTS, STATEMENTS),
    ),
    Kind(
        "match.reopened", _("A match was reopened"), undoes=SEVERAL, only=MATCHES,
        affects=(RESULTS, STATEMENTS),
    ),
    Kind(
        "cascade.undone", _("A change and its consequences were undone"),
        undoes=SEVERAL, only=MATCHES, affects=(RESULTS, STATEMENTS),
    ),
    # What it affects is what the act affected that it undoes (`does_affect`).
    Kind(
        "act.undone", _("An act was undone"), undoes=SEVERAL, before=SEEN,
        affects=(ENTRIES, RESULTS),
    ),
    Kind(
        "consolation.paired", _("Consolation matches were made"), only=MATCHES, before=MADE,
        needs_going=True,
    ),
    Kind(
        "consolation.called_off", _("A consolation match was called off"),
        undoes="consolation.paired", only=MATCHES,
    ),
    Kind(
        "consolation.opted_out", _("A pair plays no more in the consolation"),
        clubs=_("A club plays no more in the consolation"), only=MATCHES, before=MADE,
    ),
    Kind(
        "consolation.opted_in", _("A pair plays in the consolation again"),
        clubs=_("A club plays in the consolation again"), undoes="consolation.opted_out",
        only=MATCHES, before=GONE,
    ),
    Kind("hand.recorded", _("A hand was entered"), topics=ITS_MATCHES, only=MATCHES, before=MADE),
    Kind("hand.corrected", _("A hand was corrected"), only=MATCHES, affects=(RESULTS, STATEMENTS)),
    Kind(
        "hand.undone", _("A hand was taken back"), undoes="hand.recorded", only=MATCHES,
        affects=(RESULTS, STATEMENTS),
    ),
    Kind(
        "game.confirmed", _("The table confirmed a game"), topics=ITS_MATCHES, only=MATCHES,
        before=SEEN,
    ),
    Kind(
        "game.decided", _("A game was decided by the organizers"), by=REFEREES, only=MATCHES,
        affects=(RESULTS, STATEMENTS),
    ),
    Kind(
        "game.decision_taken_back", _("The decision on a game was taken back"),
        undoes="game.decided", only=MATCHES, affects=(RESULTS,),
    ),
    Kind(
        "ruling.made", _("The organizers ruled"), by=REFEREES, only=MATCHES,
        affects=(RESULTS, STATEMENTS),
    ),
    Kind(
        "questions.followed", _("Decisions needed"), topics=ITS_MATCHES,
        only=MATCHES,
    ),
    Kind(
        "ruling.taken_back", _("A ruling was taken back"), undoes="ruling.made", only=MATCHES,
        affects=(RESULTS,),
    ),
    Kind(
        "publication.delay_set", _("The delay of publication was set"), only=MATCHES,
        since=("publication.delay_set",), is_retired=True,
    ),
    Kind(
        "appeals.window_set", _("The time for appeals was set"), by=REFEREES, only=MATCHES,
        since=("appeals.window_set",),
    ),
    Kind(
        "appeal.entered", _("A pair appealed"), clubs=_("A club appealed"), only=MATCHES,
        before=MADE,
    ),
    Kind("appeal.withdrawn", _("An appeal was taken back"), undoes="appeal.entered", only=MATCHES),
    Kind("appeal.reopened", _("An appeal was reopened"), undoes="ruling.made", only=MATCHES),
    Kind(
        "tribunal.heard", _("The Disciplinary Tribunal heard a pair"),
        clubs=_("The Disciplinary Tribunal heard a club"), by=REFEREES, only=MATCHES,
    ),
    Kind(
        "tribunal.decided", _("The Disciplinary Tribunal decided"), by=REFEREES, only=MATCHES,
        affects=(RESULTS,),
    ),
    Kind(
        "tribunal.taken_back", _("A verdict of the Disciplinary Tribunal was taken back"),
        undoes="tribunal.decided", only=MATCHES, affects=(RESULTS,),
    ),
    Kind(
        "attention.raised", _("A table’s entry was rejected"), topics=ITS_MATCHES,
        only=MATCHES, before=MADE,
    ),
    Kind(
        "attention.closed", _("A rejected entry was resolved"), topics=ITS_MATCHES,
        only=MATCHES,
    ),
    Kind(
        "call.raised", _("A table called the organizer"), topics=ITS_MATCHES, only=MATCHES,
        before=MADE,
    ),
    Kind(
        "call.answered", _("A table that called was told that somebody is on the way"),
        topics=ITS_MATCHES, only=MATCHES, before=SEEN,
    ),
    Kind("call.closed", _("A call was closed"), topics=ITS_MATCHES, only=MATCHES),
)  # fmt: skip
BY_NAME: Mapping[str, Kind] = {kind.name: kind for kind in _ALL}
KINDS = frozenset(kind.name for kind in _ALL if not kind.is_retired)
RETIRED = frozenset(BY_NAME) - KINDS


def kind_of(name: str) -> Kind:
    """The kind of this name. One that no version knows, as in a log that somebody has changed, has
    its name for words."""
    return BY_NAME.get(name) or Kind(name, name)


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


NEEDING_GOING = frozenset(kind.name for kind in _ALL if kind.needs_going)


def roles_of(name: str) -> frozenset[str]:
    """The roles that may bring an event of this kind about: those of the act that it takes back."""
    kind = kind_of(name)
    return BY_NAME[kind.undoes].by if kind.undoes in BY_NAME else kind.by

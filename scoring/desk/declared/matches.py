"""Matches get a table, begin and end, one by one or several by one press."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, ngettext_lazy

from scoring.desk.declared.act import REASON, DeskAct, Field, counted
from scoring.desk.declared.advancing import walks_on, winner_words, words_if_won
from scoring.rulings.queries.deciding import Recorded, TimeLimit, recorded, time_limit
from scoring.rulings.services import endings
from scoring.wording.reasons import TIME_IS_UP, reason_words
from tournament.championship.queries.tournaments import TournamentView
from tournament.consolation import services as consolation
from tournament.entries.services import departures
from tournament.errors import StrOrPromise, lazy_text
from tournament.matches.models import Match
from tournament.matches.queries.advancing import Advance, advances, advances_without_both
from tournament.matches.queries.matches import MatchCard
from tournament.matches.queries.undone import CascadeOnRecord, cascades_of_match
from tournament.matches.services import matches, results, together
from tournament.standings.queries import consolation_standings

LARGEST_NUMBER = 2_147_483_647
Lead = dict[str, Advance]
SIDES = ("A", "B")


def sides_of(card: MatchCard) -> list[tuple[str, str]]:
    """Choices of a form: (side, name of the pair)."""
    return [(side, pair.name) for side, pair in (("A", card.pair_a), ("B", card.pair_b)) if pair]


def _won_by(label: StrOrPromise) -> Field:
    return Field(
        "winner", "choice", label, among=SIDES, choices=lambda match, **_more: sides_of(match)
    )


def _lead(match: MatchCard, **_more: object) -> Lead:
    return advances(match_id=match.id, tournament_id=match.tournament_id)


def settled_words(so_far: Recorded) -> list[StrOrPromise]:
    """Sentences on what an ending does to open questions."""
    if not so_far.questions:
        return []
    return [
        ngettext(
            "%(n)s question about its hands is open: this settles it.",
            "%(n)s questions about its hands are open: this settles them.",
            so_far.questions,
        )
        % {"n": so_far.questions}
    ]


UNDO_START = DeskAct(
    on="match", name="undo_start", tag="matches", address="undo-start/", page="undo_start",
    do=matches.undo_start,
    title=_("Take back the start"),
    done=_("The start is taken back."),
    to="its own", answers="match",
    summary="Undo the start of a match in which no hand counts.\n\n"
    "Where the match had been reopened, later matches are set aside only if `sets_aside` names\n"
    "them, as in `walkover` and `result`.",
    body=("StartBack", "The start of a match is taken back; with a reason."),
    fields=(REASON,),
    says=lambda **_more: [
        _("The match is ready to play again. Use this when the wrong match was started.")
    ],
    versioned=True,
    reaches=True,
)  # fmt: skip


def _what_a_walkover_does(
    tournament: TournamentView, match: MatchCard, before: Lead, **_more: object
) -> list[StrOrPromise]:
    courtesy = _(
        "For when one side is late or absent. The courtesy here is %(minutes)s minutes (T7)."
    )
    return [
        str(courtesy) % {"minutes": tournament.minutes_of_grace},
        _("The clock decides nothing: you do, and your reason is on the record."),
        *words_if_won(before.values()),
        *settled_words(recorded(match_id=match.id)),
    ]


WALKOVER = DeskAct(
    on="match", name="walkover", tag="matches", address="walkover/", page="walkover",
    do=results.walkover,
    title=_("Give a walkover"),
    done=lambda ended, before, **_more: " ".join(
        [str(_("The walkover is recorded.")), winner_words(before[ended.winner])]
    ),
    to="its own", answers="match",
    summary="Award a match to one pair because the other is late or absent (T7).",
    body=("WalkoverRequest", ""),
    fields=(_won_by(_("Wins because the other side is missing")), REASON),
    before=_lead,
    says=_what_a_walkover_does,
    versioned=True,
    reaches=True,
)  # fmt: skip


def _decided(ended: Match, before: Lead, **_more: object) -> str:
    return " ".join([str(_("The match is decided.")), winner_words(before[ended.winner])])


DECIDE = DeskAct(
    on="match", name="decide", tag="matches", address="decide/", page="decide_match",
    do=endings.decide,
    title=_("Decide the match"),
    done=_decided,
    to="its own", answers="match",
    summary="Decide who wins a match, whatever its hands (T6, D7).\n\n"
    "Hands and games stay as they were entered.",
    body=("MatchDecision", "The organizers say who wins a match; with a reason."),
    fields=(_won_by(_("Wins")), REASON),
    before=_lead,
    says=lambda match, before, **_more: [
        _("The organizers decide: the match goes to the one you name (T6, D7)."),
        _("Hands and games stay as they were entered."),
        *words_if_won(before.values()),
        *settled_words(recorded(match_id=match.id)),
    ],
    versioned=True,
    reaches=True,
)  # fmt: skip


Limit = tuple[TimeLimit | None, Lead]


def _time_up(match: MatchCard, **_more: object) -> Limit:
    return time_limit(match_id=match.id), _lead(match)


def _is_up(before: Limit, **_more: object) -> bool:
    limit, _won = before
    return limit is not None and limit.waits_for is None


def _of_the_time(match: MatchCard, before: Limit, **_more: object) -> list[StrOrPromise]:
    """When the time of a match is up, and who wins then."""
    limit, lead = before
    if limit is None:  # the preview says that there is none
        return []
    ends_at = date_format(timezone.localtime(limit.ends_at), "H:i")
    is_up = _("The %(minutes)s minutes of this match are up at %(ends_at)s (T5).")
    says: list[StrOrPromise] = [str(is_up) % {"minutes": limit.minutes, "ends_at": ends_at}]
    if limit.winner is None:
        return says
    pair = dict(sides_of(match))[str(limit.winner)]
    return [
        *says,
        str(_("%(pair)s leads and wins.")) % {"pair": pair},
        *words_if_won([lead[str(limit.winner)]]),
        _("Hands and games stay as they were entered."),
    ]


END_BY_TIME = DeskAct(
    on="match", name="end_by_time", tag="matches", address="time-is-up/", page="end_by_time",
    page_address="end-by-time/",
    do=endings.end_by_time,
    title=_("End by time"),
    done=lambda ended, before, **_more: _decided(ended, before[1]),
    to="its own", answers="match",
    summary="End a match whose time is up, for the pair that leads as the regulation says (T5).",
    body=("TimeIsUp", ""),
    fields=(
        Field(
            "reason", "reason", omissible=True,
            initial=lambda **_more: str(reason_words(TIME_IS_UP)),
        ),
    ),
    before=_time_up,
    ready=_is_up,
    says=_of_the_time,
    versioned=True,
    reaches=True,
)  # fmt: skip


def _larger_change(match: MatchCard, **_more: object) -> CascadeOnRecord | None:
    changes = cascades_of_match(match_id=match.id)
    return next((one for one in changes if one.can_be_undone and one.match_id == match.id), None)


REOPEN = DeskAct(
    on="match", name="reopen", tag="matches", address="reopen/", page="reopen_match",
    do=results.reopen,
    title=_("Reopen the match"),
    done=_("The match is open again."),
    to="its own", answers="match",
    summary="Revert a result. Later matches are set aside only if `sets_aside` names them.",
    body=("Reopening", "A result is taken back; with a reason."),
    fields=(REASON,),
    says=lambda **_more: [
        _("The result is taken back and the winner leaves the next match."),
        _("It goes on where it stood."),
    ],
    larger=_larger_change,
    versioned=True,
    reaches=True,
)  # fmt: skip


def _what_absence_does(match: MatchCard, before: list[str], **_more: object) -> list[StrOrPromise]:
    names = {
        "a": match.pair_a.name if match.pair_a else "",
        "b": match.pair_b.name if match.pair_b else "",
    }
    return [
        str(_("%(a)s and %(b)s are withdrawn, and nobody wins the match (T7).")) % names,
        *before,
        _("Either pair can be brought back on its page."),
    ]


BOTH_ABSENT = DeskAct(
    on="match", name="both_absent", tag="matches", address="absent/", page="both_absent",
    do=departures.both_absent,
    title=_("Both pairs are absent"),
    button={"pairs": _("Withdraw both pairs")},
    done=lambda _pairs, before, **_more: " ".join([str(_("Both pairs are withdrawn.")), *before]),
    to="desk", back="its own", answers="match",
    summary="Withdraw both pairs of a match to which neither came (T7): nobody goes on from it.",
    body=("BothAbsent", "Neither pair of a match came; with a reason."),
    fields=(REASON,),
    before=lambda match, **_more: walks_on(
        advances_without_both(match_id=match.id, tournament_id=match.tournament_id)
    ),
    says=_what_absence_does,
    versioned=True,
    reaches=True,
)  # fmt: skip

CALL_OFF = DeskAct(
    on="consolation", name="cancel", tag="consolation", address="cancel/", page="call_off",
    page_address="call-off/",
    do=consolation.cancel,
    title=_("Call off this match"),
    button={"pairs": _("Call it off")},
    done=_("The match is called off."),
    to="consolation", back="its own", tab="consolation", answers="match",
    summary="Cancel a consolation match that has not ended; nobody wins it.",
    body=("CalledOff", "A consolation match is called off; with a reason."),
    fields=(REASON,),
    says=lambda **_more: [_("Nobody wins it. The two pairs may be paired again.")],
    versioned=True,
)  # fmt: skip


def _of_pair(do: Callable[..., Any]) -> Callable[..., Any]:
    """A service on the pair of a number, by the name that both surfaces have for it."""
    return lambda *, pair, **act: do(number=pair, **act)


A_PAIR = Field(
    "pair", "number", _("Pair"), program="The pair's number.", least=1, most=LARGEST_NUMBER
)


def _who_would_win(tournament: TournamentView, **_more: object) -> list[StrOrPromise]:
    """What the end decides."""
    first = [one for one in consolation_standings(tournament_id=tournament.id) if one.place == 1]
    if not first:
        return [_("Nobody has played in it: there will be no consolation.")]
    names = ", ".join(line.pair.name for line in first)
    if len(first) == 1:
        return [lazy_text(_("It is won by %(names)s."), names=names)]
    return [
        lazy_text(_("The first place is shared: %(names)s."), names=names),
        _("To part them, make one more match between them first."),
    ]


END_CONSOLATION = DeskAct(
    on="tournament", name="end", tag="consolation", address="consolation/end/",
    page="end_consolation",
    do=consolation.end,
    title=_("End the consolation"),
    done=_("The consolation has ended."),
    to="consolation", tab="consolation", answers="tournament",
    summary="End the consolation (T3): no more matches are made there, and its first place wins "
    "it.\n\nRefused while one of its matches is open. Undo the act to let it go on.",
    says=lambda tournament, **_more: [
        *_who_would_win(tournament),
        _("No more matches are made there. “Undo” lets it go on."),
    ],
    offered=lambda tournament: tournament.is_drawn
    and not tournament.is_individual
    and not tournament.consolation_ended,
    danger=False,
)  # fmt: skip

OPT_OUT = DeskAct(
    on="tournament", name="opt_out", tag="consolation", address="consolation/opt-out/",
    page="opt_out",
    do=_of_pair(consolation.opt_out),
    done=_("This pair will not be proposed for now."),
    to="consolation", answers="proposal",
    summary="Opt a pair out of the consolation: it is no longer proposed.",
    body=("OptingOut", ""),
    fields=(A_PAIR,),
    stands_on="consolation",
)  # fmt: skip

OPT_IN = DeskAct(
    on="tournament", name="opt_in", tag="consolation", address="consolation/opt-in/",
    page="opt_in",
    do=_of_pair(consolation.opt_in),
    done=_("This pair is proposed again."),
    to="consolation", answers="proposal",
    summary="Let a pair that opted out play in the consolation again.",
    body=("OptingIn", ""),
    fields=(A_PAIR,),
    stands_on="consolation",
)  # fmt: skip

ASSIGN_FREE = DeskAct(
    on="tournament", name="assign_free", tag="tables", address="tables/assign-free/",
    page="assign_free",
    do=matches.assign_free_tables,
    button={"pairs": _("Give out the free tables")},
    done=counted(
        ngettext_lazy("%(n)s match has a table now.", "%(n)s matches have a table now.", "n")
    ),
    to="desk",
    summary="Assign the free tables to the matches that could start, in the order of the bracket.",
    asks=False,
    answers="matches",
)  # fmt: skip

START_CALLED = DeskAct(
    on="tournament", name="start", tag="together", address="matches/start-called/",
    page="start_called",
    do=together.start_called,
    button={"pairs": _("Start all that are called")},
    done=counted(ngettext_lazy("%(n)s match has begun.", "%(n)s matches have begun.", "n")),
    to="desk",
    summary="Start every match that was called to a free table.",
    asks=False,
    answers="matches",
)  # fmt: skip

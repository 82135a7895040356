"""A pair leaves, or comes back."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from scoring.desk.declared.act import REASON, DeskAct, Field
from scoring.desk.declared.advancing import winner_words
from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.queries import PairAtDesk, in_again
from tournament.entries.services import departures
from tournament.errors import StrOrPromise, lazy_text
from tournament.formats.registry import made_for
from tournament.matches.queries.advancing import advances_without
from tournament.standings import services as endings
from tournament.standings.queries import table_if_left


def _what_leaving_does(tournament: TournamentView, **_more: object) -> list[StrOrPromise]:
    if tournament.status == "entry":
        return [_("The draw leaves it out. Its number stays empty.")]
    if tournament.is_individual:
        return [_("The points stay; at a table that has not ended, the player has no place.")]
    return [
        _("The match it is playing, or would play next, goes to the opponents."),
        _("Matches it has finished stay as they are."),
    ]


def _who_goes_on(tournament: TournamentView, pair: PairAtDesk, **_more: object) -> list[str]:
    if not _is_in(pair) or _leaves_a_league(tournament):
        return []
    return [winner_words(one) for one in advances_without(pair_id=pair.id)]


RESULTS: Mapping[str, StrOrPromise] = {
    "annulled": _("Annulled: none of its matches counts"),
    "kept": _("They stand, and the rest counts for nobody"),
    "lost": _("They stand, and the rest is lost without a game"),
}
"""What may become of the results of a pair that leaves a league (T10)."""
BY_RULE = _("As the rules of the league say")
MOST_PLACES = 5
CHOSEN_HERE = _("What becomes of its results, and the table that follows, is chosen here.")


def _leaves_a_league(tournament: TournamentView, **_more: object) -> bool:
    return tournament.is_drawn and "leaving" in made_for(tournament.format, {}).options


def _results(
    tournament: TournamentView, pair: PairAtDesk, **_more: object
) -> list[tuple[str, StrOrPromise]]:
    """Each way with the first places of the table as it would be."""
    words: dict[str, StrOrPromise] = {"": BY_RULE, **RESULTS}
    tables = table_if_left(tournament_id=tournament.id, pair_id=pair.id, ways=tuple(words))
    return [
        (way, lazy_text(
            _("%(way)s. Then: %(places)s"),
            way=words[way],
            places=" · ".join(
                f"{line.place}. {line.pair.name} ({line.points})" for line in lines[:MOST_PLACES]
            ),
        ))
        for way, lines in tables.items()
    ]  # fmt: skip


def _what_coming_back_does(
    tournament: TournamentView, pair: PairAtDesk, **_more: object
) -> list[StrOrPromise]:
    says: list[StrOrPromise] = [
        _("Matches it lost only by being away are open again."),
        _("What its withdrawal had settled about hands and false claims is open again."),
    ]
    if tournament.is_individual:
        says = [_("The player is seated again from the next round on.")]
    twice = in_again(pair_id=pair.id, tournament_id=tournament.id)
    return [*says, *(problem.message for problem in twice)]


def _is_in(pair: PairAtDesk, **_more: object) -> bool:
    return pair.status == "entered"


WITHDRAW = DeskAct(
    on="pair", name="withdraw", tag="pairs", address="withdraw/", page="withdraw_pair",
    do=departures.withdraw,
    title=_("Withdraw %(pair)s"),
    button={
        "pairs": _("Withdraw the pair"),
        "clubs": _("Withdraw the club"),
        "players": _("Withdraw the player"),
    },
    done=lambda _pair, before, **_more: " ".join([str(_("The withdrawal is recorded.")), *before]),
    before=_who_goes_on,
    to="entries", back="its own", tab="entries", answers="pair",
    summary="Withdraw a pair: its unfinished matches go to the other pair.\n\n"
    "Where rounds are drawn one by one and the pair leaves a match that was reopened, later\n"
    "matches are set aside only if `sets_aside` names them.",
    body=("Departure", "A pair leaves; with a reason."),
    fields=(
        Field(
            "results", "choice", _("Its results in the league"),
            program="In a league, what becomes of its results (T10); left out: as `leaving` of the "
            "format's options says.",
            asked=_leaves_a_league, among=("", *RESULTS), choices=_results, required=False,
            initial=lambda **_more: "",
        ),
        REASON,
    ),
    says=lambda before, **subject: [
        *([CHOSEN_HERE] if _leaves_a_league(**subject) else _what_leaving_does(**subject)),
        *before,
    ],
    offered=_is_in,
    versioned=True,
    reaches=True,
)  # fmt: skip

DISQUALIFY = DeskAct(
    on="pair", name="disqualify", tag="pairs", address="disqualify/", page="disqualify_pair",
    do=departures.disqualify,
    title=_("Disqualify %(pair)s"),
    button={
        "pairs": _("Disqualify the pair"),
        "clubs": _("Disqualify the club"),
        "players": _("Disqualify the player"),
    },
    done=lambda _pair, before, **_more: " ".join(
        [str(_("The disqualification is recorded.")), *before]
    ),
    before=_who_goes_on,
    to="entries", back="its own", tab="entries", answers="pair",
    summary="Disqualify a pair (T6, G1). Later matches are set aside as in `withdraw`.",
    body=("Disqualification", "A pair is disqualified; with a reason."),
    fields=(
        REASON,
        Field(
            "place_stays_empty", "flag", _("Its place stays empty"),
            _(
                "Otherwise everybody behind moves up one place, even to the title. It matters only "
                "once its last match has been played."
            ),
            "Those behind a pair that has played its last match do not move up: its place, "
            "or its title, is nobody's (T8).",
        ),
    ),
    says=lambda before, **subject: [
        _("The Disciplinary Tribunal may do this on a third false claim (G1, T6)."),
        *_what_leaving_does(**subject),
        *before,
    ],
    offered=lambda tournament, pair: _is_in(pair) and tournament.status != "entry",
    versioned=True,
    reaches=True,
)  # fmt: skip

REINSTATE = DeskAct(
    on="pair", name="reinstate", tag="pairs", address="reinstate/",
    page="return_pair", page_address="return/",
    do=departures.reinstate,
    title=_("Bring back %(pair)s"),
    button={
        "pairs": _("Bring the pair back"),
        "clubs": _("Bring the club back"),
        "players": _("Bring the player back"),
    },
    done=_("%(pair)s: in again."),
    to="entries", back="its own", tab="entries", answers="pair",
    summary="Reinstate a pair: matches it lost only by its absence are open again.",
    body=("Reinstatement", "A pair comes back; with a reason."),
    fields=(
        REASON,
        Field(
            "allow_duplicate", "flag", _("They are different people with the same names"),
            program="Yes: pairs and players whose names are entered already are other people with "
            "the same names.",
            asked=lambda tournament, pair, **_more: bool(
                in_again(pair_id=pair.id, tournament_id=tournament.id)
            ),
            required=False,
            overrides=True,
        ),
    ),
    says=_what_coming_back_does,
    offered=lambda pair, **_more: pair.status != "entered",
    versioned=True,
    reaches=True,
    danger=False,
)  # fmt: skip

GIVE_POINTS = DeskAct(
    on="pair", name="give_points", tag="pairs", address="points/", page="give_points",
    do=endings.give_points,
    title=_("Points for %(pair)s"),
    button={"pairs": _("Give points, or take some off")},
    done=_("The points are recorded."),
    to="entries", back="its own", tab="entries", answers="pair",
    summary="Give points to a pair in its table, or take some off, besides those of its matches.",
    body=("GivenPoints", "Points that officials give to a pair; with a reason."),
    fields=(
        Field(
            "points", "number", _("Points"), _("With a minus to take some off, such as −2."),
            program="Below 0: taken off. They add to those given before.",
            least=-endings.MOST_POINTS, most=endings.MOST_POINTS,
        ),
        REASON,
    ),
    says=lambda **_more: [
        _("They count in its table at once, and stand beside its points."),
        _("“Undo” takes them back."),
    ],
    offered=lambda tournament, **_more: tournament.has_table and tournament.is_drawn,
    danger=False,
)  # fmt: skip

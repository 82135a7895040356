"""A pair says its result, the other one answers; only both pairs, or an official, close a match.

With `closes_alone` the organizer has said beforehand that silence counts as a yes.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from jobs.services import ask
from mus.sides import Side
from scoring.course.queries.statements import (
    SAID,
    TAKEN_BACK,
    MatchStatements,
    Statement,
    statements_in,
    statements_of,
    was_said,
)
from scoring.outbox.queries.at_table import About
from scoring.outbox.services import calls
from scoring.rulings.queries.deciding import recorded_of
from scoring.statements.models import PairLink, ResultTerms
from scoring.statements.queries import (
    A_DAY,
    Terms,
    match_at_table,
    opens_at,
    pair_of_link,
    side_of,
    spoken_by_many,
    terms_of,
)
from tournament import limits, notify
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import Conflict, NotFound, Refusal
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.events import stamp
from tournament.log.rules.roles import BOTH_PAIRS, ONE_PAIR, Actor
from tournament.log.services import lock, lock_pair
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.services import results
from tournament.signup.models import SignUp
from tournament.signup.services.sign_ups import THE_PAIR
from tournament.tables.models import Device
from tournament.tables.services import devices

BY_ONE_PAIR = limits.Limit("result", most=40, seconds=600)
"""Each statement of a pair is an event in the log. Spent by the pages and the API, for a link."""
LEAST_MINUTES, MOST_MINUTES = 1, 14 * A_DAY
LONGEST_NAME = 120
"""Letters of a pair's name in the call to the desk, which has room for two."""


# Who enters results: the organizer's setting.


@transaction.atomic
def set_terms(
    *,
    tournament_id: int,
    entered_by: str,
    actor: Actor,
    minutes: int = 10,
    closes_alone: bool = False,
) -> Terms:
    """Sets who enters results, and returns it; the same again changes nothing. Where only referees
    enter them, the phones of pairs are revoked. `minutes`: how long a pair has to answer;
    `closes_alone`: after them a result counts without an answer.

    Raises NotFound, NotAllowed, Refusal (bad_choice, out_of_range).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    if entered_by not in ResultTerms.By.values:
        raise Refusal.one(
            "entered_by",
            "bad_choice",
            _("Say who enters results by one of these words: %(words)s."),
            words=", ".join(ResultTerms.By.values),
        )
    rights.whole_number(minutes, field="minutes", least=LEAST_MINUTES, most=MOST_MINUTES)
    wanted = Terms(entered_by, minutes, bool(closes_alone))
    if wanted == terms_of(tournament_id=tournament.pk):
        return wanted
    fields = {
        "entered_by": entered_by, "minutes": minutes, "closes_alone": wanted.closes_alone,
    }  # fmt: skip
    ResultTerms.objects.update_or_create(tournament=tournament, defaults=fields)
    events.append(tournament=tournament, kind="results.terms_set", actor=actor, data=fields)
    if not wanted.by_pairs:
        devices.revoke_phones(tournament=tournament, actor=actor)
    return wanted


# The links of the pairs.


@transaction.atomic
def renew_link(*, pair_id: int, actor: Actor) -> Pair:
    """Gives a pair a new link; every earlier one stops working, that of its sign-up too, and so do
    the phones that joined by it. Raises NotFound, NotAllowed."""
    return _change_link(pair_id, actor, "result.link_renewed", is_revoked=False)


@transaction.atomic
def revoke_link(*, pair_id: int, actor: Actor) -> Pair:
    """Takes a pair's link away until it gets a new one, and revokes the phones that joined by it.
    Revoking it again changes nothing. Raises NotFound, NotAllowed."""
    return _change_link(pair_id, actor, "result.link_revoked", is_revoked=True)


def _change_link(pair_id: int, actor: Actor, kind: str, *, is_revoked: bool) -> Pair:
    tournament, pair = lock_pair(pair_id=pair_id, official=actor)
    link, _made = PairLink.objects.get_or_create(pair=pair)
    if link.is_revoked and is_revoked:
        return pair
    link.version, link.is_revoked = link.version + 1, is_revoked
    link.save()
    # The page of a sign-up leads to the pair's link: whoever stole it must not get the new one.
    SignUp.objects.filter(pair=pair).update(link_version=F("link_version") + 1)
    events.append(
        tournament=tournament, kind=kind, actor=actor, data={"pair": events.pair_ref(pair)}
    )
    devices.revoke_phones(tournament=tournament, pair=pair, actor=actor)
    return pair


# A pair's phone becomes the tablet of its match's table, to enter it hand by hand.


@transaction.atomic
def join(
    *, link: str, label: str = "", known_as: str = "", public_key: str = ""
) -> tuple[Device, str]:
    """Binds a pair's phone to the table of the match that the pair plays, or is to play next there;
    returns it with its own secret token. It sees and does nothing of other matches there; for the
    pair's next match it joins again. The rest is as in `devices.join`.

    Raises NotFound (no_such_link), Refusal (by_referees, no_table, result_said, and what
    `devices.join` raises), NotAllowed (device_revoked).
    """
    _tournament, pair, terms = lock_link(link=link, field="token")
    if not terms.by_pairs:
        raise _by_referees("token")
    match = match_at_table(pair)
    if match is None or match.table is None:
        raise Refusal.one(
            "token",
            "no_table",
            _("Your pair has no match at a table now. Come back when your match is called."),
        )
    if statements_of(match) is not None and not recorded_of(match):
        raise Refusal.one(
            "token",
            "result_said",
            _("A result of this match has been entered. Answer it or take it back on your page."),
        )
    return devices.join_as_phone(
        table=match.table,
        pair=pair,
        link=link,
        label=label,
        known_as=known_as,
        public_key=public_key,
    )


# A pair says its result.


@transaction.atomic
def say(*, link: str, match_id: int, games: Sequence[int], answers: int | None = None) -> Match:
    """The pair of a link says the result of its match, games of A and of B; returns the match,
    finished when both pairs said the same. When they contradict each other the desk is called.
    Until the other pair answers, another result takes the place of the first one; the same one
    again changes nothing.

    `answers`: the number of the other pair's statement that this one answers. Without it, or when
    the other pair has said something else meanwhile, a contradiction is not taken: the pair looks
    at it first.

    Raises NotFound (no_such_link, no_such_match), Conflict (said_meanwhile), Refusal (by_referees,
    pairs_unknown, match_finished, hands_recorded, too_early, at_the_desk, bad_games, not_a_result).
    """
    tournament, pair, match = _own_match(link, match_id)
    side = side_of(match, pair)
    result = rights.two_games(games)
    if match.status == Match.Status.FINISHED and was_said(match=match, side=side, games=result):
        return match  # sent twice: the first time it closed the match
    statements = statements_of(match) or MatchStatements(match.pk, ())
    ours, theirs = statements.by(side), statements.by(Side(side).other.value)
    if ours is not None and ours.games == result:
        return match
    _must_take_results(match, is_answer=theirs is not None)
    if not statements.statements:
        _must_have_begun(match)
    guards.outcome_of(match, result)
    _must_be_unanswered(statements)
    if theirs is not None and theirs.games != result and theirs.number != answers:
        raise _said_meanwhile(theirs)
    events.append(
        tournament=tournament,
        kind=SAID,
        actor=THE_PAIR,
        data={
            "match": events.match_ref(match), "pair": events.pair_ref(pair), "side": side,
            "said": list(result),
        },
        )  # fmt: skip
    if theirs is not None and theirs.games == result:
        return _close(match, result)
    if theirs is not None:
        _call(match, About.CLAIM, {theirs.side: theirs.games, side: result})
    elif terms_of(tournament_id=tournament.pk).in_days:
        # Nobody sits at the same table: the other pair gets a mail (`scoring.matchdays`).
        other = Side(side).other.value
        ask(
            "matchdays.mail",
            {"match_id": match.pk, "side": other, "word": "said"},
            key=f"{match.pk}.{other}.said.{result[0]}-{result[1]}",
            tournament_id=tournament.pk,
        )
    return match


@transaction.atomic
def take_back(*, link: str, match_id: int) -> Match:
    """The pair of a link takes back what it said of its match; returns the match.

    Raises NotFound (no_such_link, no_such_match), Refusal (by_referees, nothing_said, at_the_desk,
    match_finished, hands_recorded).
    """
    tournament, pair, match = _own_match(link, match_id)
    _must_be_open(match)
    spoken, side = statements_of(match), side_of(match, pair)
    if spoken is None or spoken.by(side) is None:
        raise Refusal.one(
            "match", "nothing_said", _("You have entered no result. There is nothing to take back.")
        )
    _must_be_unanswered(spoken)
    _must_take_results(match)
    events.append(
        tournament=tournament,
        kind=TAKEN_BACK,
        actor=THE_PAIR,
        data={"match": events.match_ref(match), "pair": events.pair_ref(pair), "side": side},
    )
    return match


def close_due(*, now: datetime | None = None) -> int:
    """Closes the matches of which one pair spoke and the other was silent for the time set, where
    the organizer chose so; returns how many. What cannot be closed stays at the desk, and so does
    what a pair said that entered many results, or one of a match that is not due yet."""
    moment = now or timezone.now()
    chosen = ResultTerms.objects.filter(
        closes_alone=True, tournament__status=Tournament.Status.RUNNING
    ).exclude(entered_by=ResultTerms.By.REFEREES)
    closed = 0
    for terms in chosen.order_by("pk"):
        before = moment - timedelta(minutes=terms.minutes)
        by_match = statements_in(tournament_id=terms.tournament_id)
        due = [
            match_id
            for match_id, spoken in by_match.items()
            if not spoken.is_answered and spoken.first.at <= before
        ]
        if not due:
            continue
        opens = opens_at(Match.objects.filter(pk__in=due).select_related("tournament"))
        early = {match_id for match_id, at in opens.items() if at > moment}
        for match_id in [pk for pk in due if pk not in early | spoken_by_many(by_match)]:
            closed += _close_alone(terms.tournament_id, match_id, by_match[match_id])
    return closed


@transaction.atomic
def _close_alone(tournament_id: int, match_id: int, seen: MatchStatements) -> bool:
    """Closes a match by the only statement about it, if that has not changed meanwhile."""
    lock(tournament_id=tournament_id)
    if statements_in(tournament_id=tournament_id).get(match_id) != seen:
        return False
    try:
        with transaction.atomic(), notify.savepoint():
            results.record_result(match_id=match_id, games=seen.first.games, actor=ONE_PAIR)
    except Refusal:
        return False
    return True


def _close(match: Match, games: tuple[int, int]) -> Match:
    """Enters the result that both pairs said, as the desk would. Where that needs a decision, as
    after a reopening with later matches played, the desk is called instead."""
    try:
        with transaction.atomic(), notify.savepoint():
            return results.record_result(match_id=match.pk, games=games, actor=BOTH_PAIRS)
    except Refusal:
        _call(match, About.HELP, {"A": games, "B": games})
        return match


def _call(match: Match, about: str, said_by: dict[str, tuple[int, int]]) -> None:
    """Calls the desk with what each pair said: its own games, then those of the other."""
    versions = []
    for pair, side in ((match.pair_a, "A"), (match.pair_b, "B")):
        assert pair is not None
        own, other = said_by[side] if side == "A" else reversed(said_by[side])
        versions.append(f"{pair.number}. {pair.name[:LONGEST_NAME]}: {own}–{other}")
    calls.raise_call(match_id=match.pk, actor=THE_PAIR, about=about, message=" · ".join(versions))


def lock_link(*, link: str, field: str = "link") -> tuple[Tournament, Pair, Terms]:
    """The locked tournament, a link's pair, and who enters results. Raises NotFound."""
    tournament = lock(tournament_id=pair_of_link(link=link, field=field)[0].tournament_id)
    # Again: it may have been revoked while this waited.
    return tournament, *pair_of_link(link=link, field=field)


def match_of_pair(tournament: Tournament, pair: Pair, match_id: int) -> Match:
    """A match of the pair. Raises NotFound (no_such_match)."""
    rows = Match.objects.select_related("pair_a", "pair_b", "table")
    match = rows.filter(tournament=tournament, pk=match_id).first()
    if match is None or pair.pk not in match.pairs:
        raise NotFound.one("match", "no_such_match", _("This is no match of yours."))
    match.tournament = tournament
    return match


def _own_match(link: str, match_id: int) -> tuple[Tournament, Pair, Match]:
    """The locked tournament, the pair and its match, read under the lock. Raises NotFound, and
    Refusal (by_referees) where only referees enter results."""
    tournament, pair, terms = lock_link(link=link)
    match = match_of_pair(tournament, pair, match_id)
    if not terms.by_pairs:
        raise _by_referees("match")
    return tournament, pair, match


def _by_referees(field: str) -> Refusal:
    return Refusal.one(
        field,
        "by_referees",
        _("In this tournament the referees enter the results. Tell yours, or the desk."),
    )


def _must_be_open(match: Match) -> None:
    guards.must_hold_its_slot(match)
    if match.status == Match.Status.FINISHED:
        raise Refusal.one(
            "match",
            "match_finished",
            _("This match has ended %(a)s – %(b)s. If that is wrong, tell the desk."),
            a=match.games_a,
            b=match.games_b,
        )
    if match.status == Match.Status.WAITING:
        raise Refusal.one(
            "match", "pairs_unknown", _("It is not known yet against whom you play this match.")
        )


def _must_be_unanswered(statements: MatchStatements) -> None:
    if statements.is_answered:
        raise Refusal.one(
            "match",
            "at_the_desk",
            _("Both pairs have answered and the organizers have been called: they decide."),
        )


def _must_take_results(match: Match, *, is_answer: bool = False) -> None:
    """Raises Refusal unless both pairs can say how this match ended. `is_answer`: to what the other
    pair said, or entered hand by hand."""
    _must_be_open(match)
    guards.must_have_its_pairs(match)
    if is_answer:
        return
    if recorded_of(match) or any(match.games):
        raise Refusal.one(
            "match",
            "hands_recorded",
            _(
                "The hands of this match are written down, and its result comes from them. If it "
                "is not right, tell the referee or the desk."
            ),
        )


def _must_have_begun(match: Match) -> None:
    """Raises Refusal for a match of a league whose day has not come."""
    opens = opens_at([match]).get(match.pk)
    if opens is not None and opens > timezone.now():
        day = date_format(timezone.localtime(opens, match.tournament.zone), "DATE_FORMAT")
        raise Refusal.one(
            "match",
            "too_early",
            _(
                "The result of this match can be entered from %(day)s on. To play it earlier, "
                "agree on the date first. If you have played it already, tell the organizers."
            ),
            day=day,
        )


def _said_meanwhile(theirs: Statement) -> Conflict:
    a, b = theirs.games
    return Conflict.over(
        "match",
        "said_meanwhile",
        _("The other pair has entered %(a)s – %(b)s meanwhile. Look at it, then answer."),
        a=a,
        b=b,
        current={"statement": theirs.number, "games": [a, b], "at": stamp(theirs.at)},
    )

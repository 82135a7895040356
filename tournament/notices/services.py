"""Notifies pairs that they are called, and entrants of another day or place. A notice is sent once,
and its outcome is stored."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from jobs.registry import More
from tournament.addresses import public_url
from tournament.championship.models import Tournament
from tournament.championship.services.telling import day_state
from tournament.entries.models import Pair
from tournament.errors import Refusal, no_such_pair
from tournament.failing import is_told_to_stop, kind_of
from tournament.log.models import Event
from tournament.log.rules.kinds import step_of
from tournament.mailing import day_words
from tournament.matches.models import Match
from tournament.notices import push
from tournament.notices.models import Notice, Watch
from tournament.notices.queries import Call, Recipient, calls, gives_way, tried
from tournament.signup.models import SignUp, Single

MOST_OF_A_PUSH = 600
"""Letters of the text of a message: a push service takes some 4,000 bytes in all."""
MOST_WATCHES = 12
"""The most browsers that can ask for notices of one pair."""
SHARE = 60
"""Seconds after which no further message is begun: the last one may take half a minute, and the job
has twice as long."""


class SomeFailed(Exception):
    """Some notices failed. Those that were sent are not sent again."""


@dataclass(frozen=True, slots=True)
class Way:
    """One message to be sent. `match`: the one that is called, None for a message about the day;
    `pair`: None for one on the waiting list. `channel` and `to` name it in the record, `to` being a
    masked address."""

    tournament: Tournament
    match: Match | None
    pair: Pair | None
    channel: str
    to: str
    send: Callable[[], None]

    @property
    def place(self) -> Recipient:
        """What names the message in the records of a key."""
        return self.pair.pk if self.pair else None, self.channel, self.to


def tell(*, match_ids: Iterable[int], key: str) -> str:
    """Notifies those who asked that these matches are called; returns a line for the operator.

    What nobody has tried yet under `key` comes first, then what failed, the oldest first. When the
    time of a share is over, returns More while some are untried. May run again: what was sent under
    `key` is not sent a second time. Raises SomeFailed when a notice failed, so that the job is
    tried again.
    """
    return _send_all((way for call in calls(match_ids=match_ids) for way in _ways(call)), key)


def tell_day(*, event_id: int, state: Mapping[str, Any], key: str) -> str:
    """Tells those who asked for messages, and are entered, on the waiting list or looking for a
    partner, when and where the tournament is, or that it is called off; returns a line for the
    operator.

    `state`: what the message is about. When that has changed since, another job tells it, and this
    one sends nothing. Otherwise as `tell`.
    """
    event = Event.objects.select_related("tournament").get(pk=event_id)
    if day_state(event.tournament) != state:
        return "It has been changed again since."
    return _send_all(_ways_of_day(event), key)


def _send_all(every: Iterable[Way], key: str) -> str:
    """Sends what was not sent under `key` yet, as `tell` says."""
    before = tried(key=key)
    ways = {way.place: way for way in every}
    untried = [way for place, way in ways.items() if place not in before]
    failed = [way for place, way in ways.items() if place in before and not before[place].is_sent]
    again = [] if untried else sorted(failed, key=lambda way: before[way.place].at)
    left = _share(untried or again, key)
    done, more = left.done, len(left.rest)
    if untried and left.rest:
        return More(f"{done} told, {more} more to be told")
    if left.failed or left.rest or (untried and failed):
        raise SomeFailed(f"{done} told, {left.failed + more + len(failed if untried else ())} not")
    return f"{done} told"


@transaction.atomic
def watch(*, pair_id: int, subscription: object, language: str) -> Watch:
    """Stores that a browser asks for notices when this pair is called. Asking again adds no second
    row.

    When the pair has as many as it can have, one that nothing ever reached gives way. Raises
    NotFound, Refusal (bad_subscription, too_many_watches).
    """
    address = push.checked(subscription)
    # Locks the pair's row alone, so that asking for notices delays no hand of the tournament.
    if Pair.objects.select_for_update().filter(pk=pair_id).order_by().first() is None:
        raise no_such_pair()
    watches = Watch.objects.filter(pair_id=pair_id).exclude(endpoint=address.endpoint)
    if watches.count() >= MOST_WATCHES:
        _make_room(pair_id)
    row, _is_new = Watch.objects.update_or_create(
        pair_id=pair_id,
        endpoint=address.endpoint,
        defaults={
            "p256dh": address.p256dh, "auth": address.auth, "language": language,
            "at": timezone.now(),
        },
    )  # fmt: skip
    return row


@transaction.atomic
def unwatch(*, pair_id: int, endpoint: object) -> None:
    """Stops the notices of a pair to a browser. Does nothing for an unknown or malformed
    address."""
    if not isinstance(endpoint, str) or not push.is_known(endpoint):
        return
    Watch.objects.filter(pair_id=pair_id, endpoint=endpoint).delete()


def forget(*, before: datetime) -> int:
    """Deletes the records of messages sent before that moment; returns how many."""
    return Notice.objects.filter(at__lt=before).delete()[0]


def _make_room(pair_id: int) -> None:
    """Forgets the browser that gives way. Raises Refusal (too_many_watches) when none does."""
    out = gives_way(pair_id=pair_id, now=timezone.now())
    if out is None:
        raise Refusal.one(
            "subscription",
            "too_many_watches",
            gettext_lazy(
                "No more phones can get messages. Stop the messages on one of them, or "
                "keep your page open: it shows the table."
            ),
        )
    out.delete()


def _ways(call: Call) -> Iterator[Way]:
    """How the pairs of this call asked for notices. A demo site sends none."""
    if settings.DEMO_SITE:
        return
    tournament = call.match.tournament
    for pair in call.pairs:
        signup = SignUp.objects.filter(pair=pair, wants_mail=True).exclude(email="").first()
        if signup is not None and settings.EMAIL_HOST:
            send = partial(_mail, call, pair, signup)
            yield Way(tournament, call.match, pair, "mail", _masked(signup.email), send)
        for browser in Watch.objects.filter(pair=pair).order_by("pk"):
            to = push.name_of(browser.endpoint, browser.pk)
            send = partial(_push, call, pair, browser)
            yield Way(tournament, call.match, pair, "push", to, send)


def _ways_of_day(event: Event) -> Iterator[Way]:
    """How those who are entered, wait for a place or look for a partner asked for messages. A demo
    site sends none."""
    if settings.DEMO_SITE:
        return
    tournament = event.tournament
    sign_ups = SignUp.objects.filter(tournament=tournament, wants_mail=True).exclude(email="")
    for sign_up in sign_ups.exclude(state=SignUp.State.LEFT).select_related("pair"):
        if settings.EMAIL_HOST:
            to = (
                _masked(sign_up.email) if sign_up.pair else f"{_masked(sign_up.email)} {sign_up.pk}"
            )
            send = partial(_mail_of_day, event, sign_up)
            yield Way(tournament, None, sign_up.pair, "mail", to, send)
    alone = Single.objects.filter(
        tournament=tournament, wants_mail=True, state=Single.State.LOOKING
    ).exclude(email="")
    for single in alone.order_by("pk"):
        if settings.EMAIL_HOST:
            to = f"{_masked(single.email)} s{single.pk}"
            send = partial(_mail_of_day, event, single)
            yield Way(tournament, None, None, "mail", to, send)
    watches = Watch.objects.filter(pair__tournament=tournament, pair__status=Pair.Status.ENTERED)
    for browser in watches.select_related("pair").order_by("pk"):
        to = push.name_of(browser.endpoint, browser.pk)
        send = partial(_push_of_day, event, browser)
        yield Way(tournament, None, browser.pair, "push", to, send)


@dataclass(frozen=True, slots=True)
class Share:
    """What was done of these messages before the time was over, and what was not begun."""

    done: int
    failed: int
    rest: Sequence[Way]


def _share(ways: Sequence[Way], key: str) -> Share:
    end, done = monotonic() + SHARE, 0
    for place, way in enumerate(ways):
        if monotonic() > end:
            return Share(done, place - done, ways[place:])
        done += _send_and_record(way, key)
    return Share(done, len(ways) - done, ())


def _send_and_record(way: Way, key: str) -> bool:
    """Sends one message and stores its outcome; whether it was sent. Raises the error with which a
    worker stops the job, after storing it."""
    state, outcome, stopped = Notice.State.SENT, "", None
    try:
        way.send()
    except push.Gone:
        Watch.objects.filter(pk=int(way.to.rsplit(" ", 1)[-1])).delete()
        outcome = "no longer there"
    except Exception as error:
        state, outcome = Notice.State.FAILED, kind_of(error)
        stopped = error if is_told_to_stop(error) else None
    Notice.objects.update_or_create(
        key=key,
        pair=way.pair,
        channel=way.channel,
        to=way.to,
        defaults={
            "tournament": way.tournament, "match": way.match, "state": state,
            "said": outcome, "at": timezone.now(),
        },
    )  # fmt: skip
    if stopped is not None:
        raise stopped
    return state == Notice.State.SENT


def _words(call: Call, pair: Pair) -> tuple[str, str]:
    """The message: its title and its text."""
    other = next((one for one in call.pairs if one.pk != pair.pk), None)
    named = call.match.table.name if call.match.table else ""
    number = f"{call.table} ({named})" if named else call.table
    short = _("Table %(number)s, now") % {"number": number}
    words = {"pair": pair.name, "other": other.name if other else "", "match": call.match.label}
    return short, _("%(pair)s against %(other)s, match %(match)s.") % words


def _mail(call: Call, pair: Pair, signup: SignUp) -> None:
    with override(signup.language or settings.LANGUAGE_CODE):
        short, whole = _words(call, pair)
        why = _("You get this because you asked for mail when you signed up.")
        day = day_words(call.match.tournament)
    name = call.match.tournament.name
    send_mail(f"{short} · {name}"[:180], f"{short}\n\n{whole}\n\n{name}\n{day}\n\n{why}",
              settings.DEFAULT_FROM_EMAIL, [signup.email])  # fmt: skip


def _push(call: Call, pair: Pair, browser: Watch) -> None:
    with override(browser.language or settings.LANGUAGE_CODE):
        short, whole = _words(call, pair)
    page = f"/t/{call.match.tournament.slug}/pairs/{pair.number}/"
    push.send(
        browser.endpoint,
        browser.p256dh,
        browser.auth,
        {"title": short, "body": whole, "page": page},
    )


# Another day or place, or none.


def _words_of_day(event: Event) -> tuple[str, str]:
    """The message: its title and its text, with the reason unless it has been erased."""
    tournament = event.tournament
    if tournament.is_called_off:
        short, whole = _("Called off: %(name)s"), _("It does not take place: %(day)s.")
    elif step_of(event.kind) == "move_day":
        short, whole = _("Postponed: %(name)s"), _("The new day and place: %(day)s.")
    else:
        short, whole = _("When and where: %(name)s"), _("It takes place: %(day)s.")
    named = {"name": tournament.name, "day": day_words(tournament)}
    reason = "" if step_of(event.kind) == "change" else event.data.get("reason") or ""
    return short % named, "\n\n".join(part for part in (whole % named, reason) if part)


def _mail_of_day(event: Event, sign_up: SignUp | Single) -> None:
    with override(sign_up.language or settings.LANGUAGE_CODE):
        short, whole = _words_of_day(event)
        why = _("You get this because you asked for mail when you signed up.")
    page = public_url(f"/t/{event.tournament.slug}/")
    send_mail(short[:180], f"{short}\n\n{whole}\n\n{page}\n\n{why}",
              settings.DEFAULT_FROM_EMAIL, [sign_up.email])  # fmt: skip


def _push_of_day(event: Event, browser: Watch) -> None:
    with override(browser.language or settings.LANGUAGE_CODE):
        short, whole = _words_of_day(event)
    page = f"/t/{event.tournament.slug}/pairs/{browser.pair.number}/"
    message = {"title": short, "body": whole[:MOST_OF_A_PUSH], "page": page}
    push.send(browser.endpoint, browser.p256dh, browser.auth, message)


def _masked(email: str) -> str:
    name, _at, host = email.partition("@")
    return f"{name[:2]}…@{host}"[:60]

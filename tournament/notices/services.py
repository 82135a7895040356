"""Notifies pairs that they are called. A notice is sent once, and its outcome is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from tournament.entries.models import Pair
from tournament.errors import Refusal
from tournament.missing import no_such_pair
from tournament.notices import push
from tournament.notices.models import Notice, Watch
from tournament.notices.queries import Call, calls
from tournament.signup.models import SignUp

MOST_WATCHES = 12
"""The most browsers that can ask for notices of one pair."""


class SomeFailed(Exception):
    """Some notices failed. Those that were sent are not sent again."""


def tell(*, match_ids: Iterable[int], key: str) -> str:
    """Notifies those who asked that these matches are called; returns a line for the operator.

    May run again: what was sent under `key` is not sent a second time. Raises SomeFailed when a
    notice failed, so that the job is tried again.
    """
    done = failed = 0
    for call in calls(match_ids=match_ids):
        for pair in call.pairs:
            for channel, to, send in _ways(call, pair):
                if _is_sent(key, pair, channel, to):
                    continue
                is_done = _kept(call, pair, key, channel, to, send)
                done, failed = done + is_done, failed + (not is_done)
    if failed:
        raise SomeFailed(f"{done} told, {failed} not")
    return f"{done} told"


@transaction.atomic
def watch(*, pair_id: int, subscription: object, language: str) -> Watch:
    """Stores that a browser asks for notices when this pair is called. Asking again adds no second
    row.

    Raises NotFound, Refusal (bad_subscription, too_many_watches).
    """
    address = push.checked(subscription)
    # Locks the pair's row alone, so that asking for notices delays no hand of the tournament.
    if Pair.objects.select_for_update().filter(pk=pair_id).order_by().first() is None:
        raise no_such_pair()
    known = Watch.objects.filter(pair_id=pair_id)
    if known.exclude(endpoint=address.endpoint).count() >= MOST_WATCHES:
        raise Refusal.one(
            "subscription",
            "too_many_watches",
            gettext_lazy("Enough telephones are told of this pair already."),
        )
    found, _made = Watch.objects.update_or_create(
        pair_id=pair_id,
        endpoint=address.endpoint,
        defaults={
            "p256dh": address.p256dh, "auth": address.auth, "language": language,
            "at": timezone.now(),
        },
    )  # fmt: skip
    return found


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


def _ways(call: Call, pair: Pair) -> list[tuple[str, str, Callable[[], None]]]:
    """How this pair asked for notices: channel, a masked address, and the function that sends."""
    found: list[tuple[str, str, Callable[[], None]]] = []
    made = SignUp.objects.filter(pair=pair, wants_mail=True).exclude(email="").first()
    if made is not None and settings.EMAIL_HOST:
        found.append(("mail", _masked(made.email), lambda one=made: _mail(call, pair, one)))  # type: ignore[misc]
    for one in Watch.objects.filter(pair=pair).order_by("pk"):
        to = f"{push.host_of(one.endpoint)} {one.pk}"
        found.append(("push", to[:60], lambda one=one: _push(call, pair, one)))  # type: ignore[misc]
    return found


def _kept(
    call: Call, pair: Pair, key: str, channel: str, to: str, send: Callable[[], None]
) -> bool:
    state, said = Notice.State.SENT, ""
    try:
        send()
    except push.Gone:
        Watch.objects.filter(pk=int(to.rsplit(" ", 1)[-1])).delete()
        said = "no longer there"
    except Exception as error:
        state, said = Notice.State.FAILED, f"{type(error).__name__}: {error}"[:200]
    Notice.objects.update_or_create(
        key=key,
        pair=pair,
        channel=channel,
        to=to,
        defaults={
            "tournament_id": call.match.tournament_id, "match": call.match, "state": state,
            "said": said, "at": timezone.now(),
        },
    )  # fmt: skip
    return state == Notice.State.SENT


def _is_sent(key: str, pair: Pair, channel: str, to: str) -> bool:
    known = Notice.objects.filter(key=key, pair=pair, channel=channel, to=to)
    return known.filter(state=Notice.State.SENT).exists()


def _words(call: Call, pair: Pair) -> tuple[str, str]:
    """The message: its title and its text."""
    other = next((one for one in call.pairs if one.pk != pair.pk), None)
    short = _("Table %(number)s, now") % {"number": call.table}
    words = {"pair": pair.name, "other": other.name if other else "", "match": call.match.label}
    return short, _("%(pair)s against %(other)s, match %(match)s.") % words


def _mail(call: Call, pair: Pair, made: SignUp) -> None:
    with override(made.language or settings.LANGUAGE_CODE):
        short, whole = _words(call, pair)
        why = _("You get this because you asked for mail when you signed up.")
    name = call.match.tournament.name
    send_mail(f"{short} · {name}"[:180], f"{short}\n\n{whole}\n\n{name}\n\n{why}",
              settings.DEFAULT_FROM_EMAIL, [made.email])  # fmt: skip


def _push(call: Call, pair: Pair, one: Watch) -> None:
    with override(one.language or settings.LANGUAGE_CODE):
        short, whole = _words(call, pair)
    page = f"/t/{call.match.tournament.slug}/pairs/{pair.number}/"
    push.send(one.endpoint, one.p256dh, one.auth, {"title": short, "body": whole, "page": page})


def _masked(email: str) -> str:
    name, _at, host = email.partition("@")
    return f"{name[:2]}…@{host}"[:60]

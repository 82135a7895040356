"""Cases of the services of accounts."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from django.core import signing
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice
from webauthn.helpers import base64url_to_bytes

from accounts.models import Invitation, OpenSession, Passkey
from accounts.services import invitations, mailboxes, passkeys, resets, second, signins, tokens
from bench.faults.statements.day import FROM, SITE, Call, Case, Day
from bench.faults.statements.public import ROOT

SAID = json.loads((ROOT / "tests" / "accounts" / "passkeys.json").read_text())
HERE = passkeys.Place("localhost", SAID["origin"])


def _of(which: str) -> dict[str, Any]:
    challenge = base64url_to_bytes(SAID[which]["challenge"]).hex()
    return {"place": HERE, "challenge": challenge, "answer": json.dumps(SAID[which]["answer"])}


def _with_passkey(day: Day) -> Passkey:
    passkeys.add(user=day.user, name="the telephone", **_of("made"))
    return Passkey.objects.get(user=day.user)


def _code(day: Day, *, confirmed: bool) -> str:
    """The code that an app shows, of a key that is being set up or that is in use."""
    second.begin(user=day.user, issuer="mus")
    TOTPDevice.objects.filter(user=day.user).update(confirmed=confirmed)
    return f"{totp(TOTPDevice.objects.get(user=day.user).bin_key):06}"


def _in(day: Day) -> OpenSession:
    signins.came_in(user=day.user, how="password", session_key="k", caller=FROM)
    return OpenSession.objects.get(session_key="k")


def _passkey_passes(day: Day) -> Call:
    _with_passkey(day)
    return partial(passkeys.pass_with, user=day.user, **_of("shown"))


def _passkey_is_asked_for(day: Day) -> Call:
    _with_passkey(day)
    return partial(passkeys.ask_to_show, user=day.user, place=HERE)


def _passkey_goes(day: Day) -> Call:
    key = _with_passkey(day)
    TOTPDevice.objects.create(user=day.user, confirmed=True)
    return partial(passkeys.remove, user=day.user, passkey_id=key.pk)


def _mailbox_is_confirmed(day: Day) -> Call:
    mailboxes.want(user=day.user, email="lezo@example.org", site=SITE)
    link = signing.dumps([day.user.pk, "lezo@example.org"], salt=mailboxes.SALT)
    return partial(mailboxes.confirm, user=day.user, link=link)


def _mail_is_sent(day: Day) -> Call:
    mailboxes.want(user=day.user, email="lezo@example.org", site=SITE)
    return partial(mailboxes.send_link, user_id=day.user.pk, site=SITE, language="en")


def _everything_is_off(day: Day) -> Call:
    _with_passkey(day)
    return partial(second.turn_off, user=day.user)


def _recovered(day: Day) -> Call:
    return partial(second.pass_with, user=day.user, code=second.new_codes(user=day.user)[0])


def _session_ends(day: Day) -> Call:
    return partial(signins.end_session, user=day.user, session_id=_in(day).pk)


def _all_sessions_end(day: Day) -> Call:
    _in(day)
    return partial(signins.end_sessions, user=day.user)


def _withdrawn(day: Day) -> Call:
    invitations.invite(note="Orio")
    return partial(invitations.withdraw, invitation_id=Invitation.objects.get().pk)


def _revoked(day: Day) -> Call:
    token, _raw = tokens.make(user=day.user, name="board")
    return partial(tokens.revoke, user=day.user, token_id=token.pk)


CASES: dict[str, Case] = {
    "accounts.services.invitations.accept": lambda day: partial(
        invitations.accept, raw=invitations.invite(note="Orio"), user=day.user
    ),
    "accounts.services.invitations.invite": lambda day: partial(
        invitations.invite, note="Orio", by=day.user
    ),
    "accounts.services.invitations.withdraw": _withdrawn,
    "accounts.services.mailboxes.confirm": _mailbox_is_confirmed,
    "accounts.services.mailboxes.remove": lambda day: partial(mailboxes.remove, user=day.user),
    "accounts.services.mailboxes.send_link": _mail_is_sent,
    "accounts.services.mailboxes.want": lambda day: partial(
        mailboxes.want, user=day.user, email="lezo@example.org", site=SITE
    ),
    "accounts.services.passkeys.add": lambda day: partial(
        passkeys.add, user=day.user, name="the telephone", **_of("made")
    ),
    "accounts.services.passkeys.ask_to_make": lambda day: partial(
        passkeys.ask_to_make, user=day.user, place=HERE
    ),
    "accounts.services.passkeys.ask_to_show": _passkey_is_asked_for,
    "accounts.services.passkeys.pass_with": _passkey_passes,
    "accounts.services.passkeys.remove": _passkey_goes,
    "accounts.services.resets.ask": lambda day: partial(
        resets.ask, email="arizkun@example.org", site=SITE, caller=FROM
    ),
    "accounts.services.resets.link_of": lambda day: partial(resets.link_of, day.user),
    "accounts.services.resets.send": lambda day: partial(
        resets.send, user_ids=[day.user.pk], site=SITE, language="en"
    ),
    "accounts.services.second.begin": lambda day: partial(
        second.begin, user=day.user, issuer="mus"
    ),
    "accounts.services.second.confirm": lambda day: partial(
        second.confirm, user=day.user, code=_code(day, confirmed=False)
    ),
    "accounts.services.second.new_codes": lambda day: partial(second.new_codes, user=day.user),
    "accounts.services.second.pass_with": _recovered,
    "accounts.services.second.turn_off": _everything_is_off,
    "accounts.services.signins.came_in": lambda day: partial(
        signins.came_in, user=day.user, how="password", session_key="k", caller=FROM
    ),
    "accounts.services.signins.end_session": _session_ends,
    "accounts.services.signins.end_sessions": _all_sessions_end,
    "accounts.services.signins.failed": lambda day: partial(
        signins.failed, name="arizkun", how="password", caller=FROM
    ),
    "accounts.services.signins.note": lambda day: partial(
        signins.note, user=day.user, how="password", caller=FROM
    ),
    "accounts.services.tokens.make": lambda day: partial(tokens.make, user=day.user, name="board"),
    "accounts.services.tokens.revoke": _revoked,
    "accounts.services.tokens.used": lambda day: partial(
        tokens.used, token=tokens.make(user=day.user, name="board")[0]
    ),
}

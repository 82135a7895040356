"""The mail that confirms a sign-up, with the pair's own link."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.mailing import send
from tournament.signup.models import SignUp
from tournament.signup.queries import link_of


def confirm(*, sign_up_id: int, site: str) -> str:
    """Sends the mail when mail is set up and the pair still wants it; returns a line for the
    operator.

    `site`: the address of a pair's own page, up to its link. Raises NotSent, so that the
    job is tried again.
    """
    made = SignUp.objects.select_related("tournament").filter(pk=sign_up_id).first()
    if made is None or not made.wants_mail or not made.email:
        return "Nobody wants this mail any more."
    if not settings.EMAIL_HOST:
        return "E-mail is not set up (EMAIL_URL): nothing was sent."
    address = site + link_of(made) + "/"
    with override(made.language or settings.LANGUAGE_CODE):
        said = {
            SignUp.State.IN: _("You are in: %(pair)s."),
            SignUp.State.WAITING: _("You are on the waiting list: %(pair)s."),
            SignUp.State.LEFT: _("You have withdrawn: %(pair)s."),
        }[SignUp.State(made.state)] % {"pair": made.name}
        lines = [
            made.tournament.name,
            said,
            _("By this link you can change what you wrote, or withdraw:"),
            address,
            _("You get this because you asked for mail when you signed up."),
        ]
        subject = f"{made.tournament.name}: {said}"
    send(subject=subject[:180], text="\n\n".join(lines), to=made.email)
    return "Sent."

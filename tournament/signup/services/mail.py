"""The mails that confirm a sign-up, and that tell a player who looks for a partner."""

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.mailing import day_words, send
from tournament.signup.models import SignUp, Single
from tournament.signup.queries import link_of, single_link_of


def confirm(*, sign_up_id: int, site: str) -> str:
    """Sends the mail when mail is set up and the pair still wants it; returns a line for the
    operator.

    `site`: the address of a pair's own page, up to its link. Raises NotSent, so that the
    job is tried again.
    """
    signup = SignUp.objects.select_related("tournament").filter(pk=sign_up_id).first()
    if signup is None or not signup.wants_mail or not signup.email:
        return "Nobody wants this mail any more."
    if not settings.EMAIL_HOST:
        return "E-mail is not set up (EMAIL_URL): nothing was sent."
    address = site + link_of(signup) + "/"
    with override(signup.language or settings.LANGUAGE_CODE):
        sentence = {
            SignUp.State.IN: _("You are in: %(pair)s."),
            SignUp.State.WAITING: _("You are on the waiting list: %(pair)s."),
            SignUp.State.LEFT: _("You have withdrawn: %(pair)s."),
        }[SignUp.State(signup.state)] % {"pair": signup.name}
        lines = [
            f"{signup.tournament.name}\n{day_words(signup.tournament)}",
            sentence,
            _("With this link you can change what you wrote, or withdraw:"),
            address,
            _("You get this because you asked for mail when you signed up."),
        ]
        subject = f"{signup.tournament.name}: {sentence}"
    send(subject=subject[:180], text="\n\n".join(lines), to=signup.email)
    return "Sent."


def tell_single(*, single_id: int, site: str) -> str:
    """Sends the mail when mail is set up and the player still wants it; returns a line for the
    operator. Raises NotSent, so that the job is tried again."""
    single = Single.objects.select_related("tournament", "sign_up").filter(pk=single_id).first()
    if single is None or not single.wants_mail or not single.email:
        return "Nobody wants this mail any more."
    if not settings.EMAIL_HOST:
        return "E-mail is not set up (EMAIL_URL): nothing was sent."
    with override(single.language or settings.LANGUAGE_CODE):
        asking = ", ".join(single.asked_by.values_list("player", flat=True))
        if single.sign_up is not None:
            line = _("You are signed up: %(pair)s.") % {"pair": single.sign_up.name}
        elif asking:
            line = _("%(players)s would like to play with you.") % {"players": asking}
        else:
            return "Nobody asks any more."
        lines = [
            f"{single.tournament.name}\n{day_words(single.tournament)}",
            line,
            _("Your page, where you answer, or withdraw:"),
            f"{site}{single_link_of(single)}/",
            _("You get this because you asked for mail when you looked for a partner."),
        ]
        subject = f"{single.tournament.name}: {line}"
    send(subject=subject[:180], text="\n\n".join(lines), to=single.email)
    return "Sent."

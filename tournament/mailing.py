"""Sending one mail from a job. What is stored and logged of a failed mail does not tell whom the
mail was for."""

from django.conf import settings
from django.core.mail import send_mail
from django.utils.formats import date_format
from django.utils.timezone import localtime

from tournament.championship.models import Tournament
from tournament.failing import is_told_to_stop, kind_of


class NotSent(Exception):
    """A mail was not sent. The message of this exception is the kind of the error."""


def day_words(tournament: Tournament) -> str:
    """When and where the tournament is, by the clock of its place, in the active language."""
    begins = localtime(tournament.starts_at, tournament.zone)
    when = f"{date_format(begins, 'DATETIME_FORMAT')} {begins.tzname()}"
    return " · ".join(part for part in (when, tournament.place) if part)


def send(*, subject: str, text: str, to: str) -> None:
    """Sends a mail from this site to one address. Raises NotSent, and the error with which a worker
    stops the job."""
    try:
        send_mail(subject, text, settings.DEFAULT_FROM_EMAIL, [to])
    except Exception as error:
        if is_told_to_stop(error):
            raise
        # The error itself would be kept with the job and logged: mail servers repeat the address.
        raise NotSent(kind_of(error)) from None

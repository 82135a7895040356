"""What is stored of a failed message: the kind of the error, and nothing that tells whose message
it was."""

import re
import sys
import urllib.error
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

ADDRESS = re.compile(r"\S*@\S*")
LONGEST = 200


def kind_of(error: Exception) -> str:
    """The name of the error, with the numbers a server answered, or what the system said. What a
    server wrote is left out: mail servers repeat the address."""
    return f"{type(error).__name__}{_more(error)}"[:LONGEST]


def is_told_to_stop(error: Exception) -> bool:
    """Whether the worker stops the job, because it has taken too long. The worker's library is in
    memory wherever it can be raised."""
    billiard = sys.modules.get("billiard.exceptions")
    return billiard is not None and isinstance(error, billiard.SoftTimeLimitExceeded)


def _more(error: Exception) -> str:
    if isinstance(error, SMTPRecipientsRefused):
        return "".join(
            f" {code}" for code in sorted({code for code, _said in error.recipients.values()})
        )
    if isinstance(error, SMTPResponseException):
        return f" {error.smtp_code}"
    if isinstance(error, urllib.error.HTTPError):
        return f" {error.code}"
    if isinstance(error, OSError) and not isinstance(error, SMTPException):
        return f": {ADDRESS.sub('…', str(error))}"
    return ""

"""What is kept of an error says nothing of the person to whom the message was for."""

import smtplib
import urllib.error

import pytest

from tournament.failing import kind_of

WHO = "getaria@example.org"


@pytest.mark.parametrize(
    ("error", "kept"),
    [
        (
            smtplib.SMTPRecipientsRefused({WHO: (550, b"5.1.1 <getaria@example.org> unknown")}),
            "SMTPRecipientsRefused 550",
        ),
        (smtplib.SMTPDataError(552, b"getaria at example.org is full"), "SMTPDataError 552"),
        (smtplib.SMTPSenderRefused(501, b"no", "cup@x.org"), "SMTPSenderRefused 501"),
        (smtplib.SMTPServerDisconnected(f"while at {WHO}"), "SMTPServerDisconnected"),
        (ValueError(f"Invalid address {WHO}"), "ValueError"),
        (OSError("no route"), "OSError: no route"),
        (OSError(f"no host for <{WHO}>"), "OSError: no host for …"),
        (urllib.error.HTTPError("https://x/secret", 429, "slow", {}, None), "HTTPError 429"),
        (urllib.error.URLError("timed out"), "URLError: <urlopen error timed out>"),
    ],
)
def test_the_kind_of_an_error_is_kept_without_the_address(error, kept):
    assert kind_of(error) == kept

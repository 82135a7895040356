"""A mail that fails tells its kind; the order to stop goes through."""

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from tournament import mailing


@pytest.mark.parametrize(
    ("error", "raised", "says"),
    [
        (ValueError("Invalid address getaria@example.org"), mailing.NotSent, "ValueError"),
        (SoftTimeLimitExceeded("soon"), SoftTimeLimitExceeded, "soon"),
    ],
)
def test_what_is_raised_says_nothing_of_whom_the_mail_was_for(monkeypatch, error, raised, says):
    def fails(*_words):
        raise error

    monkeypatch.setattr(mailing, "send_mail", fails)
    with pytest.raises(raised) as told:
        mailing.send(subject="Table 4, now", text="Go.", to="getaria@example.org")
    assert says in str(told.value)
    assert "getaria" not in str(told.value)
    assert told.value.__suppress_context__ is (raised is mailing.NotSent)


def test_a_mail_goes_from_the_site_to_one_address(settings, mailoutbox):
    settings.DEFAULT_FROM_EMAIL = "mus@example.org"
    mailing.send(subject="Table 4, now", text="Go.", to="getaria@example.org")
    (sent,) = mailoutbox
    assert (sent.from_email, sent.to) == ("mus@example.org", ["getaria@example.org"])

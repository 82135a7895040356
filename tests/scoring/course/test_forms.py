"""A form of a page that is sent twice."""

import pytest
from django.db import transaction

from scoring.course.services import submissions

pytestmark = pytest.mark.django_db


def test_a_form_that_comes_twice_is_carried_out_once():
    with transaction.atomic():
        assert submissions.claim(sender=7, digest="d") is None
        assert submissions.claim(sender=7, digest="d") == ""
        assert submissions.claim(sender=8, digest="d") is None
        submissions.done(sender=7, digest="d", to="/there/")
        assert submissions.claim(sender=7, digest="d") == "/there/"
        assert submissions.claim(sender=8, digest="d") == ""

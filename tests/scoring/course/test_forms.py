"""A form of a page that is sent twice."""

from __future__ import annotations

import pytest
from django.db import transaction

from scoring.course.services import forms

pytestmark = pytest.mark.django_db


def test_a_form_that_comes_twice_is_carried_out_once() -> None:
    with transaction.atomic():
        assert forms.claim(sender=7, digest="d") is None
        assert forms.claim(sender=7, digest="d") == ""
        assert forms.claim(sender=8, digest="d") is None
        forms.done(sender=7, digest="d", to="/there/")
        assert forms.claim(sender=7, digest="d") == "/there/"
        assert forms.claim(sender=8, digest="d") == ""

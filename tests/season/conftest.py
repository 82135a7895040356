"""Who runs the circuits."""

import pytest
from django.contrib.auth.models import User


@pytest.fixture
def runner(db: None) -> User:
    return User.objects.create_user("zarautz")

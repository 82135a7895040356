"""What is done to an account from the machine itself stands in what happened to it."""

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from accounts.queries import sign_ins_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("more", "happened"),
    [([], ["reset link"]), (["--second-off"], ["reset link", "second off"])],
)
def test_a_link_for_another_password_and_no_second_step_are_told_to_the_account(
    capsys, more, happened
):
    user = User.objects.create_user("arizkun")
    call_command("reset_password", "arizkun", *more)
    assert "/accounts/reset/" in capsys.readouterr().out
    told = sign_ins_of(user=user)
    assert [one.how for one in told] == happened
    assert {(one.address, one.agent) for one in told} == {("", "manage.py reset_password")}

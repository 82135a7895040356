"""Who is told that a match is called."""

import pytest
from django.utils import timezone

from jobs.models import Job
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.matches.models import Match
from tournament.matches.services import bracket
from tournament.notices.models import Watch
from tournament.signup.models import SignUp

pytestmark = pytest.mark.django_db


def test_a_bracket_in_which_nothing_follows_stays_as_it_is(cup):
    assert bracket.update(tournament=cup) == bracket.BracketUpdate((), None, cup.status)


class TestWhoIsTold:
    @pytest.fixture
    def called(self, cup: Tournament) -> Match:
        return play.match(cup, 1, 0)

    def signed(self, called: Match, *, wants_mail: bool) -> None:
        assert called.pair_a is not None
        SignUp.objects.create(
            tournament=called.tournament, pair=called.pair_a, state="in", at=timezone.now(),
            player_1="Deba", player_2="Mutriku", email="deba@example.eus", wants_mail=wants_mail,
        )  # fmt: skip

    def jobs(self, called: Match) -> list[Job]:
        bracket.tell(tournament=called.tournament, matches=[called])
        return list(Job.objects.filter(name=bracket.JOB))

    def test_whoever_wants_no_mail_is_not_told(self, called):
        self.signed(called, wants_mail=False)
        assert self.jobs(called) == []

    def test_whoever_wants_mail_is(self, called):
        self.signed(called, wants_mail=True)
        (job,) = self.jobs(called)
        assert job.arguments == {"match_ids": [called.pk], "key": job.key}
        assert job.key == f"{called.tournament_id}.{called.tournament.event_number}"

    def test_so_is_a_telephone_that_asked(self, called):
        Watch.objects.create(pair=called.pair_b, endpoint="https://push.example/1",
                             p256dh="p", auth="a", at=timezone.now())  # fmt: skip
        assert len(self.jobs(called)) == 1

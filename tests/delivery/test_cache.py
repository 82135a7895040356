"""Everybody reads the same bytes, made once a change, and nobody reads old ones."""

import asyncio

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from delivery.cache import Cache
from delivery.looks import reader_of
from delivery.marks import place_of
from delivery.release import release
from delivery.stamps import Stamps
from tests.delivery.site import Site, plain
from tests.scoring import table
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.log.models import Event
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(site: Site) -> Match:
    return table.a_match()


@pytest.fixture
def bracket(match: Match) -> str:
    return f"/t/{match.tournament.slug}/"


def renamed(match: Match, name: str) -> None:
    tournaments.change(tournament_id=match.tournament_id, actor=play.PROGRAM, name=name)


def test_a_page_is_made_once_and_read_by_everybody(site, bracket):
    first, second = site.get(bracket), site.get(bracket)
    assert first == second
    assert first.status == 200
    assert site.asked == [bracket]


def test_a_thousand_first_readers_have_one_builder(site, bracket):
    async def rush() -> list[bytes]:
        answers = await asyncio.gather(*(site.ask(bracket) for _reader in range(1_000)))
        return [answer.body for answer in answers]

    bodies = asyncio.run(rush())
    assert len(set(bodies)) == 1
    assert site.asked == [bracket]


def test_a_reader_who_leaves_takes_nothing_from_those_who_wait(site, bracket):
    async def rush() -> int:
        impatient = asyncio.create_task(site.ask(bracket))
        patient = asyncio.create_task(site.ask(bracket))
        await asyncio.sleep(0)
        impatient.cancel()
        return (await patient).status

    assert asyncio.run(rush()) == 200
    assert site.asked == [bracket]


def test_a_change_is_read_at_once(site, match, bracket):
    site.get(bracket)
    renamed(match, "Kaia Cup")
    assert "Kaia Cup" in site.get(bracket).text


def test_what_is_known_is_answered_304_until_it_changes(site, match, bracket):
    known = site.get(bracket).headers["etag"]
    again = site.get(bracket, if_none_match=known)
    assert (again.status, again.body) == (304, b"")
    assert again.headers["etag"] == known
    assert "content-type" not in again.headers
    renamed(match, "Kaia Cup")
    assert site.get(bracket, if_none_match=known).status == 200


def test_a_restored_copy_with_the_same_number_is_read_as_it_is(site, match, bracket):
    copied = Tournament.objects.filter(pk=match.tournament_id).values().get()
    renamed(match, "Before the copy")
    known = site.get(bracket)
    assert "Before the copy" in known.text
    number = copied["event_number"]
    Event.objects.filter(tournament=match.tournament, number__gt=number).delete()
    Tournament.objects.filter(pk=match.tournament_id).update(**copied)
    renamed(match, "After the copy")
    after = site.get(bracket, if_none_match=known.headers["etag"])
    assert after.status == 200
    assert "After the copy" in after.text


def test_another_release_is_made_anew(site, bracket, monkeypatch):
    known = site.get(bracket).headers["etag"]
    monkeypatch.setattr("delivery.stamps.release", lambda: release() + "x")
    site.stamps.forget_all()
    assert site.get(bracket, if_none_match=known).status == 200
    assert site.asked == [bracket, bracket]


@pytest.mark.parametrize("encoding", ["br", "gzip, br", "gzip;q=0, br;q=0.5"])
def test_it_leaves_compressed_for_those_who_take_it(site, bracket, encoding):
    whole = site.get(bracket)
    small = site.get(bracket, accept_encoding=encoding)
    assert small.headers["content-encoding"] == "br"
    assert plain(small) == whole.text
    assert "Accept-Encoding" in small.headers["vary"]
    assert "content-encoding" not in whole.headers


def test_every_language_and_look_is_a_page_of_its_own(site, bracket):
    basque = site.get(bracket, accept_language="eu-ES, es;q=0.5")
    french = site.get(bracket, accept_language="eu", cookie="django_language=fr")
    dark = site.get(bracket, accept_language="eu", cookie="theme=dark; size=large; other=1")
    assert 'lang="eu"' in basque.text
    assert 'lang="fr"' in french.text
    assert 'data-theme="dark" data-size="large"' in dark.text
    assert len({page.headers["etag"] for page in (basque, french, dark)}) == 3


def test_a_page_names_the_host_that_it_was_asked_by_where_no_address_is_declared(
    site, bracket, settings
):
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = "", ["mus.example", "liga.example"]
    for host, other in (("mus.example", "liga.example"), ("liga.example", "mus.example")):
        page = site.get(bracket, host=host).text
        assert (host in page, other in page) == (True, False)
    assert len(site.asked) == 2
    settings.PUBLIC_URL = "https://mus.example"
    bodies = {site.get(bracket, host=host).text for host in ("mus.example", "liga.example")}
    assert (len(bodies), len(site.asked)) == (1, 3)


def test_unknown_looks_are_the_default_and_no_page_more(site, bracket):
    for nonsense in ("theme=pink", "size=9", "theme=%00", "django_language=xx", "a;b=;;"):
        site.get(bracket, cookie=nonsense)
    for language in ("xx", "tlh;q=1", "*", "\x7f"):
        site.get(bracket, accept_language=language)
    assert len(site.cache.pages) == 1


@pytest.mark.parametrize(
    "header",
    [
        {"cookie": "sessionid=abc"},
        {"cookie": "theme=dark; messages=x"},
        {"authorization": "Token abc"},
        {"content_length": "3"},
        {"host": "elsewhere.example"},
    ],
)
@pytest.mark.sampled(4)
def test_who_is_somebody_is_answered_by_the_view(site, bracket, header):
    site.get(bracket)
    site.get(bracket, **header)
    assert site.asked == [bracket, bracket]
    assert len(site.cache.pages) == 1


def test_an_organizers_name_is_in_no_published_byte(site, match):
    user = get_user_model().objects.create_user("mutriku", password="unused")
    client = Client()
    client.force_login(user)
    address = f"/t/{match.tournament.slug}/"
    session = client.cookies["sessionid"].value
    own = site.get(address, cookie=f"sessionid={session}")
    assert "mutriku" in own.text
    assert "private" in own.headers["cache-control"]
    everybody = site.get(address)
    assert "mutriku" not in everybody.text
    assert everybody.headers["cache-control"] == "no-cache, public"


def test_unknown_queries_go_to_the_view_and_known_ones_are_kept(site, match):
    bracket = f"/t/{match.tournament.slug}/"
    events = f"/api/v1/tournaments/{match.tournament.slug}/events/"
    for _twice in range(2):
        site.get(bracket + "?utm_source=x")
        site.get(events + "?after=1")
        site.get(events + "?after=1&after=2")
        site.get(events + "?after=1&" + "x" * 200)
    assert site.asked.count(bracket) == 2
    assert site.asked.count(events) == 1 + 2 + 2


def test_what_is_not_there_is_answered_by_its_view_and_not_kept(site, match):
    for path in (
        "/t/nowhere/",
        f"/t/{match.tournament.slug}/match/99999/",
        "/nothing/here",
        "/api/v1/tournaments/nowhere/",
    ):
        assert site.get(path).status == 404
    assert len(site.cache.pages) == 0


def test_writing_and_other_methods_go_to_the_view(site, bracket):
    site.get(bracket)
    assert site.get(bracket, method="POST").status == 405
    head = site.get(bracket, method="HEAD")
    assert (head.status, head.body) == (200, b"")
    assert int(head.headers["content-length"]) == len(site.get(bracket).body)


def test_the_api_answers_a_wish_that_it_cannot_meet_by_itself(site, match):
    address = f"/api/v1/tournaments/{match.tournament.slug}/"
    assert site.get(address).status == 200
    assert site.get(address, accept="text/html,*/*;q=0.8").status == 200
    assert site.get(address, accept="text/csv").status == 406
    assert site.asked == [address, address]


@pytest.mark.long
def test_ten_thousand_addresses_leave_memory_bounded(match):
    small = Site(most_bytes=100_000)
    address = f"/api/v1/tournaments/{match.tournament.slug}/events/"

    async def many() -> None:
        for number in range(1, 101):
            await small.ask(f"{address}?after={number}")

    asyncio.run(many())
    assert small.cache.pages.weight <= 100_000
    assert 0 < len(small.cache.pages) < 100


def test_what_was_read_last_stays_when_room_is_needed(match):
    small = Site(most_bytes=150_000)
    events = f"/api/v1/tournaments/{match.tournament.slug}/events/"
    bracket = f"/t/{match.tournament.slug}/"
    for number in range(1, 80):
        small.get(f"{events}?after={number}")
        small.get(bracket)
    assert small.asked.count(bracket) == 1
    assert len(small.cache.pages) < 79, "others had to make room"


def test_where_https_is_wanted_whoever_comes_without_is_sent_there(site, bracket, settings):
    settings.SECURE_SSL_REDIRECT = True  # type: ignore[attr-defined]
    assert site.get(bracket, scheme="https").status == 200
    assert site.get(bracket).status == 301, "also when the page is cached"
    assert site.get(bracket, x_forwarded_proto="https").status == 301, "as anybody can write it"


def test_where_https_is_wanted_who_follows_a_page_is_told_what_changed_on_it(
    site, bracket, settings
):
    settings.SECURE_SSL_REDIRECT = True  # type: ignore[attr-defined]
    reader = reader_of({b"host": b"testserver"})
    assert reader is not None
    place = place_of(bracket, b"")
    assert place is not None
    found = asyncio.run(site.cache.current(place, bracket, reader))
    assert found is not None
    assert b"bracket" in found.body


def test_a_database_that_is_away_is_left_to_the_view(site, bracket):
    from django.db import OperationalError

    async def away(_work: object) -> None:
        raise OperationalError("away")

    broken = Cache(site._views, Stamps(away), most_bytes=1_000_000)
    site.cache = broken
    assert site.get(bracket).status == 200
    assert len(broken.pages) == 0

"""What the worst form costs that anybody can send to a page: asked of each page of the URL map."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as django
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone

from accounts.models import Invitation
from accounts.services.invitations import invite
from accounts.services.passwords import link_of as reset_link
from config.bodies import Sizes
from jobs.models import Job, Product
from tests.cost import cost_of, most_for
from tests.everything import parts_of
from tests.night import of_many, seed_of
from tests.scoring import copies
from tests.tournament import play
from tests.web.test_every_role import ALL, TYPED
from tests.web.wanderer import Page
from tests.web.worst import form_of, forms_sent_to, worst_posts
from tournament.arrivals.queries import door_code
from tournament.signup.models import SignUp
from tournament.signup.queries import link_of as entry_link
from tournament.tables.models import Table
from tournament.tables.queries import join_token

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

ROUTES = sorted(ALL)
BYTES = of_many(10_000, nightly=100_000)
"""Bytes of the forms tried. What grows faster than a form shows at this size."""
BODIES = of_many(4, nightly=12)
"""How many are sent to an address, drawn from all that its forms allow."""


@dataclass(frozen=True, slots=True)
class Day:
    """A drawn tournament, an open one, and everything that addresses are made of."""

    rows: copies.Rows
    parts: dict[str, Any]
    open_slug: str
    links: dict[str, str]
    cookies: dict[str, str]


PLAYED = pytest.StashKey[Day]()


@pytest.fixture
def day(request: pytest.FixtureRequest, db: None) -> Day:
    """Played once; then its rows come back."""
    kept = request.session.stash.get(PLAYED, None)
    if kept is None:
        kept = request.session.stash[PLAYED] = _played()
    else:
        copies.put(kept.rows)
    return kept


def _played() -> Day:
    owner = User.objects.create_superuser("zarautz", password="unused")
    drawn = play.tournament(entered=4, drawn=True, owner=owner)
    opened = play.tournament(name="Orio Open", entered=4, owner=owner)
    parts = parts_of(drawn, owner)
    sign_up = SignUp.objects.create(
        tournament=opened, player_1="Deba", player_2="Lezo", at=timezone.now()
    )
    uid, token = reset_link(owner)
    links = {
        "entry/": entry_link(sign_up),
        "partner/": parts["single"],
        "accounts/": parts["link"],
        "our-result/": parts["link"],
    }
    client = Client()
    client.force_login(owner)
    joining = join_token(Table.objects.get(tournament=drawn, number=1))
    client.post(f"/referee/join/{joining}/", {"label": "Bar"})
    cookies = {name: one.value for name, one in client.cookies.items()}
    parts |= {
        "raw": invite(note="Lezo", by=owner), "uidb64": uid, "token": joining,
        "code": door_code(tournament_id=drawn.pk), "tournament_id": drawn.pk, "first": 1,
        "name": "bracket", "final": 1, "passkey_id": 1, "session_id": 1, "account_id": 1,
        "reset": token, "person": "getaria", "topic": "pairs", "language": "en",
        "place": "getaria", "club": "kaia", "version": "1", "of": drawn.slug, "size": 1,
        "hour": "12", "kind": "x",
    }  # fmt: skip
    rows = copies.taken(User, Session, Job, Product, Invitation)
    return Day(rows, parts, opened.slug, links, cookies)


def _addresses(route: str, day: Day) -> list[str]:
    """The address of a page on the drawn tournament and, where that is all it names, on the open
    one."""
    parts = dict(day.parts)
    for begin, link in day.links.items():
        if route.startswith(begin):
            parts["link"] = link
    if route.startswith("accounts/reset/"):
        parts["token"] = parts["reset"]
    found = [parts]
    if "<slug:slug>" in route and route.count("<") == 1:
        found.append({**parts, "slug": day.open_slug})
    return [_address(route, each) for each in found]


def _address(route: str, parts: dict[str, Any]) -> str:
    for name, value in parts.items():
        for kind in ("slug", "int", "str", "number"):
            route = route.replace(f"<{kind}:{name}>", str(value))
    return f"/{route}"


def _route_of(address: str) -> str:
    try:
        return resolve(urlsplit(address).path).route
    except Resolver404:
        return ""


def _pages(client: Client, address: str) -> list[Page]:
    """What the address shows; for one that only does, the page above it."""
    answer = client.get(address, follow=True)
    if answer.status_code != 200 or "html" not in answer.get("Content-Type", ""):
        return []
    return [Page(answer.request["PATH_INFO"], answer.text)] if not answer.streaming else []


@pytest.fixture
def owner(day: Day) -> Client:
    """Operator, organizer and runner of everything there is, with a tablet's cookie besides."""
    client = Client()
    for name, value in day.cookies.items():
        client.cookies[name] = value
    return client


@pytest.mark.sampled(24)
@pytest.mark.parametrize("route", ROUTES)
def test_the_worst_form_costs_little(route, day, owner):
    for_everybody = not route.startswith(("organizer/", "operator/"))
    for address in _addresses(route, day):
        assert "<" not in address
        for who in (owner, Client()) if for_everybody else (owner,):
            _costs_little(route, address, who)


def _costs_little(route: str, address: str, who: Client) -> None:
    with transaction.atomic():
        pages = _pages(who, address)  # what is loaded once is no cost of a form
        takes = who.post(address).status_code != 405
        transaction.set_rollback(True)
    forms = forms_sent_to(route, pages, _route_of) or [form_of(TYPED)]
    sizes = Sizes(django.OPEN_BODY_BYTES, django.MAX_BODY_BYTES, django.IMPORT_BYTES)
    size = min(BYTES, sizes.at(address) - 2_000)
    bodies = list(worst_posts(forms, size)) if takes else []
    for body in Random(seed_of(54)).sample(bodies, min(BODIES, len(bodies))):
        with transaction.atomic():
            answer, cost = cost_of(lambda body=body: who.post(address, body))
            transaction.set_rollback(True)
        said = (address, {name: str(value)[:30] for name, value in body.items()})
        assert answer.status_code < 500, said
        assert cost <= most_for(size), (cost, *said)
        assert len(answer.content) <= 600_000 + 4 * size, said

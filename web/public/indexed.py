"""For search engines: which pages there are, and which are not for them."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import tournament_list

PAGES = ("bracket", "standings", "pairs", "statistics", "rules")
CLOSED = ("/organizer/", "/referee/", "/operator/", "/accounts/", "/api/", "/live/")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What programs may fetch: the public pages, in every language."""
    starts = ["", *(f"/{code}" for code, _name in settings.LANGUAGES)]
    lines = ["User-agent: *", *(f"Disallow: {start}{path}" for path in CLOSED for start in starts)]
    lines.append(f"Sitemap: {absolute_url(request, reverse('public:sitemap'))}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """The front page and the pages of every tournament that is not a rehearsal. The pages name
    their addresses in other languages, and lead to their pairs and matches."""
    paths = [reverse("public:home")]
    for tournament in tournament_list():
        paths += [reverse(f"public:{name}", args=[tournament.slug]) for name in PAGES]
    addresses = [absolute_url(request, path) for path in paths]
    return render(request, "public/sitemap.xml", {"addresses": addresses}, "application/xml")

"""The tablet's app: one page that is the same for everybody, its manifest and its service worker.

Nothing here knows who asks: the app carries its device's token itself and speaks to the API
(docs/tablet.md). What it is made of has the version of its contents in its address, so that it
can be kept for ever; another byte in one file is another version. Its packed files are kept in
tablet/dist/ and held to their sources by a test: nothing is made while somebody waits.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import zopfli.gzip as zopfli
from csp.decorators import csp_exempt
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

LANGUAGES = ("es", "eu", "en", "fr")
FILES = ("app.js", "app.css", "sw.js", *(f"words-{code}.js" for code in LANGUAGES))
ICONS = ((192, "any"), (512, "any"), (192, "maskable"), (512, "maskable"))
ICON = "icons/tablet-maskable-192.png"
COLOUR = "#17503c"


@dataclass(frozen=True, slots=True)
class App:
    """The app in one version: what is served under which name, ready to be sent."""

    version: str
    texts: dict[str, str]

    def url(self, name: str) -> str:
        return reverse("referee:app-file", args=[self.version, name])

    @property
    def script_url(self) -> str:
        return self.url("app.js")

    @property
    def style_url(self) -> str:
        return self.url("app.css")

    @property
    def words_url(self) -> str:
        """The address of the Spanish words; another language has its own two letters in it."""
        return self.url("words-es.js")

    def file(self, name: str) -> tuple[str, str]:
        """The text and the content type of a packed file. Raises KeyError."""
        if name == WORKER:
            raise KeyError(name)  # its address is one without a version
        return self.texts[name], STYLE if name.endswith(".css") else SCRIPT


SCRIPT = "text/javascript; charset=utf-8"
STYLE = "text/css; charset=utf-8"
WORKER = "sw.js"


def current_app() -> App:
    """The app as its packed files (tablet/dist/) are on the disk now."""
    page = settings.BASE_DIR / "templates/referee/app.html"
    icon = settings.BASE_DIR / "static" / ICON
    paths = (*(settings.TABLET_DIST / name for name in FILES), page, icon)
    return _read(tuple((path, path.stat().st_mtime_ns) for path in paths))


@lru_cache(maxsize=2)
def _read(stamps: tuple[tuple[Path, int], ...]) -> App:
    told = hashlib.sha256()
    for path, _changed in stamps:
        told.update(path.name.encode() + path.read_bytes())
    texts = {path.name: path.read_text("utf-8") for path, _changed in stamps[: len(FILES)]}
    return App(version=told.hexdigest()[:12], texts=texts)


@require_safe
def shell(request: HttpRequest) -> HttpResponse:
    """The page of the app. It has no session, no token and no language of its own."""
    response = render(request, "referee/app.html", {"app": current_app(), "icon": ICON})
    response["Cache-Control"] = "no-cache"
    return response


# The policy is the page's: a script or a style is bound by that of the page that asks for it, and
# 800 bytes with each of them are more than some of them weigh.
@csp_exempt()
@require_safe
def app_file(request: HttpRequest, version: str, name: str) -> HttpResponse:
    """A part of the app, of the version that is served now."""
    app = current_app()
    try:
        if version != app.version:
            raise KeyError(version)
        text, kind = app.file(name)
    except KeyError as unknown:
        raise Http404(str(unknown)) from unknown
    response = HttpResponse(text, content_type=kind)
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.content = _packed(text)
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


@lru_cache(maxsize=16)
def _packed(text: str) -> bytes:
    """A text packed as small as gzip can, once for all tablets. It holds nothing secret."""
    return bytes(zopfli.compress(text.encode()))


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to install the app."""
    listed = {
        "id": reverse("referee:app"),
        "name": "Mus · mesa · mahaia · table",
        "short_name": "Mus",
        "start_url": reverse("referee:app"),
        "scope": reverse("referee:table"),
        "display": "standalone",
        "orientation": "any",
        "background_color": COLOUR,
        "theme_color": COLOUR,
        "icons": [_icon(size, purpose) for size, purpose in ICONS],
    }
    text = json.dumps(listed, ensure_ascii=False)
    response = HttpResponse(text, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    return response


def _icon(size: int, purpose: str) -> dict[str, str]:
    name = f"icons/tablet-{'maskable-' if purpose == 'maskable' else ''}{size}.png"
    return {
        "src": static(name),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """tablet/src/sw.js, packed, with what it keeps, and the version, before it."""
    app = current_app()
    known = {
        "version": app.version,
        "shell": reverse("referee:app"),
        "files": [app.script_url, app.style_url, static(ICON)],
        "words": {code: app.url(f"words-{code}.js") for code in LANGUAGES},
    }
    text = f"const KNOWN={json.dumps(known)};\n{app.texts[WORKER]}"
    response = HttpResponse(text, content_type=SCRIPT)
    response["Cache-Control"] = "no-cache"
    return response

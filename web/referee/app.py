"""The tablet's app: one page that is the same for everybody, its manifest and its service worker.

Nothing here depends on the user: the app sends its device's token itself to the API
(docs/tablet.md). The addresses of its files contain a version made from their contents, so browsers
can cache them for ever. The packed files are in tablet/dist/, and a test compares them with their
sources; nothing is packed during a request.
"""

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import brotli
import zopfli.gzip as zopfli
from csp.constants import NONE, SELF
from csp.decorators import csp, csp_exempt
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

LANGUAGES = dict(settings.LANGUAGES)
MORE = ("later.js", *(f"{part}-{code}.js" for code in LANGUAGES for part in ("words", "later")))
"""What not every device needs at once: the program behind the first hand, and each language."""
FILES = ("app.js", "app.css", "sw.js", *MORE)
ICONS = ((192, "any"), (512, "any"), (192, "maskable"), (512, "maskable"))
ICON = "icons/favicon.svg"
"""The one of the site's pages. Larger pictures are for a phone that installs the app."""
HOME_ICON = "icons/tablet-maskable-192.png"
COLOUR = "#17503c"


@dataclass(frozen=True, slots=True)
class App:
    """One version of the app. `texts`: name of a file → its text."""

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
        """The address of the Spanish words. For another language its code replaces "es"."""
        return self.url("words-es.js")

    def file(self, name: str) -> tuple[str, str]:
        """The text and the content type of a packed file. Raises KeyError."""
        if name == WORKER:
            raise KeyError(name)  # it is served at an address without a version
        return self.texts[name], STYLE if name.endswith(".css") else SCRIPT


SCRIPT = "text/javascript; charset=utf-8"
STYLE = "text/css; charset=utf-8"
WORKER = "sw.js"


def current_app() -> App:
    """The app made of the packed files (tablet/dist/) now on the disk."""
    page = settings.BASE_DIR / "templates/referee/app.html"
    icon = settings.BASE_DIR / "static" / ICON
    paths = (*(settings.TABLET_DIST / name for name in FILES), page, icon)
    return _read(tuple((path, path.stat().st_mtime_ns) for path in paths))


@lru_cache(maxsize=2)
def _read(stamps: tuple[tuple[Path, int], ...]) -> App:
    digest = hashlib.sha256()
    for path, _changed in stamps:
        digest.update(path.name.encode() + path.read_bytes())
    texts = {path.name: path.read_text("utf-8") for path, _changed in stamps[: len(FILES)]}
    return App(version=digest.hexdigest()[:12], texts=texts)


@require_safe
def shell(request: HttpRequest) -> HttpResponse:
    """The page of the app. It has no session, no token and no language of its own."""
    response = render(request, "referee/app.html", {
        "app": current_app(), "icon": ICON, "home_icon": HOME_ICON,
        "languages": json.dumps(LANGUAGES, ensure_ascii=False),
    })  # fmt: skip
    response["Cache-Control"] = "no-cache"
    return _as_small_as_possible(request, response)


# Without the policy header: scripts and styles are bound by the policy of their page, and its 800
# bytes are more than some of these files.
@csp_exempt()
@xframe_options_exempt
@require_safe
def app_file(request: HttpRequest, version: str, name: str) -> HttpResponse:
    """A file of the app's current version. 404 for another version."""
    app = current_app()
    try:
        if version != app.version:
            raise KeyError(version)
        text, kind = app.file(name)
    except KeyError as unknown:
        raise Http404(str(unknown)) from unknown
    response = HttpResponse(text, content_type=kind)
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return _as_small_as_possible(request, response)


PACKERS = {"br": brotli.compress, "gzip": zopfli.compress}


def _as_small_as_possible(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Compresses what every tablet gets alike. It holds nothing secret, so that its length needs
    no random bytes, which the middleware adds to other pages."""
    accepted = request.headers.get("Accept-Encoding", "")
    # Over https a browser takes Brotli too, a tenth smaller. Only there does the app work offline.
    coding = next((name for name in PACKERS if name in accepted), None)
    if coding:
        response.content = _packed(response.content, coding)
        response["Content-Encoding"] = coding
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


@lru_cache(maxsize=32)
def _packed(content: bytes, coding: str) -> bytes:
    """The content compressed as far as possible, once for all tablets."""
    return bytes(PACKERS[coding](content))


# It loads nothing and runs nothing: a policy would bind nothing here.
@csp_exempt()
@xframe_options_exempt
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
    return _as_small_as_possible(request, response)


def _icon(size: int, purpose: str) -> dict[str, str]:
    name = f"icons/tablet-{'maskable-' if purpose == 'maskable' else ''}{size}.png"
    return {
        "src": static(name),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


# It is no page: all that it may do is fetch what it keeps.
@csp({"default-src": [NONE], "connect-src": [SELF]})
@xframe_options_exempt
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The packed tablet/src/sw.js, preceded by the list of files it caches and the version."""
    app = current_app()
    known = {
        "version": app.version,
        "shell": reverse("referee:app"),
        "folder": app.script_url.removesuffix("app.js"),
        "files": ["app.js", "app.css"],
        "icons": [static(ICON)],
        "more": MORE,
    }
    text = f"const KNOWN={json.dumps(known)};\n{app.texts[WORKER]}"
    response = HttpResponse(text, content_type=SCRIPT)
    response["Cache-Control"] = "no-cache"
    return _as_small_as_possible(request, response)

"""The tablet's app: one page that is the same for everybody, its manifest and its service worker.

Nothing here knows who asks: the app carries its device's token itself and speaks to the API
(docs/tablet.md). What it is made of has the version of its contents in its address, so that it
can be kept for ever; another byte in one file is another version.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import zopfli.gzip as zopfli
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from web.referee.bundle import bundle, stripped

LANGUAGES = ("es", "eu", "en", "fr")
# In the order in which they are joined into one: what comes later may say it otherwise.
SCREENS = (
    "base", "bar", "keys", "table", "history", "start", "cards", "lances", "settlement", "quick",
    "changes", "waiting",
)  # fmt: skip
STYLES = ("css/tokens.css", *(f"css/tablet/{screen}.css" for screen in SCREENS))
FOLDERS = ("js/mus", "js/tablet", "vendor/htm-preact")
ICONS = ((192, "any"), (512, "any"), (192, "maskable"), (512, "maskable"))
ICON = "icons/tablet-maskable-192.png"
COLOUR = "#17503c"

_FONT = re.compile(r"@font-face\s*\{[^}]*\}")
_STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_STYLE_SPACE = re.compile(r"\s*([{};,])\s*|(?<=:)\s+")


@dataclass(frozen=True, slots=True)
class App:
    """The app in one version: what is served under which name, ready to be sent."""

    version: str
    script: str
    style: str
    words: dict[str, str]
    worker: str

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
        """Of Spanish; the other languages by their letters in its place."""
        return self.url("words-es.js")

    def file(self, name: str) -> tuple[str, str]:
        """Its text and its content type. Raises KeyError."""
        if name == "app.js":
            return self.script, SCRIPT
        if name == "app.css":
            return self.style, "text/css; charset=utf-8"
        return self.words[name], SCRIPT


SCRIPT = "text/javascript; charset=utf-8"


def current_app() -> App:
    """The app as its files are on the disk now."""
    root = Path(settings.STATICFILES_DIRS[0])
    page = settings.BASE_DIR / "templates/referee/app.html"
    stamps = tuple((path, path.stat().st_mtime_ns) for path in (*_files(root), page))
    return _made(root, stamps)


def _files(root: Path) -> Iterator[Path]:
    for folder in FOLDERS:
        yield from sorted((root / folder).rglob("*.js"))
    yield from (root / name for name in (*STYLES, ICON))


@lru_cache(maxsize=2)
def _made(root: Path, stamps: tuple[tuple[Path, int], ...]) -> App:
    told = hashlib.sha256()
    for path, _changed in stamps:
        told.update(path.name.encode() + path.read_bytes())
    tablet = root / "js/tablet"
    return App(
        version=told.hexdigest()[:12],
        script=bundle((tablet / "app.js").resolve()),
        style="".join(_style(root / name) for name in STYLES),
        words={f"words-{code}.js": _words(tablet, code) for code in LANGUAGES},
        worker=stripped((tablet / "sw.js").read_text(encoding="utf-8")),
    )


def _style(path: Path) -> str:
    """The system's own fonts are there at once; a font to load would be half the first visit."""
    text = _STYLE_COMMENT.sub("", path.read_text(encoding="utf-8"))
    return _STYLE_SPACE.sub(r"\1", _FONT.sub("", text)).replace(";}", "}")


def _words(tablet: Path, code: str) -> str:
    """Both catalogues of a language in one: what the rules say and what the app says."""
    parts = [(tablet / folder / f"{code}.js").read_text("utf-8") for folder in ("i18n", "ui")]
    listed = [stripped(part).split("export default", 1)[1].strip(" ;\n") for part in parts]
    return f"export default {{...{listed[0]},...{listed[1]}}};\n"


@require_safe
def shell(request: HttpRequest) -> HttpResponse:
    """The page of the app. It has no session, no token and no language of its own."""
    response = render(request, "referee/app.html", {"app": current_app(), "icon": ICON})
    response["Cache-Control"] = "no-cache"
    return response


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
    """As small as gzip's format can be, once for all tablets of a room; nothing secret is in it."""
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
    """static/js/tablet/sw.js with what it keeps, and the version, before it."""
    app = current_app()
    known = {
        "version": app.version,
        "shell": reverse("referee:app"),
        "files": [app.script_url, app.style_url, static(ICON)],
        "words": {code: app.url(f"words-{code}.js") for code in LANGUAGES},
    }
    response = HttpResponse(f"const KNOWN={json.dumps(known)};\n{app.worker}", content_type=SCRIPT)
    response["Cache-Control"] = "no-cache"
    return response

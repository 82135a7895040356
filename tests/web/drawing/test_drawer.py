"""Pictures are drawn beside the server, once, and nobody's thread is held for them for long."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from django.core.cache import caches
from django.urls import reverse
from PIL import Image

from jobs.beside import ROOT, NoAnswer, begin_of
from tests.tournament import play
from web.drawing import drawer as drawing
from web.drawing import pen
from web.drawing.drawer import Drawer, NotDrawn

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">'
    '<rect width="1200" height="630" fill="#17503c"/>'
    '<text x="9" y="99" font-family="MusDisplay" font-size="60" fill="#fff">Getaria</text></svg>'
)
PNG = b"\x89PNG\r\n"


class Asked:
    """A process beside that draws at once, or when it is told to."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.fails = False

    def ask(self, line: bytes, *, seconds: float) -> bytes:
        self.lines.append(json.loads(line))
        assert self.may_answer.wait(min(seconds, 60.0))
        if self.fails:
            raise NoAnswer("no answer")
        return pen.answer(line)

    def stop(self) -> None:
        self.lines.append("stopped")


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def drawer(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> Iterator[Drawer]:
    made = Drawer(1_000_000)
    monkeypatch.setattr(made, "_beside", asked)
    yield made
    if made._end is not None:
        made._end.cancel()


def test_the_process_that_draws_knows_no_django_and_draws_what_is_asked():
    tell = "\nprint(sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", begin_of(pen.__name__) + tell],
        input=json.dumps(SVG).encode() + b'\n"no svg"\n', capture_output=True, cwd=ROOT, check=True,
    )  # fmt: skip
    first, second = map(json.loads, done.stdout.splitlines())
    assert (list(first), list(second)) == (["png"], ["error"])
    assert "django" not in done.stderr.decode()


def test_a_picture_has_its_size_and_few_colours():
    with Image.open(BytesIO(pen.drawn(SVG))) as picture:
        assert picture.size == (1200, 630)
        assert picture.mode == "P"
        assert picture.convert("RGB").getpixel((600, 600)) == (0x17, 0x50, 0x3C)


def test_what_was_drawn_is_not_drawn_again(drawer, asked):
    first = drawer.picture(SVG)
    assert first.startswith(PNG)
    assert drawer.picture(SVG) is first
    assert len(asked.lines) == 1


def test_two_who_want_the_same_wait_for_one_drawing(drawer, asked):
    asked.may_answer.clear()
    found: list[bytes] = []
    both = [threading.Thread(target=lambda: found.append(drawer.picture(SVG))) for _ in range(2)]
    for one in both:
        one.start()
    asked.may_answer.set()
    for one in both:
        one.join(60)
    assert found[0] is found[1]
    assert len(asked.lines) == 1


@pytest.mark.long
def test_no_more_than_two_threads_wait_and_the_next_is_told_to_come_again(drawer, asked):
    asked.may_answer.clear()
    others = [SVG.replace("Getaria", name) for name in ("Orio", "Zarautz")]
    waiting = [threading.Thread(target=drawer.picture, args=(one,)) for one in others]
    for one in waiting:
        one.start()
    _until(lambda: drawer._places._value == 0)
    with pytest.raises(NotDrawn):
        drawer.picture(SVG)
    asked.may_answer.set()
    for one in waiting:
        one.join(60)
    assert drawer.picture(SVG).startswith(PNG)


def test_a_process_that_gives_no_answer_is_ended_and_asked_anew(drawer, asked):
    asked.fails = True
    with pytest.raises(NotDrawn):
        drawer.picture(SVG)
    assert asked.lines[-1] == "stopped"
    asked.fails = False
    assert drawer.picture(SVG).startswith(PNG)


def test_what_cannot_be_drawn_is_said_and_never_kept(drawer, caplog):
    with pytest.raises(NotDrawn):
        drawer.picture("no svg")
    assert "A picture cannot be drawn" in caplog.text
    assert len(drawer.kept) == 0


def test_the_process_ends_when_nothing_is_to_be_drawn(drawer, asked, monkeypatch):
    monkeypatch.setattr(drawing, "RESTING_SECONDS", 0.05)
    drawer.picture(SVG)
    _until(lambda: asked.lines[-1] == "stopped")


def test_the_server_goes_on_while_a_picture_is_drawn():
    """The library keeps Python's lock while it draws: beside the server that holds up nobody."""
    made, over = Drawer(1_000_000), threading.Event()
    made.picture(SVG)  # the process is there

    def draw() -> None:
        try:
            for n in range(5):
                made.picture(SVG.replace("Getaria", f"Getaria {n}"))
        finally:
            over.set()

    thread = threading.Thread(target=draw)
    thread.start()
    steps = 0
    while not over.wait(0.002):
        steps += 1
    thread.join()
    made.stop()
    assert steps > 5


@pytest.mark.django_db
def test_the_page_says_when_to_ask_again(client, drawer, asked, monkeypatch):
    monkeypatch.setattr("web.public.pictures.drawer", drawer)
    address = reverse("public:picture", args=[play.tournament().slug])
    asked.fails = True
    busy = client.get(address)
    assert (busy.status_code, busy["Retry-After"]) == (503, "5")
    assert "ETag" not in busy
    asked.fails = False
    assert client.get(address).content.startswith(PNG)


class Remembers(dict[str, Any]):
    """A cache that all processes share."""

    def set(self, key: str, value: bytes, *, timeout: int) -> None:
        assert timeout > 0
        self[key] = value


def test_what_one_process_drew_is_there_for_the_others(drawer, asked, settings, monkeypatch):
    settings.REDIS_URL = "redis://somewhere"
    monkeypatch.setattr(drawing, "caches", {"default": Remembers()})
    first = drawer.picture(SVG)
    other = Drawer(1_000_000)
    assert other.picture(SVG) == first
    assert len(asked.lines) == 1


def test_a_shared_cache_that_is_away_is_done_without(drawer, settings, monkeypatch, caplog):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    class Away:
        def get(self, _key: str) -> bytes:
            raise OSError("away")

        def set(self, _key: str, _value: bytes, **_more: Any) -> None:
            raise OSError("away")

    monkeypatch.setattr(drawing, "caches", {"default": Away()})
    assert drawer.picture(SVG).startswith(PNG)
    assert "The shared cache is away" in caplog.text
    assert caches["here"] is not None


def _until(true: Any) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)

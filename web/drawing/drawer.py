"""Pictures of drawings: from the cache, or drawn now by a separate process."""

import base64
import json
import logging
from hashlib import sha256
from threading import BoundedSemaphore, Lock, Timer

from django.conf import settings
from django.core.cache import caches

from jobs.beside import NoAnswer, SideProcess
from tournament.limits import away
from tournament.recent import Recent
from web.drawing import pen

LONGEST_SECONDS = 10.0
RESTING_SECONDS = 60.0
"""How long the process waits for another drawing before it ends."""
MOST_WAITING = 2
"""The most requests that wait for a picture at once. Each holds a thread, and saving hands needs
threads too."""
SHARED_SECONDS = 86_400

log = logging.getLogger(__name__)


class NotDrawn(Exception):
    """There is no picture: too many others wait, or it cannot be drawn. A later try may succeed."""


class Drawer:
    """Draws one picture at a time, in any thread."""

    def __init__(self, most_bytes: int) -> None:
        self.kept: Recent[str, bytes] = Recent(most_bytes, weigh=len)
        self._beside = SideProcess(pen.__name__)
        self._turn = Lock()
        self._places = BoundedSemaphore(MOST_WAITING)
        self._end: Timer | None = None

    def picture(self, svg: str) -> bytes:
        """The picture of a drawing, as PNG. Raises NotDrawn when too many wait already."""
        key = sha256(svg.encode()).hexdigest()
        picture = self.kept.get(key) or _shared(key)
        if picture is None:
            if not self._places.acquire(blocking=False):
                raise NotDrawn("others are being drawn")
            try:
                return self._drawn(key, svg)
            finally:
                self._places.release()
        self.kept.put(key, picture)
        return picture

    def stop(self) -> None:
        """Ends the separate process; the next drawing starts another."""
        with self._turn:
            self._beside.stop()

    def _drawn(self, key: str, svg: str) -> bytes:
        with self._turn:
            # The thread before this one may have drawn the same picture.
            cached_picture = self.kept.get(key)
            if cached_picture is not None:
                return cached_picture
            try:
                answer = json.loads(
                    self._beside.ask(json.dumps(svg).encode(), seconds=LONGEST_SECONDS)
                )
            except (NoAnswer, ValueError) as error:
                self._beside.stop()
                raise NotDrawn(str(error)) from error
            finally:
                self._rests()
        if "error" in answer:
            log.error("A picture cannot be drawn: %s", answer["error"])
            raise NotDrawn(answer["error"])
        picture = base64.b64decode(answer["png"])
        self.kept.put(key, picture)
        _share(key, picture)
        return picture

    def _rests(self) -> None:
        if self._end is not None:
            self._end.cancel()
        self._end = Timer(RESTING_SECONDS, self.stop)
        self._end.daemon = True
        self._end.start()


drawer = Drawer(2_000_000)
"""The drawer of this process."""


def _shared(key: str) -> bytes | None:
    if not settings.REDIS_URL:
        return None
    try:
        picture: bytes | None = caches["default"].get(f"picture:{key}")
    except away() as error:
        log.warning("The shared cache is away (%s): pictures are drawn by each process", error)
        return None
    return picture


def _share(key: str, picture: bytes) -> None:
    if not settings.REDIS_URL:
        return
    try:
        caches["default"].set(f"picture:{key}", picture, timeout=SHARED_SECONDS)
    except away() as error:
        log.warning("The shared cache is away (%s): a picture is kept here alone", error)

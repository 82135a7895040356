"""Without a broker: one thread of the server's process does what waits, and ticks every minute.

Several processes on one database may each have one: a job is claimed before it is done. Another
thread, with a broker and without, asks for what is to be done whenever there is work of its kind.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.db import connection

Messages = Callable[..., Awaitable[Any]]
Application = Callable[[MutableMapping[str, Any], Messages, Messages], Awaitable[None]]

TICK_SECONDS = 60.0
FIRST_TICK_SECONDS = 30.0
GATHERING_SECONDS = 5.0
"""After a bell so long is waited for others: who rings pays nothing, and all are asked for once."""

log = logging.getLogger(__name__)


class Clockwork:
    """Started and stopped with the process that serves; at other times jobs are done by whoever
    asked for them."""

    def __init__(self) -> None:
        self._bell = threading.Event()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._over.clear()
        self._thread = threading.Thread(target=self._run, name="clockwork", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """What is being done is finished by whoever finds its lease passed."""
        self._over.set()
        self._bell.set()
        self._thread = None

    def wake(self) -> bool:
        """Whether there is a thread that does what waits."""
        if self._thread is None or not self._thread.is_alive():
            return False
        self._bell.set()
        return True

    def _run(self) -> None:
        next_tick = time.monotonic() + FIRST_TICK_SECONDS
        while not self._over.is_set():
            self._bell.wait(max(0.0, next_tick - time.monotonic()))
            self._bell.clear()
            is_time = time.monotonic() >= next_tick
            if is_time:
                next_tick = time.monotonic() + TICK_SECONDS
            try:
                self._do(with_tick=is_time)
            except Exception:
                log.exception("The jobs could not be looked at; the next look is in a minute.")
        connection.close()

    def _do(self, *, with_tick: bool) -> None:
        from jobs import services  # which hands its jobs to this clock

        for job_id in services.tick() if with_tick else services.due():
            if self._over.is_set():
                return
            services.run(job_id, with_lease=True)


class Bell:
    """Asks for standing jobs (`jobs.registry`, `whenever`) a little after somebody has rung, and
    when the process begins. To ring is to set a flag: nothing is written where it is done."""

    def __init__(self) -> None:
        self._rung = threading.Event()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._over.clear()
        self._rung.set()
        self._thread = threading.Thread(target=self._run, name="bell", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        self._rung.set()
        self._thread = None

    def ring(self) -> None:
        """From any thread. Where no process serves, the clock of the one that does finds the work
        within a minute."""
        self._rung.set()

    def _run(self) -> None:
        from jobs import services  # which hands its jobs to this clock

        while self._rung.wait() and not self._over.wait(GATHERING_SECONDS):
            self._rung.clear()
            try:
                asked, is_all = services.ask_standing()
                for job_id in asked:
                    services.hand_on(job_id)
                if not is_all:
                    self._rung.set()
            except Exception:
                log.exception("Standing jobs could not be asked for; the clock will do it.")
            finally:
                connection.close()


_clock, _bell = Clockwork(), Bell()
start, stop, wake = _clock.start, _clock.stop, _clock.wake
ring = _bell.ring


def ringing(application: Application) -> Application:
    """An ASGI application with a bell that lives as long as it."""
    return _with(application, _bell)


def beside(application: Application) -> Application:
    """An ASGI application with a clock that lives as long as it."""
    return _with(application, _clock)


def _with(application: Application, mate: Clockwork | Bell) -> Application:

    async def with_mate(scope: MutableMapping[str, Any], receive: Messages, send: Messages) -> None:
        if scope["type"] != "lifespan":
            return await application(scope, receive, send)
        mate.start()
        try:
            await application(scope, receive, send)
        finally:
            mate.stop()
        return None

    return with_mate

"""Without a broker, one thread of the server's process does the waiting jobs, and ticks every
minute.

Several processes on one database may each have such a thread, because a job is claimed before it is
done. Another thread, with or without a broker, queues the standing jobs that have work.
"""

import logging
import math
import threading
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.db import connection

from jobs import services as jobs

Messages = Callable[..., Awaitable[Any]]
Application = Callable[[MutableMapping[str, Any], Messages, Messages], Awaitable[None]]

TICK_SECONDS = 60.0
FIRST_TICK_SECONDS = 30.0
SHORTEST_PAUSE_SECONDS = 1.0
"""Seconds between two looks for jobs whose time comes, at least."""
GATHERING_SECONDS = 5.0
"""Seconds to wait after a ring, so that several rings cause one look for work."""

log = logging.getLogger(__name__)


class Clockwork:
    """The thread, started and stopped with the server. In other processes a job is done by its
    sender."""

    def __init__(self) -> None:
        self._over = threading.Event()

    def start(self) -> None:
        self._over.clear()
        thread = threading.Thread(target=self._run, name="clockwork", daemon=True)
        jobs.done_by(thread)
        thread.start()

    def stop(self) -> None:
        """Stops the thread. An interrupted job is done again, by any process, after its lease has
        passed."""
        self._over.set()
        jobs.wake_up.set()
        jobs.done_by(None)

    def _run(self) -> None:
        next_tick = time.monotonic() + FIRST_TICK_SECONDS
        pause = math.inf
        while not self._over.is_set():
            jobs.wake_up.wait(max(0.0, min(pause, next_tick - time.monotonic())))
            jobs.wake_up.clear()
            is_time = time.monotonic() >= next_tick
            if is_time:
                next_tick = time.monotonic() + TICK_SECONDS
            try:
                self._do(with_tick=is_time)
                pause = max(SHORTEST_PAUSE_SECONDS, jobs.seconds_to_next())
            except Exception:
                pause = math.inf
                log.exception("The jobs could not be looked at; the next look is in a minute.")
        connection.close()

    def _do(self, *, with_tick: bool) -> None:
        for job_id in jobs.tick() if with_tick else jobs.due():
            if self._over.is_set():
                return
            jobs.run(job_id, with_lease=True)


class Bell:
    """Queues standing jobs (`jobs.registry`, `whenever`) when the process starts and shortly after
    a ring. Ringing only sets a flag, so it costs the caller nothing."""

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
        """Rings, from any thread. In a process without the thread nothing happens; the server's
        clock then finds the work within a minute."""
        self._rung.set()

    def _run(self) -> None:
        while self._rung.wait() and not self._over.wait(GATHERING_SECONDS):
            self._rung.clear()
            try:
                job_ids, is_all = jobs.ask_standing()
                for job_id in job_ids:
                    jobs.hand_on(job_id)
                if not is_all:
                    self._rung.set()
            except Exception:
                log.exception("Standing jobs could not be asked for; the clock will do it.")
            finally:
                connection.close()


_clock, _bell = Clockwork(), Bell()
start, stop = _clock.start, _clock.stop
ring = _bell.ring


def ringing(application: Application) -> Application:
    """An ASGI application with a Bell for its lifetime."""
    return _with(application, _bell)


def beside(application: Application) -> Application:
    """An ASGI application with a Clockwork for its lifetime."""
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

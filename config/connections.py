"""uvicorn's connections, with an end for those on which no request arrives.

uvicorn ends a connection that is idle after an answer, but waits without end for the first request
and for the rest of headers that began.
"""

import asyncio
from typing import Any, ClassVar

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class PromptProtocol(HttpToolsProtocol):
    """Closes the connection when headers are not complete HEADER_SECONDS after it was made, or
    after their first byte. When a quarter of the open files waits like this, the oldest is closed.
    """

    waiting: ClassVar[dict["PromptProtocol", asyncio.TimerHandle]] = {}
    """The connections without complete headers, the oldest first."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def on_message_begin(self) -> None:
        self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._arrived()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self in self.waiting:
            return
        if len(self.waiting) >= settings.OPEN_FILES // 4:
            next(iter(self.waiting)).give_up()
        self.waiting[self] = self.loop.call_later(settings.HEADER_SECONDS, self.give_up)

    def _arrived(self) -> None:
        timer = self.waiting.pop(self, None)
        if timer is not None:
            timer.cancel()

    def give_up(self) -> None:
        """Closes the connection without an answer."""
        self._arrived()
        # Closing would wait until the other side has read what it was sent.
        self.transport.abort()

"""What is written down, and what must not be: the link of a table is the key to it."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from structlog.contextvars import get_contextvars

_SECRETS = (
    (
        re.compile(r"(/referee/join/|/accounts/(?:invited|mailbox|reset/[^/\s]+)/)[^/\s?\"']+"),
        r"\1…",
    ),
    # A database's or broker's address with its password.
    (re.compile(r"(\b[a-z+]{2,20}://[^/\s:@\"']*:)[^@\s/\"']+(@)"), r"\1…\2"),
    # A program's or a tablet's key, in a header.
    (re.compile(r"\b((?:Token|Device|Bearer)\s+)[-\w.~+/]{16,}=*", re.IGNORECASE), r"\1…"),
    (
        re.compile(
            r"((?:password\d?|secret_?key|csrfmiddlewaretoken|sessionid|api_?token)"
            r"[\"']?\s*[=:]\s*[bu]?[\"']?)[^\s&\"',;}]+",
            re.IGNORECASE,
        ),
        r"\1…",
    ),
)
FIELDS = ("status", "view", "ms")
"""What a line may carry beside its words."""


def without_keys(text: str) -> str:
    """`text` with keys, tokens and passwords taken out of it."""
    for pattern, without in _SECRETS:
        text = pattern.sub(without, text)
    return text


def writable(text: str) -> str:
    """The text with half characters written out: a line that holds one would not be written."""
    return text.encode("utf-8", "backslashreplace").decode()


class KeylessRecord(logging.LogRecord):
    """A record that holds no key, whichever handler, format or logger it meets.

    uvicorn's access log has a handler of its own and formats the arguments itself: a filter on
    our handlers does not see them.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if isinstance(self.args, tuple):
            self.args = tuple(without_keys(a) if isinstance(a, str) else a for a in self.args)

    def getMessage(self) -> str:  # noqa: N802  (logging's own name)
        return without_keys(super().getMessage())


def hide_keys_in_every_record() -> None:
    """From now on every log record of this process is made without keys. May be called again."""
    logging.setLogRecordFactory(KeylessRecord)


class Line(logging.Formatter):
    """For people: time, level, logger, words; then the request it belongs to."""

    def format(self, record: logging.LogRecord) -> str:
        known = " ".join(f"{key}={value}" for key, value in _known(record).items())
        return writable(without_keys(super().format(record)) + (f" [{known}]" if known else ""))


class Json(logging.Formatter):
    """For programs: one JSON object a line, with the request and the tournament it belongs to."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC)
        fields: dict[str, Any] = {
            "at": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_known(record),
        }
        if record.exc_info:
            fields["error"] = without_keys(self.formatException(record.exc_info))
        return writable(json.dumps(fields, ensure_ascii=False, default=str))


def _known(record: logging.LogRecord) -> dict[str, Any]:
    """The request around this line, and the fields it was given."""
    given = {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
    return {**get_contextvars(), **given}


def logging_settings(format: str, level: str) -> dict[str, Any]:
    """Django's LOGGING: all of it to stderr, as lines for people or as JSON for programs."""
    # As JSON the server and the worker write through ours, so that no line is of another shape.
    theirs = ("uvicorn", "uvicorn.access", "celery") if format == "json" else ()
    ours = {"handlers": ["stderr"], "propagate": False}
    words = "{asctime} {levelname} {name}: {message}"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {"()": "config.logs.Line", "format": words, "style": "{"},
            "json": {"()": "config.logs.Json"},
        },
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": format},
            "nowhere": {"class": "logging.NullHandler"},
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Anybody can send a wrong Host header: that is their 400, not our error report.
            "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
            **dict.fromkeys(theirs, ours),
        },
    }

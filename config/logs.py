"""Logging, without keys: for example the link of a table must not be written down, because it gives
access."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from structlog.contextvars import get_contextvars

from config import secret_addresses

_SECRETS = (
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
"""Extra fields that a log line may have."""


def without_keys(text: str) -> str:
    """`text` with keys, tokens and passwords removed."""
    text = secret_addresses.without_keys(text)
    for pattern, without in _SECRETS:
        text = pattern.sub(without, text)
    return text


def writable(text: str) -> str:
    """The text with lone surrogates escaped; a line with one could not be encoded."""
    return text.encode("utf-8", "backslashreplace").decode()


class KeylessRecord(logging.LogRecord):
    """A log record without keys, for every handler, format and logger.

    uvicorn's access log has its own handler and formats the arguments itself, so a filter on our
    handlers would not see them.
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
    """The format for people: time, level, logger, message, then the request."""

    def format(self, record: logging.LogRecord) -> str:
        known = " ".join(f"{key}={value}" for key, value in _known(record).items())
        return writable(without_keys(super().format(record)) + (f" [{known}]" if known else ""))


class Json(logging.Formatter):
    """The format for programs: one JSON object per line, with the request and the tournament."""

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
    """The request of this line, and its extra fields."""
    fields = {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
    # Django writes of a refused request after all middleware, and names the request itself.
    number = getattr(getattr(record, "request", None), "number", None)
    return {**({"request": number} if number else {}), **get_contextvars(), **fields}


def logging_settings(format: str, level: str) -> dict[str, Any]:
    """Django's LOGGING setting: everything to stderr, as lines for people or as JSON."""
    # With JSON the server and the worker use our handler too, so that all lines have the same form.
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
            # Anybody can send a wrong Host header. It gets a 400 and is not reported as an error.
            "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
            **dict.fromkeys(theirs, ours),
        },
    }

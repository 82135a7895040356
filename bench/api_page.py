"""Writes the tables of docs/api.md, which name every address of the API, from its OpenAPI document.

python -m bench.api_page
"""

import os
from collections import defaultdict
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "docs/api.md"
BEGINS = "<!-- written by python -m bench.api_page -->\n"
ENDS = "<!-- end of the written part -->\n"
HEAD = "| method | address | what it does | scope |\n|---|---|---|---|\n"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from api.views.docs import document

    PAGE.write_text(with_tables(PAGE.read_text(), tables(document())))


def with_tables(page: str, text: str) -> str:
    """Returns the page with `text` between the two marks."""
    before, _, rest = page.partition(BEGINS)
    return before + BEGINS + text + ENDS + rest.partition(ENDS)[2]


def tables(document: dict[str, Any]) -> str:
    """Returns a heading and a table for each tag of the document."""
    rows = defaultdict(list)
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            rows[operation["tags"][0]].append(_row(method.upper(), path, operation))
    return "".join(f"\n### {tag}\n\n{HEAD}{''.join(rows[tag])}" for tag in sorted(rows)) + "\n"


def _row(method: str, path: str, operation: dict[str, Any]) -> str:
    names = [
        parameter["name"]
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "query"
    ]
    address = path.removeprefix("/api/v1")
    query = f" `?{'&'.join(names)}`" if names else ""
    summary, scope = operation["summary"], _scope(method, operation)
    return f"| {method} | `{address}`{query} | {summary} | {scope} |\n"


def _scope(method: str, operation: dict[str, Any]) -> str:
    schemes = operation.get("security", [{}])
    if {} in schemes:
        return "none"
    if {"device": []} in schemes:
        return "device"
    return "read" if method == "GET" else "write"


if __name__ == "__main__":
    main()

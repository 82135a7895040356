"""What costs a page that takes forms the most, made from the forms that it shows."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.web.wanderer import Field, Form

LETTER = "ﷺ"
"""One letter, three bytes, of which compatibility normalization makes eighteen letters."""
LINES = (
    f"{LETTER * 20}, {LETTER * 20}\n",
    "a,b\n",
    "\n",
    '"a, b\n',
    "A\t1;2,3 - 4/5 6\n",
    "1: 1\n",
    '{"a":[]}\n',
)
"""Lines of lists, of quotation marks that never close, of sheets, points and files."""
MANY = 1_990
"""Fields of one form: the most that are read, but for those that are right."""
Body = dict[str, Any]


def worst_posts(forms: list[Form], size: int) -> Iterator[Body]:
    """What to send of about `size` bytes: names that no form has, each form with every field
    repeated, then with one field as large as may be, as one word and as many lines, and with a file
    of such lines."""
    yield {f"{number:x}": "0" for number in range(min(MANY, size // 100))}
    for form in forms:
        plain = {one.name: _plain(one) for one in form.fields if one.kind != "file"}
        yield {**plain, **_repeated(form, size)}
        typed = [one for one in form.fields if one.is_typed]
        for one in typed:
            yield {**plain, one.name: LETTER * (size // 3)}
        for one in form.fields:
            if one.kind == "textarea":
                for line in LINES:
                    yield {**plain, one.name: line * (size // len(line.encode()))}
            elif one.kind == "file":
                for content in _contents(size):
                    yield {**plain, one.name: SimpleUploadedFile("list.txt", content)}
            elif one.kind in ("hidden", "number"):
                yield {**plain, one.name: "9" * size}


def _plain(one: Field) -> str:
    chosen = next((value for value in one.values if value), "")
    return chosen or ("1" if one.kind == "number" else "a" if one.is_typed else "")


def _repeated(form: Form, size: int) -> Mapping[str, Any]:
    names = {one.name: one for one in form.fields if one.kind != "file"}
    count = min(MANY, size // 100) // max(1, len(names))
    return {name: [_plain(one)] * count for name, one in names.items()}


def _contents(size: int) -> Iterator[bytes]:
    for line in LINES:
        yield line.encode() * (size // len(line.encode()))
    yield b"[" * size
    yield b"PK\x03\x04" + b"\0" * size


def forms_sent_to(route: str, pages: list[Any], route_of: Any) -> list[Form]:
    """The forms of these pages that are sent to this route, each kind once."""
    found: dict[tuple[str, ...], Form] = {}
    for page in pages:
        for form in page.forms:
            if form.method == "post" and route_of(form.action) == route:
                found.setdefault(tuple(one.name for one in form.fields), form)
    return list(found.values())


def form_of(typed: Mapping[str, str]) -> Form:
    """A form with fields of these names, for a page whose own is nowhere to be seen."""
    return Form("", "post", [Field(name, "text", [value]) for name, value in typed.items()])

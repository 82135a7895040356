"""What an address asks for: the methods that a page takes, the way on from one that only takes a
form, and the one thing of several that is meant."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponseNotAllowed, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import Resolver404, get_script_prefix, resolve
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

T = TypeVar("T")
View = Callable[..., HttpResponseBase]
LOOKING = ("GET", "HEAD")


def uncached(*methods: str) -> Callable[[View], View]:
    """A view that takes these methods, and whose answers no cache keeps."""
    takes = require_http_methods(with_head(methods))
    return lambda view: never_cache(takes(view))


def with_head(methods: Collection[str]) -> tuple[str, ...]:
    return (*methods, *(("HEAD",) if "GET" in methods else ()))


def not_taken(request: HttpRequest, allowed: Collection[str]) -> HttpResponseBase | None:
    """The answer when a page does not take the method of this request; None when it does.

    Whoever only looks at the address of a form is led to the page above it: after an error the form
    is shown at its own address, where people load it anew, choose another language, or come back
    from signing in. All else gets a 405. For guards, once they know that this visitor may be here.
    """
    if request.method in allowed:
        return None
    if request.method in LOOKING:
        return HttpResponseRedirect(get_script_prefix().rstrip("/") + page_above(request.path_info))
    return HttpResponseNotAllowed(allowed)


def one_of(rows: Iterable[T], **attributes: object) -> T:
    """The first with these attributes. Raises Http404."""
    for row in rows:
        if all(getattr(row, name) == value for name, value in attributes.items()):
            return row
    raise Http404(f"none with {attributes}")


def page_above(path: str) -> str:
    """The nearest address above this one with a page of the same guards; "/" without one."""
    return next(filter(_is_page, _above(path)), "/")


def _above(path: str) -> Iterator[str]:
    parts = path.rstrip("/").split("/")
    for count in range(len(parts) - 1, 0, -1):
        yield "/".join(parts[:count]) + "/"


def _is_page(path: str) -> bool:
    try:
        view = resolve(path).func
    except Resolver404:
        return False
    return "GET" in getattr(view, "methods", ())

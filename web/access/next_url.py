"""Where to go after an action: only to a page of this site."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def next_url(request: HttpRequest, *, default: str) -> str:
    """`next` from the form or the address if it is a path of this site; otherwise `default`."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    is_path = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if is_path else default

"""Where to go after an action: only ever back into this site."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def next_url(request: HttpRequest, *, default: str) -> str:
    """The `next` of the form or the address when it is a path of this site, else `default`."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    is_path = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if is_path else default

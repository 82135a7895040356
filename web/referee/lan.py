"""Making a tablet trust the room's own authority: the instructions and the certificate."""

import os

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from web.files import download
from web.lan.files import Files
from web.qr import qr_svg


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The instructions for installing the certificate; without `manage.py lan` running, how to
    start it."""
    # Imported here, because cryptography costs memory and only servers of a room need it.
    from web.lan.certificates import fingerprint, kept_certificate

    known = kept_certificate(_files())
    host = request.get_host().rsplit(":", 1)[0]
    port, _comma, plain_port = os.environ.get("LAN_PORTS", "").partition(",")
    name = os.environ.get("LAN_ADDRESS", "")
    here = f"http://{name}:{plain_port}{reverse('referee:lan')}" if name else ""
    context = {
        "fingerprint": fingerprint(known) if known else "",
        "secure_url": f"https://{host}:{port}/" if port else "",
        "is_secure": request.is_secure(),
        "here": here,
        "code": qr_svg(here, title=_("Code of this page")) if here else "",
    }
    return render(request, "referee/lan.html", context)


@require_safe
def certificate(request: HttpRequest) -> HttpResponseBase:
    """The authority's certificate, in the form that Android and iPadOS install. No key leaves the
    laptop."""
    path = _files().authority
    if not path.exists():
        raise Http404
    return download(path.read_bytes(), name="mus.crt", kind="application/x-x509-ca-cert")


def _files() -> Files:
    return Files(settings.VAR_DIR / "lan")

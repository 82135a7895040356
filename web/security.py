"""GET /.well-known/security.txt: the contact for security faults (RFC 9116)."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """200 with SECURITY_CONTACT, valid for a year; 404 when the operator has set none."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    contact = settings.SECURITY_CONTACT
    if ":" not in contact:
        contact = f"mailto:{contact}"
    until = (datetime.now(UTC) + timedelta(days=365)).strftime("%Y-%m-%dT00:00:00Z")
    lines = [f"Contact: {contact}", f"Expires: {until}", "Preferred-Languages: es, eu, en, fr"]
    body = "".join(f"{line}\n" for line in lines)
    return HttpResponse(body, content_type="text/plain; charset=utf-8")

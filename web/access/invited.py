"""Invitations: a link that creates one account, even where registration is closed."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.queries import open_invitation
from accounts.services import invitations
from tournament.errors import NotFound
from web.access.caller import let_in
from web.access.forms import Register
from web.access.rate import may_register


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def accept(request: HttpRequest, raw: str) -> HttpResponse:
    """Creates the account of an invitation. 410 when the link was used or is too old."""
    form = Register(request.POST or None)
    if open_invitation(raw=raw) is None:
        return render(request, "access/invited.html", {"form": None}, status=410)
    status = 200
    if request.method == "POST":
        if not may_register(request):
            form.add_error(None, _("Too many accounts were made from here. Try again in an hour."))
            status = 429
        elif form.is_valid():
            try:
                with transaction.atomic():
                    if user := form.create():
                        invitations.accept(raw=raw, user=user)
            except NotFound:
                return render(request, "access/invited.html", {"form": None}, status=410)
            if user:
                let_in(request, user, how="invitation")
                messages.success(request, _("Welcome, %(name)s.") % {"name": user.username})
                return HttpResponseRedirect(settings.LOGIN_REDIRECT_URL)
            status = 400
        else:
            status = 400
    return render(request, "access/invited.html", {"form": form}, status=status)

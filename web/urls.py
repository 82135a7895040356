"""The addresses of all pages: one include for each audience."""

from django.conf import settings
from django.templatetags.static import static
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView
from django.views.i18n import set_language

from web import context, monitoring, styleguide

urlpatterns = [
    path("", include("web.public.urls")),
    path("", include("web.pair.urls")),
    path("", include("web.circuits.urls")),
    path("organizer/", include("web.organizer.urls")),
    path("referee/", include("web.referee.urls")),
    path("accounts/", include("web.access.urls")),
    path("operator/", include("web.operator.urls")),
    path("help/", include("web.help.urls")),
    # These set only preferences, so they need no CSRF token. Without a token in the footer a public
    # page is the same bytes for everybody, and its ETag is valid for all.
    path("i18n/setlang/", csrf_exempt(set_language), name="set_language"),
    path("appearance/", csrf_exempt(context.choose_appearance), name="appearance"),
    path("healthz", monitoring.healthz, name="healthz"),
    path("readyz", monitoring.readyz, name="readyz"),
    path(".well-known/security.txt", monitoring.security_txt, name="security_txt"),
    path("metrics", monitoring.metrics, name="metrics"),
    path("favicon.ico", RedirectView.as_view(url=static("icons/favicon.svg"))),
]

if settings.DEBUG:
    urlpatterns += [path("styleguide/", styleguide.page, name="styleguide")]

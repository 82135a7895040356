"""The addresses of the table referee's pages: one line for each act."""

from django.urls import URLPattern, URLResolver, path

from web.referee import app, calls, corrections, hands, joining, lan, matches

app_name = "referee"
MATCH = "match/<int:match_id>/"
HAND = MATCH + "hand/<int:game>/<int:number>/"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", matches.table, name="table"),
    path("join/<str:token>/", joining.join, name="join"),
    path("leave/", joining.leave, name="leave"),
    path("app/", app.shell, name="app"),
    path("app/<str:version>/<str:name>", app.app_file, name="app-file"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("sw.js", app.service_worker, name="service-worker"),
    path("lan/", lan.page, name="lan"),
    path("lan/mus.crt", lan.certificate, name="lan-certificate"),
    path(MATCH, matches.match, name="match"),
    path(MATCH + "start/", matches.start, name="start"),
    path(MATCH + "hand/", hands.enter, name="hand"),
    path(MATCH + "quick/", hands.quick, name="quick"),
    path(HAND, corrections.correct, name="correct"),
    path(MATCH + "undo/", corrections.undo, name="undo"),
    path(MATCH + "call/", calls.call, name="call"),
]

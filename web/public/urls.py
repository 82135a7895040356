"""What everybody may see."""

from django.urls import URLPattern, URLResolver, path

from web.public import home, matches, records, tournaments

app_name = "public"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("t/<slug:slug>/", tournaments.bracket, name="bracket"),
    path("t/<slug:slug>/standings/", tournaments.standings, name="standings"),
    path("t/<slug:slug>/consolation/", tournaments.consolation, name="consolation"),
    path("t/<slug:slug>/pairs/", tournaments.pairs, name="pairs"),
    path("t/<slug:slug>/pairs/<int:number>/", tournaments.pair, name="pair"),
    path("t/<slug:slug>/rules/", tournaments.rules, name="rules"),
    path("t/<slug:slug>/match/<int:match_id>/", matches.match, name="match"),
    path("t/<slug:slug>/match/<int:match_id>.mus", matches.text, name="match-text"),
    path(
        "t/<slug:slug>/match/<int:match_id>/hand/<int:game>/<int:number>/",
        matches.hand,
        name="hand",
    ),
    path("t/<slug:slug>/log/", records.log, name="log"),
    path("t/<slug:slug>/log.jsonl", records.export, name="log-export"),
]

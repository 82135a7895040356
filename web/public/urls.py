"""The addresses of the public pages."""

from django.urls import URLPattern, URLResolver, path

from web.public import (
    draws,
    heads,
    home,
    matches,
    pairs,
    proof,
    records,
    replays,
    statistics,
    tournaments,
)
from web.public.outward import urlpatterns as outward

app_name = "public"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("t/<slug:slug>/", tournaments.bracket, name="bracket"),
    path("t/<slug:slug>/standings/", tournaments.standings, name="standings"),
    path("t/<slug:slug>/match-days/", tournaments.match_days, name="match-days"),
    path("t/<slug:slug>/statistics/", statistics.statistics, name="statistics"),
    path("records/<slug:of>/", statistics.records, name="records"),
    path("records/<slug:of>/pairs/<int:number>/", pairs.met, name="met"),
    path("t/<slug:slug>/consolation/", tournaments.consolation, name="consolation"),
    path("t/<slug:slug>/pairs/", tournaments.pairs, name="pairs"),
    path("t/<slug:slug>/pairs/<int:number>/", pairs.pair, name="pair"),
    path("t/<slug:slug>/rules/", tournaments.rules, name="rules"),
    path("t/<slug:slug>/match/<int:match_id>/", matches.match, name="match"),
    path("t/<slug:slug>/match/<int:match_id>.mus", matches.text, name="match-text"),
    path(
        "t/<slug:slug>/match/<int:match_id>/hand/<int:game>/<int:number>/",
        matches.hand,
        name="hand",
    ),
    path(
        "t/<slug:slug>/match/<int:match_id>/hand/<int:game>/<int:number>/event/",
        matches.hand_event,
        name="hand-event",
    ),
    path("t/<slug:slug>/draw/", draws.draw, name="draw"),
    path("t/<slug:slug>/draw/words/<str:code>/", draws.words, name="draw-words"),
    path("t/<slug:slug>/head/", heads.head, name="head"),
    path("t/<slug:slug>/heads.atom", heads.feed, name="heads-feed"),
    path("t/<slug:slug>/head/key.txt", heads.key, name="head-key"),
    path("t/<slug:slug>/head/<int:size>/", heads.head_at, name="head-at"),
    path("t/<slug:slug>/head/<int:size>/follows/<int:first>/", heads.follows, name="head-follows"),
    path("t/<slug:slug>/head/<int:size>/holds/<int:number>/", heads.holds, name="head-holds"),
    path("t/<slug:slug>/proof/", proof.proof, name="proof"),
    path("t/<slug:slug>/tournament.mustour", proof.export, name="tournament-file"),
    path(
        "t/<slug:slug>/match/<int:match_id>/hand/<int:game>/<int:number>/replay/",
        replays.hand,
        name="replay",
    ),
    path(
        "t/<slug:slug>/match/<int:match_id>/hand/<int:game>/<int:number>/replay/<int:step>/",
        replays.hand,
        name="replay-step",
    ),
    *outward,
    path("t/<slug:slug>/log/", records.log, name="log"),
    path("t/<slug:slug>/log/<int:number>/", records.event, name="event"),
    path("t/<slug:slug>/log.jsonl", records.export, name="log-export"),
]

"""The addresses of a tournament for use elsewhere: screens, pictures, feeds, frames."""

from django.urls import URLPattern, path

from web.public import exports, frames, handpictures, home, indexed, pairs, pictures, today, tv

T = "t/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path("robots.txt", indexed.robots, name="robots"),
    path("sitemap.xml", indexed.sitemap, name="sitemap"),
    path("places/<slug:place>/", home.place, name="place"),
    path("clubs/<slug:club>/", home.club, name="club"),
    path(T + "now/", today.now, name="now"),
    path(T + "tv/", tv.tv, name="tv"),
    path(T + "share/", frames.share, name="share"),
    path(T + "embed/", frames.bracket, name="embed"),
    path(T + "match/<int:match_id>/embed/", frames.match, name="match-embed"),
    path(T + "match/<int:match_id>/share/", frames.share_match, name="match-share"),
    path(T + "picture.png", pictures.of_whole, name="picture"),
    path(T + "match/<int:match_id>/picture.png", pictures.of_match, name="match-picture"),
    path(
        T + "match/<int:match_id>/hand/<int:game>/<int:number>/replay/<int:step>/picture.png",
        handpictures.of_step,
        name="replay-picture",
    ),
    path(T + "results.csv", exports.results_csv, name="results-csv"),
    path(T + "results.json", exports.results_json, name="results-json"),
    path(T + "results.atom", exports.feed, name="feed"),
    path(T + "calendar.ics", exports.calendar, name="calendar"),
    path(T + "pairs/<int:number>/strip/", pairs.strip, name="strip"),
    path(T + "pairs/<int:number>/calendar.ics", exports.pair_calendar, name="pair-calendar"),
    path(T + "qr.svg", tv.qr, name="qr"),
]

"""The addresses of a pair's pages: one line for each act."""

from django.urls import path

from web.pair import door, notices, partners, results, signing

app_name = "pair"

urlpatterns = [
    path("t/<slug:slug>/here/<str:code>/", door.here, name="here"),
    path("t/<slug:slug>/sign-up/", signing.sign_up, name="sign_up"),
    path("t/<slug:slug>/partner/", partners.partner, name="partner"),
    path("t/<slug:slug>/pairs/<int:number>/notices/", notices.page, name="notices"),
    path("t/<slug:slug>/pairs/<int:number>/watch/", notices.watch, name="watch"),
    path("t/<slug:slug>/pairs/<int:number>/watched/", notices.watched, name="watched"),
    path("t/notices-worker.js", notices.worker, name="worker"),
    path("entry/<str:link>/", signing.own, name="own"),
    path("entry/<str:link>/withdraw/", signing.withdraw, name="withdraw"),
    path("partner/<str:link>/", partners.single, name="single"),
    path("partner/<str:link>/ask/", partners.ask, name="ask_partner"),
    path("partner/<str:link>/leave/", partners.leave, name="leave_partners"),
    path("our-result/<slug:link>/", results.own_result, name="result"),
    path("our-result/<slug:link>/<int:match_id>/", results.result_of, name="result_of"),
    path("our-result/<slug:link>/<int:match_id>/take-back/", results.take_back, name="take_back"),
    path("our-result/<slug:link>/<int:match_id>/propose/", results.propose, name="propose"),
    path("our-result/<slug:link>/<int:match_id>/meet/", results.answer, name="meet"),
    path("our-result/<slug:link>/<int:match_id>/call-off/", results.call_off, name="call_off"),
]

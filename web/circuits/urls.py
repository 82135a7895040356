"""The addresses of circuits: for everybody, then for those who run one."""

from django.urls import path

from web.circuits import divisions, erasing, invitations, log, own, public, registry, runner

app_name = "circuits"

C = "circuits/<slug:circuit>/"
R = "organizer/circuits/c/<slug:circuit>/"

urlpatterns = [
    # For everybody
    path("circuits/", public.circuits, name="list"),
    path(C, public.ranking, name="ranking"),
    path(C + "ratings/", public.ratings, name="ratings"),
    path(C + "published/<int:number>/", public.published, name="published"),
    path(C + "match-days/", public.match_days, name="match_days"),
    path(C + "match-days.ics", public.match_days_calendar, name="calendar"),
    path(C + "ranking.csv", public.ranking_csv, name="ranking_csv"),
    path(C + "results.atom", public.feed, name="feed"),
    path(C + "who/<slug:person>/", public.person, name="person"),
    path(C + "log/", log.log, name="log"),
    path(C + "log.jsonl", log.export, name="log_export"),
    # For an account of one's own
    path("accounts/me/", own.own, name="own"),
    path("accounts/me/claim/<slug:link>/", own.claim, name="claim"),
    path("accounts/me/<int:claim_id>/withdraw/", own.withdraw_claim, name="withdraw_claim"),
    path("accounts/me/<int:claim_id>/private/", own.set_private, name="set_private"),
    # For those who run a circuit, or offer a tournament to one
    path("organizer/circuits/", runner.mine, name="mine"),
    path("organizer/circuits/new/", runner.create, name="create"),
    path("organizer/circuits/bring-in/", runner.bring_in, name="bring_in"),
    path("organizer/circuits/next-season/", divisions.next_season, name="next_season"),
    path("organizer/circuits/offer/", runner.offer, name="offer"),
    path("organizer/circuits/withdraw/", runner.withdraw_offer, name="withdraw_offer"),
    path("organizer/circuits/erasures/<int:erasure_id>/", erasing.erase_asked, name="erase_asked"),
    path(
        "organizer/circuits/erasures/<int:erasure_id>/discard/",
        erasing.discard_erasure,
        name="discard_erasure",
    ),
    path(R, runner.desk, name="desk"),
    path(R + "circuit.muscircuit", runner.circuit_file, name="circuit_file"),
    path(R + "publish/", runner.publish_ranking, name="publish_ranking"),
    path(R + "take-in/", runner.take_in, name="take_in"),
    path(R + "take-out/", runner.take_out, name="take_out"),
    path(R + "settings/", runner.change, name="change"),
    path(R + "people/alike/", runner.merge_alike, name="merge_alike"),
    path(R + "people/different/", runner.part, name="part"),
    path(R + "people/apart/", runner.set_apart, name="set_apart"),
    path(R + "people/rejoin/<int:difference_id>/", runner.rejoin, name="rejoin"),
    path(R + "runners/add/", runner.add_runner, name="add_runner"),
    path(R + "runners/<int:user_id>/remove/", runner.remove_runner, name="remove_runner"),
    path(R + "remove/", runner.remove, name="remove"),
    path(R + "people/registry/", registry.registry, name="registry"),
    path(R + "people/registry/<slug:person>/", registry.register, name="register"),
    path(R + "people/erase/", erasing.erase_name, name="erase_name"),
    path(R + "people/", runner.people, name="people"),
    path(R + "people/merge/", runner.merge, name="merge"),
    path(R + "people/<int:merge_id>/split/", runner.split, name="split"),
    path(R + "claims/<int:claim_id>/confirm/", own.confirm_claim, name="confirm_claim"),
    path(R + "claims/<int:claim_id>/take-back/", own.take_back_claim, name="take_back_claim"),
    path(R + "claims/<int:claim_id>/dismiss/", own.dismiss_claim, name="dismiss_claim"),
    path(R + "qualifiers/", runner.qualifiers, name="qualifiers"),
    path(R + "invite/", invitations.invite, name="invite"),
    path(R + "invitations/<int:final>/", invitations.invitations, name="invitations"),
    path(R + "invitations/<int:final>/enter/", invitations.enter_invited, name="enter_invited"),
    path(
        R + "invitations/<int:final>/discard/",
        invitations.discard_invitations,
        name="discard_invitations",
    ),
    path(
        R + "invitations/<int:final>/<int:invitation_id>/answer/",
        invitations.answer_invitation,
        name="answer_invitation",
    ),
    path(
        R + "invitations/<int:final>/<int:invitation_id>/partner/",
        invitations.choose_partner,
        name="choose_partner",
    ),
]

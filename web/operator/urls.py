from django.urls import path

from web.operator import accounts, pages

app_name = "operator"
urlpatterns = [
    path("", pages.overview, name="overview"),
    path("accounts/", accounts.page, name="accounts"),
    path("accounts/invite/", accounts.invite, name="invite"),
    path("accounts/invitations/<int:invitation_id>/withdraw/", accounts.withdraw, name="withdraw"),
    path("accounts/<int:user_id>/reset/", accounts.reset, name="reset"),
    path("accounts/<int:user_id>/second-off/", accounts.second_off, name="second_off"),
    path("accounts/<int:user_id>/close/", accounts.close, name="close"),
    path("accounts/<int:user_id>/open/", accounts.reopen, name="reopen"),
    path("accounts/<int:user_id>/remove/", accounts.remove, name="remove_account"),
    path("tournaments/", pages.tournaments, name="tournaments"),
    path("tournaments/<int:tournament_id>/remove/", pages.remove, name="remove_tournament"),
    path("imports/", pages.imports, name="imports"),
    path("jobs/", pages.jobs_page, name="jobs"),
    path("jobs/<int:job_id>/again/", pages.again, name="again"),
]

from django.contrib.auth.views import LogoutView
from django.urls import path

from web.access import account, password, second, signing_in

app_name = "access"
urlpatterns = [
    path("login/", signing_in.login.as_view(), name="login"),
    path("login/second/", signing_in.second_step, name="second_step"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("register/", signing_in.register, name="register"),
    path("invited/<str:raw>/", signing_in.invited, name="invited"),
    path("forgotten/", password.forgotten, name="forgotten"),
    path("reset/<str:uidb64>/<str:token>/", password.reset.as_view(), name="reset"),
    path("", account.page, name="account"),
    path("password/", password.change, name="password"),
    path("second/", second.begin, name="second_begin"),
    path("second/codes/", second.new_codes, name="second_codes"),
    path("second/off/", second.turn_off, name="second_off"),
    path("mailbox/", password.want_email, name="mailbox"),
    path("mailbox/remove/", password.remove_email, name="remove_mailbox"),
    path("mailbox/<str:link>/", password.confirm_email, name="confirm_mailbox"),
    path("passkeys/", second.add_passkey, name="add_passkey"),
    path("passkeys/<int:passkey_id>/remove/", second.remove_passkey, name="remove_passkey"),
    path("sessions/<int:session_id>/end/", account.end_session, name="end_session"),
    path("sessions/end/", account.end_others, name="end_others"),
    path("tokens/", account.make_token, name="make_token"),
    path("tokens/<int:token_id>/revoke/", account.revoke_token, name="revoke_token"),
]

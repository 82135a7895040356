from django.urls import path

from web.access import account, invited, mailbox, passkeys, password, second, tokens, views

app_name = "access"
urlpatterns = [
    path("login/", views.login.as_view(), name="login"),
    path("login/second/", second.check, name="second_step"),
    path("logout/", views.logout.as_view(), name="logout"),
    path("register/", views.register, name="register"),
    path("invited/<str:raw>/", invited.accept, name="invited"),
    path("forgotten/", password.forgotten, name="forgotten"),
    path("reset/<str:uidb64>/<str:token>/", password.reset.as_view(), name="reset"),
    path("", account.page, name="account"),
    path("password/", password.change, name="password"),
    path("second/", second.begin, name="second_begin"),
    path("second/codes/", second.new_codes, name="second_codes"),
    path("second/off/", second.turn_off, name="second_off"),
    path("mailbox/", mailbox.want, name="mailbox"),
    path("mailbox/remove/", mailbox.remove, name="remove_mailbox"),
    path("mailbox/<str:link>/", mailbox.confirm, name="confirm_mailbox"),
    path("passkeys/", passkeys.add, name="add_passkey"),
    path("passkeys/<int:passkey_id>/remove/", passkeys.remove, name="remove_passkey"),
    path("sessions/<int:session_id>/end/", account.end_session, name="end_session"),
    path("sessions/end/", account.end_others, name="end_others"),
    path("tokens/", tokens.make, name="make_token"),
    path("tokens/<int:token_id>/revoke/", tokens.revoke, name="revoke_token"),
]

from django.urls import path

from web.access import views

app_name = "access"
urlpatterns = [
    path("login/", views.login.as_view(), name="login"),
    path("logout/", views.logout.as_view(), name="logout"),
    path("register/", views.register, name="register"),
]

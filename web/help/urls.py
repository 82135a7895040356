from django.urls import path

from web.help import views

app_name = "help"
urlpatterns = [
    path("", views.index, name="index"),
    path("pictures/<slug:language>/<slug:name>.webp", views.picture, name="picture"),
    path("<slug:topic>/", views.page, name="page"),
]

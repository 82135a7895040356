"""The addresses of `bench.hands` and `bench.circuit`: the product's own, and beside them two views
that are a floor.

One locks a row and inserts one, in one transaction on the same database: what no way of saving a
hand that locks and logs can do without. The other returns so many bytes.
"""

from secrets import token_hex

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

LOCK = "SELECT id FROM django_content_type ORDER BY id LIMIT 1"
INSERT = (
    "INSERT INTO django_session (session_key, session_data, expire_date) "
    "VALUES (%s, %s, CURRENT_TIMESTAMP)"
)


@csrf_exempt
def floor(request: HttpRequest) -> HttpResponse:
    """One row locked, one inserted."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(LOCK + (" FOR UPDATE" if connection.vendor == "postgresql" else ""))
        cursor.fetchone()
        cursor.execute(INSERT, [token_hex(16), "x" * 200])
    return HttpResponse("ok")


def some_bytes(request: HttpRequest, size: int) -> HttpResponse:
    """So many bytes."""
    return HttpResponse(b"x" * size)


urlpatterns = [
    path("bench/floor", floor),
    path("bench/<int:size>", some_bytes),
    path("", include("config.urls")),
]

"""The addresses of `bench.hands`: the product's own, and beside its pages one view that is a floor.

It locks one row and inserts one, in one transaction on the same database: what no way of saving a
hand that locks and logs can do without.
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


urlpatterns = [path("bench/floor", floor), path("", include("config.urls"))]

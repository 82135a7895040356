"""Several clients acting at random in one process; prints what came of it.

`python -m tests.scoring.storm make` draws a championship and prints its id;
`python -m tests.scoring.storm ID SEED ACTS` acts on it and compares after every act.
"""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

CLIENTS = 3
EVERY = int(os.environ.get("ACTS_WHOLE", "4"))
"""After so many acts of a client everything is compared; what waits is compared after each."""


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from tests.scoring import acts
    from tournament.championship.models import Tournament
    from tournament.log.queries.log import verify_log

    if sys.argv[1] == "make":
        call_command("migrate", verbosity=0)
        sys.stdout.write(str(acts.a_crowd(seed=1).cup.pk))
        return
    cup, seed, number = Tournament.objects.get(pk=int(sys.argv[1])), *map(int, sys.argv[2:4])

    def client(place: int) -> dict[str, int]:
        crowd = acts.Crowd(cup, seed * CLIENTS + place)
        crowd.cup = Tournament.objects.get(pk=cup.pk)
        try:
            crowd.check()
            for act in range(number // CLIENTS):
                crowd.act()
                crowd.check(whole=act % EVERY == 0)
        finally:
            connection.close()
        return dict(crowd.came)

    with ThreadPoolExecutor(CLIENTS) as pool:
        came = list(pool.map(client, range(CLIENTS)))
    acts.Crowd(cup, 0).check()
    check = verify_log(tournament_id=cup.pk)
    answer = {"came": came, "log": check.ok, "events": check.events}
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main()

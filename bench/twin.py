"""How many random records the browser's rules settle as the engine does, with a seed of this run.

python -m bench.twin --records 100000 [--seed 7]
"""

import argparse
import json
from random import Random, SystemRandom

from mus import settle_json
from tablet.twin import SELDOM_SAMPLED, sample_records
from tests.tablet.twin.engines import comparable, settled_in_node

AT_ONCE = 10_000


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.twin")
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**9))
    told = parser.parse_args()
    rng = Random(told.seed)
    tried = settled = 0
    differences: list[str] = []
    while tried < told.records:
        count = min(AT_ONCE, told.records - tried)
        records = [*([] if tried else SELDOM_SAMPLED), *sample_records(rng, count)]
        lines = [json.dumps(record) for record in records]
        for line, there in zip(lines, settled_in_node(lines), strict=True):
            here = settle_json(json.loads(line))
            settled += here["ok"] is True
            if comparable(here) != comparable(json.loads(there)):
                differences.append(line)
        tried += count
    print(f"seed {told.seed}: {tried} records, {settled} settled, {len(differences)} differences")
    for line in differences[:10]:
        print(line)
    return 1 if differences else 0


if __name__ == "__main__":
    raise SystemExit(main())

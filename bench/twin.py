"""How many random records the browser's rules settle as the engine does, with a seed of this run.

python -m bench.twin --records 100000             writes its part of bench/RESULTS.md
python -m bench.twin --records 100 --print        only prints; --seed 7 repeats a run
"""

import json
from random import Random, SystemRandom

from bench.parts import options, publish, where_and_when
from mus import settle_json
from tablet.twin import SELDOM_SAMPLED, sample_records
from tests.tablet.twin.engines import comparable, settled_in_node

AT_ONCE = 10_000


def main() -> int:
    parser = options(__doc__)
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
    text = f"""## The engine and the browser's rules

`python -m bench.twin` draws records with all settings, false words and faults, and settles each in
Python and in JavaScript. {where_and_when()}.

Seed {told.seed}: {tried:,} records, {settled:,} of them settled, {len(differences)} differences."""
    publish(told, "twin", text)
    for line in differences[:10]:
        print(line)
    return 1 if differences else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Make logs of the online adaptation from records, import them, and change them.

    python tests/tools imports --records 1000 --mutants 2000 --seed 62

Each log, in a random form, must give its record back, the tiles aside that nothing in it shows. A
changed log must give a record whose cells and totals are those of the log, or an error of one line.
At the end the time of a log of 2 MB is printed.
"""

from __future__ import annotations

import json
import sys
import time

import numberdrop as nd
from bga_logs import Form, log_of, played_well
from import_checks import Tally, run
from soaking import run_soak, soak_parser

#: The platform's events in each turn of the log of 2 MB.
LARGE = 700


def main() -> int:
    parser = soak_parser("Import logs made from records, and changed ones.", seed=1)
    parser.add_argument("--records", type=int, default=200)
    parser.add_argument("--mutants", type=int, default=400)
    args, tally = parser.parse_args(), Tally()
    code = run_soak(args, tally, lambda seed: run(seed, args.records, args.mutants, tally))
    for reason, count in sorted(tally.codes.items(), key=lambda pair: (-pair[1], pair[0])):
        print(f"  {count:5} {reason}")
    text = json.dumps(log_of(played_well(6, 0), Form(restarts=1.0, noise=LARGE)))
    began = time.perf_counter()
    turns = len(nd.import_log(text)["turns"])
    seconds, size = time.perf_counter() - began, len(text) / 1e6
    print(f"{size:.1f} MB, six players, {turns} turns: imported in {seconds:.2f} s")
    return code


if __name__ == "__main__":
    sys.exit(main())

"""`make fuzz`: try changed texts until somebody stops it, and show what breaks a law, each kind once."""

from __future__ import annotations

import gc
import resource
import sys
from collections import Counter
from itertools import islice

from rulesmod.dice import work
from tests.fuzz.fuzzing import RENDERED, fault, inputs, reduced

PROGRESS = 10_000
MEMORY = 4 * 2**30
"""Bytes: what takes more is a failure as well, and not the end of the machine."""
LOADED = 100
"""After so many, everything is loaded that there is."""
TIDIED = 500
"""So seldom garbage is collected, which takes a quarter of the time otherwise."""
WORK = 1e7
"""What takes longer is refused in the same words, whatever the limit: odds of pools of which nobody knows them."""


def main(seed: int, count: int | None) -> int:
    faults: Counter[str] = Counter()
    tried = 0
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    gc.disable()
    work.SECOND = WORK
    try:
        for tried, given in enumerate(islice(inputs(seed), count), 1):
            if tried == LOADED:
                gc.freeze()  # The games stay.
            if tried % TIDIED == 0:
                gc.collect()
            found = fault(given, rendered=tried % RENDERED == 0)
            if found is not None:
                key = f"{given.dialect}: {found}"
                faults[key] += 1
                if faults[key] == 1:
                    small = reduced(given)
                    print(f"input {tried} of seed {seed}: {key}\n    {tuple(small)!r}", flush=True)
            if tried % PROGRESS == 0:
                print(f"{tried} inputs, {faults.total()} failures", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        pass
    print(f"{tried} inputs of seed {seed}, {faults.total()} failures", *map(str, faults.most_common()), sep="\n")
    return int(bool(faults))


if __name__ == "__main__":
    arguments = [int(argument) for argument in sys.argv[1:]]
    sys.exit(main(arguments[0] if arguments else 1, arguments[1] if len(arguments) > 1 else None))

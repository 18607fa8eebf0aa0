"""`python -m soak.fuzz`: every decoder on damaged files, for as long as it is given."""

from __future__ import annotations

import argparse
import faulthandler
import hashlib
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from familiar_memory.transfer.importer import Importer
from familiar_memory.transfer.registry import find_exporters, find_importers
from soak.fuzz.mutate import mutated
from soak.fuzz.seeds import Seed, seeds
from soak.fuzz.trial import try_file

__all__ = ["fuzz", "main"]

_HANGS_S = 60
_MAX_MB = 1500


def fuzz(goes_on: Callable[[int], bool], seed: int, keep: Path) -> tuple[Counter[str], list[str]]:
    """Try damaged files as long as `goes_on` (it is told how many there were).

    Gives the tries by importer, and what went wrong; the files of that are in `keep`.
    """
    dice = random.Random(seed)
    importers, exporters = find_importers(), find_exporters()
    known: list[tuple[Seed, Importer]] = [
        (one, importers[one.importer]) for one in seeds() if one.importer in importers
    ]
    tries: Counter[str] = Counter()
    faults: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        while goes_on(tries.total() - tries["taken in"]):
            one, importer = dice.choice(known)
            data = mutated(one.data, dice)
            file = Path(folder, one.file_name)
            file.write_bytes(data)
            faulthandler.dump_traceback_later(_HANGS_S, exit=True)
            outcome = try_file(file, importer, list(importers.values()), exporters)
            faulthandler.cancel_dump_traceback_later()
            tries[importer.name] += 1
            tries["taken in"] += outcome.taken
            kind = f"{importer.name} {outcome.fault.partition(':')[0]}"
            if outcome.fault and kind not in faults:
                name = f"{hashlib.sha256(data).hexdigest()[:12]}-{one.file_name}"
                keep.mkdir(parents=True, exist_ok=True)
                (keep / name).write_bytes(data)
                said = f"{importer.name}: {keep / name}: {outcome.fault[:300]}"
                faults[kind] = said
    return tries, list(faults.values())


def main() -> int:
    """Fuzz, and print what was tried and what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--keep", type=Path, default=Path(".fuzz"), help="where faults are put")
    given = parser.parse_args()
    seed = random.SystemRandom().randrange(10**6) if given.seed is None else given.seed
    resource.setrlimit(resource.RLIMIT_AS, (_MAX_MB * 10**6, _MAX_MB * 10**6))
    print(f"seed {seed}, {given.seconds:g} s")
    until = time.monotonic() + given.seconds
    tries, faults = fuzz(lambda _: time.monotonic() < until, seed, given.keep)
    taken = tries.pop("taken in")
    print(f"{tries.total():,} damaged files, {taken:,} of them taken in with what they still held")
    for name, number in sorted(tries.items()):
        print(f"  {name:<24} {number:>9,}")
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(f"peak memory {peak_mb:.0f} MB")
    for fault in faults:
        print(f"FAULT {fault}")
    print("nothing but clear errors" if not faults else f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

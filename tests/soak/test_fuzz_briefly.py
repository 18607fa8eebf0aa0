"""The fuzzer of the importers, for as long as a test may take; `make fuzz` is longer."""

from pathlib import Path

from familiar_memory.transfer.registry import find_importers
from soak.fuzz.__main__ import fuzz
from soak.fuzz.seeds import seeds


def test_damaged_files_lead_to_clear_errors_only(tmp_path: Path) -> None:
    """Two thousand of them, of every format, and what is taken in comes out again."""
    tries, faults = fuzz(lambda number: number < 2_000, seed=5, keep=tmp_path)
    assert faults == []
    assert tries.pop("taken in") > 100
    assert sorted(tries) == sorted({seed.importer for seed in seeds()})


def test_every_format_has_a_seed() -> None:
    """A new importer is fuzzed from its first day."""
    assert {seed.importer for seed in seeds()} == set(find_importers())

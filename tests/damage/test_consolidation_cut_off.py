"""Memories that are merged by processes which die: a memory stands once, or as the two it was."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from merging_nights import Merging, line, merging

from familiar_memory.testing import Crash, FaultyFileSystem

_SAID = "Repairs broken violins in a dry cellar"
_TWO = (line(_SAID, 1), line(f"{_SAID} at night", 2))
_MORE = (line("Sings in a choir", 3), line("Sings in a choir", 4))


def _written(root: Path) -> None:
    with merging(root) as tree:
        tree.write(*_TWO, *_MORE)


def _lives(tree: Merging) -> list[str]:
    return sorted(tree.lines())


@pytest.mark.parametrize("stride", [23, pytest.param(1, marks=pytest.mark.long)])
def test_a_process_dies_while_it_merges(stride: int, tmp_path: Path) -> None:
    """Each merge is all there or not at all, and the next night ends with the same memories."""
    seen = set()
    for number in range(1, 400, stride):
        root = tmp_path / str(number)
        _written(root)
        fs = FaultyFileSystem()
        with merging(root, fs) as tree:
            fs.fail_at(number)
            with suppress(Crash):
                tree.night(batch="killed")
        with merging(root) as tree:
            lives, text = _lives(tree), tree.text()
            seen.add(len(lives))
            assert text.count("source:consolidation") == 4 - len(lives), number
            assert text.count("into:") == 2 * (4 - len(lives)), number
            tree.night(batch="next")
            assert _lives(tree) == [f"{_SAID} at night", "Sings in a choir"], number
            text = tree.text()
            tree.night(batch="once more")
            assert tree.text() == text
        if number > len(fs.calls):
            break
    else:
        raise AssertionError("it has no end")
    assert seen == {2, 3, 4}

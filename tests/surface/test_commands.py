"""What every command says, and how it ends, is what it was when the snapshots were written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from surface.cases import GROUPS
from surface.running import Case, Stage, transcript
from surface.snapshots import IS_UPDATE, difference, expected, write

# A recall for a voice is given half a second: what a busy machine is late with is not asked here.

_ALL = [
    pytest.param(group, case, id=f"{group}: {case.title}"[:120])
    for group, cases in GROUPS.items()
    for case in cases
]


@pytest.fixture(scope="module")
def seen(request: pytest.FixtureRequest) -> Iterator[dict[tuple[str, str], list[str]]]:
    """What the cases printed; written to the files at the end, where that was asked for."""
    told: dict[tuple[str, str], list[str]] = {}
    yield told
    if not IS_UPDATE:
        return
    assert not hasattr(request.config, "workerinput"), "write the snapshots without -n"
    for group, cases in GROUPS.items():
        titles = [case.title for case in cases]
        if any((group, title) in told for title in titles):
            before = expected(group)
            write(group, {one: told.get((group, one)) or before.get(one, []) for one in titles})


@pytest.mark.parametrize(("group", "case"), _ALL)
def test_a_command_says_what_it_said(
    group: str,
    case: Case,
    stage_of: Callable[[str], Stage],
    seen: dict[tuple[str, str], list[str]],
) -> None:
    """Text, exit code, the values of JSON and their shape."""
    now = transcript(case, stage_of(case.world))
    seen[group, case.title] = now
    if not IS_UPDATE:
        differing = difference(case.title, expected(group).get(case.title), now)
        if differing:
            pytest.fail(f"another thing than before\n{differing}", pytrace=False)


@pytest.mark.parametrize("group", GROUPS)
def test_the_table_and_the_snapshots_name_the_same_cases(group: str) -> None:
    """Nothing is left over from a case that is gone, and no title stands there twice."""
    titles = [case.title for case in GROUPS[group]]
    assert len(set(titles)) == len(titles)
    if not IS_UPDATE:
        assert list(expected(group)) == titles


def test_every_snapshot_file_has_its_group() -> None:
    """A group that is gone takes its file with it."""
    if IS_UPDATE:
        return
    folder = Path(__file__).parent / "expected"
    assert {path.stem for path in folder.glob("*.txt")} == {*GROUPS, "python", "read_only"}

"""The list of a dry run names every file and line that the run changes, and no other."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from familiars import started
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from people_and_places import TAVERN

from familiar_memory import Author, ForgetRequest, Turn

ROWAN = Author("discord", "284619350177841152", "Rowan")
WORDS = "I work at the Umbrella archive in Norbridge since January"
PATHS = (
    "notes.md",
    "topics/umbrella.md",
    "self/.description.card.json",
    "lore/.tavern.book.json",
    "self/.description.original.json",
    ".obsidian/workspace.json",
    ".obsidian/plain.txt",
    ".hidden.md",
    "crew.csv",
    "shape.canvas",
)
PIECES = (
    '{"name": "<@284619350177841152>"}',
    f'{{"text": "{WORDS}"}}',
    '{"other": 1}',
    "- saw [[Rowan]] there",
    "# Head",
    "284619350177841152,crew",
    "not [ JSON 284619350177841152",
)
trees = st.dictionaries(
    st.sampled_from(PATHS),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=3).map("\n".join),
    max_size=6,
)


def contents(folder) -> dict[str, str]:
    """Every file but what is derived, and kept of people, by path."""
    return {
        file.relative_to(folder).as_posix(): file.read_text()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and ".index" not in file.parts and file.name != "_aliases.json"
    }


@pytest.mark.long
def test_the_list_of_a_dry_run_is_what_the_run_changes(new_familiar, tmp_path_factory):
    """Hidden originals of cards and books too; over any tree."""

    async def check(home, tree) -> None:
        async with started(new_familiar(home)) as familiar:
            folder = home / "ember" / "memory"
            await familiar.record(
                Turn("m1", datetime(2026, 2, 2, tzinfo=UTC), TAVERN, ROWAN, WORDS)
            )
            await familiar.write()
            for path, text in tree.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(text + "\n")
            await familiar.settle()
            before = contents(folder)
            plan = await familiar.forgetting.plan(ForgetRequest(person=ROWAN.slug))
            await familiar.forgetting.forget(ForgetRequest(person=ROWAN.slug))
            after = contents(folder)
            assert {one.path for one in plan.notes} == before.keys() - after.keys()
            lost: dict[str, set[str]] = {}
            for one in plan.lines:
                lost.setdefault(one.path, set()).add(one.text)
            assert lost == {
                path: {
                    line
                    for line in text.splitlines()
                    if line.strip() and line not in after[path].splitlines()
                }
                for path, text in before.items()
                if path in after and after[path] != text
            }

    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
    @given(trees)
    def hold(tree):
        asyncio.run(check(tmp_path_factory.mktemp("any"), tree))

    hold()

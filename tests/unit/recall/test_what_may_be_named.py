"""What is degraded, dropped or forbidden is named to those who know of it, and to nobody else."""

from __future__ import annotations

import asyncio
import os

import pytest
from people_and_places import ROWAN, TAVERN

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.errors import StorageError

OWNERS = "---\nvisibility: owner\n---\n# Divorce\n\n- Rowan parts from Wren (2026-01-01)\n"
OPEN = "# Tea\n\n- Rowan likes tea (2026-01-01)\n"
PATHS = (
    "topics/rowans-divorce.md",
    "people/discord-42.md",
    "days/2026-03-01.md",
    "days/2026-02-28.md",
    f"channels/{TAVERN.slug}.md",
    "self/rules.md",
    "self/description.md",
    "sessions/2026-02-27-evening.md",
    "lore/divorce.md",
)
NAMED_ANYWAY = frozenset({"people/discord-42.md"})
"""Of which a viewer is told that they are looked for, whether they are there or not."""


def told(home, new_familiar, notes, break_them, place=TAVERN):
    """All that is told besides hits: what is degraded, and the trace."""

    async def run():
        async with new_familiar(home, settings="[recall]\ndays = 3\n") as familiar:
            for path, text in notes.items():
                familiar.store.write_file(path, text)
            familiar.store.write_file("topics/tea.md", OPEN)
            await familiar.settle()
            break_them(familiar)
            for name in [*notes, "topics/tea.md"]:
                familiar.parts.indexing.worker.submit("memory", [name])
            found = await familiar.search(
                RecallRequest("Rowan divorce tea", place=place, author=ROWAN)
            )
            request = RecallRequest("Rowan divorce?", ROWAN, place)
            context = await familiar.recall(request)
            owners = (await familiar.explain.recall(request)).context.trace
            return (found.degraded, context.trace.degraded, context.trace.decisions), owners

    return asyncio.run(run())


def not_at_all(familiar):
    """Leave the notes as they are."""


def make_bytes(paths):
    """Put what is no text into files."""

    def act(familiar):
        for path in paths:
            if (file := familiar.parts.setup.paths.memory / path).exists():
                file.write_bytes(b"\xff\xfe no text")

    return act


def empty_and_make_bytes(paths):
    """The same in two steps, as many editors save; the index sees both."""

    def act(familiar):
        for path in paths:
            if (file := familiar.parts.setup.paths.memory / path).exists():
                file.write_bytes(b"")
        familiar.parts.indexing.synchroniser.update("memory", list(paths))
        make_bytes(paths)(familiar)

    return act


def make_unreadable(paths):
    """Have the disk refuse these files."""

    def act(familiar):
        for store in (familiar.parts.store, familiar.parts.files.store):
            for name in ("read_bytes", "read_file"):
                real = getattr(store, name)

                def refuse(path, *given, _real=real, **more):
                    if path in paths:
                        raise StorageError(f"{path} cannot be read: Permission denied", "")
                    return _real(path, *given, **more)

                setattr(store, name, refuse)
        for path in paths:
            if (file := familiar.parts.setup.paths.memory / path).exists():
                os.utime(file, ns=(1, 1))

    return act


@pytest.mark.parametrize("how", [not_at_all, make_bytes(PATHS), make_unreadable(PATHS)])
@pytest.mark.parametrize("path", PATHS)
def test_a_note_that_a_viewer_may_not_know_is_not_there(tmp_path, new_familiar, path, how):
    """Whole, no text, or unreadable: what is told is what a world without it tells."""
    with_it, owners = told(tmp_path / "with", new_familiar, {path: OWNERS}, how)
    without, _ = told(tmp_path / "without", new_familiar, {}, how)
    assert with_it == without
    assert (path in repr(with_it)) == (path in NAMED_ANYWAY)
    if path.startswith(("people/", "days/", "channels/", "self/rules")):
        assert path in repr(owners)


@pytest.mark.long
@pytest.mark.parametrize("how", [make_bytes, make_unreadable])
def test_the_owner_is_told_which_note_cannot_be_indexed(tmp_path, new_familiar, how):
    """By search and by recall."""
    path = PATHS[0]
    (found, recalled, _), _ = told(tmp_path, new_familiar, {path: OWNERS}, how((path,)), place=None)
    assert f"not indexed: {path}" in found
    assert any(f"not indexed: {path}" in reason for reason in recalled)


@pytest.mark.long
@pytest.mark.parametrize("how", [make_bytes, empty_and_make_bytes, make_unreadable])
@pytest.mark.parametrize("path", PATHS)
def test_who_knew_a_note_is_told_that_it_cannot_be_read(tmp_path, new_familiar, path, how):
    """By what the index knew of it last."""
    (found, recalled, decisions), _ = told(tmp_path, new_familiar, {path: OPEN}, how((path,)))
    assert f"not indexed: {path}" in found
    assert any(f"not indexed: {path}" in reason for reason in recalled)
    if path.startswith("people/"):
        assert (path, "failed") in {(d.subject, d.verdict) for d in decisions}

"""Whom a name means is found without reading every note, and is what reading them all says."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from people_and_places import TAVERN

from familiar_memory.assembly.parts import assemble
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.config.settings import Settings
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.domain.tree import person_of
from familiar_memory.errors import UsageError
from familiar_memory.inspection.people import known_people
from familiar_memory.inspection.wanted import named_person as named_person_module
from familiar_memory.inspection.wanted.named_person import named_person
from familiar_memory.knowledge.names import bearers_of, spelled_name
from familiar_memory.testing import HashEmbedder

NAMES = ("Zoë", "Zoe", "René", "Bex", "Rowan Kerr", "discord-1", "42", "\u0130lker", "Old Bex")
ASKED = (
    *NAMES,
    *("zoe", "RENE", "ilker", "bex", "rowan  kerr", "Nobody", "?!", "", "people/Bex", "Kate"),
    *("discord:1", "discord:9", "discord-2", "discord-3--0a1b2c3d4e", "discord-3", "Bex.md"),
)
STEMS = ("discord-1", "discord-2", "discord-3--0a1b2c3d4e", "Bex", "Rowan Kerr", "old", "copy")
IDS = ("", "", "id: discord-1\n", "id: discord-7\n", "id: discord-3--0a1b2c3d4e\n", "id: Zoë\n")


def _note(chance: random.Random) -> str:
    aliases = "".join(f"  - {chance.choice(NAMES)}\n" for _ in range(chance.randrange(3)))
    shut = chance.choice(("", "", "visibility: owner\n"))
    head = f"---\n{chance.choice(IDS)}aliases:\n{aliases or '  []'}\n{shut}---\n"
    title = chance.choice(("", f"# {chance.choice(NAMES)}\n\n", "# discord-3\n\n"))
    tail = chance.choice(("", " (owner)", f" (in:{TAVERN.slug})", " (in:"))
    bullets = "".join(f"- {chance.choice(NAMES)}{tail}\n" for _ in range(chance.randrange(3)))
    struck = f"- ~~{chance.choice(NAMES)}~~\n" if chance.random() < 0.3 else ""
    section = f"## Aliases\n\n{bullets}{struck}\n" if bullets or struck else ""
    return f"{head if chance.random() < 0.6 else ''}{title}{section}- likes:: tea\n"


def _change(chance: random.Random, root: Path) -> None:
    """Make, change, close, rename or take away a note, as people do by hand."""
    path = root / chance.choice(("people", "people", "people", ".")) / f"{chance.choice(STEMS)}.md"
    match chance.randrange(5):
        case 0:
            path.unlink(missing_ok=True)
        case 1 if path.exists():
            path.rename(root / "people" / f"{chance.choice(STEMS)}.md")
        case 2:
            path.write_bytes(b"# Bex\xff\n")
        case _:
            path.write_text(_note(chance), "utf-8")


def _talk(chance: random.Random) -> list[Turn]:
    said = ("hey Kate!", "hi Kate, tea?", "I am Rowan", "good evening")
    return [
        Turn(
            f"t{number}",
            datetime(2026, 2, 2, 19, number, tzinfo=UTC),
            TAVERN,
            Author("discord", chance.choice(("1", "9", "42")), chance.choice(("Bex", "Rene", ""))),
            chance.choice(said),
        )
        for number in range(chance.randrange(9))
    ]


def _by_reading_all(parts, name: str) -> str | list[str] | None:
    """Whom a name means, or all that it may mean, by what every note says."""
    people = {one.slug: one for one in known_people(parts)}
    path = f"{name.removeprefix('./').removesuffix('.md')}.md"
    ids = {author.canonical_key: author.slug for author in parts.files.history.authors()}
    for slug in (name, person_of(parts.files.register.key_of(path)), ids.get(name)):
        if slug in people:
            return slug
    spoken = dict(parts.files.index.aliases())
    for one in people.values():
        for key in map(spelled_name, one.names):
            spoken[key] = (*spoken.get(key, ()), one.slug)
    slugs = set(bearers_of(spoken, name)) & people.keys()
    if not slugs:
        called = {spelled_name(c.name): (p.slug,) for p in people.values() for c in p.called}
        slugs = set(bearers_of(called, name))
    return sorted(slugs) if len(slugs) > 1 else next(iter(slugs), None)


def _found(parts, name: str) -> str | list[str] | None:
    try:
        return named_person(parts, name)
    except UsageError as problem:
        assert problem.accepted is not None
        return sorted(problem.accepted.removeprefix("say which: ").split(", "))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_a_name_means_whom_all_notes_together_say(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seed: int
) -> None:
    """Contested names, ids, closed notes, renamed files, and what the index does not know yet."""
    # The error lists names too, and these look like anything.
    monkeypatch.setattr(named_person_module, "told_person", lambda slug, *_: slug)
    chance = random.Random(seed)
    paths = FamiliarPaths(tmp_path, "ember")
    (paths.memory / "people").mkdir(parents=True)
    parts = assemble(paths, Settings(), embedder=HashEmbedder())
    meant: set[object] = set()
    try:
        parts.files.history.record_many(_talk(chance))
        for is_synced in (True, False, False, True):
            for _ in range(chance.randrange(1, 5)):
                _change(chance, paths.memory)
            if is_synced:
                parts.indexing.synchroniser.sync_all(allow_mass_removal=True)
            for name in ASKED:
                found = _found(parts, name)
                assert found == _by_reading_all(parts, name), (name, seed)
                meant.add(found if isinstance(found, str | None) else tuple(found))
    finally:
        parts.close()
    assert len(meant) > 2

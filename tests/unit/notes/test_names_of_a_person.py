"""By which names a person's note is found, and who may find it so."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.memory.document import Alias
from familiar_memory.domain.text.file_names import file_name
from familiar_memory.markdown.frontmatter.edit import add_items
from familiar_memory.notes.document import NoteParser
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.proposal import AddAlias, EnsureNote

_WHO = "discord-42"
_PATH = f"people/{_WHO}.md"
_TAVERN, _ABROAD, _DM = "discord-lantern.tavern", "discord-abroad.hall", "discord-dm-42"


def _names(text: str) -> list[tuple[str, str]]:
    return [(one.name, one.audience) for one in _aliases(text)]


def _aliases(text: str) -> tuple[Alias, ...]:
    return NoteParser().read(_PATH, text, "").aliases


def _note(property_: str, *body: str) -> str:
    lines = "".join(f"- {line}\n" for line in body)
    return f"---\naliases:\n  - {property_}\n---\n\n## Aliases\n\n{lines}"


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ((f"Ro (in:{_DM})",), [("Ro", _DM)]),
        ((f"Ro (in:{_TAVERN})",), [("Ro", _TAVERN)]),
        ((f"Ro (in:{_ABROAD})", f"ro (in:{_DM})"), [("ro", _DM), ("Ro", _ABROAD)]),
        (("Ro",), [("Ro", "everyone")]),
        ((f"~~Ro (in:{_TAVERN})~~",), []),
        (("~~Ro~~",), []),
        ((f"Ro (in:{_TAVERN}",), []),
        (("Ro (in:nowhere at all)",), []),
        ((f"**Ro** (in:{_TAVERN})",), [("Ro", _TAVERN)]),
        ((f"Bo (in:{_TAVERN})",), [("Ro", "everyone"), ("Bo", _TAVERN)]),
    ],
    ids=[
        "heard in private only",
        "heard in a guild",
        "heard in two places",
        "given to everyone",
        "struck",
        "struck, without a place",
        "a tail that is damaged",
        "a tail that names no place",
        "marked up",
        "a person's own",
    ],
)
def test_a_name_of_the_properties_is_for_those_for_whom_it_is_listed(
    body: tuple[str, ...], names: list[tuple[str, str]]
) -> None:
    """Other programs read the property; who may know the name stands in the text."""
    found = [one for one in _names(_note("Ro", *body)) if one[1] != "owner"]
    assert found == names


@pytest.mark.parametrize(
    "head",
    [
        f"id: {_WHO}\naliases:\n  - Ro\nheard_as:\n  - Ro",
        "aliases: [RO]\nheard_as: Ro",
        "Aliases: ['**Ro**']\nHeard_As: [Ro, Bo]",
        "aliases: [Ro]\nheard_as: {Ro: 1}",
        "aliases: [Ro]\nheard_as: [[Ro]]",
        "aliases: [Ro]\nheard_as: [Ro]\nheard_as: [Bo]",
    ],
    ids=["as written", "another case", "marked up", "a map", "a list in a list", "twice"],
)
@pytest.mark.parametrize("path", [_PATH, "people/Ro.md", "friends/Ro.md"])
def test_a_name_that_was_heard_is_for_nobody_once_its_line_is_gone(head: str, path: str) -> None:
    """Who deletes the line wants the name gone, not told to everyone."""
    document = NoteParser().read(path, f"---\n{head}\n---\n\n## Facts\n\n- likes:: pie\n", "")
    assert {one.audience for one in document.aliases if one.name.casefold() == "ro"} <= {"owner"}
    for_all = [chunk.embedding_text for chunk in document.chunks if chunk.audience == "everyone"]
    assert not any(
        re.search("(?i)ro", one) for one in (document.names.get("everyone", ""), *for_all)
    )
    assert document.audience == "owner" or not re.search("(?i)ro", document.context)


@pytest.mark.parametrize("name", ["_Ro_", "__Ro__", "^Ro", "_.Ro", "#Ro", "Ro.", "**Ro**", r"R\@o"])
def test_a_file_that_is_called_by_a_name_that_was_heard_tells_it_to_nobody(name: str) -> None:
    """Whatever signs the name has that no file can: the note may lose its id, and its list."""
    head = add_items("---\ntags: [person]\n---\n\n- likes:: pie\n", "heard_as", [name])
    document = NoteParser().read(f"people/{file_name(name)}.md", head, "")
    assert document.aliases == ()
    assert document.context == ""


def test_a_line_that_a_person_deleted_opens_no_name_that_a_writer_noted() -> None:
    """In the properties it stays what it was: heard, and for nobody else."""
    operations = (
        EnsureNote(_PATH, "", name="x", properties=(("id", _WHO), ("aliases", ("Ro",)))),
        AddAlias(_WHO, "", "Ro", _TAVERN),
        AddAlias(_WHO, "", "Bo", _ABROAD),
    )
    text, _ = merge("", operations)
    assert _names(text) == [("Bo", _ABROAD), ("Ro", _TAVERN)]
    assert _names(text.replace(f"- Ro (in:{_TAVERN})\n", "")) == [("Bo", _ABROAD)]
    assert _names(text[: text.index("## Aliases")]) == []


def test_a_name_that_a_person_gave_to_everyone_stays_so_when_it_is_heard() -> None:
    """It is known everywhere, so no line is needed that says where it was heard."""
    text = f"---\nid: {_WHO}\naliases:\n  - Robbie\n---\n"
    after, outcomes = merge(text, (AddAlias(_WHO, "", "robbie", _TAVERN),))
    assert (after, [one.reason for one in outcomes]) == (text, ["the name is known"])


def test_a_name_with_a_tail_of_its_own_is_for_those() -> None:
    """As in a heading."""
    assert _names(f"---\naliases: ['Ro (in:{_DM})']\n---\n") == [("Ro", _DM)]


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), min_size=1, max_size=14))
def test_no_name_that_a_writer_lists_is_for_more_than_heard_it(name: str) -> None:
    """Whatever signs of YAML and Markdown it holds."""
    operations = (
        EnsureNote(_PATH, "", name="x", properties=(("id", _WHO), ("aliases", (name,)))),
        AddAlias(_WHO, "", name, _TAVERN),
    )
    text, _ = merge("", operations)
    assert {audience for _, audience in _names(text)} <= {_TAVERN, "owner"}
    again, outcomes = merge(text, operations)
    assert again == text, outcomes


def test_a_name_heard_in_private_stays_out_of_the_properties() -> None:
    """A room's name goes in; one that is there in another spelling is left."""
    text, _ = merge(
        "",
        (
            EnsureNote(_PATH, "", name="Rowan", properties=(("id", _WHO),)),
            AddAlias(_WHO, "", "Rowan", _TAVERN),
            AddAlias(_WHO, "", "Ro", _DM),
            AddAlias(_WHO, "", "Robin", _ABROAD),
            AddAlias(_WHO, "", "robin", _TAVERN),
        ),
    )
    assert text == (
        f"---\nid: {_WHO}\naliases:\n  - Robin\nheard_as:\n  - Robin\n---\n\n## Aliases\n\n"
        f"- Rowan (in:{_TAVERN})\n"
        f"- Ro (in:{_DM})\n- Robin (in:{_ABROAD})\n- robin (in:{_TAVERN})\n"
    )


def test_a_name_that_a_person_took_out_of_the_properties_stays_out() -> None:
    """It stands in the text, so it is nothing new; only a new name is added."""
    text = f"---\nid: {_WHO}\naliases: []\n---\n\n## Aliases\n\n- Robin (in:{_TAVERN})\n"
    known, new = AddAlias(_WHO, "", "Robin", _TAVERN), AddAlias(_WHO, "", "Bo", _TAVERN)
    assert merge(text, (known,))[0] == text
    after = add_items(f"{text}- Bo (in:{_TAVERN})\n", "aliases", ["Bo"])
    assert merge(text, (known, new))[0] == add_items(after, "heard_as", ["Bo"])
    taken_out = after.replace("aliases: [Bo]", "aliases: []\nheard_as: [Bo]")
    elsewhere, _ = merge(taken_out, (AddAlias(_WHO, "", "Bo", _ABROAD),))
    assert elsewhere == f"{taken_out}- Bo (in:{_ABROAD})\n"


@pytest.mark.parametrize("head", ["", "---\nmood: calm\n---\n", "---\nid: x\nalia: [\n---\n"])
def test_a_note_without_an_id_keeps_the_properties_that_it_has(head: str) -> None:
    """It is older, a person's own, or damaged there: the name stands in the text."""
    text = f"{head}\n## Aliases\n\n- Ro\n"
    assert merge(text, (AddAlias(_WHO, "", "Robin", _TAVERN),))[0] == (
        f"{text}- Robin (in:{_TAVERN})\n"
    )


def test_names_of_one_reach_are_bounded() -> None:
    """Who changes it daily fills no note; another reach has room of its own."""
    daily = [AddAlias(_WHO, "", f"name {day}", _TAVERN) for day in range(80)]
    text, _ = merge("", (EnsureNote(_PATH, "", name="x"), *daily))
    assert text.count(f"(in:{_TAVERN})") == 50
    more, outcomes = merge(text, (daily[-1], AddAlias(_WHO, "", "Bo", _DM)))
    assert [one.verdict.value for one in outcomes] == ["skipped", "applied"]
    assert f"- Bo (in:{_DM})" in more


_TWO_GUILDS = f"""---
id: {_WHO}
aliases:
  - Robin
  - Rowan
---

## Aliases

- Robin (in:{_TAVERN})
- Rowan (in:{_ABROAD})

## Facts

- likes:: pie (2026-02-02, in:{_TAVERN})
"""


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("people/Rowan (2).md", _TWO_GUILDS),
        ("people/Rowan.sync-conflict-20260202-101010-ABCDEF.md", _TWO_GUILDS),
        ("people/Rowan.md", _TWO_GUILDS.replace(f"id: {_WHO}\n", "")),
        ("Rowan.md", _TWO_GUILDS),
        ("archive/Rowan.md", _TWO_GUILDS),
    ],
    ids=["a copy", "a copy of a synchroniser", "without its id", "moved out", "moved away"],
)
def test_the_name_of_a_file_is_for_those_who_heard_it(path: str, text: str) -> None:
    """A writer calls a file after its person: whoever knows another name only learns nothing."""
    document = NoteParser().read(path, text, "")
    shown = [document.context, document.names.get(_TAVERN, "")]
    shown += [chunk.embedding_text for chunk in document.chunks]
    assert not any("Rowan" in one for one in shown), shown
    assert {one.audience for one in document.aliases if "Rowan" in one.name} <= {_ABROAD}

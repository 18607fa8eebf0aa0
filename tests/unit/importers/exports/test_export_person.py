"""All that a memory holds of one person, as one file."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from tree_in_memory import TreeInMemory

from familiar_importers.exports.person import PersonExporter
from familiar_memory.errors import UsageError
from familiar_memory.markdown.tree import parse_note
from familiar_memory.transfer.exporter import ExportOptions
from familiar_memory.transfer.importer import Remark

_TREE = TreeInMemory(
    {
        "people/discord-1.md": (
            b"---\nvisibility: everyone\n---\n# Rowan\n\nSetext\n======\n\n### Deep\n\n"
            b"###### Deepest\n\n## Facts\n\n- likes:: tea (2026-01-01, in:discord-dm-1)\n"
            b"- same_as:: [R](twitch-9.md)\n\n```\n# no heading\n"
        ),
        "people/twitch-9.md": b"# rowan_live\r\n\r\n## Aliases\r\n\r\n- Ro\r\n",
        "people/irc-5.md": b"# Mallory\n\n- same_as:: [me](discord-1.md) (ref:4)\n",
        "people/discord-2.md": (
            b"# Gus\n\n- knows:: [Rowan](discord-1.md) (2026-01-02)\n"
            b"- Owes her five (2026-01-03, subject:twitch-9, in:owner)\n- Likes rain\n"
        ),
        "sessions/2026-01-01-night.md": (
            b"# Night\n\n## discord-lantern.tavern\n\n"
            b"- She sang\n  a song (2026-01-01, by:discord-1)\n- Gus slept\n\n"
            b"A word on [[people/twitch-9|Ro]].\n\n```\n[x](../people/discord-1.md)\n```\n"
        ),
    }
)
_EXPECTED = """\
# Rowan

What the memory of Ember holds of discord-1, twitch-9, taken out on 2026-03-01 by its owner: \
the notes of this person, and the lines of other notes that are about them, were said by them, \
or name them.

Not in it: the conversation itself, former versions of notes, and lines that speak of them \
without a link.

**4 of these lines are not for everyone** (a line's `in:`, its heading or its note says for whom \
it is), and some may be what others said in confidence. Read it before you hand it on.

## people/discord-1.md

```yaml
visibility: everyone
```

### Rowan

### Setext

##### Deep

###### Deepest

#### Facts

- likes:: tea (2026-01-01, in:discord-dm-1)
- same_as:: [R](twitch-9.md)

```
# no heading
```

## people/twitch-9.md

### rowan_live

#### Aliases

- Ro

## In other notes

### people/discord-2.md

- knows:: [Rowan](discord-1.md) (2026-01-02)
- Owes her five (2026-01-03, subject:twitch-9, in:owner)

### people/irc-5.md

- same_as:: [me](discord-1.md) (ref:4)

### sessions/2026-01-01-night.md

- She sang
a song (2026-01-01, by:discord-1)

A word on [[people/twitch-9|Ro]].

"""


def _export(tree: TreeInMemory, person: str | None) -> tuple[str, tuple[Remark, ...]]:
    exporter = PersonExporter(now=lambda: datetime(2026, 3, 1, tzinfo=UTC))
    options = ExportOptions(Path("rowan.md"), familiar_name="Ember", person=person)
    export = exporter.export(tree, options)
    return b"".join(export.pieces).decode(), export.remarks


def test_a_bundle_is_their_notes_and_the_lines_of_others_about_them() -> None:
    """On every platform that a person has said to be theirs; a claim with a turn merges nobody."""
    text, remarks = _export(_TREE, "discord-1")
    assert text == _EXPECTED
    assert remarks == (
        Remark(
            "people/discord-1.md",
            "4 lines of the export are not for everyone: read it before you hand it on",
        ),
    )


@pytest.mark.parametrize("name", ["Rowan", " rowan ", "ＲＯＷＡＮ"])
def test_a_person_is_found_by_name(name: str) -> None:
    """However it is spelt."""
    assert _export(_TREE, name)[0] == _EXPECTED


def test_a_name_among_the_aliases_finds_the_same_person() -> None:
    """The note of that name comes first."""
    text, _ = _export(_TREE, "Ro")
    assert text.startswith("# rowan_live\n")
    assert "holds of twitch-9, discord-1," in text


@pytest.mark.parametrize(
    ("person", "problem"),
    [
        (None, "nobody was named"),
        ("Nobody", "nobody is called 'Nobody'"),
        ("Twin", "several people are called 'Twin': discord-1, discord-2"),
    ],
)
def test_who_is_meant_must_be_plain(person: str | None, problem: str) -> None:
    """Nobody's memories go out under another's name."""
    tree = TreeInMemory({f"people/discord-{n}.md": b"# Twin\n" for n in (1, 2)})
    with pytest.raises(UsageError, match=problem):
        _export(tree, person)


@pytest.mark.parametrize(
    "person", ["Rowan", "discord-1", "people/Rowan", "people/Rowan.md", "people/discord-1.md"]
)
def test_a_person_is_found_by_all_names_of_their_note(person: str) -> None:
    """And what is said of the note names its file."""
    note = b"---\nid: discord-1\n---\n\n- allergic_to:: nuts (2026-01-02, in:owner)\n"
    tree = TreeInMemory({"people/Rowan.md": note, "people/Bex.md": b"# Bex\n"})
    text, remarks = _export(tree, person)
    assert "allergic_to:: nuts" in text
    assert [one.location for one in remarks] == ["people/Rowan.md"]


def test_a_line_of_another_note_stays_one_line() -> None:
    """A sign that only some programs take for the end of a line makes no heading of its rest."""
    line = "- [R](discord-1.md) sang\u2028# Loud\x0cand\x85long (2026-01-02)"
    tree = TreeInMemory(
        {"people/discord-1.md": b"# R\n", "people/discord-2.md": f"# G\n\n{line}\n".encode()}
    )
    assert line in _export(tree, "discord-1")[0].split("\n")


def test_words_in_html_of_another_note_are_quoted() -> None:
    """With the remark that they are not for everyone; what is no word is left out."""
    other = (
        "# G\n\n<pre>\n# Loud\n\n[R](../people/discord-1.md) hid it (2026-01-02, in:owner)\n"
        "</pre>\n\n<!-- [R](../people/discord-1.md) -->\n"
    )
    tree = TreeInMemory({"people/discord-1.md": b"# R\n", "topics/t.md": other.encode()})
    text, remarks = _export(tree, "discord-1")
    told = "> # Loud\n> [R](../people/discord-1.md) hid it (2026-01-02, in:owner)\n"
    assert text.endswith(f"### topics/t.md\n\n\n{told}\n")
    assert "1 line of the export is not for everyone" in remarks[0].text


@pytest.mark.parametrize("opening", ["```", "~~~~", "<!--", "<script>", "<pre>"])
def test_a_fence_that_was_left_open_does_not_swallow_the_rest(opening: str) -> None:
    """What follows in the file stays what it is."""
    tree = TreeInMemory(
        {
            "people/discord-1.md": f"# R\n\n{opening}\nx\n".encode(),
            "people/discord-2.md": b"# G\n\n- [R](discord-1.md)\n",
        }
    )
    headings = [section.heading for section in parse_note(_export(tree, "discord-1")[0]).sections]
    assert headings == ["R", "people/discord-1.md", "In other notes"]


def test_the_file_is_called_md() -> None:
    """Another ending would be taken for another format."""
    with pytest.raises(UsageError, match=r"r\.pdf is not a \.md"):
        PersonExporter().export(TreeInMemory({}), ExportOptions(Path("r.pdf"), person="x"))


def test_a_note_that_is_named_after_somebody_is_known_by_its_id() -> None:
    """Wherever it stands; what they said is found by the links of sessions, by name or by path."""
    tree = TreeInMemory(
        {
            "people/friends/Rowan.md": (
                b"---\nid: discord-1\n---\n\n## Aliases\n\n- Ro\n\n## Facts\n\n- likes:: tea\n"
            ),
            "people/Gus.md": b"---\nid: discord-2\n---\n\n- knows:: [[people/discord-1|Ro]]\n",
            "sessions/2026-01-01-night.md": (
                b"# Night\n\n## [[channels/discord-lantern.tavern|#tavern]]\n\n"
                b"[[Rowan]] and [[Gus]]; 2 messages, 01:00. ^lead-98269d\n\n"
                b"- [[rowan|Ro]]: I sang ^t1\n- [[Gus]]: I slept ^t2\n"
            ),
        }
    )
    for wanted in ("Rowan", "ro", "discord-1"):
        options = ExportOptions(Path("x.md"), person=wanted)
        pieces = PersonExporter().export(tree, options).pieces
        text = b"".join(pieces).decode()
        assert text.startswith("# Rowan\n")
        assert "## people/friends/Rowan.md" in text
        _, _, elsewhere = text.partition("## In other notes")
        assert "- [[rowan|Ro]]: I sang ^t1\n" in elsewhere
        assert "- knows:: [[people/discord-1|Ro]]\n" in elsewhere
        assert "slept" not in elsewhere

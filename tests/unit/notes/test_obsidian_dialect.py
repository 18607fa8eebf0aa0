"""What Obsidian, Dataview and the Tasks plugin write, as this program reads it."""

from datetime import UTC, datetime

import pytest

from familiar_memory.domain.memory.document import ParsedDocument, Passage, PassageKind
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.document import NoteParser


def _read(text: str, path: str = "notes.md") -> ParsedDocument:
    return NoteParser().read(path, text, "")


def _passages(text: str) -> tuple[Passage, ...]:
    return _read(text).passages


@pytest.mark.parametrize(
    ("text", "shown", "targets"),
    [
        ("Likes [[Tea]].", "Likes Tea.", ["Tea.md"]),
        ("See [[Tea#Green|the green one]].", "See the green one.", ["Tea.md"]),
        ("See [[Tea#^k3f9a1|this]].", "See this.", ["Tea.md"]),
        ("![[Tea]]", "Tea", ["Tea.md"]),
        ("![[kettle.png]]", "kettle.png", ["kettle.png"]),
        ("She [works_at:: [[Acme]]] now.", "She [works_at:: Acme] now.", ["Acme.md"]),
        ("She (works_at:: [[Acme]]) now.", "She (works_at:: Acme) now.", ["Acme.md"]),
        ("A claim.[^1]", "A claim.[^1]", []),
        ("It costs $x^2$ ==much==.", "It costs $x^2$ ==much==.", []),
    ],
)
def test_links_are_links_wherever_they_stand(text: str, shown: str, targets: list[str]) -> None:
    """In prose and in a bullet alike, with a heading or a block; an inline field is no fact."""
    for source in (text, f"- {text}"):
        read = _read(source, "people/rowan.md")
        assert [one.text for one in read.passages] == [shown]
        assert [one.target.removeprefix("people/") for one in read.links] == targets
        assert read.facts == ()


def test_only_a_bullet_that_is_a_field_of_the_vocabulary_is_a_fact() -> None:
    """Dataview's fields stand in sentences and paragraphs too; there they are words."""
    text = (
        "works_at:: Acme\n\n- [works_at:: Acme]\n- (lives_in:: Bergen)\n- mood:: calm\n"
        "- Works At:: Acme\n- lives_in:: [[Bergen]]\n"
    )
    read = _read(text, "people/rowan.md")
    assert [(one.predicate, one.object) for one in read.facts] == [("lives_in", "Bergen")]


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("A #tea and #work/Project-X here", ("tea", "work/Project-X", "work")),
        ("#Grün am Anfang", ("Grün",)),
        ("Issue #1, a#b, `#code` and https://x.example/#part", ()),
        ("# heading\n", ()),
        ("a \\#b", ()),
        ("- Likes it #tea (2026-01-01, tags:drink)", ("drink", "tea")),
    ],
)
def test_tags_in_prose_are_tags(text: str, tags: tuple[str, ...]) -> None:
    """With a letter in them, at the start of a word, not in code; what they are part of too."""
    assert [one.tags for one in _passages(text)] in ([tags], [])
    assert (_passages(text) == ()) == text.startswith("# ")


@pytest.mark.parametrize("tags", ["[tea, '#work/x']", "tea, work/x", "'tea work/x'"])
def test_tags_of_a_note_are_tags_of_what_stands_in_it(tags: str) -> None:
    """Given as a list or as a text; of a line that others may know too, they are none of its."""
    text = f"---\ntags: {tags}\n---\nProse.\n\n- A line\n"
    assert [one.tags for one in _passages(text)] == [("tea", "work/x", "work")] * 2
    owned = (
        f"---\nvisibility: owner\ntags: {tags}\n---\n- Mine\n- Theirs (2026-01-01, in:everyone)\n"
    )
    found = {one.audience: one.tags for one in _passages(owned)}
    assert found["owner"] == ("tea", "work/x", "work")
    assert found.get("everyone", ()) == ()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Words %%a note to myself%% here", "Words here"),
        ("Words <!-- hidden --> here", "Words here"),
        ("%%\nall of it\n%%", None),
        ("- Words %%hidden%%", "Words"),
        ("- %%hidden%%", None),
        ("Fifty %% off", "Fifty %% off"),
        ("Code `%%x%%` stays", "Code `%%x%%` stays"),
        ("- Said %%x%% (2026-01-01, ref:7)", "Said %%x%%"),
        ("- Brought %%x%% (source:import)", "Brought %%x%%"),
        ("A paragraph. ^k3f9a1", "A paragraph."),
        ("^k3f9a1", None),
        ("> [!note]- Title\n> Body", "Title\nBody"),
        ("> [!warning]\n> Body", "Body"),
        ("```dataview\nLIST FROM #tea\n```", None),
        ("```tasks\nnot done\n```", None),
        ("```python\nprint(1)\n```", "print(1)\n"),
    ],
)
def test_what_no_reader_of_the_page_sees_is_no_memory(text: str, shown: str | None) -> None:
    """Comments, ids, the mark of a callout, a query; what was said elsewhere stays whole."""
    told = [one.text.strip("\n") for one in _passages(text)]
    assert told == ([] if shown is None else [shown.strip("\n")])


def test_marks_of_tasks_date_a_line_and_end_nothing() -> None:
    """When it was written down is when it was learned; a due date is a word, and no end."""
    text = (
        "- [ ] Water the fern 🔁 every week 📅 2026-03-01 ⏫ ➕ 2026-01-05 🆔 a1 ^t1\n"
        "- Sow (2026-02-01) ➕ 2026-01-05\n- Never ➕ 2026-02-30\n"
    )
    first, second, third = _passages(text)
    assert first.text == "Water the fern 🔁 every week 📅 2026-03-01 ⏫ ➕ 2026-01-05 🆔 a1"
    assert (first.learned, first.expires) == (datetime(2026, 1, 5, tzinfo=UTC), None)
    assert (first.kind, first.record_id) == (PassageKind.RECORD, "t1")
    assert (second.text, second.learned) == ("Sow", datetime(2026, 2, 1, tzinfo=UTC))
    assert third.learned is None


def test_the_dates_of_a_task_are_no_part_of_what_a_fact_says() -> None:
    """They stay in its line; a sign without a date is a word, and so is one inside."""
    texts = {
        "works_on:: [[Rocket]] ➕ 2026-01-05": "[[Rocket]]",
        "works_on:: [[Rocket]] ➕ 2026-01-05 📅 2026-03-01 (2026-02-01)": "[[Rocket]]",
        "likes:: tea ✅\ufe0f 2026-01-05 ^a1": "tea",
        "likes:: tea ➕": "tea ➕",
        "likes:: ➕ 2026-01-05": "➕ 2026-01-05",
        "likes:: the 📅 2026-03-01 party": "the 📅 2026-03-01 party",
    }
    note = parse_note("".join(f"- {text}\n" for text in texts))
    assert [block.record.object for block in note.blocks if block.record] == [*texts.values()]
    first = note.blocks[0].record
    assert first is not None and first.text == "works_on:: [[Rocket]] ➕ 2026-01-05"

"""Lines that are nearly records: prose stays prose, no byte changes, and doctor says it once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processor import work

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.errors import EditError, InputError
from familiar_memory.inspection.health.checks import run_checks
from familiar_memory.markdown.change.edit import replace_record
from familiar_memory.markdown.oddities import oddities
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.document import NoteParser

LINES = {
    "no space behind the colons": ("- works_at::Acme", "works_at:: is read as text"),
    "no space behind the marker": ("-works_at:: Acme", "works_at:: is read as text"),
    "one colon": ("- works_at: Acme", None),
    "no object": ("- works_at::", None),
    "a capital": ("- Works_at:: Acme", "Works_at:: is read as text"),
    "a capital of another word": ("- Note:: Acme", None),
    "a space before the colons": ("- [x] works_at :: Acme", "works_at :: is read as text"),
    "a strike left open": ("- ~~works_at:: Acme (2026-02-28)", "the ~~ before works_at:: is never"),
    "brackets": ("- [works_at:: Acme]", None),
    "a paragraph": ("works_at:: Acme", None),
    "no day": ("- moved (2026-02-30)", "2026-02-30 is no day"),
    "no month": ("- moved (since 2026-13-01)", "2026-13-01 is no day"),
    "no day in a tail": ("- moved (2026-02-30, ref:7)", "tail in parentheses"),
    "a word in a tail": ("- moved (2026-02-28, ref:7, sort of)", "tail in parentheses"),
    "a tail cut off": ("- moved (2026-02-28, ref:7", None),
    "a year": ("- moved (2019)", None),
    "an unknown key": ("- moved (feeling: good)", None),
    "the same id": ("- moved ^k1\n- and back ^k1", "the block id ^k1 is taken"),
}


def test_a_strike_that_ends_in_the_next_line_is_no_open_one() -> None:
    """It is the fact that somebody has struck."""
    assert list(oddities("- ~~works_at:: Acme\n  and Sons~~\n")) == []


@pytest.mark.parametrize(("text", "warning"), LINES.values(), ids=LINES)
def test_prose_stays_prose_and_is_told_of_once(
    tmp_path: Path, new_familiar, text: str, warning: str | None
) -> None:
    """No fact comes of it, the file keeps its bytes, and one line of doctor's names it."""
    note = tmp_path / "ember" / "memory" / "people" / "rowan.md"
    note.parent.mkdir(parents=True)
    note.write_bytes(f"# Rowan\r\n\r\n{text}\r\n".encode())
    before = note.read_bytes()

    async def told() -> tuple[list[str], int]:
        async with new_familiar(tmp_path) as familiar:
            checks = run_checks(familiar.parts, await familiar.settle())
            await familiar.write()
            facts = len(familiar.parts.indexing.notes.load("people/rowan.md").facts)
            found = [one.what for check in checks for one in check.findings]
            return [one for one in found if "rowan" in one.lower()], facts

    found, facts = asyncio.run(told())
    assert facts == 0
    assert note.read_bytes() == before
    assert [one for one in found if warning is not None and warning in one] == found
    assert len(found) == (warning is not None)


def test_two_lines_of_one_id_are_two_memories(tmp_path: Path, new_familiar) -> None:
    """Which was meant is for a person to say."""
    note = tmp_path / "ember" / "memory" / "notes.md"
    note.parent.mkdir(parents=True)
    note.write_text("- the kettle is blue ^k1\n- the kettle is green ^k1\n", "utf-8")

    async def found() -> list[str]:
        async with new_familiar(tmp_path) as familiar:
            return [hit.text for hit in (await familiar.search("kettle")).hits]

    assert sorted(asyncio.run(found())) == ["the kettle is blue", "the kettle is green"]


def test_a_fact_may_be_about_somebody_else() -> None:
    """Its tail says of whom; in a note of nobody's a fact without it is a line like any other."""
    text = "- works_at:: Acme (subject:people/bex.md)\n- works_at:: Initech\n"
    read = NoteParser().read("notes.md", text, "")
    assert [(one.subject, one.object) for one in read.facts] == [("people/bex.md", "Acme")]
    assert len(read.passages) == 2


def test_many_lines_take_as_many_times_as_long() -> None:
    """Eight times the lines are far from sixty-four times the work: nothing is read twice over."""
    for line in (
        "words of prose {}\n",
        "- works_at::Acme {} (2026-02-30)\n",
        "- moved %% <!-- `` [[x {} (2026-01-01, in:x\n",
        "  goes on %% {} <!-- $$ `\n",
        "> [!note] {} ^k1\n",
    ):
        short, long = (_seconds(line, count) for count in (1_000, 8_000))
        assert long < 30 * max(short, 0.01), line


def _seconds(line: str, count: int) -> float:
    text = "- start\n" + "".join(line.format(number) for number in range(count))
    with work() as reading:
        NoteParser().read("notes.md", text, "")
        sum(1 for _ in oddities(text))
    return reading.seconds


PIECES = st.sampled_from(
    (
        *("- ", "* ", "[ ] ", "> ", "1. ", "\n", "\n\n", "\r\n", "  ", "## Facts\n", "---\n"),
        *("[[Tea]]", "[[Tea#Green|x]]", "[[Tea#^k1]]", "![[kettle.png]]", "#tea ", "#a/b ", "#1 "),
        *("works_at:: Acme", "mood:: calm", "[k:: v]", "(k:: v)", " ^k1", " ^k2", "~~", "==x=="),
        *("📅 2026-03-01 ", "➕ 2026-01-05 ", "➕ 2026-02-30 ", "🔁 every week ", "⏫ ", "🆔 a "),
        *("> [!note] ", "%%", "<!--", "-->", "[^1]", "$x$", "`", "```dataview\n", "```\n", "\\"),
        *("(2026-01-01, ref:1)", "(2026-02-30)", "(in:", "tags: [a, b]\n", "word ", "\x00", "|"),
    )
)
WANTED = RecallFilters(tags=("friend", "#Home"))
texts = st.lists(PIECES, max_size=25).map("".join)


@given(texts)
def test_no_line_of_any_dialect_is_too_much(text: str) -> None:
    """It is read, the same each time; and its blocks are stretches of its very bytes."""
    read = NoteParser().read("people/rowan.md", text, "")
    assert read == NoteParser().read("people/rowan.md", text, "")
    list(oddities(text))
    for passage in read.passages:
        assert 0 <= passage.char_start <= passage.char_end <= len(text)
        assert passage.text.strip()


@given(texts)
def test_a_record_written_anew_as_it_is_says_the_same(text: str) -> None:
    """And touches no other line."""
    note = parse_note(text)
    block = next((one for one in note.blocks if one.record and not one.record.damaged), None)
    if block is None or not block.record.text.strip():
        return
    try:
        written = replace_record(text, block.line, block.record.text, block.record)
    except (EditError, InputError):
        # What cannot be written so is refused, and nothing is.
        return
    assert written[: block.char_start] == text[: block.char_start]
    assert written.endswith(text[block.char_end :])


def test_an_index_built_anew_holds_the_same(tmp_path: Path, new_familiar) -> None:
    """Of a tree with every dialect in it."""
    memory = tmp_path / "ember" / "memory" / "people"
    memory.mkdir(parents=True)
    text = "---\ntags: [friend]\n---\n# Rowan\n\n" + "\n".join(
        (
            *(
                "- [ ] Water the fern 📅 2026-03-01 ➕ 2026-01-05 #home ^t1",
                "- pairs_with:: [[Bex]]",
            ),
            *("", "A paragraph %%hidden%% #work/x. ^p1", "", "```dataview", "LIST", "```", ""),
            *("> [!note] Title", "> Body", "", "- works_at:: [[Acme]] (2026-01-01, tags:job)"),
        )
    )
    (memory / "rowan.md").write_text(text, "utf-8")

    async def is_same() -> bool:
        async with new_familiar(tmp_path) as familiar:
            await familiar.settle()
            found = await familiar.search(RecallRequest("fern", filters=WANTED))
            assert [hit.text.partition(" 📅")[0] for hit in found.hits] == ["Water the fern"]
            return (await familiar.index.verify()).same

    assert asyncio.run(is_same())

"""Whoever damages the writing of a restriction has not lifted it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from few_and_many import few_and_many
from hypothesis import example, given, settings
from hypothesis import strategies as st

from familiar_importers.exports.tree_notes import read_notes
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer, permits
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.notes.document import NoteParser
from familiar_memory.recall.lore.views import lore_note, told_text
from familiar_memory.recall.parts.character import permitted_body
from familiar_memory.transfer.exporter import ExportOptions
from tests.tree_in_memory import TreeInMemory

SECRET = "The vault code is 4217"
ELSEWHERE = Viewer("twitch-stream-mosslight", AudiencePolicy.STRICT)
READER = NoteParser()
OPTIONS = ExportOptions(Path("out"))
UNSEEN = ("\u200b", "\u200d", "\ufeff", "\xad", "\u2060", "\ufe0f")
SPACES = (" ", "\t", "\xa0", "\u2003", "\u3000")
BRACKETS = ("()", "[]", "{}", "\uff08\uff09", "\u3010\u3011", "\u300c\u300d", "(\uff09", "[)")
FENCES = (
    "---",
    "...",
    "----",
    "--",
    "--- ",
    " ---",
    "+++",
    "***",
    "\u2014",
    "---\u200b",
    "```",
    "",
)
AUDIENCES = st.sampled_from(["owner", "discord-dm-42", "discord-lantern.tavern"])


def is_told(text: str) -> bool:
    """Whether somebody in another place is told the secret, by any reader of any folder."""
    return any(SECRET in told for told in everything_told(text))


def everything_told(text: str) -> Iterator[str]:
    """What the index, the card, lore and exports tell elsewhere, wherever the note stands."""
    for path in ("notes.md", "self/scenario.md", "lore/imported/mill/gate.md"):
        document = READER.read(path, text, "")
        yield from (one.text for one in document.passages if permits(ELSEWHERE, one.audience))
        lore = lore_note(text, document)
        if lore.audience == "everyone":
            yield told_text(lore, frozenset({"everyone"}))
        (note,) = read_notes(TreeInMemory({path: text.encode()}), str, OPTIONS)
        for line in note.lines:
            if line.audience is not None and permits(ELSEWHERE, line.audience):
                yield line.block.text
    yield permitted_body(text, ELSEWHERE)


@st.composite
def damaged_words(draw: st.DrawFn, word: str) -> str:
    """A word in another case, with one letter less, or with something in it that is not seen."""
    how = draw(st.sampled_from(["as it is", "case", "less", "unseen", "twice", "space"]))
    at = draw(st.integers(1, len(word) - 1))
    if how == "case":
        return draw(st.sampled_from([word.upper(), word.title(), word.swapcase()]))
    if how == "less":
        return word[: at - 1] + word[at:]
    if how == "unseen":
        return word[:at] + draw(st.sampled_from(UNSEEN)) + word[at:]
    if how == "twice":
        return word[:at] + word[at - 1] + word[at:]
    return word[:at] + draw(st.sampled_from(SPACES)) + word[at:] if how == "space" else word


@st.composite
def damaged_frontmatter(draw: st.DrawFn) -> str:
    """A note that began as `---`, keys with `visibility`, `---`, and was damaged twice at most."""
    audience = draw(AUDIENCES)
    kind = draw(st.sampled_from(["key", "fences", "sign", "again", "lines"]))
    key = draw(damaged_words("visibility")) if kind == "key" else "visibility"
    sign = (
        draw(st.sampled_from([":", " : ", ":\t", ": \xa0", " ", "=", "\uff1a ", ":: "]))
        if kind == "sign"
        else ": "
    )
    quote = draw(st.sampled_from(["", "'", '"']))
    line = f"{key}{sign}{quote}{audience}{quote}{draw(st.sampled_from(['', ' ', '  # mine']))}"
    before = draw(st.sampled_from([[], ["title: x"], ["tags:", "  - a"], ["# mine"]]))
    after = draw(st.sampled_from([[], ["aliases: [Ro]"], ["type: person"]]))
    if kind == "again":
        after = [*after, draw(st.sampled_from(["visibility: everyone", "Visibility: discord-a.b"]))]
    opening, closing = "---", "---"
    if kind == "fences":
        opening = draw(st.sampled_from(FENCES[:-1]))
        closing = draw(st.sampled_from(FENCES)) if opening in ("---", "...") else opening
    lines = [opening, *before, line, *after, closing]
    if kind == "lines":
        # Any one character of the block's first line may go, or a mark come in.
        at = draw(st.integers(0, 2))
        lines[0] = draw(st.sampled_from([lines[0][:at], draw(st.sampled_from(UNSEEN)) + lines[0]]))
        lines[0] = lines[0] or "\n"
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    bom = draw(st.sampled_from(["", "\ufeff"]))
    return bom + end.join([*lines, "", f"{SECRET}.", "", f"- {SECRET}, again", ""])


@few_and_many(60, 400, damaged_frontmatter())
@example(f"---\nvisibility: owner\n\n# T\n\n{SECRET}\n\n---\n\nmore\n")
def test_a_damaged_block_keeps_its_note_back(text: str) -> None:
    """Whatever happens to the key, to its sign or to the fences."""
    assert not is_told(text), text


KEYS = ("private", "audience", "visibility")
WITHHOLDING = {
    "private": ("true", "yes", "1", "on", "please", "2026-02-01", "[no, yes]"),
    "audience": (
        *("owner", "only me", "just me", "Myself", "private", "mods only", "nobody", "owners"),
        *("discord-dm-42", "Kim in discord-lantern.tavern", "[developers, me]", "note to self"),
    ),
    "visibility": ("owner", "only me", "nobody", "discord-dm-42", "ow\u200bner", "true"),
}
CONTAINERS = (
    "[{}]",
    "[[{}]]",
    "\n  - {}",
    "{{only: {}}}",
    "{{{}: }}",
    "\n  who: {}",
    "!!set {{{}}}",
)
KEEPS_NOTHING_BACK = (
    *("private:", "private: false", "private: No", "private: OFF", "private: 0", "private: none"),
    *(
        "private: []",
        "private: {}",
        "private: '\u200b'",
        "private: f\u200balse",
        "primate: gorilla",
    ),
    *("audience:", "audience: []", "audience: everyone", "audience: Public", "audience: true"),
    *("audience: developers", "audience: [developers, writers]", "audience: readers of all ages"),
    *("audiences: all ages", "visibility: Everyone", "visibility: everyone\u200b"),
    "visibility: \uff45veryone",
)


@st.composite
def withholding_properties(draw: st.DrawFn) -> str:
    """Frontmatter with a property that plainly withholds, damaged in its name or as a value."""
    key = draw(st.sampled_from(KEYS))
    value = draw(st.sampled_from(WITHHOLDING[key]))
    how = draw(st.sampled_from(["name", "container", "marks", "wide", "again"]))
    name = draw(damaged_words(key)) if how == "name" else key
    if how == "container" and not value.startswith("["):
        value = draw(st.sampled_from(CONTAINERS)).format(value)
    elif how == "marks":
        at = draw(st.integers(0, len(value)))
        value = value[:at] + draw(st.sampled_from(UNSEEN)) + value[at:]
    elif how == "wide":
        wide = {ord(c): chr(ord(c) + 0xFEE0) for c in value if c.isalpha()}
        value = value.translate(wide)
    lines = [f"{name}: {value}"]
    if how == "again":
        lines.append(f"{draw(damaged_case(key))}: {'no' if key == 'private' else 'everyone'}")
    if draw(st.booleans()):
        lines.reverse()
    before = draw(st.sampled_from([[], ["title: x"], ["visibility: everyone"]]))
    return "\n".join(["---", *before, *lines, "tags: [a]", "---", "", f"{SECRET}.", ""])


def damaged_case(word: str) -> st.SearchStrategy[str]:
    """The same name for a person, and another for YAML or not."""
    return st.sampled_from([word, word.upper(), word.title(), f"{word[:2]}\u200b{word[2:]}"])


@few_and_many(60, 400, withholding_properties())
@example(f"---\nprivate: [true]\n---\n{SECRET}\n")
@example(f"---\nprivate:\n  - true\n---\n{SECRET}\n")
@example(f"---\nprivate: {{yes: please}}\n---\n{SECRET}\n")
@example(f"---\naudience: {{only: owner}}\n---\n{SECRET}\n")
@example(f"---\naudience: only me\n---\n{SECRET}\n")
@example(f"---\nprivate: true\nprivate: no\n---\n{SECRET}\n")
@example(f"---\naudience: Kim in discord-lantern\u00ad.tavern\n---\n{SECRET}\n")
def test_a_property_that_withholds_does_so_in_any_shape(text: str) -> None:
    """A list, a map, another spelling, twice: and doctor has something to say."""
    assert not is_told(text), text
    is_by_another_key = read_frontmatter(text).withheld_by is not None
    assert READER.read("notes.md", text, "").problems or not is_by_another_key


@pytest.mark.parametrize("line", KEEPS_NOTHING_BACK)
def test_a_property_that_withholds_nothing_is_read_alike_by_every_reader(line: str) -> None:
    """What is open is open on the card, in lore and in exports too; doctor has nothing to say."""
    text = f"---\n{line}\n---\n{SECRET}\n"
    assert len(list(told_of(text))) == len(list(told_of(f"{SECRET}\n")))
    assert READER.read("notes.md", text, "").problems == ()


def told_of(text: str) -> Iterator[str]:
    """What tells the secret elsewhere, reader by reader."""
    return (told for told in everything_told(text) if SECRET in told)


@given(
    damaged_words("visibility"),
    st.sampled_from([": ", ":", " ", "=", " is ", ", "]),
    st.sampled_from(["", "- ", "1) ", "> "]),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
@settings(max_examples=80)
def test_prose_between_rules_that_names_visibility_keeps_its_note_back(
    word: str, sign: str, before: str, end: str
) -> None:
    """It may have been meant as a block; without the word it is text, and told."""
    inside = ["---", "", f"{before}{word}{sign}owner", "", "---", "", f"{SECRET}.", ""]
    assert not is_told(end.join(inside))
    inside[2] = f"{before}heron"
    assert is_told(end.join(inside))


@given(
    damaged_words("everyone") | damaged_words("discord-lantern.tavern") | damaged_words("owner"),
    st.sampled_from([ELSEWHERE, Viewer("discord-lantern.tavern"), Viewer("discord-dm-42")]),
)
@example("everyone\u200b", ELSEWHERE)
@example("\uff25veryone", ELSEWHERE)
@example("discord-lantern.tavern\u200b", Viewer("discord-lantern.tavern"))
def test_the_card_reads_an_audience_as_the_index_does(written: str, viewer: Viewer) -> None:
    """Told to the same viewers, however it is spelled."""
    text = f"---\nvisibility: {written}\n---\n{SECRET}\n"
    (passage,) = READER.read("self/description.md", text, "").passages
    assert (permitted_body(text, viewer) == SECRET) == permits(viewer, passage.audience)


@st.composite
def damaged_tails(draw: st.DrawFn) -> str:
    """A tail with `in:`, in any brackets and spaces, with a sign too many or too few."""
    audience = draw(AUDIENCES)
    opening, closing = draw(st.sampled_from(BRACKETS))
    comma = draw(st.sampled_from([",", "\uff0c", " ,"])) + draw(st.sampled_from([*SPACES, ""]))
    inside = draw(
        st.sampled_from(
            ["in:", "In:", "IN:", "in: ", "in :", "i\u200bn:", "\u0456n:", "in\uff1a", "in:\u200b"]
        )
    )
    tail = f"{opening}2026-02-01{comma}{inside}{audience}{closing}"
    how = draw(st.sampled_from(["as it is", "open", "shut", "mark", "behind"]))
    if how == "open":
        return tail[1:]
    if how == "shut":
        return tail[:-1]
    if how == "mark":
        at = draw(st.integers(0, len(tail)))
        return tail[:at] + draw(st.sampled_from(UNSEEN)) + tail[at:]
    return f"{tail} and so on" if how == "behind" else tail


@few_and_many(
    60,
    400,
    damaged_tails(),
    st.sampled_from(
        ["- {}", "{}", "# {}", "## {}", "### {}", "> {}", "1. {}", "<p>{}</p>", "{}\n---"]
    ),
)
def test_a_damaged_tail_keeps_its_lines_back(tail: str, form: str) -> None:
    """On a bullet, in prose and HTML; on a heading, what is under it."""
    is_heading = form.startswith("#") or form.endswith("---")
    line = form.format(f"Plans {tail}" if is_heading else f"{SECRET} {tail}")
    below = f"\n\n{SECRET}.\n\n- {SECRET}, too\n" if is_heading else "\n"
    assert not is_told(f"# T\n\n{line}{below}"), line


SLIPS = ("\u200b", "\xa0", "x", " ", ":", "-", "\n", "_", "\\")


def slips(text: str, first: int, last: int) -> Iterator[str]:
    """The text with every single character of a stretch gone, and with one more."""
    for at in range(first, last):
        yield text[:at] + text[at + 1 :]
        yield from (text[:at] + sign + text[at:] for sign in SLIPS)


@pytest.mark.long
def test_no_single_slip_in_a_block_lifts_it() -> None:
    """Each sign from the first fence to the sign before the audience, and of the last fence."""
    for before, after in (("", ""), ("title: x\n", "tags: [a]\n"), ("tags:\n  - a\n", "")):
        head = f"---\n{before}visibility: owner\n"
        text = f"{head}{after}---\n# T\n\n{SECRET}.\n\n- {SECRET}\n"
        end = len(head) + len(after)
        for slip in (*slips(text, 0, len(head) - 6), *slips(text, end, end + 4)):
            assert not is_told(slip), slip


def test_no_single_slip_in_a_tail_lifts_it() -> None:
    """Each sign from the parenthesis to the place."""
    for text in (f"- {SECRET} (2026-02-01, in:discord-dm-42)\n",):
        for slip in slips(text, text.index("("), text.index("discord")):
            assert not is_told(slip), slip

"""The lead of a section: one line of ours under its heading, as long as nobody has changed it.

    [[Rowan]] and [[Bex]]; 41 messages, 19:02–21:40; about [[Gladys]]. ^lead-3fa9c1

Its block id is a digest of its words. Where the two do not agree, a person has changed the line:
it is theirs, and stays. Of two leads the one of more messages is newer.
"""

from __future__ import annotations

import hashlib
import re

from familiar_memory.errors import EditError
from familiar_memory.markdown.change.insertion import newline_near
from familiar_memory.markdown.source import read_source
from familiar_memory.markdown.tree import Block, Note, Section, parse_note

__all__ = ["is_lead", "lead_line", "set_lead"]

_COUNT = re.compile(r"; (?:over )?([0-9][0-9,]*) messages?, ")
_LEAD = re.compile(r"(?P<words>[^\r\n]+) \^lead-(?P<digest>[0-9a-f]{6})")


def lead_line(words: str) -> str:
    """The line that says these words, which stand on one line and begin no other block."""
    return f"{words} ^lead-{_digest(words)}"


def is_lead(text: str) -> bool:
    """Whether a paragraph is such a line, as it was written."""
    match = _LEAD.fullmatch(text.strip())
    return match is not None and match["digest"] == _digest(match["words"])


def set_lead(text: str, heading: str, words: str, *, is_new: bool) -> str:
    """Bring the lead of the first H2 section of this heading up to date.

    A section that is new (`is_new`) and has something in it gets one. A lead of as many messages,
    or of more, stays: then the same talk is being written up again.

    Raises:
        EditError: there is no such section; it has no lead, or none that is ours any more; or
            the line would not be a paragraph of it.
    """
    note = parse_note(text)
    section = note.section(heading)
    if section is None:
        raise EditError(f"there is no section {heading!r}", "a section of the note")
    line = lead_line(words)
    old = next((block for block in section.blocks if _is_ours(block)), None)
    if old is not None and _count(old.text) >= _count(line):
        return text
    if old is not None:
        changed = text[: old.char_start] + line + text[old.char_end :]
    elif is_new and section.blocks:
        at = section.blocks[0].char_start
        newline = newline_near(read_source(text), section.line - 1)
        changed = f"{text[:at]}{line}{newline * 2}{text[at:]}"
    else:
        raise EditError(
            f"the lead of {heading!r} was changed or taken away", "a lead as it was written"
        )
    if _others(parse_note(changed)) != _others(note) or not _has_lead(changed, heading, line):
        raise EditError(f"no lead can stand in {heading!r}", "words that are one paragraph")
    return changed


def _count(line: str) -> int:
    match = _COUNT.search(line)
    return 0 if match is None else int(match[1].replace(",", ""))


def _digest(words: str) -> str:
    return hashlib.blake2b(words.encode("utf-8", "surrogatepass"), digest_size=3).hexdigest()


def _is_ours(block: Block) -> bool:
    return block.kind == "paragraph" and is_lead(block.text)


def _has_lead(text: str, heading: str, line: str) -> bool:
    section: Section | None = parse_note(text).section(heading)
    return section is not None and any(
        _is_ours(block) and block.text.strip() == line for block in section.blocks
    )


def _others(note: Note) -> list[tuple[str, str, int]]:
    """What a note holds beside leads."""
    headings = [(one.heading, "", one.level) for one in note.sections if one.level]
    blocks = [(b.kind, b.text.rstrip("\n"), b.level) for b in note.blocks if not _is_ours(b)]
    return [*headings, *blocks]

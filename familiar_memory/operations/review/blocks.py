"""The lines of a proposal in `review.md`: put into a section, taken out, and read as they stand.

Pure functions of texts. Line ends are those of the file.
"""

from __future__ import annotations

from collections.abc import Sequence

from familiar_memory.errors import EditError
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.markdown.change.insertion import newline_near
from familiar_memory.markdown.frontmatter.block import BOM
from familiar_memory.markdown.source import is_blank, line_starts, lines_of, read_source
from familiar_memory.markdown.tree import note_of
from familiar_memory.operations.review.page import (
    ACCEPTED,
    BLANK,
    DISMISSED,
    OPEN,
    ReviewLine,
    review_lines,
)

__all__ = ["written_lines", "with_blocks", "without_block"]

_INTRODUCTION = (
    "# Review",
    "",
    "Proposals that wait for you. Tick a line, and what it says is done; strike or delete it to",
    "reject it. A line that is to be written may be reworded before you tick it. `familiar review`",
    "does the same in the terminal.",
)


def with_blocks(
    text: str, heading: str, blocks: Sequence[Sequence[str]], vocabulary: Vocabulary
) -> str:
    """The file with proposals at the end of a section, which is made where there is none.

    Raises:
        EditError: they would not be read there, since a fence or comment is open above.
    """
    if not blocks:
        return text
    if not text.strip(BLANK):
        mark = BOM if text.startswith(BOM) else ""
        text = mark + "\n".join((*_INTRODUCTION, ""))
    before = review_lines(text, vocabulary)
    source = read_source(text)
    newline = newline_near(source, source.line_count - 1)
    at, is_there = _end_of(text, heading, vocabulary)
    head = "" if is_there else f"## {heading}{newline}{newline}"
    above, rest = text[:at], text[at:]
    gap = "" if not above or above.endswith(("\n", "\r")) else newline
    blank = "" if is_there and _ends_in_item(above) else newline
    tail = newline if rest and not is_blank(lines_of(rest)[0]) else ""
    body = "".join(f"{line}{newline}" for lines in blocks for line in lines)
    result = f"{above}{gap}{blank}{head}{body}{tail}{rest}"
    after = review_lines(result, vocabulary)
    kept = {(one.id, one.mark, one.text) for one in after}
    were = {(one.id, one.mark, one.text) for one in before}
    if len(after) != len(before) + len(blocks) or not were <= kept:
        raise EditError("review.md has a fence or a comment that never ends", "a list of tasks")
    return result


def written_lines(text: str, line: ReviewLine) -> list[str]:
    """The lines of a proposal as they stand, without their ends."""
    starts = line_starts(text)
    span = range(line.first - 1, line.last)
    return [text[starts[at] : starts[at + 1]].rstrip("\r\n") for at in span]


def without_block(text: str, line: ReviewLine) -> str:
    """The text without a proposal; of blank lines on both sides one goes too."""
    starts, lines = line_starts(text), lines_of(text)
    end = line.last
    is_apart = line.first > 1 and is_blank(lines[line.first - 2])
    if is_apart and end < len(lines) and is_blank(lines[end]):
        end += 1
    return text[: starts[line.first - 1]] + text[starts[end] :]


def _end_of(text: str, heading: str, vocabulary: Vocabulary) -> tuple[int, bool]:
    """Where a section ends, behind its last line that is not blank; or where it would begin."""
    source = read_source(text)
    note = note_of(source, vocabulary)
    wanted = heading.casefold()
    sections = [one for one in note.sections if one.level == 2]
    found = next((one for one in sections if one.heading.strip().casefold() == wanted), None)
    if found is not None:
        end = found.char_end
    else:
        order = (OPEN, ACCEPTED, DISMISSED)
        later = {one.casefold() for one in order[order.index(heading) + 1 :]}
        follower = (s.char_start for s in sections if s.heading.strip().casefold() in later)
        end = next(follower, len(text))
    body = text[:end].rstrip(" \t\r\n")
    if len(body) <= source.body_start:
        return source.body_start, found is not None
    return next(at for at in line_starts(text) if at >= len(body)), found is not None


def _ends_in_item(above: str) -> bool:
    """Whether what comes goes on a list: no blank line is needed then."""
    lines = above.splitlines()
    return bool(lines) and lines[-1].lstrip().startswith(("- ", "* ", "+ "))

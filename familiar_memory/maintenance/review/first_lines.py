"""Whether a first line that a person has changed still says what ticking it would do.

Where the first line only words what the lines below it do, another wording would do nothing: a
tick on it would do something else than is read there.
"""

from __future__ import annotations

from unicodedata import normalize

from familiar_memory.maintenance.review.versions import ReviewHistory, is_by_people
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.review.kinds.table import takes_other_words
from familiar_memory.operations.review.page import ReviewLine
from familiar_memory.operations.review.wording import line_in_words

__all__ = ["untrue_first_line"]


def untrue_first_line(versions: ReviewHistory, line: ReviewLine) -> str:
    """Why a tick on it does not count; "" where the first line says what would be done."""
    item = line.item
    if item is None or (not item.title and takes_other_words(item)):
        return ""
    first, maker, is_same = line, "", True
    for version in versions.all:
        if (other := version.line(line.id)) is None:
            break
        is_same = is_same and _plain(other.record.text) == _plain(line.record.text)
        maker = version.source if is_same else maker
        first = other
    said = _plain(first.record.text)
    wanted = said if first.item is None else _plain(_followed(first.item, item))
    if not is_by_people(maker) or _plain(line.record.text) in (said, wanted):
        return ""
    return f"its first line says something else than the lines below it, which do: {wanted}"


def _followed(was: ReviewItem, item: ReviewItem) -> str:
    """The first line as it was, with what a person has changed in the lines below it since."""
    text = was.title or was.record.text
    before, after = dict(was.files), dict(item.files)
    for name, old in was.details:
        new = item.detail(name)
        if new is not None and new != old:
            text = text.replace(before.get(old, old), after.get(new, new))
            text = text.replace(line_in_words(old), line_in_words(new))
    if was.title and was.record.text != item.record.text:
        text = text.replace(line_in_words(was.record.text), line_in_words(item.record.text))
    return text


def _plain(text: str) -> str:
    return " ".join(normalize("NFC", text).split())

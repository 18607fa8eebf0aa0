"""Lines of basic-memory as records: `- [category] words #tag`, `- relation [[Target]]`.

    - [method] Pour over is floral #brewing (from Ana)
    - Pour over is floral (from Ana) (category:method, tags:brewing)

    - pairs_with [[Chocolate]] (a guess)
    - pairs_with:: [[Chocolate]] (quote:"a guess")

Only lines change that are wholly of one of the two forms; any other stays byte for byte. A
bullet of prose with a link in it, a time stamp, a check box and a footnote are none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from familiar_importers.memories.making.rewritten_records import ReadLine, with_rewritten_records
from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.predicates import SAME_AS, is_predicate_name
from familiar_memory.markdown.text.parentheses import last_parenthesis
from familiar_memory.markdown.text.tags import tags_in
from familiar_memory.markdown.tree import Section

__all__ = ["StatedNote", "with_stated_records"]

_OBSERVATION = re.compile(
    r"\[(?P<category>[^\W\d_][\w /&.-]{1,59})\][ \t]+(?P<words>\S.*)", re.DOTALL
)
_RELATION = re.compile(
    r"(?P<words>\"[^\"\[\]]{1,60}\"|'[^'\[\]]{1,60}'|[^\s\[\]\"'](?:[^\[\]\"']{0,58}[^\s\[\]\"'])?)"
    r"[ \t]+\[\[(?P<target>[^\[\]|\n]+)(?:\|(?P<label>[^\[\]\n]*))?\]\]"
    r"(?:[ \t]+\((?P<context>[^()]+)\))?"
)
_MOST_WORDS = 4
_TRAILING_TAG = re.compile(r"(?:\A|[ \t]+)#(?=[\w/-]*[^\W\d])[\w/-]+\Z")


@dataclass(frozen=True, slots=True)
class StatedNote:
    """A note whose lines are records now, and how many there are of each kind."""

    text: str
    observations: int = 0
    relations: int = 0


def with_stated_records(path: str, text: str, link_to: Callable[[str, str], str]) -> StatedNote:
    """The note with its observations and relations as records.

    `link_to` writes a link to what a target means, given with the label that it should show.
    A second reading finds nothing left to do.
    """
    counts: Counter[str] = Counter()

    def stated(line: ReadLine) -> Record | None:
        # A backslash makes it plain that this is text.
        if line.record.task is not None or line.anatomy.body.startswith("\\"):
            return None
        if (observed := _observed(line.section, line.record)) is not None:
            counts["observations"] += 1
            return observed
        related = _related(line.section, line.record, link_to)
        counts["relations"] += related is not None
        return related

    result = with_rewritten_records(path, text, stated)
    if result == text:
        return StatedNote(text)
    return StatedNote(result, counts["observations"], counts["relations"])


def _observed(section: Section, record: Record) -> Record | None:
    found = _OBSERVATION.fullmatch(record.text)
    if found is None or record.fields.category is not None:
        return None
    category = found["category"].strip()
    is_word = category == category.lower() and " " not in category
    if not (is_word or section.heading.strip().casefold() == "observations"):
        return None
    tags = tuple(dict.fromkeys((*record.fields.tags, *tags_in(found["words"]))))
    fields = replace(record.fields, category=category, tags=tags)
    words = _without_trailing_tags(found["words"])
    return replace(record, text=words, fields=fields, predicate=None, object=None)


def _without_trailing_tags(words: str) -> str:
    """The words without the tags behind them; what stands in parentheses at the end stays."""
    opening = last_parenthesis(words)
    has_context = opening is not None and opening > 0 and words[opening - 1] in " \t"
    said, context = (words[:opening].rstrip(), words[opening:]) if has_context else (words, "")
    while (tag := _TRAILING_TAG.search(said)) is not None:
        said = said[: tag.start()]
    return f"{said} {context}".strip() if said else words


def _related(section: Section, record: Record, link_to: Callable[[str, str], str]) -> Record | None:
    found = _RELATION.fullmatch(record.text)
    if found is None:
        return None
    words = found["words"].strip("\"'").split()
    is_label = found["words"][0] in "\"'" or (len(words) == 1 and "_" in words[0])
    is_listed = section.heading.strip().casefold() == "relations" and len(words) <= _MOST_WORDS
    predicate = "_".join(words).lower().replace("-", "_")
    if not (is_label or is_listed) or not is_predicate_name(predicate) or predicate == SAME_AS:
        return None
    context = found["context"]
    if context is not None and record.fields.quote is not None:
        return None
    fields = record.fields if context is None else replace(record.fields, quote=context.strip())
    link = link_to(found["target"].strip(), (found["label"] or "").strip())
    text = f"{predicate}:: {link}"
    return replace(record, text=text, fields=fields, predicate=predicate, object=link)

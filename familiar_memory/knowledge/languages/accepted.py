"""What a file of a language that an operator adds may say, table by table.

The tables are those by which the writer reads people's words. Each key is of one kind; what a
kind accepts is one function from a value to what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import Formatter
from types import MappingProxyType
from typing import Any, Final

import regex

from familiar_memory.domain.memory.record import TOPIC_NAMES
from familiar_memory.knowledge.languages.checked_pattern import (
    Complaints,
    PatternParts,
    caught_groups,
    check_pattern,
)

__all__ = ["TABLES", "TRIM_NAMES"]

_Kind = Callable[[Any, PatternParts], Complaints]
_OfRow = Callable[[Mapping[str, Any], PatternParts], Complaints]

# fmt: off
TRIM_NAMES: Final = (
    "thing", "taste", "favorite", "typed", "listed", "name", "own_name", "home", "place",
    "employer", "group", "version", "tool", "work", "choice", "interest", "doing", "japanese",
    "japanese_day", "avoided", "allergen", "day",
)
# fmt: on
"""What may be done with what a form has caught (`writers/forms/written.py`)."""
_STANCES = ("holds", "ended", "denied")
_PREDICATE = regex.compile(r"[a-z][a-z0-9_]{0,39}")
_NAME = regex.compile(r"(?<!P)<(?:Name|name|名前)>")


def _patterns(value: object, words: PatternParts) -> Complaints:
    for one in value if isinstance(value, list) else [value]:
        yield from check_pattern(one, words)


def _listed(value: object, words: PatternParts) -> Complaints:
    if not isinstance(value, list):
        yield f"{value!r} is no list; a list of patterns in [ ] is accepted"
        return
    yield from _patterns(value, words)


def _catching(*groups: str) -> _Kind:
    """A list of patterns, of which each catches something by those names."""

    def check(value: object, words: PatternParts) -> Complaints:
        yield from (wrong := [*_listed(value, words)])
        for one in value if isinstance(value, list) and not wrong else ():
            caught = caught_groups(one, words)
            for group in groups:
                if group not in caught:
                    yield f"the pattern {one!r} has to have (?P<{group}>…)"

    return check


def _namings(value: object, words: PatternParts) -> Complaints:
    yield from (wrong := [*_listed(value, words)])
    for one in value if isinstance(value, list) and not wrong else ():
        if _NAME.search(one):
            # Whatever a name looks like, it is a part of the pattern there.
            yield from check_pattern(_NAME.sub("(?:x)", one), words)
        else:
            yield f"the pattern {one!r} has to have <Name> or <name> where the name stands"


def _phrases(value: object, _: PatternParts) -> Complaints:
    if not isinstance(value, list) or not all(isinstance(one, str) and one for one in value):
        yield f'{value!r} is no list of words; ["one", "two"] is accepted'


def _texts(value: object, _: PatternParts) -> Complaints:
    if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
        yield f"{value!r} is no table of words with a text each"


def _parts(value: object, words: PatternParts) -> Complaints:
    yield from _texts(value, words)
    for one in value.values() if isinstance(value, dict) else ():
        yield from check_pattern(one, words) if isinstance(one, str) else ()


def _count(value: object, _: PatternParts) -> Complaints:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 10:
        yield f"{value!r} is no number from 1 to 9"


def _weight(value: object, _: PatternParts) -> Complaints:
    if not isinstance(value, int | float) or isinstance(value, bool):
        yield f"{value!r} is no weight; a number such as 1.1 is accepted"


def _switch(value: object, _: PatternParts) -> Complaints:
    if not isinstance(value, bool):
        yield f"{value!r} is neither true nor false"


def _text(value: object, _: PatternParts) -> Complaints:
    if not isinstance(value, str):
        yield f"{value!r} is no text"


def _one_of(names: tuple[str, ...]) -> _Kind:
    def check(value: object, _: PatternParts) -> Complaints:
        if value not in names:
            yield f"{value!r} is none of {', '.join(names)}"

    return check


def _predicate(value: object, _: PatternParts) -> Complaints:
    if not isinstance(value, str) or not _PREDICATE.fullmatch(value):
        yield f"{value!r} is no predicate; small letters, digits and _ are accepted: lives_in"


def _rows(kinds: Mapping[str, _Kind], needed: tuple[str, ...], more: _OfRow) -> _Kind:
    def check(value: object, words: PatternParts) -> Complaints:
        if not isinstance(value, list):
            # A reader goes through rows, and would go through the keys of one that stands alone.
            yield f"{value!r} is no list; a list of rows in [ ] is accepted"
            return
        for row in value:
            if not isinstance(row, dict):
                yield f"{row!r} is no row; {{ {' = …, '.join(needed)} = … }} is accepted"
                continue
            wrong = [
                *(f"{key!r} is no key of a row; accepted: {', '.join(kinds)}"
                  for key in row if key not in kinds),
                *(f"the row {row!r} has no {key!r}" for key in needed if key not in row),
                *(f"{key}: {one}" for key in row if key in kinds
                  for one in kinds[key](row[key], words)),
            ]  # fmt: skip
            yield from wrong or more(row, words)

    return check


def _nothing(_: object, __: PatternParts) -> Complaints:
    return iter(())


def _catches(row: Mapping[str, Any], words: PatternParts) -> Complaints:
    """A form has to catch its object, and its template says nothing that it does not catch."""
    groups = caught_groups(row["said"], words)
    if "o" not in groups:
        yield f"the pattern {row['said']!r} has to have (?P<o>…), which catches the object"
    yield from _filled(row.get("template", "{o}"), groups | {"o"})


def _catches_end(row: Mapping[str, Any], words: PatternParts) -> Complaints:
    """What is over has to be caught, to be looked for in a line."""
    if "o" not in caught_groups(row["said"], words):
        yield f"the pattern {row['said']!r} has to have (?P<o>…), which catches what is over"


def _answers(row: Mapping[str, Any], words: PatternParts) -> Complaints:
    groups = caught_groups(row["asked"], words)
    yield from _filled(row["says"], groups | {"a", "thing"})


def _filled(template: str, groups: set[str]) -> Complaints:
    try:
        parsed = [one[1:] for one in Formatter().parse(template) if one[1] is not None]
        places = {f"{name}{spec and ':'}{spec}{way or ''}" for name, spec, way in parsed}
    except ValueError as problem:
        yield f"the template {template!r} cannot be read: {problem}"
        return
    if unknown := sorted(places - groups):
        known = ", ".join(f"{{{one}}}" for one in sorted(groups))
        yield f"the template {template!r} has {unknown[0]!r}; accepted: {known}"


_FORM = {
    "predicate": _predicate, "said": check_pattern, "trim": _one_of(TRIM_NAMES),
    "template": _text, "stance": _one_of(_STANCES), "span": _count, "loose": _switch,
    "split": _switch, "dated": _switch, "opening": _switch, "needs": check_pattern,
}  # fmt: skip
_WEIGHED = _rows({"said": check_pattern, "weight": _weight}, ("said", "weight"), _nothing)


def _all(kind: _Kind, names: str) -> dict[str, _Kind]:
    return dict.fromkeys(names.split(), kind)


TABLES: Final[Mapping[str, Mapping[str, _Kind] | _Kind]] = MappingProxyType(
    {
        "forms": {
            "words": _parts,
            "rows": _rows(_FORM, ("predicate", "said"), _catches),
            "answers": _rows({"asked": check_pattern, "says": _text}, ("asked", "says"), _answers),
        },
        "statements": {
            **_all(
                _patterns,
                "speaker openers borders idle hedges exact refused spoils unnamed subject trailing",
            ),
            **_all(check_pattern, "changes beside named bare"),
            "ends": _rows(
                {"said": check_pattern, "line": check_pattern}, ("said", "line"), _catches_end
            ),
            **_all(_WEIGHED, "project plan event life details"),
            "fewest_words": _count,
            "words": _parts,
        },
        "worth": {
            **_all(
                _patterns,
                "empty answering leaning unnamed addressing self life passing advising opining"
                " telling",
            ),
            **_all(_listed, "pointing naming broken cries"),
        },
        "threads": {
            **_all(_listed, "asking passing settled done unsure unsure_question"),
            "plans": _catching("what"),
            "reports": _catching("verb"),
            "light": _phrases,
            "verbs": _texts,
        },
        "shared_context": {
            **_all(
                _catching("what"), "decisions agreements actions dropped done purposes in_place_of"
            ),
            "numbered": _catching("what", "label"),
            "counted": _phrases,
            "revoked": _catching("label"),
            **_all(_catching("what", "verb"), "finished reported"),
            "outcomes": _texts,
            "values": _parts,
            **_all(
                _listed, "choosing pending jests taken_back told changed partly provided unsure"
            ),
            "words": _parts,
        },
        "names": {
            **_all(_namings, "told claimed asked"),
            **_all(_listed, "never before_quotes behind_quotes around"),
            "not_names": _phrases,
        },
        "facts": {
            **_all(_phrases, "interjections adjectives small no_allergens firms"),
            **_all(_listed, "limits sometimes"),
        },
        "for_now": {
            **_all(_listed, "limited some_of_it not_over"),
            **_all(check_pattern, "state now goes_on until was elsewhere halt"),
        },
        "write_policy": _all(
            _phrases,
            "self_belief pattern durable transient request once safety authority loss trigger"
            " secret small_talk orders",
        ),
        "topics": _all(_phrases, " ".join((*TOPIC_NAMES, "weak"))),
        "spelling": _texts,
    }
)
"""What each key of each table has to be; `spelling` has no keys of its own, but words."""

"""A fact as a sentence, as people say it: `relative:: cousin Bo` is "has a cousin called Bo".

The sentences are data of a language (`languages/*.toml`, which say how they are written), a table
of forms a predicate. The language is that of the object: a familiar has no setting for one, and
its zone says where it is, not what is spoken there. An object in the script of a table takes
that table's sentence, any other the English one; `そば` reads "そばアレルギーがある".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from familiar_memory.domain.text.one_line import one_line
from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables

__all__ = ["RULE", "UNSAID", "YOU", "SentenceSubject", "has_wording", "sentence_about", "worded"]

RULE = "wording"
"""The table of the languages: by predicate, sentences with a place for the object."""
_MAIN = "en"
"""Whose sentences are for objects in no script that a table names."""
_TOKEN = regex.compile(r"<([^<>]+)>")
_PLACE = regex.compile(r"\{([a-z]+)\}")
_OWN = "<own>"
_LONGEST = 200
"""Characters of an object whose form is looked at: a longer one takes the general sentence."""


@dataclass(frozen=True, slots=True)
class SentenceSubject:
    """Whom a sentence is about: a name, or one of the constants below."""

    person: str
    name: str = ""

    @classmethod
    def named(cls, name: str) -> SentenceSubject:
        """Somebody or something by name: "Rowan works at …"."""
        return cls("named", name)


YOU = SentenceSubject("you")
"""Whom the page speaks to: "you work at …"."""
UNSAID = SentenceSubject("unsaid")
"""Whoever was named just before: "works at …"."""


def worded(
    predicate: str,
    object_: str,
    subject: SentenceSubject = UNSAID,
    *,
    is_past: bool = False,
    since: str | None = None,
    until: str | None = None,
) -> str:
    """The sentence of a fact, without a full stop.

    `is_past` = it holds no more: "used to work at …". `since` and `until` (dates as they are
    written in a note) are put behind it: "(since 2024)". A predicate that no table has reads by
    its own words: "sings for The Choir", "their blood type is A".
    """
    table = _table_for(object_)
    form, groups = _form(table, predicate, object_)
    template = form["past" if is_past else "now"]
    told = _Sentence(table, subject, groups).of(template)
    return told + _term(table, since, until)


def sentence_about(
    name: str,
    predicate: str,
    object_: str,
    *,
    is_past: bool = False,
    since: str | None = None,
    until: str | None = None,
) -> str:
    """The same about somebody or something by name, on one line, whatever the note holds."""
    subject = SentenceSubject.named(one_line(name))
    return worded(predicate, one_line(object_), subject, is_past=is_past, since=since, until=until)


def has_wording(predicate: str) -> bool:
    """Whether a table has sentences for the predicate."""
    return any(predicate in table["facts"] for table in language_tables(RULE).values())


def _table_for(object_: str) -> Mapping[str, Any]:
    tables = language_tables(RULE)
    for table in tables.values():
        if (script := table.get("script")) and _compiled(script).search(object_):
            return table
    return tables[_MAIN]


def _form(
    table: Mapping[str, Any], predicate: str, object_: str
) -> tuple[Mapping[str, str], dict[str, str]]:
    """The first form that fits the object, and what can stand in its places."""
    parts = {"object": object_, "words": predicate.replace("_", " ")}
    patterns = table.get("patterns", {})
    for form in table["facts"].get(predicate, ()):
        if (of := form.get("of")) is None:
            return form, parts
        if len(object_) <= _LONGEST and (found := _expanded(of, patterns).fullmatch(object_)):
            return form, {**parts, **found.groupdict()}
    return _general(table["general"], parts["words"]), parts


def _general(general: Mapping[str, Any], words: str) -> Mapping[str, str]:
    """How a predicate of no table reads: as a verb where it looks like one, else as a noun."""
    found: Mapping[str, str] = general["noun"]
    if "plural" in general and _compiled(general["plural"]).fullmatch(words):
        found = general["nouns"]
    elif "verb" in general and _compiled(general["verb"]).fullmatch(words):
        found = general["verbs"]
    return found


def _term(table: Mapping[str, Any], since: str | None, until: str | None) -> str:
    if not (since or until):
        return ""
    term: str = table["terms"]["both" if since and until else "since" if since else "until"]
    return term.replace("<since>", since or "").replace("<until>", until or "")


@dataclass(frozen=True, slots=True)
class _Sentence:
    """The places of a form, filled for one subject."""

    table: Mapping[str, Any]
    subject: SentenceSubject
    parts: Mapping[str, str]

    def of(self, template: str) -> str:
        about = self._about
        body = _TOKEN.sub(lambda token: self._filled(token[1]), template)
        # "Rowan's birthday" names Rowan already.
        return body if template.startswith(_OWN) else f"{self._named(about['subject'])}{body}"

    @property
    def _about(self) -> Mapping[str, Any]:
        about: Mapping[str, Any] = self.table["subjects"][self.subject.person]
        return about

    def _named(self, text: str) -> str:
        return text.replace("<name>", self.subject.name)

    def _filled(self, token: str) -> str:
        if token == "own":
            return self._named(self._about["own"])
        if token == "words":
            return self._inflected(self.parts["words"])
        if "|" in token:
            one, _, several = token.partition("|")
            return several if self._is_several else one
        how, _, part = token.rpartition(" ")
        text = self.parts[part]
        return _WAYS[how](text, self.table)

    @property
    def _is_several(self) -> bool:
        return bool(self._about.get("several"))

    def _inflected(self, words: str) -> str:
        """A verb of the third person as it stands with "you"; any other words as they are."""
        general = self.table["general"]
        if not (self._is_several and _general(general, words) is general.get("verbs")):
            return words
        verb, *rest = words.split(" ")
        verb = general["irregular"].get(verb) or _compiled(general["ending"]).sub("", verb)
        return " ".join((verb, *rest))


def _with_article(text: str, table: Mapping[str, Any]) -> str:
    return f"{'an' if _compiled(table['an']).match(text.casefold()) else 'a'} {text}"


def _as_name(text: str, table: Mapping[str, Any]) -> str:
    """A name that was typed in small letters ("a dog called toast"), with its capital."""
    return text[:1].upper() + text[1:] if text.islower() and " " not in text else text


_WAYS: Mapping[str, Callable[[str, Mapping[str, Any]], str]] = {
    "": lambda text, table: text,
    "a": _with_article,
    "name": _as_name,
    "small": lambda text, table: text.casefold(),
}
"""What is done with a part before it stands in a sentence, by the word in front of it."""


def _expanded(pattern: str, patterns: Mapping[str, str]) -> BoundedPattern:
    """A pattern with those it names in their places."""
    while _PLACE.search(pattern) is not None:
        pattern = _PLACE.sub(lambda place: patterns[place[1]], pattern)
    return _compiled(pattern)


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> BoundedPattern:
    return bounded(pattern)

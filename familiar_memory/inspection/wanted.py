"""What somebody names to be forgotten, found: whom, which subject, line, message, place, time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from familiar_memory.domain.given import check_text, check_type
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.tree import TOPICS, is_below, person_of
from familiar_memory.errors import NotFoundError, StoreError, UsageError
from familiar_memory.inspection.named import named_place
from familiar_memory.inspection.people import known_people, named_person
from familiar_memory.maintenance.forget.wanted import WantedGone, WantedPerson
from familiar_memory.markdown.audience.record_ids import record_ids
from familiar_memory.markdown.tree import Block, Note, parse_note

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.domain.talk.turn import TurnName

__all__ = ["ForgetRequest", "wanted_gone", "wanted_person", "wanted_place"]

_LISTED = 8
_MOMENT = "an aware datetime, or None"
_WHAT = "a person, a topic, a record, a place, or a time (since, until)"
_RECORDS = "path#^id, path#~id, path:line, a ref, or PLACE/REF"
_LINE = re.compile(r"(?P<path>.+):(?P<line>[1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """What is to be forgotten, in words of whoever asks; what is given goes together.

    A `person` is an id (`discord:42`), slug, name, or the path of their note; a `topic` a name or
    path; a `record` `path#^id`, `path:line`, a ref or `PLACE/REF`; a `place` a slug or label. With
    `since` and `until` (aware) only what was said then goes, everywhere or in the place.
    """

    person: str | None = None
    topic: str | None = None
    record: str | None = None
    place: str | None = None
    since: datetime | None = None
    until: datetime | None = None

    def __post_init__(self) -> None:
        for name in ("person", "topic", "record", "place"):
            given = getattr(self, name)
            check_text(given, f"the {name} to be forgotten", optional=True)
            if given is not None and not given.strip():
                raise UsageError(f"the {name} to be forgotten is empty", _WHAT)
        named = [
            one for one in (self.person, self.topic, self.record, self.place) if one is not None
        ]
        if not named and self.since is None and self.until is None:
            raise UsageError("no person, topic, record, place, since or until was named", _WHAT)
        for name, moment in (("since", self.since), ("until", self.until)):
            if moment is None:
                continue
            check_type(moment, datetime, f"the {name} of what is forgotten", _MOMENT)
            if moment.tzinfo is None:
                raise UsageError(f"{name}: {moment} has no offset", _MOMENT)
        if (self.since or self.until) and len(named) > (self.place is not None):
            raise UsageError("since and until go with a place, or by themselves", _WHAT)
        if self.since is not None and self.until is not None and self.since >= self.until:
            raise UsageError("since is not before until", "since before until")


def wanted_gone(parts: Parts, request: ForgetRequest) -> WantedGone:
    """Find what a request means.

    Raises:
        NotFoundError: there is no such thing.
        UsageError: several are called so.
        HistoryError: the conversation cannot be read.
    """
    people = () if request.person is None else (wanted_person(parts, request.person),)
    topics = () if request.topic is None else _topics(parts, request.topic)
    places = () if request.place is None else (wanted_place(parts, request.place),)
    turns: frozenset[TurnName] = frozenset()
    lines: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    if request.record is not None:
        turns, lines, texts = _record(parts, request.record.strip())
    return WantedGone(people, topics, places, turns, lines, texts, request.since, request.until)


def wanted_person(parts: Parts, given: str) -> WantedPerson:
    """Find whom a name, slug, id or path means.

    An id (`discord:42`) is somebody, known or not. Errors as for `wanted_gone`.
    """
    name = given.strip()
    people = known_people(parts)
    authors = parts.files.history.authors()
    slug = _slug_of_path(parts, name) or _slug_of_id(authors, name)
    person = named_person(slug or name, people, parts.files)
    if person is None:
        platform, sign, user_id = name.partition(":")
        author = Author(platform, user_id) if sign and platform and user_id else None
        if author is None:
            raise NotFoundError(
                f"nobody is called {name!r}",
                "a name, slug or id: `familiar people` lists everybody",
            )
        return WantedPerson(author.slug, author)
    by_slug = {author.slug: author for author in authors}
    author = by_slug.get(person.slug) or Author.of_slug(person.slug)
    return WantedPerson(person.slug, author, person.names)


def _slug_of_path(parts: Parts, name: str) -> str | None:
    if "/" not in name:
        return None
    path = _path(parts, name)
    return None if path is None else person_of(parts.files.register.key_of(path))


def _slug_of_id(authors: list[Author], name: str) -> str | None:
    found = [author.slug for author in authors if author.user_id == name]
    if len(found) > 1:
        raise UsageError(
            f"people of several platforms have the id {name!r}", f"choose one: {', '.join(found)}"
        )
    return found[0] if found else None


def _topics(parts: Parts, given: str) -> tuple[str, ...]:
    """The keys of all files of a subject: one that was full goes on in a second."""
    register, store = parts.files.register, parts.files.store
    name = given.strip()
    tried = (_path(parts, one) for one in (name, f"{TOPICS}/{name}"))
    keys = (register.key_of(one) for one in tried if one is not None and _is_file(parts, one))
    key = next((one for one in keys if is_below(one, TOPICS)), None)
    if key is None:
        known = [one.path for one in store.scan_files(TOPICS).files] if store.exists(TOPICS) else []
        more = "…" if len(known) > _LISTED else ""
        raise NotFoundError(
            f"there is no topic {name!r}", f"there are: {', '.join(known[:_LISTED])}{more}"
        )
    pages = re.compile(rf"{re.escape(key.removesuffix('.md'))}--[1-9][0-9]{{0,2}}\.md")
    others = (register.key_of(one.path) for one in store.scan_files(TOPICS).files)
    return (key, *sorted(one for one in others if pages.fullmatch(one)))


def _path(parts: Parts, given: str) -> str | None:
    """Where the note of that name stands; None for a name that no note can have."""
    try:
        return named_place(parts, given)
    except StoreError:
        return None


def _is_file(parts: Parts, path: str) -> bool:
    try:
        return parts.files.store.file_state(path) is not None
    except StoreError:
        return False


def wanted_place(parts: Parts, given: str) -> str:
    """The slug of a place, by its slug, label, or name; errors as for `wanted_gone`."""
    name = given.strip()
    places = parts.files.history.places()
    found = {one.slug for one in places if one.slug == name}
    found = found or {one.slug for one in places if name in (one.label, one.name)}
    found = found or {one.slug for one in places if name in (one.channel, one.label[1:])}
    if len(found) > 1:
        raise UsageError(
            f"several places are called {name!r}", f"choose one: {', '.join(sorted(found))}"
        )
    if not found:
        known = ", ".join(one.slug for one in places[:_LISTED])
        raise NotFoundError(f"there is no place {name!r}", f"there are: {known}")
    return found.pop()


def _record(
    parts: Parts, given: str
) -> tuple[frozenset[TurnName], tuple[str, ...], tuple[str, ...]]:
    """The turns that a line cites, its text as a record, and as any other line."""
    if (by_line := _LINE.fullmatch(given)) is not None:
        path = _path(parts, by_line["path"])
        if path is not None and _is_file(parts, path):
            number = int(by_line["line"])
            return _line(parts, path, lambda note: _block_at(note, number))
    elif (name := _record_name(given)) is not None:
        path = _path(parts, name.note)
        if path is not None and _is_file(parts, path):
            return _line(parts, path, lambda note: _block_called(parts, note, name))
    return frozenset({_turn(parts, given)}), (), ()


def _record_name(given: str) -> RecordName | None:
    try:
        return RecordName.parse(given)
    except UsageError:
        return None


def _block_at(note: Note, number: int) -> Block | None:
    return next((b for b in _lines(note) if b.line <= number <= b.line_end), None)


def _block_called(parts: Parts, note: Note, name: RecordName) -> Block | None:
    if not name.is_derived:
        # A line that is no record may have an id, too.
        return next((b for b in _lines(note) if b.text.rstrip().endswith(f"^{name.id}")), None)
    key = parts.files.register.key_of(note.path)
    ids = record_ids(key, note, parts.setup.settings.audience.default)
    return next((note.blocks[at] for at, one in ids.items() if one == name.id), None)


def _lines(note: Note) -> Iterator[Block]:
    return (block for block in note.blocks if block.kind != "heading")


def _line(
    parts: Parts, path: str, meant: Callable[[Note], Block | None]
) -> tuple[frozenset[TurnName], tuple[str, ...], tuple[str, ...]]:
    note = _parsed(parts, path)
    block = meant(note)
    if block is None:
        raise NotFoundError(f"no line of {path} is meant", _RECORDS)
    if block.record is None:
        return frozenset(), (), tuple(line for line in block.text.splitlines() if line.strip())
    fields = block.record.fields
    if fields.place is not None:
        turns = {(fields.place, ref) for ref in fields.refs}
    else:
        named = [parts.files.history.turns_named(ref) for ref in fields.refs]
        turns = {(t[0].turn.place.slug, t[0].turn.ref) for t in named if len(t) == 1}
    return frozenset(turns), (block.record.text, *_merged_into(parts, note, block.record.id)), ()


def _merged_into(parts: Parts, note: Note, record_id: str | None) -> Iterator[str]:
    """What the lines say that went into a record, in its own note and in others."""
    if record_id is None:
        return
    key = parts.files.register.key_of(note.path)
    yield from _saying_into(note, record_id)
    hits = parts.files.store.grep(rf"#\^{re.escape(record_id)}", case_insensitive=False)
    for path in dict.fromkeys(hit.path for hit in hits if hit.path != note.path):
        yield from _saying_into(_parsed(parts, path), str(RecordName(key, record_id)))


def _saying_into(note: Note, into: str) -> Iterator[str]:
    records = (block.record for block in _lines(note))
    yield from (one.text for one in records if one is not None and one.fields.into == into)


def _parsed(parts: Parts, path: str) -> Note:
    return parse_note(parts.files.store.read_file(path), parts.setup.vocabulary, path)


def _turn(parts: Parts, given: str) -> TurnName:
    history = parts.files.history
    place, sign, ref = given.partition("/")
    if sign and history.turn(place, ref) is not None:
        return place, ref
    named = history.turns_named(given)
    places = sorted({stored.turn.place.slug for stored in named})
    if len(places) > 1:
        raise UsageError(
            f"{len(places)} places have a message {given!r}",
            f"choose one: {', '.join(f'{slug}/{given}' for slug in places[:_LISTED])}",
        )
    if not named:
        raise NotFoundError(f"{given!r} is neither a line nor a message", _RECORDS)
    return places[0], given

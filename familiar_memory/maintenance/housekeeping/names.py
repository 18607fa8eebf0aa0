"""Who is called what, by whose word: names that people spoke under, and those that notes claim."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from familiar_memory.domain.memory.record import RecordState
from familiar_memory.domain.text.slugs import is_bare_slug
from familiar_memory.domain.tree import person_of
from familiar_memory.history.base import HistoryReader
from familiar_memory.knowledge.audience import narrowest
from familiar_memory.knowledge.names import CALLED, folded_name, spelled_name
from familiar_memory.knowledge.predicates import SAME_AS
from familiar_memory.maintenance.housekeeping.survey import Survey, SurveyedNote
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.markdown.links import resolve_link, sole_link

__all__ = [
    "Claim",
    "CalledPeople",
    "authored_names",
    "one_human",
    "read_names",
    "with_given_names",
]


@dataclass(frozen=True, slots=True)
class Claim:
    """That a note calls its person so: `is_title` by its title or file, else by a line or alias.

    `called` is the line where the person says so of themselves.
    """

    slug: str
    name: str
    audience: str
    is_title: bool = False
    called: StandingLine | None = None


@dataclass(frozen=True, slots=True)
class CalledPeople:
    """All claims by folded name, who has spoken under each, who is one human, and platforms."""

    claims: Mapping[str, tuple[Claim, ...]]
    authored: Mapping[str, frozenset[str]]
    humans: Mapping[str, str]
    platforms: Mapping[str, str]

    def human(self, slug: str) -> str:
        """One slug for all that are the same person, as the owner's notes say."""
        return self.humans.get(slug, slug)

    def bearers(self) -> dict[str, tuple[str, ...]]:
        """The slugs of people by the spelled names that their notes claim."""
        found: dict[str, dict[str, None]] = defaultdict(dict)
        for claims in self.claims.values():
            for one in claims:
                found[spelled_name(one.name)][one.slug] = None
        return {name: tuple(slugs) for name, slugs in found.items()}


def authored_names(history: HistoryReader) -> dict[str, dict[str, None]]:
    """The slugs of those who spoke under each name, by spelled name."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for seen in history.names_of_everybody():
        for name in seen.author.known_names:
            found[spelled_name(name)][seen.author.slug] = None
    return found


def with_given_names(
    noted: Mapping[str, tuple[str, ...]],
    called: Iterable[tuple[str, str]],
    authored: Mapping[str, Iterable[str]],
) -> dict[str, tuple[str, ...]]:
    """Who is called what: by the notes, by what people (slug, name) say, and as they write."""
    found = {name: dict.fromkeys(slugs) for name, slugs in noted.items()}
    for slug, name in called:
        found.setdefault(spelled_name(name), {})[slug] = None
    for name, slugs in authored.items():
        found.setdefault(name, {}).update(dict.fromkeys(slugs))
    return {name: tuple(slugs) for name, slugs in found.items()}


def one_human(slugs: Iterable[str], joins: Iterable[tuple[str, str]]) -> dict[str, str]:
    """By slug, one slug that stands for all of the same person; `joins` are pairs that are one."""
    group = {slug: {slug} for slug in slugs}
    for one, other in joins:
        joined = group.get(one, {one}) | group.get(other, {other})
        for member in joined:
            group[member] = joined
    return {slug: min(members) for slug, members in group.items()}


def read_names(
    survey: Survey, history: HistoryReader, resolve: Callable[[str], str]
) -> CalledPeople:
    """From the notes of people and the history; `resolve` says which key a link leads to."""
    people = {
        slug: note
        for key, note in sorted(survey.by_key.items())
        if (slug := person_of(key)) is not None
    }
    claims: dict[str, dict[Claim, None]] = defaultdict(dict)
    for slug, note in people.items():
        for one in _claims(slug, note):
            claims[folded_name(one.name)][one] = None
    authored: dict[str, set[str]] = defaultdict(set)
    for name, slugs in authored_names(history).items():
        authored[folded_name(name)] |= slugs.keys()
    joins = [pair for slug, note in people.items() for pair in _joins(slug, note, resolve)]
    return CalledPeople(
        {name: tuple(found) for name, found in claims.items() if name},
        {name: frozenset(slugs) for name, slugs in authored.items()},
        one_human(people, joins),
        {author.slug: author.platform for author in history.authors()},
    )


def _claims(slug: str, one: SurveyedNote) -> Iterator[Claim]:
    view = one.view
    heard = [Claim(slug, name, audience) for name, audience in view.heard]
    known: dict[str, list[Claim]] = defaultdict(list)
    for claim in heard:
        known[folded_name(claim.name)].append(claim)
    yield from heard
    stem = PurePosixPath(one.path).stem
    titles = [name for name in (view.title.strip(), stem) if not is_bare_slug(name, slug)]
    for name in dict.fromkeys(filter(None, (*titles, *view.aliases))):
        # What is listed below is for those for whom it stands there.
        listed = known[folded_name(name)]
        audience = narrowest_claim(listed) if listed else view.of_note
        yield Claim(slug, name, audience, is_title=name in titles)
    for line in view.lines:
        record = line.record
        if record.predicate == CALLED and record.state is RecordState.LIVE and record.object:
            yield Claim(slug, record.object, line.audience, called=line)


def _joins(
    slug: str, one: SurveyedNote, resolve: Callable[[str], str]
) -> Iterator[tuple[str, str]]:
    """Whom a line of a note says to be the same person, by a link."""
    for line in one.view.lines:
        record = line.record
        if record.predicate != SAME_AS or record.state is not RecordState.LIVE:
            continue
        link = sole_link(record.object or "")
        target = None if link is None else resolve_link(link, one.path)
        other = person_of(resolve(target)) if target is not None else None
        if other is not None and not record.fields.refs:
            yield slug, other


def narrowest_claim(claims: Iterable[Claim]) -> str:
    """For those alone who may know all of them."""
    return narrowest(one.audience for one in claims)

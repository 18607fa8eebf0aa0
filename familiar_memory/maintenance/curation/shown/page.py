"""What curation sees of one note: its top regions, its facts, and what the last days say of it.

The page is made of what one reach may know, and of nothing else. It has names of its own for the
bullets of the days (`d1`), and neither paths nor ids nor places of the memory.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.domain.text.one_line import one_line
from familiar_memory.domain.tree import CHANNELS, PEOPLE, is_below, person_of
from familiar_memory.knowledge.audience import Viewer, permits, reach_of
from familiar_memory.knowledge.records.machine_lines import is_machine_record
from familiar_memory.knowledge.validity import has_ended, is_expired
from familiar_memory.maintenance.curation.shown.recent import RecentBullet
from familiar_memory.markdown.audience.standing_lines import standing_lines
from familiar_memory.markdown.audience.top_regions import TopRegion, top_regions
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.merging.curation.finding import is_curated_section
from familiar_memory.operations.note_rules import NoteRules

__all__ = ["DAYS_CHARS", "CurationPage", "curation_page"]

DAYS_CHARS = 8_000
"""Of the last days; the newest bullets are kept, of those that were never shown first."""
_NOTE_CHARS = 12_000
_LINE_CHARS = 300
_NEVER_SO = "it was never so"


@dataclass(frozen=True, slots=True)
class CurationPage:
    """One note for one reach: `place` is one of it.

    `records` are all that it may see of the note, struck lines too, and `facts` those that hold.
    `bullets` are what is shown of the days, by name, oldest first.
    """

    key: str
    reach: str
    place: str
    regions: tuple[TopRegion, ...]
    records: tuple[Record, ...]
    facts: tuple[Record, ...]
    bullets: Mapping[str, RecentBullet]

    def json(self) -> dict[str, Any]:
        """The page as JSON: whatever stands in it, it cannot break out of the text around it."""
        room = [_NOTE_CHARS]
        return {
            "note": {
                "about": self._about,
                "sections": [self._section(o, room) for o in self._open],
            },
            "facts": [_shown(one) for one in self.facts],
            "days": [self._bullet(name, one) for name, one in self.bullets.items()],
        }

    @property
    def over(self) -> tuple[RecentBullet, ...]:
        """The bullets of which all that the note had is struck."""
        return tuple(one for one in self.bullets.values() if self._over_since(one) is not None)

    @property
    def _about(self) -> str:
        if is_below(self.key, PEOPLE):
            return "a person"
        return "a place where people talk" if is_below(self.key, CHANNELS) else "a topic"

    @property
    def _open(self) -> list[TopRegion]:
        return [one for one in self.regions if is_curated_section(one.heading)]

    def _section(self, region: TopRegion, room: list[int]) -> dict[str, Any]:
        bullets = []
        for line in region.lines:
            record = line.standing.record
            if record.state is not RecordState.LIVE or record.predicate is not None:
                continue
            room[0] -= len(record.text)
            if room[0] < 0:
                break
            by_hand = {} if is_machine_record(record) else {"by_hand": True}
            bullets.append({"text": _shown(record), **by_hand})
        return {"heading": region.heading, "bullets": bullets}

    def _bullet(self, name: str, bullet: RecentBullet) -> dict[str, str]:
        who, since = self._speakers(bullet), self._over_since(bullet)
        said = {"said_by": who} if who else {}
        over = {} if since is None else {"over": since}
        day = bullet.day.isoformat()
        return {"id": name, "day": day, **said, **over, "text": _cut(bullet.shown)}

    def _speakers(self, bullet: RecentBullet) -> str:
        """That the person of the note said it; in the note of a place, who of those there did."""
        whose = person_of(self.key)
        if whose and bullet.by == whose:
            return "them"
        return ", ".join(bullet.names) if is_below(self.key, CHANNELS) else ""

    def _over_since(self, bullet: RecentBullet) -> str | None:
        """Since when all that the note had of it is struck; None where some of that is not."""
        held = [one for one in self.records if bullet.turns & _turns(one)]
        over = [one for one in held if one.state is not RecordState.LIVE and not one.fields.into]
        if len(over) < len(held) or not bullet.turns <= set().union(*map(_turns, over)):
            return None
        return max((str(one.fields.until or _NEVER_SO) for one in over), default=None)


def curation_page(
    key: str,
    text: str,
    bullets: Sequence[RecentBullet],
    viewer: Viewer,
    rules: NoteRules,
    moment: datetime,
    first: Collection[RecentBullet] = (),
) -> CurationPage | None:
    """What that reach may know of the note; None where that is nothing, or nothing is said.

    Of the bullets, those that come `first` have room before the others.
    """
    note = parse_note(text, rules.vocabulary, key)
    lines = standing_lines(key, note, rules.default_audience)
    records = tuple(one.record for one in lines if permits(viewer, one.audience))
    regions = top_regions(key, note, rules.default_audience, viewer)
    if not (records or regions) or not bullets:
        return None
    facts = tuple(one for one in records if one.predicate is not None and _holds(one, moment))
    shown = {f"d{number}": one for number, one in enumerate(_with_room(bullets, first), 1)}
    place = bullets[-1].place
    return CurationPage(key, reach_of(place, rules.readers), place, regions, records, facts, shown)


def _with_room(
    bullets: Sequence[RecentBullet], first: Collection[RecentBullet]
) -> list[RecentBullet]:
    """Of those that come first the newest, then of the others, in the order in which they came."""
    urgent = [at for at, one in enumerate(bullets) if one in first]
    others = [at for at, one in enumerate(bullets) if one not in first]
    room, kept = DAYS_CHARS, []
    for at in (*reversed(urgent), *reversed(others)):
        room -= len(_cut(bullets[at].shown))
        if room < 0:
            break
        kept.append(at)
    return [bullets[at] for at in sorted(kept)]


def _holds(record: Record, moment: datetime) -> bool:
    fields = record.fields
    expires = None if fields.expires is None else fields.expires.isoformat()
    is_over = has_ended(fields.until, moment) or is_expired(expires, moment)
    return record.state is RecordState.LIVE and not is_over


def _turns(record: Record) -> frozenset[tuple[str | None, str]]:
    """Those that a line cites, each by its place and ref."""
    return frozenset((record.fields.place, ref) for ref in record.fields.refs)


def _shown(record: Record) -> str:
    return _cut(one_line(links_as_labels(record.text)))


def _cut(text: str) -> str:
    return text if len(text) <= _LINE_CHARS else f"{text[: _LINE_CHARS - 1].rstrip()}…"

"""What the log of curation keeps of one note and reach, as an object of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from familiar_memory.knowledge.records.machine_lines import day_of
from familiar_memory.maintenance.curation.asked.reading import AskedFor, Refusal
from familiar_memory.maintenance.curation.cut_off import WrittenChange
from familiar_memory.maintenance.curation.shown.page import CurationPage
from familiar_memory.operations.curation.reasons import CurationOutcome
from familiar_memory.operations.outcome import Outcome, Verdict

__all__ = ["curation_entry", "failed_entry", "recovered_entry"]

_MOST_CHARS = 2_000
"""Of one operation as it was given: a longer one is garbage, of which the beginning says enough."""


def curation_entry(
    page: CurationPage,
    path: str,
    at: datetime,
    asked: Sequence[AskedFor],
    outcomes: Sequence[Outcome | None],
    *,
    batch: str,
    by_model: bool,
) -> dict[str, Any]:
    """What was asked for and what came of each, with all that it was made of.

    `outcomes` are those of `asked`, None for what was no operation.
    """
    told = list(_told(asked, outcomes))
    return {
        **_head(page, path, at, batch, by_model=by_model),
        **{name: [one for kind, one in told if kind == name] for name in _KINDS},
        **_origin(page),
    }


def recovered_entry(
    page: CurationPage, path: str, at: datetime, written: WrittenChange, *, by_model: bool
) -> dict[str, Any]:
    """What a run that was cut off had written, as the journal has it; what it refused is lost."""
    applied = [{"op": _bounded(one), "outcome": _APPLIED} for one in written.ops]
    head = _head(page, path, at, written.batch or "", by_model=by_model)
    empty: dict[str, object] = {name: [] for name in _KINDS}
    return {**head, **empty, "applied": applied, **_origin(page)}


def failed_entry(
    page: CurationPage, path: str, at: datetime, batch: str, problem: str
) -> dict[str, Any]:
    """That the model gave nothing which can be used, and why."""
    head = _head(page, path, at, batch, by_model=True)
    return {**head, "failed": problem[:_MOST_CHARS], **_origin(page)}


_KINDS = ("applied", "held", "rejected", "unwritten")


def _told(
    asked: Iterable[AskedFor], outcomes: Iterable[Outcome | None]
) -> Iterator[tuple[str, dict[str, Any]]]:
    for one, outcome in zip(asked, outcomes, strict=True):
        given = _bounded(one.given)
        if isinstance(one, Refusal):
            yield "rejected", {"op": given, "reason": one.reason.value}
        elif outcome is not None:
            kind, word, said = _KIND_OF[outcome.verdict]
            yield kind, {"op": given, word: said or outcome.reason}


_APPLIED = CurationOutcome.APPLIED.value
_KIND_OF = {
    Verdict.APPLIED: ("applied", "outcome", _APPLIED),
    Verdict.SKIPPED: ("applied", "outcome", ""),
    Verdict.HELD: ("held", "reason", ""),
    Verdict.REJECTED: ("rejected", "reason", ""),
    Verdict.FAILED: ("unwritten", "reason", ""),
}


def _head(
    page: CurationPage, path: str, at: datetime, batch: str, *, by_model: bool
) -> dict[str, Any]:
    return {
        "ts": at.astimezone(UTC).isoformat(timespec="seconds"),
        "batch": batch,
        "note": path,
        "key": page.key,
        "reach": page.reach,
        "by": "model" if by_model else "words",
    }


def _origin(page: CurationPage) -> dict[str, Any]:
    """All that was shown: what is forgotten of it takes the entry along."""
    records = (*page.records, *(one.record for one in page.bullets.values()))
    turns = {(r.fields.place, ref) for r in records if r.fields.place for ref in r.fields.refs}
    people = {slug for r in records for slug in (r.fields.by, r.fields.subject) if slug}
    people |= {slug for one in page.bullets.values() for slug in one.speakers}
    places = {r.fields.place for r in records if r.fields.place}
    days = {(one.day.isoformat(), one.place) for one in page.bullets.values()}
    learned = ((day_of(r.fields.learned), r.fields.place or "") for r in records)
    days |= {(day.isoformat(), place) for day, place in learned if day is not None}
    return {
        "places": sorted(places),
        "people": sorted(people),
        "days": sorted(map(list, days)),
        "turns": sorted(map(list, turns)),
    }


def _bounded(given: object) -> object:
    written = json.dumps(given, ensure_ascii=False)
    return given if len(written) <= _MOST_CHARS else f"{written[:_MOST_CHARS]}…"

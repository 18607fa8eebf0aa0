"""The log of curation: lines that are whole, age, and go with whatever they were made of."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.traces import Traces
from familiar_memory.maintenance.forget.redaction import note_redaction
from familiar_memory.store.journal.curation_log import CURATION_LOG, CurationLog

TAVERN = "discord-lantern.tavern"
OTHER: dict[str, Any] = {"ts": "2026-02-04T02:00:00+00:00", "note": "topics/ferry.md"}
ENTRY: dict[str, Any] = {
    "ts": "2026-02-05T02:00:00+00:00",
    "note": "people/Rowan.md",
    "key": "people/discord-42.md",
    "applied": [{"op": {"op": "append", "line": "keeps bees in Zanzibar"}, "outcome": "applied"}],
    "rejected": [{"op": {"match": "[[Rowan|Row]]"}, "reason": "heading_missing"}],
    "places": ["discord-lantern.tavern"],
    "people": ["discord-42", "discord-8"],
    "days": [["2026-02-04", "discord-lantern.tavern"]],
    "turns": [["discord-lantern.tavern", "m1"], ["discord-lantern.tavern", "m2"]],
}


@pytest.fixture
def log(tmp_path: Path) -> CurationLog:
    """A log with two entries."""
    log = CurationLog(tmp_path / "journal", note_redaction)
    log.append(OTHER)
    log.append(ENTRY)
    return log


@pytest.mark.parametrize(
    "what",
    [
        Erasure(turns=frozenset({("discord-lantern.tavern", "m2")})),
        Erasure(authors=frozenset({Author("discord", "8")})),
        Erasure(places=frozenset({"discord-lantern.tavern"})),
        Erasure(paths=frozenset({"people/Rowan.md"})),
        Erasure(paths=frozenset({"people/discord-42.md"})),
        Erasure(texts=("bees in Zanzibar",)),
        Erasure(traces=Traces(refs=frozenset({"m1"}))),
        Erasure(traces=Traces(people=frozenset({"discord-8"}))),
        Erasure(traces=Traces(ids=frozenset({"discord-42"}))),
        Erasure(traces=Traces(links=frozenset({"rowan"}))),
        Erasure(traces=Traces(words=frozenset({"zanzibar"}))),
        Erasure(traces=Traces(records=frozenset({"keeps bees in Zanzibar"}))),
        Erasure(traces=Traces(spans=frozenset({("2026-02-01", "2026-02-04", "")}))),
        Erasure(
            traces=Traces(spans=frozenset({("2026-02-04", "9999-12-31", "discord-lantern.tavern")}))
        ),
    ],
)
def test_an_entry_goes_with_anything_that_it_was_made_of(log: CurationLog, what: Erasure) -> None:
    """As a whole, and the others stay; done again it changes nothing."""
    assert log.residue(what) == ("journal/curation.jsonl holds it",)
    assert log.erase(what) == 1
    assert log.entries() == [OTHER]
    assert (log.residue(what), log.erase(what)) == ((), 0)


def test_what_is_of_somebody_else_stays(log: CurationLog) -> None:
    """An erasure that means none of it."""
    what = Erasure(
        turns=frozenset({("discord-lantern.hall", "m1")}),
        authors=frozenset({Author("discord", "4")}),
        paths=frozenset({"people/Bex.md"}),
        texts=("wasps",),
        traces=Traces(
            words=frozenset({"wasps"}),
            spans=frozenset(
                {("2026-02-04", "2026-02-04", "discord-x"), ("2026-02-05", "2026-02-28", "")}
            ),
        ),
    )
    assert (log.residue(what), log.erase(what)) == ((), 0)
    assert log.entries() == [OTHER, ENTRY]


def test_what_a_killed_process_left_goes_too(log: CurationLog, tmp_path: Path) -> None:
    """The draft of a smaller log still holds what is to go."""
    draft = tmp_path / "journal" / f"{CURATION_LOG}.draft"
    draft.write_text("keeps bees in Zanzibar")
    log.erase(Erasure(texts=("bees in Zanzibar",)))
    assert [file.name for file in sorted((tmp_path / "journal").iterdir())] == [
        ".curation.lock",
        CURATION_LOG,
    ]


def test_a_torn_line_is_ended_and_left_out(log: CurationLog, tmp_path: Path) -> None:
    """And goes, where it holds what is to go."""
    with (tmp_path / "journal" / CURATION_LOG).open("ab") as file:
        file.write(b'{"ts": "2026-02-06T02:00:00+00:00", "note": "wasps')
    log.append(OTHER)
    assert log.entries() == [OTHER, ENTRY, OTHER]
    assert log.erase(Erasure(texts=("wasps",))) == 1
    assert log.prune(datetime(2026, 2, 5, tzinfo=UTC)) == 2
    assert log.entries() == [ENTRY]


def test_what_no_disk_can_hold_as_text_is_kept_as_far_as_it_can(tmp_path: Path) -> None:
    """Half a character, as a model may send it."""
    log = CurationLog(tmp_path / "journal")
    assert log.entries() == []
    log.append({"op": "half \ud800"})
    assert log.entries() == [{"op": "half ?"}]


def test_the_log_is_for_its_owner_alone(log: CurationLog, tmp_path: Path) -> None:
    """It quotes what was said in private."""
    assert (tmp_path / "journal" / CURATION_LOG).stat().st_mode & 0o077 == 0
    log.prune(datetime(2026, 2, 5, tzinfo=UTC))
    assert (tmp_path / "journal" / CURATION_LOG).stat().st_mode & 0o077 == 0

"""What lists and counts everything does so however much there is, or says what it leaves out."""

import asyncio
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from people_and_places import TAVERN

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.inspection.counts import counts
from familiar_memory.inspection.health.turns_left_out import turns_left_out
from familiar_memory.inspection.index_state import index_state
from familiar_memory.inspection.people import known_people

FIRST = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)


def _turns(number: int, apart: timedelta) -> list[Turn]:
    rowan = Author("discord", "42", "Rowan")
    return [Turn(str(i), FIRST + i * apart, TAVERN, rowan, f"word{i}") for i in range(number)]


def _record(home: Path, turns: list[Turn]) -> None:
    with HistoryStore(home / "ember" / "history.sqlite") as history:
        history.record_many(turns)


def _within(familiar, work):
    async def run():
        async with familiar:
            await familiar.settle()
            return work(familiar)

    return asyncio.run(run())


def test_everybody_with_a_note_is_known_past_every_cap(new_familiar, tmp_path):
    """A search by pattern stops at `max_results`; a list of all people may not."""
    familiar = new_familiar(tmp_path, settings="[store]\nmax_results = 3\n")
    folder = tmp_path / "ember" / "memory" / "people"
    folder.mkdir()
    for number in range(7):
        (folder / f"discord-{number}.md").write_text(f"# Person {number}\n", "utf-8")
    people = _within(familiar, lambda f: known_people(f.parts))
    assert [person.slug for person in people] == [f"discord-{number}" for number in range(7)]


@pytest.mark.long
def test_turns_that_wait_for_the_writer_are_counted_to_the_last(new_familiar, tmp_path):
    """There was a cap of 10,000."""
    with HistoryStore(tmp_path / "history.sqlite") as history:
        history.record_many(_turns(10_007, timedelta(seconds=1)))
        assert history.count_after(history.watermark()) == 10_007
        history.record(replace(_turns(1, timedelta(0))[0], deleted=True))
        assert history.count_after(history.watermark()) == 10_006


def test_turns_too_old_to_be_searched_are_reported(new_familiar, tmp_path):
    """By `stats`, `index status` and `doctor`, each with the setting that changes it."""
    familiar = new_familiar(tmp_path, settings="[index]\nconversation_turns = 3\n")
    _record(tmp_path, _turns(5, timedelta(hours=2)))

    def look(familiar):
        return (
            counts(familiar.parts).not_searched,
            index_state(familiar.parts).not_searched,
            [(finding.what, finding.mend) for finding in turns_left_out(familiar.parts)],
            familiar.parts.files.index.stats().passages,
        )

    mend = "raise [index] conversation_turns in character.toml (0: all turns)"
    assert _within(familiar, look) == (
        2,
        2,
        [("2 older turns are not searched, only the newest 3", mend)],
        {"conversation": 3},
    )


def test_every_turn_is_searched_where_the_setting_says_so(new_familiar, tmp_path):
    """0 means all, and then nothing is reported."""
    familiar = new_familiar(tmp_path, settings="[index]\nconversation_turns = 0\n")
    _record(tmp_path, _turns(5, timedelta(hours=2)))
    assert _within(
        familiar, lambda f: (list(turns_left_out(f.parts)), f.parts.files.index.stats().passages)
    ) == (
        [],
        {"conversation": 5},
    )


def test_every_byte_of_a_familiar_is_counted(new_familiar, tmp_path):
    """Those of its notes, turns, journal and index; the journal holds every version of a note."""
    familiar = new_familiar(tmp_path, settings="[journal]\nrotate_mb = 0.0001\n")
    _record(tmp_path, _turns(3, timedelta(hours=2)))
    kept_apart = {"character.toml", ".gitignore", "_aliases.json"}

    def sizes():
        root = tmp_path / "ember"
        return {
            str(path.relative_to(root)): path.stat().st_size
            for path in root.rglob("*")
            if path.is_file() and path.name not in kept_apart
        }

    async def look():
        async with familiar:
            await familiar.settle()
            for number in range(5):
                familiar.store.write_file("topics/tea.md", f"- Tea {number}.\n" * 50)
            # The index is written by a thread of its own: nobody may write while both count.
            await familiar.settle()
            names = {path.name for path in (tmp_path / "ember" / "journal").iterdir()}
            assert {"images.sqlite", "audit-000001.jsonl"} <= names
            return asdict(counts(familiar.parts).bytes), sizes()

    counted, files = asyncio.run(look())
    assert sum(counted.values()) == sum(files.values()), files


def test_what_is_gone_when_it_is_counted_has_no_bytes(new_familiar, tmp_path):
    """The log of a database is removed by whoever closes it last, which may be a bot just then."""
    familiar = new_familiar(tmp_path)
    (tmp_path / "ember" / "history.sqlite-gone").symlink_to(tmp_path / "nowhere")
    assert _within(familiar, lambda f: counts(f.parts)).bytes.history > 0

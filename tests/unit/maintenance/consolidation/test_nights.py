"""Memories that say nearly the same become one in a night, and what people decide stays so."""

from dataclasses import replace

import pytest
from merging_nights import NOTE, line, note_of

from familiar_memory.maintenance.consolidation.settings import ConsolidationSettings
from familiar_memory.maintenance.sleep.step import Preview, StepReport, StepStatus
from familiar_memory.store.undo.plan import undo

_SHORT = "Repairs broken violins in a dry cellar"
_FULL = f"{_SHORT} at night"
_DONE = StepReport(StepStatus.DONE, {"merged": 2, "added": 1}, (NOTE,))
_NOTHING = StepReport(StepStatus.NOTHING)


def _two(tree):
    tree.write(
        line(_SHORT, 1, ", type:semantic, importance:7, tags:work"),
        line("Sings", 2),
        line(_FULL, 3, ", type:semantic, tags:harbour, seen:2"),
    )


def test_the_best_line_stays_and_says_what_they_all_say(tree):
    """The highest importance, every tag and turn, and how often it was said; the others go in."""
    _two(tree)
    assert tree.night() == _DONE
    first, second, merged = (one for one in tree.text().splitlines() if "violins" in one)
    made = merged.rpartition("^")[2]
    assert (first, second, merged) == (
        f"- ~~{_SHORT} (2026-02-01, ref:t1, by:discord-42, type:semantic, importance:7, tags:work,"
        f" into:^{made})~~",
        f"- ~~{_FULL} (2026-02-03, ref:t3, by:discord-42, type:semantic, tags:harbour, seen:2,"
        f" into:^{made})~~",
        f"- {_FULL} (2026-02-03, ref:t3, ref:t1, by:discord-42, type:semantic, importance:7,"
        f" source:consolidation, tags:harbour|work, seen:3) ^{made}",
    )


@pytest.mark.parametrize(
    ("others", "times"),
    [
        ([(_SHORT, "ref:t1", "")], ""),
        ([(_SHORT, "ref:t1, ref:t2", ", seen:2")], ", seen:2"),
        ([(_SHORT, "ref:t2", ""), (f"{_SHORT} at night, too", "ref:t1", "")], ", seen:2"),
        ([(_SHORT, "ref:t2", ", seen:2")], ", seen:3"),
    ],
)
def test_each_turn_counts_once(tree, others, times):
    """Two lines of one message are said once."""
    told = [(_FULL, "ref:t1", ""), *others]
    tree.write(
        *(f"- {text} (2026-02-01, {refs}, by:discord-42{more})" for text, refs, more in told)
    )
    tree.night()
    (merged,) = (one for one in tree.text().splitlines() if "consolidation" in one)
    assert merged.partition("source:consolidation")[2].partition(")")[0] == times


def test_the_earliest_end_is_kept_and_what_lasts_stays_apart(tree):
    """Of what expires no lasting memory is made, nor the reverse."""
    ends = [line(_FULL, number, f", expires:2026-0{number}-01") for number in (9, 8)]
    tree.write(*ends, line(_FULL, 3))
    assert tree.night() == _DONE
    (merged,) = (one for one in tree.text().splitlines() if "consolidation" in one)
    assert "expires:2026-08-01" in merged


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (line(_FULL, 1, ", type:semantic"), line(_FULL, 2, ", type:episodic")),
        (line(_FULL, 1, ", subject:Bex"), line(_FULL, 2, ", subject:Ann")),
        (line(_FULL, 1, ", in:discord-dm-42"), line(_FULL, 2, ", in:discord-dm-7")),
        (line(_FULL, 1), f"- {_FULL}"),
        (line("likes:: tea", 1), line("likes:: tea", 2)),
        (line(f"[ ] {_FULL}", 1), line(f"[ ] {_FULL}", 2)),
        (line("Likes green tea", 1), line("Likes black tea", 2)),
    ],
    ids=["type", "subject", "audience", "by hand", "fact", "task", "other words"],
)
def test_what_is_of_another_kind_stays(tree, one, other):
    """And so does what a person wrote, and what reconciliation rules."""
    tree.write(one, other)
    before = tree.text()
    assert tree.night() == _NOTHING
    assert tree.text() == before


def test_memories_of_two_notes_stay(tree):
    """What a memory is about is its note."""
    tree.write(line(_FULL, 1))
    tree.write(line(_FULL, 2), path="topics/violins.md")
    assert tree.night() == _NOTHING


def test_the_second_night_has_nothing_to_do(tree):
    """Nor does any later one; not a byte changes."""
    _two(tree)
    tree.night()
    text = tree.text()
    assert tree.night(batch="second") == _NOTHING
    assert tree.text() == text


def test_other_bytes_of_a_note_stay(tree):
    """CRLF, spacing and the lines that people wrote."""
    tree.write("*  by   hand  ", line(_SHORT, 1), line(_FULL, 2))
    path = tree.store.root / NOTE
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert tree.night() == _DONE
    data = path.read_bytes()
    assert data.startswith(b"# Rowan\r\n\r\n## Life\r\n\r\n*  by   hand  \r\n- ~~Repairs")
    assert data.count(b"\n") == data.count(b"\r\n")


def test_what_is_taken_back_stays_taken_back(tree):
    """An undo brings the lines back byte for byte, and no later night merges them again."""
    _two(tree)
    before = tree.text()
    tree.night()
    undo(tree.store, tree.journal, "night")
    assert tree.text() == before
    assert tree.night(batch="second") == _NOTHING


def test_what_is_said_again_is_merged_all_the_same(tree):
    """A new line that says it once more is another memory."""
    _two(tree)
    tree.night()
    tree.write(*tree.text().splitlines()[4:], line(_SHORT, 9, ", type:semantic"))
    assert tree.night(batch="second") == _DONE
    (merged,) = (one for one in tree.text().splitlines() if one.startswith(f"- {_FULL}"))
    assert "ref:t9" in merged and "seen:4" in merged


def test_originals_come_back_when_a_person_deletes_the_merged_line(tree):
    """By hand, in an editor: what they left standing holds again, and stays two memories."""
    _two(tree)
    before = tree.text()
    tree.night()
    path = tree.store.root / NOTE
    kept = [one for one in tree.text().splitlines() if "consolidation" not in one]
    path.write_text("\n".join(kept) + "\n", "utf-8")
    assert tree.night(batch="second") == StepReport(StepStatus.DONE, {"restored": 2}, (NOTE,))
    assert tree.lines() == [_SHORT, "Sings", _FULL]
    assert [one.split(" ^")[0] for one in tree.text().splitlines()] == before.splitlines()
    assert tree.night(batch="third") == _NOTHING


def test_a_merged_line_that_was_only_reworded_is_no_deleted_one(tree):
    """A person has lost its id, and it says still what they said."""
    _two(tree)
    tree.night()
    path = tree.store.root / NOTE
    lines = tree.text().splitlines()
    kept = [f"- {_FULL} and mends bows" if "consolidation" in one else one for one in lines]
    path.write_text("\n".join(kept) + "\n", "utf-8")
    before = path.read_bytes()
    assert tree.night(batch="second") == _NOTHING
    assert path.read_bytes() == before


def test_a_merged_line_that_cannot_be_read_is_no_deleted_one(tree):
    """A slip of the pen in its tail, say: it bears its id still."""
    _two(tree)
    tree.night()
    path = tree.store.root / NOTE
    lines = tree.text().splitlines()
    ids = [one.rpartition("^")[2] for one in lines if "consolid" in one]
    kept = [f"Mended bows ^{ids[0]}" if "consolid" in one else one for one in lines]
    path.write_text("\n".join(kept) + "\n", "utf-8")
    before = path.read_bytes()
    assert tree.night(batch="second") == _NOTHING
    assert path.read_bytes() == before


def test_a_dry_run_shows_what_a_run_writes(tree):
    """Two merges in one note, one after the other; nothing is written, nothing is marked."""
    lines = [
        line(_SHORT, 1),
        line(_FULL, 2),
        line("Sings in a choir", 3),
        line("Sings in choir", 4),
    ]
    tree.write(*lines)
    before = tree.text()
    report = tree.night(dry=True)
    assert (tree.text(), tree.history.watermarks_like("")) == (before, {})
    done = tree.night()
    assert report == replace(done, previews=(Preview(NOTE, before, tree.text()),))
    assert done.counts == {"merged": 4, "added": 2}


def test_it_can_be_switched_off_and_forced(tree):
    """A person who asks for the step has it done."""
    _two(tree)
    tree.settings = ConsolidationSettings(enabled=False)
    assert tree.night() == StepReport(StepStatus.OFF)
    assert tree.night(forced=True) == _DONE


def test_at_most_so_many_become_one_and_the_rest_in_the_nights_after(tree):
    """Seven that say the same: five, then the merged one and two."""
    tree.write(*(line(_FULL, number) for number in range(1, 8)))
    assert tree.night(batch="1").counts == {"merged": 7, "added": 2}
    assert tree.night(batch="2").counts == {"merged": 2, "added": 1}
    assert tree.night(batch="3") == _NOTHING
    assert tree.lines() == [_FULL]
    assert "seen:7" in tree.text()


def test_a_note_that_cannot_be_read_stays_out_of_it(tree):
    """The others are merged."""
    _two(tree)
    (tree.store.root / "topics").mkdir()
    (tree.store.root / "topics/tea.md").write_bytes(b"\xff\xfe\x00")
    assert tree.night() == _DONE


def test_the_note_is_what_was_written(tree):
    """The helper of these tests writes lines as they are given."""
    tree.write(line("Sings", 1))
    assert tree.text() == note_of([line("Sings", 1)])


def test_what_another_step_keeps_up_to_date_is_left_to_it(tree):
    """A merged line would be nobody's, and would never be struck when it is done."""
    tree.write(
        f"{line('[[Bex]]: buy the ferry tickets today', 1)} ^shared-0000000001",
        f"{line('[[Bex]]: buy the ferry tickets today', 2)} ^shared-0000000002",
    )
    before = tree.text()
    tree.night()
    assert tree.text() == before

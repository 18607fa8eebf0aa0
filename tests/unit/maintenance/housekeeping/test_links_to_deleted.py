"""Links to notes that were deleted: which are proposed to become words, and what is left."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from housekeeping_desk import NIGHT, HousekeepingDesk

from familiar_memory.inspection.changes.log import _FAMILIES
from familiar_memory.maintenance.housekeeping.settings import HousekeepingSettings
from familiar_memory.maintenance.of_talk.programs import RETENTION
from familiar_memory.maintenance.sleep.step import StepReport, StepStatus
from familiar_memory.store.base import Cause
from familiar_memory.store.erasing import ERASING
from familiar_memory.store.journal.entry import WITHDRAWN_SOURCE
from familiar_memory.store.undo.plan import undo

NOTHING = StepReport(StepStatus.NOTHING)
GONE = "topics/Gone.md"
LINKING = {GONE: "# Gone\n\n[[home]] [[a]] [[b]] [[c]]\n"}


def desk_of(folder: Path, notes: dict[str, str], **kept: HousekeepingSettings) -> HousekeepingDesk:
    """A tree in which the note that others link was deleted."""
    desk = HousekeepingDesk(folder, {**LINKING, **notes}, **kept)
    delete(desk, GONE)
    return desk


def delete(desk: HousekeepingDesk, path: str, source: str = "human") -> None:
    """Somebody deletes a note."""
    desk.store.delete(path, cause=Cause(source))
    desk.register.look_at_all()


def test_all_links_to_one_note_are_one_proposal(tmp_path: Path) -> None:
    """However they name it, and in whatever note; the list says since when it is gone."""
    desk = desk_of(
        tmp_path,
        {
            "a.md": "[[Gone]] [[home]]\n",
            "topics/b.md": "[g](Gone.md) [[gone|it]] [[home]]\n",
            "c.md": "[[topics/Gone]] [[home]]\n",
        },
    )
    assert desk.night().counts == {"proposed": 1, "withdrawn": 0}
    assert desk.list.partition("## Open\n\n")[2] == (
        "- [ ] links to “Gone” become plain words ^p65f3cd83dd\n"
        "  - unlink in: a.md\n"
        "  - and in 1: c.md\n"
        "  - and in 2: topics/b.md\n"
        "  - link 1: Gone\n"
        "  - link 2: gone\n"
        "  - link 3: topics/Gone\n"
        "  - deleted: topics/Gone.md\n"
        "  - why: “Gone” leads nowhere since topics/Gone.md was deleted on 2026-03-01; 3 notes"
        " link to it\n"
        "  - audience: everyone\n"
    )
    desk.accept_all()
    assert [desk.read(path) for path in ("a.md", "topics/b.md", "c.md")] == [
        "Gone [[home]]\n",
        "g it [[home]]\n",
        "topics/Gone [[home]]\n",
    ]
    assert desk.night() == NOTHING


def test_the_day_is_that_of_the_familiar(tmp_path: Path) -> None:
    """As of when somebody noticed that it was gone."""
    desk = desk_of(tmp_path, {"a.md": "[[Gone]] [[home]]\n"})
    desk.night(later=timedelta(days=40))
    (item,) = (one.item for one in desk.review.look().waiting)
    assert item is not None
    assert item.why == (
        "“Gone” leads nowhere since topics/Gone.md was deleted on 2026-03-01; 1 note links to it"
    )
    assert datetime(2026, 3, 1, 2, tzinfo=UTC) == NIGHT


def test_a_note_that_was_renamed_before_is_known_by_its_first_name(tmp_path: Path) -> None:
    """Links to either name lead nowhere, and one proposal is for both."""
    desk = HousekeepingDesk(
        tmp_path, {"Old.md": "x [[home]]\n", "a.md": "[[Old]] [[New]] [[home]]\n"}
    )
    desk.store.move("Old.md", "New.md")
    delete(desk, "New.md")
    assert desk.night().counts["proposed"] == 1
    desk.accept_all()
    assert desk.read("a.md") == "Old New [[home]]\n"


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("sessions/2026-02-02-evening.md", RETENTION),
        ("days/2026-02-02.md", RETENTION),
        ("days/private/discord-dm-42/2026-02-02.md", "human"),
        ("channels/discord-lantern.tavern.md", "human"),
        (GONE, ERASING),
    ],
)
def test_what_goes_with_time_comes_again_or_was_forgotten_is_left(
    tmp_path: Path, path: str, source: str
) -> None:
    """Nobody is asked about links to it, however they are written."""
    name = path.removesuffix(".md").rpartition("/")[2]
    links = f"[[{name}]] [x]({path}) [[{path.removesuffix('.md')}]] [[home]]\n"
    desk = HousekeepingDesk(tmp_path, {path: "x [[a]]\n", "a.md": links})
    delete(desk, path, source)
    assert desk.night() == NOTHING, desk.list


def test_a_note_that_has_only_vanished_is_not_called_deleted(tmp_path: Path) -> None:
    """A disk may not be there; only the journal says what was deleted."""
    desk = HousekeepingDesk(tmp_path, {GONE: "x [[a]]\n", "a.md": "[[Gone]] [[home]]\n"})
    desk.store.edit(GONE, lambda text: f"{text}more\n")
    (desk.memory / GONE).unlink()
    desk.register.look_at_all()
    assert desk.night() == NOTHING, desk.list


def test_what_a_topic_is_said_to_be_stays_a_link(tmp_path: Path) -> None:
    """`type:: [[project]]` is no link to a note that anybody misses."""
    notes = {"topics/project.md": "x [[home]]\n", "topics/a.md": "- type:: [[project]]\n[[home]]\n"}
    desk = HousekeepingDesk(tmp_path, notes)
    delete(desk, "topics/project.md")
    assert desk.night() == NOTHING, desk.list


FACT = "2026-02-01, ref:t1, by:discord-42"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"- works_at:: [[Gone]] ({FACT}) ^k1\n", f"- works_at:: Gone ({FACT}) ^k1\n"),
        (f"- ~~saw [[Gone|it]] ({FACT})~~\r\n", f"- ~~saw it ({FACT})~~\r\n"),
        ("## [[Gone]] and more\n\n- x\n", "## Gone and more\n\n- x\n"),
        ("[[Gone|words]]\n===\n", "words\n===\n"),
        ("> [[Gone]]\n> - [[Gone|x]]\n", "> Gone\n> - x\n"),
    ],
)
def test_a_line_stays_what_it_is(tmp_path: Path, before: str, after: str) -> None:
    """With its tail, its id, its strike and its line end."""
    desk = desk_of(tmp_path, {"a.md": f"[[home]]\n\n{before}"})
    desk.night()
    desk.accept_all()
    assert desk.read("a.md") == f"[[home]]\n\n{after}"


@pytest.mark.parametrize(
    "line",
    [
        "[[Gone|# A heading]]",
        "[[Gone|- an item]]",
        "- [[Gone|works_at:: Acme]]",
        "- [[Gone|says so (2026-01-01, ref:t1)]]",
        "- told (2026-01-01) [[Gone|(in:owner)]]",
        "- told [[Gone|^k1]]",
        "[[Gone|```]]",
        "[[Gone|%%]] %%",
        "[[Gone|#tag]] [[Gone #tag]]",
        "[[Gone|---]]",
    ],
)
def test_words_that_would_be_read_as_something_else_stay_a_link(tmp_path: Path, line: str) -> None:
    """Others in the same note become words."""
    desk = desk_of(tmp_path, {"a.md": f"[[home]]\n\n{line}\n\n[[Gone]] [[Gone|x]]\n"})
    desk.night()
    desk.accept_all()
    assert desk.read("a.md") == f"[[home]]\n\n{line}\n\nGone x\n"
    assert desk.night() == NOTHING, desk.list


def test_where_every_link_stays_nobody_is_asked(tmp_path: Path) -> None:
    """A property that is no text in quotes, what two programs read differently."""
    text = "---\nup: [[Gone]]\n---\n[[Gone]](Gone.md) [](topics/Gone.md) [[home]]\n"
    desk = desk_of(tmp_path, {"a.md": text})
    assert desk.night() == NOTHING, desk.list


def test_a_proposal_names_no_more_notes_than_can_be_read(tmp_path: Path) -> None:
    """Twenty; the others come when these are done."""
    desk = desk_of(tmp_path, {f"n{n:02}.md": "[[Gone]] [[home]]\n" for n in range(25)})
    desk.night()
    assert "; 25 notes link to it, of which 20 can be changed at once\n" in desk.list
    desk.accept_all()
    assert sum(text.startswith("Gone") for text in desk.files().values()) == 20
    assert desk.night().counts["proposed"] == 1
    desk.accept_all()
    assert sum(text.startswith("Gone") for text in desk.files().values()) == 25


def test_no_more_wait_than_the_settings_say(tmp_path: Path) -> None:
    """Each missing note is one; the others come once these are decided."""
    notes = {f"topics/g{n}.md": "x [[home]]\n" for n in range(9)}
    links = " ".join(f"[[g{n}]]" for n in range(9))
    settings = HousekeepingSettings(max_new=3, max_open=4)
    desk = HousekeepingDesk(tmp_path, {**notes, "a.md": f"{links} [[home]]\n"}, settings)
    for path in notes:
        delete(desk, path)
    counts = [desk.night().counts.get("proposed", 0) for _ in range(3)]
    assert (counts, len(desk.waiting())) == ([3, 1, 0], 4)


@pytest.mark.parametrize(
    ("line", "audience"),
    [
        ("[[Gone]]", "everyone"),
        ("- [[Gone]] (in:discord-dm-42)", "discord-dm-42"),
        ("- [[Gone]] (in:discord-dm-42)\n- [[Gone]] (in:discord-dm-7)", "owner"),
    ],
)
def test_a_proposal_is_for_those_who_may_know_all_of_its_lines(
    tmp_path: Path, line: str, audience: str
) -> None:
    """As with links that are to lead elsewhere."""
    desk = desk_of(tmp_path, {"a.md": f"[[home]]\n\n{line}\n"})
    desk.night()
    assert f"  - audience: {audience}\n" in desk.list


def test_what_was_edited_meanwhile_keeps_it_and_what_was_deleted_is_passed_over(
    tmp_path: Path,
) -> None:
    """What is accepted is done to the notes as they stand then."""
    desk = desk_of(
        tmp_path,
        {
            "a.md": "[[Gone]] [[home]]\n",
            "b.md": "[[Gone]] [[home]]\n",
            "c.md": "[[Gone]] [[home]]\n",
        },
    )
    desk.night()
    desk.save("a.md", "Mine, and [[Gone|that]]. [[home]]\r\n")
    desk.save("new.md", "[[Gone]] too. [[home]]\n")
    delete(desk, "b.md")
    report = desk.accept_all()
    assert [one.reason for one in report.accepted] == [""]
    assert desk.read("a.md") == "Mine, and that. [[home]]\r\n"
    assert desk.read("c.md") == "Gone [[home]]\n"
    assert desk.read("new.md") == "[[Gone]] too. [[home]]\n"


def test_undo_brings_all_bytes_back(tmp_path: Path) -> None:
    """Of every note, and the proposal with them."""
    desk = desk_of(
        tmp_path,
        {
            "a.md": '\ufeff---\r\nup: "[[Gone]]"\r\n---\r\n![[Gone|x]]  \r\n[[home]]',
            "b.md": "[[Gone]]\r[[home]]\n",
        },
    )
    desk.night()
    files = desk.files()
    batch = desk.accept_all().batch
    assert desk.files() != files
    undo(desk.store, desk.journal, batch)
    assert desk.files() == files


def test_a_note_that_comes_back_takes_its_proposal_along(tmp_path: Path) -> None:
    """Its links lead there again, and so do those that were dismissed."""
    desk = desk_of(tmp_path, {"a.md": "[[Gone]] [[home]]\n"})
    desk.night()
    desk.save(GONE, "# Gone\n\nback [[home]]\n")
    assert desk.night().counts == {"proposed": 0, "withdrawn": 1}
    # So `familiar log --author sleep` lists it with what else the night has done.
    (withdrawn,) = [one for one in desk.journal.entries("review.md") if one.before is not None]
    assert withdrawn.source == WITHDRAWN_SOURCE
    assert withdrawn.source.partition(":")[0] in _FAMILIES["sleep"]


def test_a_proposal_that_names_no_link_any_more_cannot_be_carried_out(tmp_path: Path) -> None:
    """Somebody has taken that line out of the list."""
    desk = desk_of(tmp_path, {"a.md": "[[Gone]] [[home]]\n"})
    desk.night()
    desk.save("review.md", desk.list.replace("  - link 1: Gone\n", ""))
    (failed,) = desk.accept_all().failed
    assert (failed.reason, desk.read("a.md")) == ("no link is named", "[[Gone]] [[home]]\n")

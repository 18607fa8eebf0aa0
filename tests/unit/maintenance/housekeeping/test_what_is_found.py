"""What housekeeping proposes of each kind, what it leaves, and what comes of accepting it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from housekeeping_desk import NIGHT, HousekeepingDesk

from familiar_memory.domain.talk.identity import Author
from familiar_memory.maintenance.housekeeping.settings import HousekeepingSettings
from familiar_memory.maintenance.sleep.step import StepReport, StepStatus

ROWAN, SAM = Author("discord", "42", "Rowan"), Author("discord", "8", "Sam")
ROWAN_THERE, GUS = Author("twitch", "9", "Rowan"), Author("discord", "7", "Gus")
SEEDS = "".join(f"- Bought {n} packets of seeds for the bed by the wall\r\n" for n in range(12))
BOAT = "".join(
    f"- The boat: {n} coats of varnish, and the mast has to come down ^b{n}\n  - by May\n"
    for n in range(12)
)
BY_ROWAN = "by:discord-42"
DONE = StepReport(StepStatus.DONE, {"proposed": 1, "withdrawn": 0}, ("review.md",))
NOTHING = StepReport(StepStatus.NOTHING)


@dataclass(frozen=True)
class Kind:
    """A tree in which there is one thing to tidy up, what is proposed, and what comes of it.

    `near` are the notes that differ so little from it that nobody should be asked, `mended` what a
    person does instead, and `gone_wrong` what makes it impossible to accept.
    """

    notes: Mapping[str, str]
    line: str
    after: Mapping[str, str | None]
    near: tuple[Mapping[str, str], ...]
    mended: Mapping[str, str]
    gone_wrong: Mapping[str, str]
    reason: str
    speakers: tuple[Author, ...] = ()
    prepare: Callable[[HousekeepingDesk], None] = field(default=lambda desk: None)
    cap: int = 262_144


def person(slug: str, body: str, title: str = "Rowan") -> str:
    """The note of a person."""
    return f"---\nid: {slug}\n---\n# {title}\n\n{body}"


def fact(line: str, tail: str) -> str:
    """A section with one fact of Rowan."""
    return f"## Facts\n\n- {line} ({tail})\n"


ACME, LIGHTHOUSE = "works_at:: Acme", "works_at:: the lighthouse"
TWO_JOBS = f"## Facts\n\n- {ACME} (2026-01-01, ref:t1, {BY_ROWAN})\n- {LIGHTHOUSE} (2026-02-01)\n"
LONG = (
    "---\ntags: [log]\n---\n# Log\n\nwords [[home]]\n\n## Early\n\n"
    + "- dug in the bed\n" * 60
    + "\n## Late\n\n- moved the pots ^k1\n"
    + "- watered the pots\n" * 40
)
LOG_HALF = LONG.partition("\n## Late")[2].partition("\n\n")[2]


def renamed(desk: HousekeepingDesk) -> None:
    """The plan that notes link is renamed by a program that follows no links."""
    desk.store.move("plans/Old plan.md", "plans/New plan.md")
    desk.register.look_at_all()


def deleted(desk: HousekeepingDesk) -> None:
    """The plan that notes link is deleted."""
    desk.store.delete("plans/Old plan.md")
    desk.register.look_at_all()


KINDS = {
    "conflict": Kind(
        {"people/Rowan.md": person("discord-42", TWO_JOBS)},
        "end: “works at Acme” of Rowan, on 2026-02-01",
        {
            "people/Rowan.md": person(
                "discord-42",
                TWO_JOBS.replace(
                    f"- {ACME} (2026-01-01, ref:t1, {BY_ROWAN})",
                    f"- ~~{ACME} (2026-01-01, until 2026-02-01, ref:t1, {BY_ROWAN})~~",
                ),
            )
        },
        (
            {"people/Rowan.md": person("discord-42", TWO_JOBS.replace("works_at", "likes"))},
            {
                "people/Rowan.md": person(
                    "discord-42", TWO_JOBS.replace("(2026-02-01)", "(2026-02-01, in:discord-dm-42)")
                )
            },
            {"people/Rowan.md": person("discord-42", TWO_JOBS.replace("the lighthouse", "Acme"))},
            {
                "people/Rowan.md": person(
                    "discord-42", TWO_JOBS.replace("(2026-02-01)", "(2026-02-01, until 2026-09)")
                )
            },
        ),
        {"people/Rowan.md": person("discord-42", fact(LIGHTHOUSE, "2026-02-01"))},
        {
            "people/Rowan.md": person(
                "discord-42", TWO_JOBS.replace(f"{ACME} (2026-01-01", "works_at:: Acme Ltd (2026")
            )
        },
        "there is no such record",
    ),
    "contested name": Kind(
        {"people/Gus.md": person("discord-7", "## Aliases\n\n- Sam\n- Gustav\n", "Gus")},
        "strike the name: “Sam” is not one of Gus's names",
        {"people/Gus.md": person("discord-7", "## Aliases\n\n- ~~Sam~~\n- Gustav\n", "Gus")},
        (
            {"people/Gus.md": person("discord-7", "## Aliases\n\n- Samuel\n", "Gus")},
            {"people/Sam.md": person("discord-7", "## Aliases\n\n- Sam\n", "Sam")},
            {"people/Gus.md": person("discord-5", "## Aliases\n\n- Sam\n", "Gus")},
        ),
        {"people/Gus.md": person("discord-7", "## Aliases\n\n- Gustav\n", "Gus")},
        {"people/Gus.md": person("discord-7", "## Aliases\n\n- ~~Sam~~ \n", "Gus")},
        "does not list",
        speakers=(SAM, GUS),
    ),
    "called by the name of another": Kind(
        {
            "people/Gus.md": person(
                "discord-7", fact("called:: Sam", "2026-02-01, ref:t7, by:discord-7"), "Gus"
            )
        },
        "strike as wrong: “called Sam” of Gus",
        {
            "people/Gus.md": person(
                "discord-7",
                "## Facts\n\n- ~~called:: Sam (2026-02-01, ref:t7, by:discord-7)~~\n",
                "Gus",
            )
        },
        (
            {
                "people/Gus.md": person(
                    "discord-7",
                    "## Facts\n\n- ~~called:: Sam (2026-02-01, ref:t7, by:discord-7)~~\n",
                    "Gus",
                )
            },
        ),
        {"people/Gus.md": person("discord-7", "", "Gus")},
        {"people/Gus.md": person("discord-7", fact("called:: Sammy", "2026-02-01"), "Gus")},
        "there is no such record",
        speakers=(SAM, GUS),
    ),
    "broken link": Kind(
        {
            "plans/Old plan.md": "# Plan\n\nBuy paint. [[garden]]\n",
            "garden.md": "First [[Old plan]], then\r\n`[[Old plan]]` and"
            " [it](plans/Old%20plan.md) or [[./plans/Old plan|that]].\n",
        },
        "links to “Old plan” lead to plans/New plan.md",
        {
            "garden.md": "First [[New plan|Old plan]], then\r\n`[[Old plan]]` and"
            " [it](plans/New%20plan.md) or [[plans/New plan|that]].\n",
        },
        (
            {"garden.md": "One day [[Greenhouse]].\n", "plans/Old plan.md": "x [[garden]]\n"},
            {"garden.md": "`[[Old plan]]`\n", "plans/Old plan.md": "x [[garden]]\n"},
        ),
        {"garden.md": "First [[New plan]].\n"},
        {"plans/Old plan.md": "# Another\n\nIt is back. [[garden]]\n", "garden.md": "no link\n"},
        "no link to 'Old plan' is lost there any more",
        prepare=renamed,
    ),
    "link to what was deleted": Kind(
        {
            "plans/Old plan.md": "# Plan\n\nBuy paint. [[garden]]\n",
            "garden.md": '\ufeff---\r\nup: "[[Old plan]]"\r\n---\r\nFirst [[Old plan|this plan]]'
            " of [[home]],\r\nthen `[[Old plan]]`, [it](plans/Old%20plan.md).\r\n",
            "people/Rowan.md": person("discord-42", "Paints: [[plans/Old plan#Paint]]\n"),
        },
        "links to “Old plan” become plain words",
        {
            "garden.md": '\ufeff---\r\nup: "Old plan"\r\n---\r\nFirst this plan'
            " of [[home]],\r\nthen `[[Old plan]]`, it.\r\n",
            "people/Rowan.md": person("discord-42", "Paints: plans/Old plan#Paint\n"),
        },
        (
            {
                "garden.md": "One day [[Greenhouse]], [[home]].\n",
                "plans/Old plan.md": "x [[garden]]\n",
            },
            {"garden.md": "`[[Old plan]]` [[home]]\n", "plans/Old plan.md": "x [[garden]]\n"},
            {
                "garden.md": "[[Old plan]]\n",
                "Old plan.md": "[[garden]]\n",
                "plans/Old plan.md": "x\n",
            },
            {"self/rules.md": "see [[Old plan]]\n", "plans/Old plan.md": "x [[home]]\n"},
            {
                "sessions/2025-01-01-evening.md": "see [[Old plan]]\n",
                "plans/Old plan.md": "x [[home]]\n",
            },
        ),
        {"garden.md": "First. [[home]]\n", "people/Rowan.md": person("discord-42", "")},
        {"plans/Old plan.md": "# Another\n\nIt is back. [[garden]]\n"},
        "no link to 'Old plan' leads nowhere there any more",
        prepare=deleted,
    ),
    "one person": Kind(
        {
            "people/Rowan.md": person("discord-42", "prose\n"),
            "people/rowan-t.md": person("twitch-9", "prose\n"),
        },
        "same_as:: [Rowan](rowan-t.md)",
        {
            "people/Rowan.md": person(
                "discord-42",
                "prose\n\n## Facts\n\n- same_as:: [Rowan](rowan-t.md) (2026-03-01)\n",
            ),
            "people/rowan-t.md": person("twitch-9", "prose\n"),
        },
        (
            {
                "people/Rowan.md": person("discord-42", "prose\n"),
                "people/rowan-t.md": person("twitch-9", "No, not [[Rowan]].\n"),
            },
            {
                "people/Rowan.md": person("discord-42", "prose\n"),
                "people/rowan-2.md": person("discord-8", "prose\n"),
            },
            {
                "people/Rowan.md": person("discord-42", "- same_as:: [R](rowan-t.md)\n"),
                "people/rowan-t.md": person("twitch-9", "prose\n"),
            },
        ),
        {"people/rowan-t.md": person("twitch-9", "prose\n", "Rowena").replace("Rowan", "Rowena")},
        {},
        "",
        speakers=(ROWAN, ROWAN_THERE, SAM),
    ),
    "one thing": Kind(
        {
            "topics/tea.md": "# Tea\n\ngreen [[home]]\n",
            "Drinks/Tea.md": "# Tea\n\n[[home]] too\n",
        },
        "same_as:: [Tea](../Drinks/Tea.md)",
        {
            "topics/tea.md": "# Tea\n\ngreen [[home]]\n\n## See also\n\n"
            "- same_as:: [Tea](../Drinks/Tea.md) (2026-03-01)\n",
            "Drinks/Tea.md": "# Tea\n\n[[home]] too\n",
        },
        (
            {
                "topics/tea.md": "# Tea\n\ngreen [[home]]\n",
                "Drinks/Coffee.md": "# Coffee\n\n[[home]]\n",
            },
            {
                "topics/tea.md": "# Tea\n\n[a](../Drinks/Tea.md)\n",
                "Drinks/Tea.md": "# Tea\n\n[[home]] too\n",
            },
        ),
        {"Drinks/Tea.md": "# Tea\n\n[[topics/tea]] too\n"},
        {},
        "",
    ),
    "over": Kind(
        {
            "people/Rowan.md": person(
                "discord-42", fact("reads:: Dune", "2025-01-01, expires:2025-03-01")
            )
        },
        "end: “reads Dune” of Rowan, on 2025-03-01",
        {
            "people/Rowan.md": person(
                "discord-42",
                "## Facts\n\n- ~~reads:: Dune (2025-01-01, until 2025-03-01,"
                " expires:2025-03-01)~~\n",
            )
        },
        (
            {
                "people/Rowan.md": person(
                    "discord-42", fact("reads:: Dune", "2026-02-01, expires:2026-02-20")
                )
            },
            {"people/Rowan.md": person("discord-42", fact("reads:: Dune", "2025-01-01"))},
        ),
        {"people/Rowan.md": person("discord-42", "")},
        {"people/Rowan.md": person("discord-42", fact("reads:: Emma", "2025-01-01"))},
        "there is no such record",
    ),
    "never confirmed": Kind(
        {
            "people/Rowan.md": person(
                "discord-42",
                fact("likes:: jazz", f"2025-01-01, ref:t2, {BY_ROWAN}, source:inferred"),
            )
        },
        "end: “likes jazz” of Rowan, on 2025-06-30",
        {
            "people/Rowan.md": person(
                "discord-42",
                "## Facts\n\n- ~~likes:: jazz (2025-01-01, until 2025-06-30, ref:t2,"
                f" {BY_ROWAN}, source:inferred)~~\n",
            )
        },
        (
            {
                "people/Rowan.md": person(
                    "discord-42", fact("likes:: jazz", f"2025-01-01, ref:t2, {BY_ROWAN}")
                )
            },
            {
                "people/Rowan.md": person(
                    "discord-42",
                    fact(
                        "likes:: jazz", f"2025-01-01, ref:t2, {BY_ROWAN}, source:inferred, seen:2"
                    ),
                )
            },
            {
                "people/Rowan.md": person(
                    "discord-42",
                    fact("likes:: jazz", f"2025-12-01, ref:t2, {BY_ROWAN}, source:inferred"),
                )
            },
        ),
        {"people/Rowan.md": person("discord-42", fact("likes:: jazz", "2025-01-01"))},
        {"people/Rowan.md": person("discord-42", fact("likes:: swing", "2025-01-01"))},
        "there is no such record",
    ),
    "a trifle": Kind(
        {
            "people/Rowan.md": person(
                "discord-42", fact("likes:: jazz", f"2025-01-01, ref:t2, {BY_ROWAN}, importance:2")
            )
        },
        "end: “likes jazz” of Rowan, on 2025-06-30",
        {
            "people/Rowan.md": person(
                "discord-42",
                "## Facts\n\n- ~~likes:: jazz (2025-01-01, until 2025-06-30, ref:t2,"
                f" {BY_ROWAN}, importance:2)~~\n",
            )
        },
        (
            {
                "people/Rowan.md": person(
                    "discord-42", fact("likes:: jazz", "2025-01-01, importance:2")
                )
            },
        ),
        {"people/Rowan.md": person("discord-42", "")},
        {"people/Rowan.md": person("discord-42", fact("likes:: swing", "2025-01-01"))},
        "there is no such record",
    ),
    "outgrown": Kind(
        {"notes.md": f"# Notes\r\n\r\n## Garden shed\r\n\r\n{SEEDS}\r\n## Short\r\n\r\n- one\r\n"},
        "“Garden shed” gets a note of its own, topics/Garden shed.md",
        {
            "notes.md": "# Notes\r\n\r\n## Garden shed\r\n\r\n[[Garden shed]]\r\n\r\n"
            "## Short\r\n\r\n- one\r\n",
            "topics/Garden shed.md": "---\r\nid: garden-shed\r\n---\r\n\r\n# Garden shed"
            f"\r\n\r\n{SEEDS}",
        },
        (
            {"notes.md": "# Notes\n\n## Garden shed\n\n- Bought seeds\n"},
            {"notes.md": f"## Garden shed\n\n{SEEDS}", "Garden shed.md": "here [[home]]\n"},
            {"notes.md": f"---\nvisibility: owner\n---\n## Garden shed\n\n{SEEDS}"},
            {"notes.md": f"## Garden shed\n\n{SEEDS}- has_status:: open\n"},
            {"notes.md": f"## Aliases\n\n{SEEDS}"},
        ),
        {"notes.md": "# Notes\n"},
        {"topics/garden-shed.md": "# Shed\n\nof somebody else [[home]]\n"},
        "topics/garden-shed.md is there by now",
    ),
    "lines of one name": Kind(
        {"notes.md": f"# Notes\n\n## Notes\n\n- keys in the hall\n{BOAT}- ring Gus\n"},
        "“The boat” gets a note of its own, topics/The boat.md",
        {
            "notes.md": "# Notes\n\n## Notes\n\n- keys in the hall\n\n[[The boat]]\n\n- ring Gus\n",
            "topics/The boat.md": "---\nid: the-boat\n---\n\n# The boat\n\n## Notes\n\n" + BOAT,
        },
        (
            {"notes.md": f"## Notes\n\n{BOAT[:400]}\n"},
            {"notes.md": f"## The boat\n\n{BOAT}", "The boat.md": "here [[notes]]\n"},
            {"notes.md": f"## Notes\n\n{BOAT}".replace(" ^", " (in:discord-dm-42) ^")},
        ),
        {"notes.md": "# Notes\n"},
        {"notes.md": "# Notes\n\n## Notes\n\n- keys in the hall\n"},
        "there is nothing to move any more",
    ),
    "full": Kind(
        {"Log.md": LONG, "seen.md": "see [[Log#^k1]] and [it](Log.md#^k1) and [[Log]]\n"},
        "“Late” goes to Log (2).md",
        {
            "Log.md": LONG.partition("## Late")[0] + "[[Log (2)]]\n",
            "Log (2).md": f"# Log (2)\n\n## Late\n\n{LOG_HALF}",
            "seen.md": "see [[Log (2)#^k1|Log#^k1]] and [it](Log%20%282%29.md#^k1) and [[Log]]\n",
        },
        (
            {"Log.md": LONG[:900]},
            {"people/Log.md": LONG},
            {"Log.md": LONG.replace("# Log\n", "# Log\n\n- a (replaces:k1)\n")},
        ),
        {"Log.md": LONG[:900]},
        {"Log.md": LONG.replace("## Late", "## Later")},
        "the section 'Late' is not there any more",
        cap=1_800,
    ),
    "orphan": Kind(
        {"Lonely.md": "# Lonely\n\nNobody comes here.\n"},
        "[[Lonely]]",
        {
            "Lonely.md": "# Lonely\n\nNobody comes here.\n",
            "notes.md": "# Notes\n\n## Not linked elsewhere\n\n- [[Lonely]] (2026-03-01)\n",
        },
        (
            {"Lonely.md": "# Lonely\n"},
            {"Lonely.md": "It has a [[friend]].\n", "friend.md": "hello\n"},
            {"README.md": "# Lonely\n\nNobody comes here.\n"},
            {"people/Lonely.md": "# Lonely\n\nNobody comes here.\n"},
        ),
        {"notes.md": "See [[Lonely]].\n"},
        {},
        "",
    ),
}


def desk_of(folder: Path, kind: Kind, notes: Mapping[str, str] | None = None) -> HousekeepingDesk:
    """A tree with what is to be tidied up, or with other notes."""
    desk = HousekeepingDesk(folder, kind.notes if notes is None else notes, max_file_bytes=kind.cap)
    for number, author in enumerate(kind.speakers):
        desk.say(author, "hello", number)
    if notes is None or "plans/Old plan.md" in notes:
        kind.prepare(desk)
    return desk


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_it_is_found_once(tmp_path: Path, kind: Kind) -> None:
    """A second night adds nothing, and the list stays as it is."""
    desk = desk_of(tmp_path, kind)
    notes = desk.files()
    assert desk.night() == DONE
    assert desk.waiting() == [kind.line]
    before = desk.list
    assert desk.night() == NOTHING
    assert (desk.list, desk.files()) == (before, notes)


@pytest.mark.parametrize(
    ("kind", "notes"),
    [
        pytest.param(kind, near, id=f"{name} {number}")
        for name, kind in KINDS.items()
        for number, near in enumerate(kind.near)
    ],
)
def test_what_is_nearly_so_is_left(tmp_path: Path, kind: Kind, notes: Mapping[str, str]) -> None:
    """Nobody is asked about it."""
    desk = desk_of(tmp_path, kind, notes)
    assert desk.night() == NOTHING, desk.list


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_dry_run_writes_nothing(tmp_path: Path, kind: Kind) -> None:
    """It shows the list as it would be."""
    desk = desk_of(tmp_path, kind)
    report = desk.night(is_dry_run=True)
    assert (desk.list, desk.waiting()) == ("", [])
    desk.night()
    assert [(one.path, one.before, one.after) for one in report.previews] == [
        ("review.md", "", desk.list)
    ]


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_accepting_does_it(tmp_path: Path, kind: Kind) -> None:
    """Just that, in one batch, and nothing is left to propose."""
    desk = desk_of(tmp_path, kind)
    desk.night()
    lines = desk.audiences()
    report = desk.accept_all()
    assert [(one.text, one.reason) for one in report.accepted] == [(kind.line, "")]
    files = desk.files()
    assert {path: files.get(path) for path in kind.after} == kind.after
    came = {"[[Lonely]]", "same_as:: [Tea](../Drinks/Tea.md)", "same_as:: [Rowan](rowan-t.md)"}
    assert [one for one in desk.audiences() if one[0] not in came] == lines
    assert desk.night() == NOTHING
    paths = {one.path for one in desk.journal.entries(batch=report.batch)}
    assert "review.md" in paths and len(paths) > 1


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_what_was_dismissed_does_not_come_back(tmp_path: Path, kind: Kind) -> None:
    """However many nights pass."""
    desk = desk_of(tmp_path, kind)
    desk.night()
    desk.review.reject([one.id for one in desk.review.look().waiting])
    notes = desk.files()
    assert desk.night() == NOTHING
    assert (desk.waiting(), desk.files()) == ([], notes)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_what_a_person_mended_goes_from_the_list(tmp_path: Path, kind: Kind) -> None:
    """And does not come back as vanished."""
    desk = desk_of(tmp_path, kind)
    desk.night()
    for path, text in kind.mended.items():
        desk.save(path, text)
    assert desk.night().counts["withdrawn"] == 1
    assert kind.line not in desk.list
    desk.review.settle()
    assert kind.line not in desk.waiting()


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_proposal_that_somebody_touched_stays(tmp_path: Path, kind: Kind) -> None:
    """A note of their own below it is enough."""
    desk = desk_of(tmp_path, kind)
    desk.night()
    desk.save("review.md", desk.list + "  - I must think about it\n")
    for path, text in kind.mended.items():
        desk.save(path, text)
    desk.night()
    assert kind.line in desk.waiting()


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, id=name) for name, kind in KINDS.items() if kind.reason],
)
def test_a_note_that_changed_under_it_is_left(tmp_path: Path, kind: Kind) -> None:
    """Nothing is written, and the line says why."""
    desk = desk_of(tmp_path, kind)
    desk.night()
    for path, text in kind.gone_wrong.items():
        desk.save(path, text)
    notes = desk.files()
    report = desk.accept_all()
    assert (report.accepted, len(report.failed), desk.files()) == ((), 1, notes)
    assert kind.reason in report.failed[0].reason


OVER = "- reads:: Dune (2025-01-01, expires:2025-03-01)\n"
TWO_HOMES = (
    "- lives_in:: Oban (2025-01-01, subject:Rowan)\n- lives_in:: Hull (2025-06-01, subject:Rowan)\n"
)


@pytest.mark.parametrize(
    ("path", "above"),
    [
        ("lore/Tavern.md", "# Tavern\n\n"),
        ("self/description.md", ""),
        ("self/rules.md", "## Active\n\n"),
        ("sessions/2025-01-01-evening.md", "## discord-lantern.tavern\n\n"),
        ("days/2025-01-01.md", "## discord-lantern.tavern\n\n"),
    ],
)
def test_canon_and_what_was_said_are_left_alone(tmp_path: Path, path: str, above: str) -> None:
    """No line of them is proposed to end, and no link is rewritten."""
    notes = {path: f"{above}{OVER}{TWO_HOMES}", "topics/dune.md": "# Dune\n\n[[home]]\n"}
    if path.startswith(("lore", "self")):
        notes[path] += "\nsee [[old/dune]]\n"
    assert HousekeepingDesk(tmp_path, notes).night() == NOTHING


def test_those_lines_would_be_found_elsewhere(tmp_path: Path) -> None:
    """In a plain note each of them is."""
    notes = {
        "plain.md": f"{OVER}{TWO_HOMES}\n[[home]] [[old/dune]]\n",
        "topics/dune.md": "# Dune\n",
    }
    desk = HousekeepingDesk(tmp_path, notes)
    assert desk.night().counts == {"proposed": 3, "withdrawn": 0}


@pytest.mark.parametrize(
    ("name", "changed", "of_old"),
    [
        ("one person", {"people/rowan-t.md": "people/Rowan (2).md"}, {}),
        ("broken link", {}, {"more.md": "Once more [[Old plan]], [[garden]].\n"}),
        ("link to what was deleted", {}, {"more.md": "Once more [[Old plan]], [[garden]].\n"}),
        ("full", {}, {"Log.md": f"{LONG}\n## Last\n\n- more ^k3\n"}),
    ],
)
def test_what_was_dismissed_does_not_come_back_in_other_words(
    tmp_path: Path, name: str, changed: Mapping[str, str], of_old: Mapping[str, str]
) -> None:
    """A file was renamed since, another note has the link too, or a note has grown."""
    desk = desk_of(tmp_path, KINDS[name])
    desk.night()
    desk.review.reject([one.id for one in desk.review.look().waiting])
    for path, to in changed.items():
        desk.store.move(path, to)
    for path, text in of_old.items():
        desk.save(path, text)
    desk.register.look_at_all()
    assert desk.night() == NOTHING, desk.list


def test_the_moment_of_the_night_is_what_counts(tmp_path: Path) -> None:
    """Nothing is measured by the clock of the machine."""
    assert NIGHT.isoformat() == "2026-03-01T02:00:00+00:00"
    kind = KINDS["never confirmed"]
    desk = HousekeepingDesk(tmp_path, kind.notes, HousekeepingSettings(stale_days=424))
    assert desk.night() == DONE
    assert "ended on: 2026-03-01" in desk.list


KITCHEN, ELSEWHERE, PRIVATE = "discord-oak.kitchen", "discord-elm.hall", "discord-dm-42"


def homes(older: str, newer: str) -> dict[str, str]:
    """The note of somebody who lives in two towns, by the tails of the lines that say so."""
    facts = f"- lives_in:: Haarlem (2025-11-01{older})\n- lives_in:: Leiden (2025-11-28{newer})\n"
    return {"people/Ana.md": person("discord-101", f"## Facts\n\n{facts}", "Ana")}


def by_bot(place: str) -> str:
    """The tail of a line that the bot wrote of what was said in a place."""
    return f", in:{place}, ref:m1, by:discord-101"


@pytest.mark.parametrize(
    ("older", "newer", "audience"),
    [
        ("", by_bot(KITCHEN), KITCHEN),
        (by_bot(KITCHEN), "", KITCHEN),
        (by_bot(PRIVATE), "", PRIVATE),
        (f", in:{ELSEWHERE}", by_bot(KITCHEN), "owner"),
        (f", in:{PRIVATE}", by_bot(PRIVATE), PRIVATE),
        ("", by_bot(PRIVATE), None),
        (f", in:{KITCHEN}", by_bot(PRIVATE), None),
        (by_bot(PRIVATE), ", in:owner", None),
        (by_bot(KITCHEN), by_bot(PRIVATE), None),
        (by_bot(PRIVATE), by_bot(KITCHEN), None),
        (by_bot(ELSEWHERE), by_bot(KITCHEN), None),
    ],
)
def test_what_a_person_wrote_meets_what_was_said(
    tmp_path: Path, older: str, newer: str, audience: str | None
) -> None:
    """For the owner to decide; what ends is not ended by what was said in private."""
    desk = HousekeepingDesk(tmp_path, homes(older, newer))
    if audience is None:
        assert desk.night() == NOTHING, desk.list
        return
    assert desk.night() == DONE
    (line,) = desk.lines.values()
    assert line.record.text == "end: “lives in Haarlem” of Ana, on 2025-11-28"
    assert line.item is not None and line.item.is_for == audience
    is_told = line.item.why.endswith("whoever may know this one would see that it has ended")
    assert is_told == (newer == by_bot(KITCHEN))
    assert len(desk.accept_all().accepted) == 1
    (ended,) = [one for one in desk.read("people/Ana.md").splitlines() if "Haarlem" in one]
    assert ended.startswith("- ~~") and "until 2025-11-28" in ended


def test_a_line_in_between_hides_no_contradiction(tmp_path: Path) -> None:
    """What was said in private stands between two lines that meet."""
    (note,) = homes("", by_bot(KITCHEN)).values()
    private = f"- lives_in:: Utrecht (2025-11-15{by_bot(PRIVATE)})\n"
    desk = HousekeepingDesk(tmp_path, {"people/Ana.md": note + private})
    assert desk.night() == DONE
    assert desk.waiting() == ["end: “lives in Haarlem” of Ana, on 2025-11-28"]
    assert "Utrecht" not in desk.list


def test_one_day_is_told_as_one(tmp_path: Path) -> None:
    """Of a belief that is stale after so long."""
    guess = fact("likes:: jazz", f"2026-01-01, ref:t1, {BY_ROWAN}, source:inferred")
    notes = {"people/Rowan.md": person("discord-42", guess)}
    desk = HousekeepingDesk(tmp_path, notes, HousekeepingSettings(stale_days=1))
    assert desk.night() == DONE
    assert "nor confirmed it for a day; it would end" in desk.list

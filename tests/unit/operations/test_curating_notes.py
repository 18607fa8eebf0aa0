"""What curation does to a note: a table of outcomes and reasons, over shapes of notes."""

from __future__ import annotations

from datetime import date

import pytest
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.talk.place import Place
from familiar_memory.knowledge.audience import AudiencePolicy
from familiar_memory.operations.curation.proposals import (
    CurateAppend,
    CurateHeading,
    CurateRemove,
    CurateReplace,
    CurationProposal,
)
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.named.proposals import RetireById
from familiar_memory.operations.outcome import Outcome
from familiar_memory.operations.policies.curation import CurationPolicy
from familiar_memory.operations.policy import Proposer

KEY = f"people/{ROWAN.slug}.md"
HALL = Place("discord", "hall", "lantern")
TAIL = f"(2026-02-02, ref:t1, by:{ROWAN.slug}, in:{TAVERN.slug})"
HIDDEN = f"(2026-02-02, ref:t2, by:{ROWAN.slug}, in:{DM.slug})"
NEW = f"(2026-02-04, ref:t9, by:{ROWAN.slug}, in:{TAVERN.slug})"
UNTIL = "2026-02-05"

NOTE = f"""\
---
id: {ROWAN.slug}
---
# Rowan

Before any section.

## About

- likes tea {TAIL}
- likes green tea in the evening {TAIL}
- plays the lute, written by hand
- works_at:: Acme {TAIL}
- confided {HIDDEN}
- has two lines
  of a person
- has something below
  - nested {TAIL}
- for all to know (2026-02-02, ref:t3, by:{ROWAN.slug}, in:everyone)
- ~~liked milk (2026-02-02, until 2026-02-03, ref:t4, by:{ROWAN.slug}, in:{TAVERN.slug})~~

### Deep

- deep tea {TAIL}

## Twice

- one {TAIL}

## Twice

- two {TAIL}

## Secret

- of a direct message {HIDDEN}

## Aliases

- Row

## Prose

Only a paragraph.

## Code

```
- in a fence
```

| a |
|---|
| - in a table |
"""


def record(text: str, place: Place = TAVERN) -> Record:
    """A line to come."""
    day = date(2026, 2, 4)
    return Record(text, RecordFields(learned=day, refs=("t9",), by=ROWAN.slug, place=place.slug))


def add(heading: str, line: str) -> CurateAppend:
    """A bullet for a section."""
    return CurateAppend(KEY, heading, record(line))


def section(heading: str, *lines: str) -> CurateHeading:
    """A section more."""
    return CurateHeading(KEY, heading, tuple(map(record, lines)))


def remove(heading: str, match: str) -> CurateRemove:
    """A bullet less."""
    return CurateRemove(KEY, heading, match, UNTIL)


def put(heading: str, match: str, line: str) -> CurateReplace:
    """One bullet for another."""
    return CurateReplace(KEY, heading, match, UNTIL, record(line))


def curated(
    text: str, *operations: CurationProposal, place: Place = TAVERN
) -> tuple[str, list[str]]:
    """The note by then, and what became of each: its verdict and its reason."""
    after, outcomes = _merged(text, operations, place)
    return after, [f"{one.verdict} {one.reason}".strip() for one in outcomes]


def _merged(
    text: str, operations: tuple[CurationProposal, ...], place: Place = TAVERN
) -> tuple[str, tuple[Outcome, ...]]:
    policy = CurationPolicy({ROWAN.slug}, place.slug, AudiencePolicy.GUILD)
    return merge(text, operations, proposer=Proposer.of(policy))


@pytest.mark.parametrize(
    ("operation", "came"),
    [
        (add("About", "likes TEA"), "skipped noop_dup"),
        (add("About", "- likes tea"), "skipped noop_dup"),
        (add("About", "liked milk"), "skipped noop_dup"),
        (add("Missing", "x"), "rejected heading_missing"),
        (add("about", "x"), "rejected heading_missing"),
        (add("Deep", "x"), "rejected heading_missing"),
        (add("Secret", "x"), "rejected heading_missing"),
        (add("Twice", "x"), "rejected ambiguous_heading"),
        (add("Aliases", "x"), "rejected names_section"),
        (add("Standing instructions", "x"), "rejected names_section"),
        (add("standing instructions (#tavern)", "x"), "rejected names_section"),
        (add(" ", "x"), "rejected empty_heading"),
        (add("About", ""), "rejected empty_line"),
        (add("About", " \t "), "rejected empty_line"),
        (add("About", "-"), "rejected empty_line"),
        (add("About", "- "), "rejected empty_line"),
        (add("About", "# Evil"), "rejected line_starts_with_hash"),
        (add("About", "- ###### Evil"), "rejected line_starts_with_hash"),
        (add("About", "#"), "rejected line_starts_with_hash"),
        (add("About", "```"), "rejected code_fence"),
        (add("About", "- ~~~ python"), "rejected code_fence"),
        (add("About", "works_at:: Acme"), "rejected fact_line"),
        (add("About", "x" * 501), "rejected too_long"),
        (add("About", "turned\u202eback"), "rejected control_character"),
        (add("About", "half \ud800"), "rejected control_character"),
        (section("About", "x"), "rejected heading_exists"),
        (section("Twice", "x"), "rejected heading_exists"),
        (section("", "x"), "rejected empty_heading"),
        (section("# Evil", "x"), "rejected heading_starts_with_hash"),
        (section("#Evil", "x"), "rejected heading_starts_with_hash"),
        (section("New"), "rejected empty_lines"),
        (section("New", "good", ""), "rejected empty_line"),
        (section("New\n## Evil", "x"), "rejected line_break"),
        (section("Aliases", "x"), "rejected names_section"),
        (section("Standing instructions", "x"), "rejected names_section"),
        (section("[[channels/discord-private-lantern.mods|#mods]]", "x"), "rejected names_section"),
        (section("People (everyone)", "x"), "rejected names_section"),
        (section("x" * 121, "x"), "rejected too_long"),
        (section("``` a", "x"), "rejected code_fence"),
        (remove("About", "nowhere"), "skipped noop_no_match"),
        (remove("About", "confided"), "skipped noop_no_match"),
        (remove("About", "liked milk"), "skipped noop_no_match"),
        (remove("About", "deep"), "skipped noop_no_match"),
        (remove("About", "nested"), "skipped noop_no_match"),
        (remove("Prose", "paragraph"), "skipped noop_no_match"),
        (remove("Code", "in a fence"), "skipped noop_no_match"),
        (remove("Code", "in a table"), "skipped noop_no_match"),
        (remove("About", "tea"), "rejected multiple_matches"),
        (remove("About", " "), "rejected empty_match"),
        (remove("Missing", "x"), "rejected heading_missing"),
        (remove("Twice", "one"), "rejected ambiguous_heading"),
        (remove("Secret", "direct"), "rejected heading_missing"),
        (remove("About", "Acme"), "rejected fact_line"),
        (remove("About", "two lines"), "rejected multi_line_bullet"),
        (remove("About", "something below"), "rejected multi_line_bullet"),
        (remove("About", "by hand"), "held human_line"),
        (remove("About", "for all to know"), "held human_line"),
        (put("About", "by hand", "plays the drum"), "held human_line"),
        (put("About", "nowhere", "x"), "skipped noop_no_match"),
        (put("About", "evening", "Likes green tea in the evening"), "skipped noop_dup"),
        (put("About", "evening", "## x"), "rejected line_starts_with_hash"),
        (put("About", "tea", "x"), "rejected multiple_matches"),
        (put("About", "Acme", "x"), "rejected fact_line"),
    ],
)
def test_what_is_not_let_through_says_why_and_changes_no_byte(
    operation: CurationProposal, came: str
) -> None:
    """Neither does it with Windows line ends, a byte order mark, or no end of the last line."""
    for text in (NOTE, "\ufeff" + NOTE.replace("\n", "\r\n"), NOTE.rstrip("\n")):
        assert curated(text, operation) == (text, [came])


@pytest.mark.parametrize("sign", "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
def test_a_line_break_of_any_kind_is_refused_in_every_text(sign: str) -> None:
    """What Markdown takes for one, and what programs do that read line by line."""
    evil = f"ok{sign}## Evil"
    operations = (
        add("About", evil),
        section(evil, "x"),
        section("New", evil),
        put("About", "lute", evil),
    )
    assert curated(NOTE, *operations) == (NOTE, ["rejected line_break"] * 4)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_bullet_comes_to_the_end_of_the_top_region_and_nothing_else_changes(
    end: str, mark: str
) -> None:
    """Whatever the line ends are, above what stands under an H3."""
    text = mark + NOTE.replace("\n", end)
    above, below = text.split(f"{end}### Deep")
    after, came = curated(text, add("About", "* sings"))
    assert came == ["applied"]
    assert after == f"{above}- sings {NEW}{end}{end}### Deep{below}"


def test_a_bullet_after_a_paragraph_has_a_blank_line_before_it() -> None:
    """Else it would be a part of the paragraph to a reader."""
    after, came = curated(NOTE, add("Prose", "sings"))
    assert came == ["applied"]
    assert after == NOTE.replace("graph.\n", f"graph.\n\n- sings {NEW}\n")


def test_the_last_line_without_an_end_stays_one() -> None:
    """What comes to the end of a note ends as the note does."""
    text = f"# Rowan\n\n## About\n- likes tea {TAIL}"
    assert curated(text, add("About", "sings"))[0] == f"{text}\n- sings {NEW}"


@pytest.mark.parametrize("heading", ["About ##", "About\t", "  About"])
def test_a_heading_is_known_however_it_is_written(heading: str) -> None:
    """With closing hashes, spaces or a tab; and underlined."""
    for text in (f"## {heading}\n\n- a\n", "About\n-----\n\n- a\n"):
        assert curated(text, add("About", "sings")) == (f"{text}- sings {NEW}\n", ["applied"])


def test_a_heading_in_a_fence_is_none() -> None:
    """It is text, and so are the bullets there."""
    text = "```\n## About\n- a\n```\n"
    assert curated(text, add("About", "sings")) == (text, ["rejected heading_missing"])


def test_a_hashtag_is_no_heading() -> None:
    """Only hashes with a space behind them begin one."""
    after, came = curated(NOTE, add("Prose", "#music matters to them"))
    assert came == ["applied"]
    assert "music matters to them" in after


def test_what_a_program_wrote_is_struck_with_the_day_and_stays() -> None:
    """So what was known on an earlier day can still be asked."""
    after, came = curated(NOTE, remove("About", "GREEN  tea"))
    old = f"- likes green tea in the evening {TAIL}"
    new = old.replace(" (2026-02-02,", " (2026-02-02, until 2026-02-05,").replace("- ", "- ~~")
    assert (after, came) == (NOTE.replace(old, f"{new}~~"), ["applied"])


def test_what_takes_its_place_comes_behind_and_links_it() -> None:
    """As a fact does that takes the place of another."""
    after, came = curated(NOTE, put("About", "green", "likes coffee"))
    assert came == ["applied"]
    old = next(line for line in after.splitlines() if "green" in line)
    new = next(line for line in after.splitlines() if "coffee" in line)
    block = old.rpartition("^")[2]
    assert old == (
        "- ~~likes green tea in the evening (2026-02-02, until 2026-02-05, ref:t1,"
        f" by:{ROWAN.slug}, in:{TAVERN.slug})~~ ^{block}"
    )
    assert new == f"- likes coffee {NEW[:-1]}, replaces:^{block})"


def test_where_the_new_bullet_stands_there_the_old_one_goes_all_the_same() -> None:
    """Of the two one is left."""
    after, came = curated(NOTE, put("About", "green", "LIKES tea"))
    assert came == ["applied"]
    assert after == curated(NOTE, remove("About", "green"))[0]


def test_a_new_section_comes_to_the_end_and_says_for_whom_it_is() -> None:
    """What it is called was said there, too; equal bullets come once."""
    after, came = curated(NOTE, section("Music", "sings", "* Sings", "drums"))
    assert came == ["applied"]
    head = f"## Music (in:{TAVERN.slug})"
    assert after == f"{NOTE}\n{head}\n\n- Sings {NEW}\n- drums {NEW}\n"


def test_a_new_section_is_named_by_its_words_and_is_for_its_reach_alone() -> None:
    """Elsewhere there is none of that name, and another may come."""
    after, _ = curated(NOTE, section("Music", "sings"))
    again, came = curated(after, add("Music", "drums"), section("Music", "x"))
    assert came == ["applied", "rejected heading_exists"]
    assert again == f"{after}- drums {NEW}\n"
    private = CurateAppend(KEY, "Music", record("hums", DM))
    own = CurateHeading(KEY, "Music", (record("hums", DM),))
    after, came = curated(again, private, own, private, place=DM)
    assert came == ["rejected heading_missing", "applied", "skipped noop_dup"]
    assert after.startswith(again)
    assert f"## Music (in:{DM.slug})" in after


def test_in_the_note_of_a_place_a_new_section_says_no_more() -> None:
    """All that stands there is for that place."""
    path = f"channels/{TAVERN.slug}.md"
    operation = CurateHeading(path, "Decisions", (record("No dogs."),))
    after, came = curated("# Tavern\n", operation)
    assert came == ["applied"]
    assert after == f"# Tavern\n\n## Decisions\n\n- No dogs. {NEW}\n"


def test_a_section_of_which_only_others_know_does_not_stand_in_the_way() -> None:
    """Of two with one name the one that is seen is meant."""
    text = f"## About\n\n- confided {HIDDEN}\n\n## About\n\n- likes tea {TAIL}\n"
    after, came = curated(text, add("About", "sings"))
    assert (after, came) == (f"{text}- sings {NEW}\n", ["applied"])


def test_each_operation_is_judged_by_itself_on_what_those_before_it_left() -> None:
    """A bad one takes no good one with it."""
    after, came = curated(
        NOTE,
        add("About", "sings"),
        add("Missing", "x"),
        add("About", "Sings"),
        remove("About", "sings"),
        add("Prose", "drums"),
    )
    assert came == [
        "applied",
        "rejected heading_missing",
        "skipped noop_dup",
        "applied",
        "applied",
    ]
    assert "- ~~sings (" in after
    assert f"- drums {NEW}" in after


def test_a_note_that_is_gone_is_not_made_again() -> None:
    """Somebody has deleted it."""
    for text in ("", " \n"):
        operations = (section("New", "x"), add("About", "x"), remove("About", "x"))
        assert curated(text, *operations) == (text, ["rejected note_missing"] * 3)


def test_a_held_operation_names_the_line_that_it_means() -> None:
    """So a person is asked about that one."""
    _, (outcome,) = _merged(NOTE, (remove("About", "by hand"),))
    (line,) = outcome.lines
    assert line.text == "plays the lute, written by hand"


@pytest.mark.parametrize("kind", ["summary", "arc", "shared"])
def test_lines_that_a_writer_keeps_up_to_date_are_left_to_it(kind: str) -> None:
    """It would write them anew."""
    text = f"## About\n\n- what it came to {TAIL} ^{kind}-1f0c22aa4d\n"
    assert curated(text, remove("About", "came"))[1] == ["rejected kept_line"]


@pytest.mark.parametrize(
    ("operation", "reason"),
    [
        (CurateAppend("people/discord-7.md", "About", record("x")), "not_curated"),
        (CurateAppend("days/2026-02-02.md", "About", record("x")), "not_curated"),
        (CurateAppend("self/rules.md", "About", record("x")), "not_curated"),
        (CurateAppend(KEY, "About", Record("x")), "no_source"),
        (CurateAppend(KEY, "About", record("x", DM)), "no_source"),
        (CurateHeading(KEY, "New", (record("x"), record("y", HALL))), "several_places"),
        (RetireById(KEY, "a1"), "not_curated"),
    ],
)
def test_other_notes_and_lines_of_unknown_origin_are_refused(
    operation: CurationProposal, reason: str
) -> None:
    """Before any note is read."""
    policy = CurationPolicy({ROWAN.slug}, TAVERN.slug, AudiencePolicy.GUILD)
    ruling = policy.judge(operation)
    assert ruling is not None
    assert (ruling.verdict.value, ruling.reason) == ("rejected", reason)

"""Each bullet of the last days is shown once, whenever it comes; its marks go with its day."""

from datetime import timedelta
from hashlib import blake2b

import pytest
from curated_notes import KEY, NIGHT, Curated, append, on
from people_and_places import ROWAN, TAVERN

from familiar_memory.maintenance.curation.shown.recent import recent_bullets

NOTE = f"---\nid: {ROWAN.slug}\n---\n# Rowan\n\n## About\n\n- plays the drum\n"
DAY = "days/2026-02-04.md"


@pytest.fixture
def curated(tmp_path):
    """A note of Rowan, and a day on which two things were said, in this order."""
    life = Curated(tmp_path)
    life.put(KEY, NOTE)
    life.said(4, "m1", "I shall teach the lute class from March on.")
    life.said(4, "m2", "I adopted a cat.")
    return life


def quiet(life, days=0):
    """A night so much later, in which a model wants nothing; what it was shown."""
    before = len(life.asked)
    life.night_with(lambda page: [], on(at=NIGHT.at + timedelta(days=days), batch=f"b{days}"))
    return [[one["text"] for one in page["days"]] for page in life.asked[before:]]


def test_a_line_of_an_earlier_turn_that_comes_later_is_shown(curated):
    """`channels` writes into days behind curation, what was said before."""
    whole = curated.read(DAY)
    curated.put(DAY, "".join(one for one in whole.splitlines(True) if "ref:m1" not in one))
    assert quiet(curated) == [["I adopted a cat."]]
    curated.put(DAY, whole)
    lute = "I shall teach the lute class from March on."
    assert quiet(curated, 1) == [[lute, "I adopted a cat."]]
    assert quiet(curated, 2) == []


def test_another_line_of_the_same_message_is_shown(curated):
    """As an action item stands beside what was said."""
    quiet(curated)
    item = f"- Rowan is to teach the lute class (2026-02-04, ref:m1, in:{TAVERN.slug})\n"
    curated.put(DAY, curated.read(DAY) + item)
    ((*_, shown),) = quiet(curated, 1)
    assert shown in ("I adopted a cat.", "Rowan is to teach the lute class")
    assert quiet(curated, 2) == []


def test_what_marks_of_before_say_was_shown_is_not_shown_again(curated):
    """They have a turn for each note and reach, and one for each bullet that was used."""
    curated.night([append("adopted a cat", "d2")])
    history = curated.history
    made = history.watermarks_like("curation:")
    used = [name.rpartition(":")[2] for name in made if name.startswith("curation:used:")]
    history.drop_watermarks(["curation:"])
    curated.put(KEY, NOTE)
    (reach,) = recent_bullets(curated.store, history, NIGHT.day, curated.rules)
    digest = blake2b(f"{KEY}\n{reach}".encode(), digest_size=8).hexdigest()
    for name in (f"curation:shown:{digest}", *(f"curation:used:{one}" for one in used)):
        history.set_watermark(2, name)
    assert quiet(curated, 1) == []
    curated.said(5, "m3", "I sing.")
    assert quiet(curated, 1) == [["I shall teach the lute class from March on.", "I sing."]]


def test_whatever_has_no_room_is_shown_the_next_night(curated):
    """The newest first; no night shows the same twice while something was never shown."""
    for number in range(60):
        curated.said(4, f"n{number}", f"I have seen {'a heron and ' * 20}{number} geese.")
    seen = []
    for night in range(3):
        pages = quiet(curated, night)
        assert len(pages) <= 1
        seen += [text for page in pages for text in page]
        if not pages:
            break
    assert len(set(seen)) == 62


def test_marks_go_with_their_days(curated):
    """But not while a wrong clock could bring a day back; a dry run drops none."""
    curated.night([append("adopted a cat", "d2")])
    made = set(curated.history.watermarks_like("curation:"))
    assert len(made) == 3
    for days, left in ((9, made), (10, set())):
        for is_dry in (True, False):
            night = on(at=NIGHT.at + timedelta(days=days), is_dry_run=is_dry)
            curated.night_with(lambda page: [], night)
            expected = made if is_dry else left
            assert set(curated.history.watermarks_like("curation:")) == expected


TOLD = f"by:{ROWAN.slug}, in:{TAVERN.slug}"
OVER_SINCE = f"(2026-02-03, until 2026-02-04, ref:h1, {TOLD})"
OVER = f"""\
---
id: {TAVERN.slug}
---
# #tavern

## Decisions

- ~~[[Rowan]]: let's go with a compost heap behind Marjorie {OVER_SINCE}~~
- [[Rowan]]: let's go with oak for the sign (2026-02-03, ref:h2, {TOLD})
"""
ROOM = f"channels/{TAVERN.slug}.md"
HEAP = "Let's go with a compost heap behind Marjorie."


@pytest.fixture
def dropped(tmp_path):
    """A room which has dropped its compost heap, and the day on which it was decided."""
    life = Curated(tmp_path)
    life.put(ROOM, OVER)
    life.said(3, "h1", f"[[Rowan]]: {HEAP} And we count the herons on Sundays.")
    life.said(3, "h2", "[[Rowan]]: Let's go with oak for the sign.")
    return life


@pytest.mark.parametrize(
    "op",
    [
        append("compost heap behind Marjorie", heading="Decisions"),
        append("composting behind Marjorie", "d1", heading="Decisions"),
        {"op": "add_heading", "heading": "Heap", "lines": ["a compost heap"], "from": ["d1"]},
        {
            **append("compost heap behind Marjorie", heading="Decisions"),
            "op": "replace",
            "match": "oak",
        },
    ],
)
def test_what_a_room_has_dropped_does_not_come_back_in_other_words(dropped, op):
    """Of the same message; the log says of it what it says of what stands there."""
    report = dropped.night([op])
    assert dropped.read(ROOM) == OVER
    assert report.counts["appended"] == 0
    (entry,) = dropped.log.entries()
    assert [one["outcome"] for one in entry["applied"]] == ["noop_dup"]


def test_nor_does_it_beside_a_message_that_has_nothing_to_do_with_it(dropped):
    """What is over bears nothing out."""
    dropped.night([append("compost heap behind Marjorie", "d1", "d2", heading="Decisions")])
    assert dropped.read(ROOM) == OVER
    (entry,) = dropped.log.entries()
    assert [one["reason"] for one in entry["rejected"]] == ["not_borne_out"]


def test_what_else_such_a_message_says_may_come(dropped):
    """And so may what a later one says of the same thing."""
    dropped.said(4, "h3", "[[Rowan]]: The compost heap comes behind Marjorie after all.")
    ops = [
        append("Rowan counts the herons on Sundays", heading="Decisions"),
        append("the compost heap comes behind Marjorie after all", "d3", heading="Decisions"),
    ]
    assert dropped.night(ops).counts["appended"] == 2


def test_a_model_is_told_since_when_something_is_over(dropped):
    """Where all that the note had of a message is struck; and of all of it, who said it."""
    dropped.night([])
    ((shown, other),) = [page["days"] for page in dropped.asked]
    assert shown["over"] == "2026-02-04"
    assert [shown["said_by"], other["said_by"]] == ["Rowan", "Rowan"]
    assert "over" not in other

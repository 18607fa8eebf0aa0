"""A topic's note: what it is, how things stand, the few best mentions, and how many more."""

from __future__ import annotations

import re
from datetime import UTC, timedelta

import pytest

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.talk.place import Place
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.notes.register.lost_links import lost_links
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.notes.topic_counts import Count
from familiar_memory.writers.retries.attempts import CutTalk
from familiar_memory.writers.retries.staged_batches import StagedBatches
from familiar_memory.writers.writing import BatchWriting, WritingRules

NOTE = "topics/Gladys.md"
ABROAD = Place("discord", "hall", "abroad")
PAINTED = "I painted kettle {} for Gladys on Friday"
IS = "Gladys is a weathervane that we built in the shed on Friday."
MOVED = "We decided that Gladys is no longer on the roof: she moved to the pier on Friday."


@pytest.fixture
def say(make_turn, history: HistoryStore, store: MemoryStore):
    """Record a line by each of two people on a day, and write up what waits."""

    def run(day: int, text: str = "", **fields: object) -> None:
        at = make_turn("x").timestamp + timedelta(days=day)
        said = text or PAINTED.format(day)
        history.record_many(
            make_turn(said, who=who, timestamp=at, **fields) for who in ("Moss", "Rowan")
        )
        MemoryWriter(history, store, ExtractiveWriter(), lambda: at, WritingRules(UTC)).run()

    return run


def _parts(text: str) -> tuple[list[str], list[str], list[str]]:
    """The lines of the lead that link a turn, of the list and of the counts."""
    above, _, below = text.partition("## Mentions")
    lead = [line for line in above.splitlines() if line.startswith("- [[")]
    items = [line for line in below.splitlines() if line.startswith("- ")]
    counts = [line for line in items if " more since " in line]
    return lead, [line for line in items if line not in counts], counts


def test_it_begins_with_what_it_is_and_how_things_stand(say, store) -> None:
    """In the words of who said so; what changed is told as soon as it did."""
    say(0, IS)
    say(1)
    assert "Gladys is a weathervane" in _parts(store.read_file(NOTE))[0][0]
    say(9, MOVED)
    what, now = _parts(store.read_file(NOTE))[0]
    assert ("is a weathervane" in what, "she moved to the pier" in now) == (True, True)


@pytest.mark.parametrize(
    "words",
    [
        "Gladys = our weathervane, from Friday on the roof.",
        "I painted the roof on Friday. Gladys, our weathervane, is dry now.",
        "This is Gladys the weathervane. I painted her on Friday.",
        "We built the thing known as Gladys on Friday.",
        "my weathervane! Gladys is four meters tall, I measured her on Friday",
    ],
)
def test_it_begins_with_the_words_that_say_what_it_is(say, store, words: str) -> None:
    """However the message begins, and whatever else was said before."""
    say(0)
    say(1)
    assert "First came up in [[2026-02-02-evening]] (2026-02-02, #tavern, t" in store.read_file(
        NOTE
    )
    say(2, words)
    text = store.read_file(NOTE)
    what = _parts(text)[0][0]
    assert re.search("weathervane|known as Gladys", what.split("|")[1])
    assert "First came up" not in text


@pytest.mark.parametrize(
    "words",
    [
        "In Gladys, the roof is wet since Friday.",
        "I love everything about Gladys, the roof, the paint, since Friday.",
        "I decided on my trips to Gladys on Friday.",
    ],
)
def test_where_nobody_says_what_it_is_it_says_where_it_came_up(say, store, words: str) -> None:
    """A name with a comma behind it is not said to be anything."""
    say(0, words)
    say(1)
    lines = [one for one in store.read_file(NOTE).splitlines() if one.startswith("- ")]
    assert lines[0].startswith("- First came up in [[2026-02-02-evening]] (")


def test_a_mention_that_would_show_nothing_is_only_counted(say, store) -> None:
    """What the message says beside it does not stand there."""
    say(0, IS)
    say(1)
    say(2, "I took the purple caravan of my uncle Barnaby to Inverness. I asked Gladys first.")
    text = store.read_file(NOTE)
    assert "asked Gladys" not in text
    assert "- 2 more since 2026-02-04" in text


@pytest.mark.long
def test_where_it_came_up_is_not_said_again(say, store) -> None:
    """Once a person has taken it out; nor of talk of which only the end is known."""
    say(0)
    say(1)
    kept = [one for one in store.read_file(NOTE).splitlines(keepends=True) if "First" not in one]
    (store.root / NOTE).write_text("".join(kept), encoding="utf-8")
    for day in range(2, 9):
        say(day)
    assert "First came up" not in store.read_file(NOTE)


@pytest.mark.long
def test_however_much_is_said_the_note_stays_as_long(say, store) -> None:
    """And no mention is lost from its count."""
    sizes = []
    for day in range(20):
        say(day)
        if store.exists(NOTE):
            sizes.append(len(store.read_file(NOTE)))
    lead, listed, (count,) = _parts(store.read_file(NOTE))
    more = int(re.search(r"(\d+) more since 2026-02-\d\d", count)[1])
    assert (len(listed), len(lead) + len(listed) + more) == (6, 40)
    assert max(sizes) < 2_500


@pytest.mark.long
def test_the_newest_mention_stands_on_top(say, store) -> None:
    """Every line in the list is newer than the one below it."""
    for day in range(12):
        say(day)
    days = re.findall(r"^- \[\[(\S{10})-", "\n".join(_parts(store.read_file(NOTE))[1]), re.M)
    assert days == sorted(days, reverse=True)


@pytest.mark.long
def test_each_link_leads_to_a_line_of_a_session(say, store) -> None:
    """The turns that a topic wants are among the lines of their sessions."""
    for day in range(8):
        say(day, MOVED if day % 3 else "")
    links = re.findall(r"\[\[([^#\]|]+)#\^([^|]+)\|", store.read_file(NOTE))
    assert links
    for stem, ref in links:
        assert ref in store.read_file(f"sessions/{stem}.md")


@pytest.mark.long
@pytest.mark.parametrize("change", ["struck", "changed", "deleted"])
def test_what_a_person_did_to_a_line_stays_so(say, store, change: str) -> None:
    """It is not taken out when it falls out of the list, and does not come back."""
    for day in range(3):
        say(day)
    text = store.read_file(NOTE)
    line = _parts(text)[1][0]
    mine = {
        "struck": f"- ~~{line.removeprefix('- ')}~~",
        "changed": line.replace("painted", "varnished"),
        "deleted": "",
    }[change]
    (store.root / NOTE).write_text(text.replace(f"{line}\n", f"{mine}\n" if mine else ""))
    for day in range(3, 20):
        say(day)
    lines = store.read_file(NOTE).splitlines()
    assert (line in lines, mine == "" or mine in lines) == (False, True)


@pytest.mark.long
def test_a_count_that_a_person_struck_does_not_come_back(say, store) -> None:
    """Nor does another."""
    for day in range(6):
        say(day)
    text = store.read_file(NOTE)
    (count,) = _parts(text)[2]
    mine = f"- ~~{count.removeprefix('- ')}~~"
    (store.root / NOTE).write_text(text.replace(count, mine))
    for day in range(6, 9):
        say(day)
    assert _parts(store.read_file(NOTE))[2] == [mine]


def test_the_lines_of_an_old_note_are_only_added_to(say, store) -> None:
    """An older version quoted every mention."""
    tail = "(2026-01-03, ref:t1, by:discord-42, in:discord-lantern.tavern)"
    old = "".join(f"- **Moss**: gladys, take {n} {tail}\n" for n in range(9))
    store.write_file(NOTE, f"# Gladys\n\n## Mentions\n\n{old}")
    for day in range(3):
        say(day)
    text = store.read_file(NOTE)
    assert (old in text, "[[2026-02-0" in text) == (True, True)


def test_a_batch_that_is_written_twice_changes_nothing(make_turn, history, store) -> None:
    """As after a run that died before it could say that it was done."""
    at = make_turn("x").timestamp
    history.record_many(
        make_turn(
            f"I painted kettle {n} for Gladys on Friday", who=who, timestamp=at + timedelta(days=n)
        )
        for n in range(12)
        for who in ("Moss", "Rowan")
    )
    turns = tuple(history.turns_after(0, 100))
    texts = []
    for size in (len(turns), len(turns)):
        writing = BatchWriting(
            history, store, ExtractiveWriter(), WritingRules(UTC), TreeRegister(store)
        )
        writing.refresh()
        cut = CutTalk(writing.reach_of(turns[0].turn.place.slug), turns[:size])
        pending = writing.prepare(cut, StagedBatches(history.ledger, lambda: at))
        writing.write(pending, writing.read(pending, None), "batch", dry_run=False)
        texts.append(store.read_file(NOTE))
    assert texts[0] == texts[1]


@pytest.mark.long
def test_each_talk_has_a_lead_a_list_and_a_count_of_its_own(say, store) -> None:
    """What one says moves no line of the other, and no number."""
    for day in range(8):
        say(day)
    alone = [line for line in store.read_file(NOTE).splitlines() if "lantern" in line]
    for day in range(8, 16):
        say(day, place=ABROAD)
    both = store.read_file(NOTE).splitlines()
    assert [line for line in both if "lantern" in line] == alone
    assert sum(" more since " in line for line in both) == 2


@pytest.mark.parametrize(
    "text",
    [
        "3 more since 2026-02-03",
        "1 more, in [[2026-02-04-evening]]",
        "1 more since 2026-02-03, in [[2026-02-04-evening]]",
        "2 more since 2026-02-04, in [[2026-02-04-evening]]",
        "12 more since 2026-02-03, in [[2026-02-04-evening]], [[2026-02-03-night]]",
    ],
)
def test_a_count_is_read_as_it_is_written(text: str) -> None:
    """So that the next batch can go on from it."""
    assert Count.of(Record(text)).text == text


@pytest.mark.parametrize("is_at_once", [True, False])
def test_who_says_the_same_again_is_linked_once_to_the_line_that_is_there(
    make_turn, history, store, say, is_at_once
) -> None:
    """A session has one line for it; a link to the other turn would lead to none."""
    say(0)
    say(1)
    at = make_turn("x").timestamp + timedelta(days=2)
    said = [
        make_turn(IS, who=who, user_id=id_, ref=f"r{n}", timestamp=at + timedelta(minutes=n))
        for n, (who, id_) in enumerate((("Moss", "1"), ("Sam", "2"), ("Sam", "2"), ("Sam", "3")))
    ]
    for turns in [said] if is_at_once else [[one] for one in said]:
        history.record_many(turns)
        MemoryWriter(history, store, ExtractiveWriter(), lambda: at, WritingRules(UTC)).run()
    _, lost = lost_links(store)
    assert lost == []
    assert "#^r0" in store.read_file(NOTE)

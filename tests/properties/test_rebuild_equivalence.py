"""However the index came to be, it answers like one built anew."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.store import Cause

PLACES = (Place("discord", "tavern", "lantern"), Place("discord", "42", kind=PlaceKind.DM))
PATHS = ("people/discord-42.md", "topics/tea.md", "sessions/2026-02-02-evening.md", "notes.md")
FORMS = (
    "- {})",
    "- likes:: {}, seen:2, by:discord-42)",
    "- ~~lives_in:: {}, since 2025, until 2026-01, by:discord-42)~~ ^old",
    "- friend_of:: [Zed](../topics/tea.md) {}, replaces:^old)",
    "- plays:: {}, subject:discord-42, confidence:0.5)",
    "- Part of:: [[tea]] (2026-02-03, seen:2)",
    "- lives_in:: Zed",
    "- with [[discord-42]] {})",
)
"""What becomes of a line that lacks its end: words, and facts that hold, ended, link, replace.

Some need none: relations, names, links.
"""
WORDS = ("tea", "thesis", "kettle", "viva", "Rowan", "Zed", "march")
CALLS = ("Hey Kate!", "Thanks, Kate.", "hey kate", "Hey Zed!", "call me Kate")
QUERIES = ("tea kettle", "what did Kate say of Rowan in march", "Zed thesis", "viva")
FIRST = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
lines = texts | st.sampled_from(CALLS)
people = st.sampled_from((("42", "Rowan"), ("42", "Zed"), ("7", "Bo")))


class Life(RuleBasedStateMachine):
    """Notes and turns come, change and go, by the engine and behind its back."""

    make = None

    @initialize()
    def begin(self) -> None:
        """An empty familiar."""
        self.home = Path(tempfile.mkdtemp())
        self.loop = asyncio.new_event_loop()
        self.familiar = type(self).make(self.home)
        self.run(self.familiar.start())
        self.count = itertools.count(1)
        self.refs: list[tuple[int, Place]] = []

    def run(self, awaitable):
        """Wait for something."""
        return self.loop.run_until_complete(awaitable)

    def note(self, words: str, lines: int) -> str:
        """The text of a person's note."""
        said = (
            f"{words} {n} (2026-02-0{1 + n % 9}, ref:{n}, in:{PLACES[n % 2].slug}"
            for n in range(lines)
        )
        bullets = (FORMS[n % len(FORMS)].format(line) for n, line in enumerate(said))
        return "\n".join(
            (f"# {words}", "", "## Aliases", "", f"- {words[:3]}", "", "## Facts", "", *bullets, "")
        )

    @rule(path=st.sampled_from(PATHS), words=texts, lines=st.integers(0, 5))
    def write(self, path, words, lines):
        """Through the store."""
        self.familiar.store.write_file(path, self.note(words, lines), cause=Cause("test"))

    @rule(path=st.sampled_from(PATHS), words=texts, lines=st.integers(0, 5))
    def save_behind_its_back(self, path, words, lines):
        """As an editor does."""
        file = self.home / "ember" / "memory" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(self.note(words, lines), "utf-8")

    @rule(path=st.sampled_from(PATHS))
    def delete(self, path):
        """Behind its back."""
        (self.home / "ember" / "memory" / path).unlink(missing_ok=True)

    @rule(path=st.sampled_from(PATHS), to=st.sampled_from(PATHS))
    def move(self, path, to):
        """Through the store, where it can be done."""
        store = self.familiar.store
        if store.exists(path) and not store.exists(to):
            store.move(path, to, cause=Cause("test"))

    @rule(place=st.sampled_from(PLACES), words=lines, who=people)
    def say(self, place, words, who):
        """A new turn, sometimes under a new name."""
        ref = next(self.count)
        self.refs.append((ref, place, who[0]))
        at = FIRST + timedelta(minutes=25 * ref)
        author = Author("discord", *who)
        self.run(self.familiar.record(Turn(str(ref), at, place, author, words)))

    @precondition(lambda self: self.refs)
    @rule(data=st.data(), words=lines, deleted=st.booleans(), name=st.sampled_from(("Zed", "Kim")))
    def amend(self, data, words, deleted, name):
        """An edit or a deletion of a turn."""
        ref, place, user = data.draw(st.sampled_from(self.refs))
        at = FIRST + timedelta(days=1, seconds=next(self.count))
        author = Author("discord", user, name)
        turn = Turn(str(ref), at, place, author, words, edited=True, deleted=deleted)
        self.run(self.familiar.record(turn))

    @rule()
    def ask(self):
        """A snapshot is taken in between, so that later ones are patched."""
        self.run(self.familiar.search("tea"))

    @rule()
    def restart(self):
        """Close and open again."""
        self.run(self.familiar.close())
        self.familiar = type(self).make(self.home)
        self.run(self.familiar.start())

    @rule()
    def lose_the_index(self):
        """While it is open."""
        for name in ("embeddings.sqlite", "embeddings.sqlite-wal", "embeddings.sqlite-shm"):
            (self.home / "ember" / "memory" / ".index" / name).unlink(missing_ok=True)

    def answers(self, familiar):
        """What the owner and a guest get."""
        owner = [self.run(familiar.search(q, limit=20)) for q in QUERIES]
        guest = [
            self.run(familiar.search(RecallRequest(q, place=PLACES[0]), limit=20)) for q in QUERIES
        ]
        author = Author("discord", "42", "Rowan")
        shown = [
            self.run(familiar.recall(RecallRequest(q, author, place))).render()
            for q in QUERIES[:2]
            for place in PLACES
        ]
        called = [person.called for person in self.run(familiar.people.known())]
        known = familiar.knowledge
        viewers = (None, PLACES[0])
        facts = [self.run(known.facts(include_retired=True, place=p)) for p in viewers]
        timelines = [self.run(known.timeline(name)) for name in ("discord-42", "tea")]
        keys = ("topics/tea.md", "people/discord-42.md")
        graphs = [self.run(known.graph(key, place=p)) for key in keys for p in viewers]
        entities = [self.run(known.entities(place=p)) for p in viewers]
        return owner, guest, shown, called, facts, timelines, graphs, entities

    @invariant()
    def it_is_what_a_fresh_build_is(self):
        """Digests by table, answers by patched and by new snapshot."""
        if not hasattr(self, "familiar"):
            return
        self.run(self.familiar.settle())
        report = self.run(self.familiar.index.verify())
        assert report.same, report
        patched = self.answers(self.familiar)
        index = self.familiar.parts.files.index
        again = EmbeddingIndex(index.path, index.identity)
        snapshot = again.snapshot()
        again.close()
        assert len(snapshot.segments) == 1
        index._forget()
        assert self.answers(self.familiar) == patched

    def teardown(self):
        """At the end: deleted and built anew, the answers are the same."""
        if not hasattr(self, "familiar"):
            return
        before = self.answers(self.familiar)
        self.run(self.familiar.close())
        shutil.rmtree(self.home / "ember" / "memory" / ".index")
        self.familiar = type(self).make(self.home)
        self.run(self.familiar.start())
        self.run(self.familiar.settle())
        after = self.answers(self.familiar)
        self.run(self.familiar.close())
        self.run(self.loop.shutdown_default_executor())
        self.loop.close()
        shutil.rmtree(self.home)
        assert after == before


def test_the_index_does_not_differ_from_a_fresh_one(new_familiar):
    """Over two short lives of notes and turns."""
    _live(new_familiar, 2)


@pytest.mark.long
def test_the_index_never_differs_from_a_fresh_one(new_familiar):
    """Over any life of notes and turns."""
    _live(new_familiar, 12)


def _live(new_familiar, lives):
    Life.make = staticmethod(new_familiar)
    run_state_machine_as_test(
        Life,
        settings=settings(
            max_examples=lives,
            stateful_step_count=12,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )

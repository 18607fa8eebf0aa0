"""What the writer makes of talk tells nobody of talk that they may not know.

Two familiars hear the same talk at the same times and write it up as often: one hears all,
one only what a viewer may know. Then that viewer finds the same lines in the notes of both,
under the same names, and gets the same answers. `WRITER_WORLDS` = how many worlds are tried.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from familiars import started
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.familiar import Familiar
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer, permits
from familiar_memory.knowledge.tree_rules import channel_of
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.proposal import Proposal
from familiar_memory.recall.names.titles import known_names, title_of
from familiar_memory.store.limits import Limits
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.batch import Batch
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.model.extractor import ModelWriter, ReplyLimits
from familiar_memory.writers.writing import WritingRules

WORLDS = int(os.environ.get("WRITER_WORLDS", "30"))
FIRST = datetime(2026, 2, 2, 9, tzinfo=UTC)
TAVERN, GARDEN = Place("discord", "tavern", "lantern"), Place("discord", "garden", "lantern")
ABROAD = Place("discord", "hall", "abroad")
STREAM = Place("twitch", "moss", kind=PlaceKind.STREAM)
DM_42, DM_7 = (Place("discord", user, kind=PlaceKind.DM) for user in ("42", "7"))
PLACES = (TAVERN, GARDEN, ABROAD, STREAM, DM_42, DM_7)
NAMES = ("Rowan", "SecretDeadname", "Gladys", "Mary Jane", "はるか", "Will")
TEXTS = (
    "so Gladys moved again, by three inches",
    "I am told that Gladys has moved to Fenlight.",
    "gladys pointed east and then Gladys wept",
    "we decided to build Fenlight on Friday the 13th of March",
    "the heron booked a kettle for Fenlight",
    "I work at the county records office in Durham.",
    "I work at Initech and I live in Oban.",
    "I'm allergic to sesame, and I love rhubarb pie.",
    "my heron finished the tithe map because of the kettle",
    "I've decided to quit the records office on 3 March",
    "kettle kettle heron",
    "ok",
    "does anybody know Mary Jane?",
    "thanks, Rowan! I will bring the kettle to Lantern Night",
    "#lantern_night is near, bring a heron",
    "フェンライトのゲームはすごい",
)


@dataclass(frozen=True)
class Said:
    """Where, who under what name, what, how many minutes after the last; is it written up then."""

    place: Place
    user: str
    name: str
    text: str
    minutes: int
    then_write: bool = False


@st.composite
def talks(draw: st.DrawFn, most: int) -> tuple[Said, ...]:
    """Mostly in few rooms, so that something recurs there; a DM has one person in it."""
    rooms = draw(st.lists(st.sampled_from(PLACES), min_size=1, max_size=4))
    said = draw(
        st.lists(
            st.builds(
                Said,
                st.sampled_from(rooms),
                st.sampled_from(("42", "7", "9")),
                st.sampled_from(NAMES[:3]) | st.sampled_from(NAMES),
                st.sampled_from(TEXTS),
                st.sampled_from((1, 1, 1, 30, 90, 700, 1500)),
                st.sampled_from((False,) * 9 + (True,)),
            ),
            min_size=1,
            max_size=most,
        )
    )
    return tuple(
        replace(one, user=one.place.channel) if one.place.is_private else one for one in said
    )


def steps(talk: Sequence[Said], viewer: Viewer | None) -> list[list[Turn]]:
    """What is recorded before each time of writing; with a viewer, only what they may know."""
    found: list[list[Turn]] = [[]]
    at = FIRST
    for number, one in enumerate(talk):
        at += timedelta(minutes=one.minutes)
        author = Author("discord", one.user, one.name)
        if viewer is None or permits(viewer, one.place.slug):
            found[-1].append(Turn(f"m{number}", at, one.place, author, one.text))
        if one.then_write:
            found.append([])
    return found


def lines_for(viewer: Viewer, store: MemoryStore) -> dict[str, object]:
    """What the notes tell this viewer: title, names and lines of those that tell anything.

    A note is known by its key: what its file is called may come from other talk.
    """
    reader = NoteParser(policy=viewer.policy)
    keys = TreeRegister(store).keys()
    told: dict[str, object] = {}
    for path in store.glob("**/*.md"):
        document = reader.read(keys.get(path, path), store.read_file(path), "")
        seen = [p for p in document.passages if permits(viewer, p.audience)]
        chunks = [c for c in document.chunks if permits(viewer, c.audience)]
        names = known_names(document, viewer)
        if seen or names:
            told[document.key] = (
                title_of(document, viewer),
                names,
                [(p.heading, p.text, p.audience, p.refs, p.retired, p.learned) for p in seen],
                [(c.embedding_text, document.names.get(c.audience)) for c in chunks],
            )
    return told


def take_names_off(store: MemoryStore) -> None:
    """As a person who wants every name gone: all lines under `## Aliases` are deleted."""
    for path in store.glob("people/**/*.md"):
        before, heading, behind = store.read_file(path).partition("## Aliases\n")
        listed, next_, rest = behind.partition("\n## ")
        kept = [line for line in listed.splitlines() if not line.startswith("- ")]
        text = f"{before}{heading}{chr(10).join(kept)}{next_}{rest}"
        (store.root / path).write_text(text, encoding="utf-8")


def viewer_of(talk: Sequence[Said], place: Place, user: str, policy: AudiencePolicy) -> Viewer:
    """Who asks, and where they have spoken."""
    rooms = frozenset(one.place.slug for one in talk if one.user == user)
    return Viewer(place.slug, policy, rooms if place.is_private else frozenset())


GLADYS = ("so Gladys moved again, by three inches", "I am told that Gladys has moved to Fenlight.")
SESSION = tuple(Said(TAVERN, "42", "Rowan", text, 1) for text in TEXTS[:10])
THINGS = ("walnut ladder attic", "copper basin cellar", "velvet curtain pantry", "tin whistle shed")
ALIKE = tuple(Said(TAVERN, "42", "Rowan", f"I decided on {words}", 1) for words in THINGS)
VIEWERS = {
    "place": st.sampled_from(PLACES),
    "user": st.sampled_from(("42", "7")),
    "policy": st.sampled_from(list(AudiencePolicy)),
}
IN_TAVERN = {"place": TAVERN, "user": "7", "policy": AudiencePolicy.GUILD, "size": 50}
ROOMY = Limits().max_file_bytes


@pytest.mark.long
@settings(
    max_examples=WORLDS,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(
    talk=talks(most=60),
    size=st.sampled_from((2, 3, 7, 50)),
    cap=st.sampled_from((ROOMY, 1_500, 500)),
    is_tidied=st.booleans(),
    deleted=st.sampled_from(("", "names", "people", "names, then people")),
    **VIEWERS,
)
@example(
    # A name of another guild, whose line a person has deleted.
    talk=(
        Said(ABROAD, "42", "SecretDeadname", TEXTS[5], 1),
        Said(ABROAD, "42", "Rowan", TEXTS[5], 1, then_write=True),
        Said(TAVERN, "42", "Will", TEXTS[6], 90),
    ),
    cap=ROOMY,
    is_tidied=False,
    deleted="names",
    **IN_TAVERN,
)
@example(
    # A name used in private is no title.
    talk=(
        Said(DM_42, "42", "SecretDeadname", TEXTS[5], 1, then_write=True),
        Said(TAVERN, "42", "Rowan", TEXTS[6], 90),
    ),
    cap=ROOMY,
    is_tidied=False,
    deleted="",
    **IN_TAVERN,
)
@example(
    # What is told in private does not fill a note.
    talk=(
        *(Said(DM_42, "42", "Rowan", text, 1, then_write=True) for text in TEXTS[5:10]),
        Said(TAVERN, "42", "Rowan", TEXTS[6], 90),
    ),
    cap=500,
    is_tidied=False,
    deleted="",
    **IN_TAVERN,
)
@example(
    # Nor does the talk of another guild fill the file of a topic.
    talk=tuple(
        Said(place, user, "Will", f"{text} {number}", 700)
        for place in (ABROAD, TAVERN)
        for number, text in enumerate(GLADYS * 2)
        for user in ("42", "7")
    ),
    cap=1_500,
    is_tidied=False,
    deleted="",
    **IN_TAVERN,
)
@example(
    # What is said often in private is as rare in public as before.
    talk=(*(Said(DM_42, "42", "Rowan", "walnut ladder attic", 1),) * 30, *ALIKE),
    cap=ROOMY,
    is_tidied=False,
    deleted="",
    **IN_TAVERN,
)
@example(
    # A busy private room moves no border of a batch.
    talk=tuple(one for own in SESSION for one in (own, Said(DM_7, "7", "Will", "ok", 1))),
    cap=ROOMY,
    is_tidied=False,
    deleted="",
    **IN_TAVERN | {"size": 3},
)
@example(
    # What another guild speaks of is no topic here.
    talk=tuple(
        Said(place, user, "Will", text, 700)
        for text in (*GLADYS, GLADYS[0])
        for place, user in ((ABROAD, "42"), (ABROAD, "7"), (TAVERN, "42"))
    ),
    cap=ROOMY,
    is_tidied=False,
    deleted="",
    **IN_TAVERN,
)
@example(
    # A name that somebody has elsewhere only does not keep a word here from being a topic.
    talk=(
        Said(ABROAD, "9", "Gladys", "ok", 1),
        *(Said(TAVERN, user, "Will", text, 700) for text in GLADYS for user in ("42", "7")),
    ),
    cap=ROOMY,
    is_tidied=False,
    deleted="",
    **IN_TAVERN,
)
def test_what_is_written_tells_nothing_of_what_is_forbidden(
    talk: tuple[Said, ...],
    size: int,
    cap: int,
    is_tidied: bool,
    deleted: str,
    place: Place,
    user: str,
    policy: AudiencePolicy,
) -> None:
    """Lines, titles, names and what is embedded; also where a person deletes notes, or names."""
    user = place.channel if place.is_private else user
    viewer = viewer_of(talk, place, user, policy)
    told = []
    for only in (None, viewer):
        with tempfile.TemporaryDirectory() as folder:
            store = MemoryStore(Path(folder) / "memory", limits=Limits(max_file_bytes=cap))
            with HistoryStore(Path(folder) / "history.sqlite") as history:
                writer = MemoryWriter(
                    history,
                    store,
                    ExtractiveWriter(),
                    lambda: FIRST,
                    WritingRules(UTC, NoteRules(readers=policy)),
                    batch_turns=size,
                )
                for number, turns in enumerate(steps(talk, only)):
                    history.record_many(turns)
                    if is_tidied:
                        shutil.rmtree(store.root / "topics", ignore_errors=True)
                    # A note that is full is said to be.
                    assert writer.run().is_complete or cap < ROOMY
                    if deleted.startswith("names"):
                        take_names_off(store)
                    if deleted.endswith("people") and number % 2:
                        shutil.rmtree(store.root / "people", ignore_errors=True)
            told.append(lines_for(viewer, store))
    assert told[0] == told[1]


CAPITALS = re.compile(r"\b[A-Z][a-z]+\b")


def model_of(page: dict[str, Any]) -> dict[str, Any]:
    """A model that says much: of each turn something, and each known line is over, or else now."""
    operations: list[dict[str, Any]] = []
    summaries = []
    people = [one["id"] for one in page["known"]["people"]]
    for session in page["talk"]:
        for turn, _, who, text in session["turns"]:
            said = {"turn": turn, "quote": text, "certainty": "stated"}
            operations += [
                {"op": "state", "person": one, "aspect": "who", "text": f"{text[:60]}!"} | said
                for one in people[:2]
            ]
            operations += [
                {"op": "state", "topic": name, "aspect": "event", "text": f"{name} {text[:40]}!"}
                | said
                for name in CAPITALS.findall(text)
            ]
            operations.append({"op": "alias", "person": who, "text": text.split()[-1]} | said)
            records = [
                line["id"]
                for one in (*page["known"]["people"], *page["known"].get("topics", ()))
                for line in one.get("records", ())
            ]
            operations += [{"op": "retire", "record": one} | said for one in records[:1]]
            operations += [
                {"op": "update", "record": one, "text": f"{text[:60]}, now"} | said
                for one in records[1:2]
            ]
        text = f"{session.get('summary_so_far', '')[:200]} {session['turns'][0][3]}".strip()
        turn = session["turns"][0]
        summaries.append(
            {"session": session["id"], "text": text[:900], "turn": turn[0], "quote": turn[3]}
        )
    return {"summaries": summaries, "operations": operations}


def written_with_a_model(
    writer: MemoryWriter, is_theirs: Callable[[str], bool]
) -> list[tuple[str, ...]]:
    """Write up what waits; what is asked about the talk of these places."""
    asked = []
    with writer.start() as run:
        while (pending := run.next()) is not None:
            reply = None
            if pending.request is not None:
                messages = tuple(one.text for one in pending.request.messages)
                if all(is_theirs(one.turn.place.slug) for one in pending.batch.turns):
                    asked.append(messages)
                reply = Completion(json.dumps(model_of(json.loads(messages[1]))))
            run.finish(pending, reply)
    assert run.report.is_complete
    return asked


@pytest.mark.long
@settings(max_examples=WORLDS, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    talk=talks(most=30),
    size=st.sampled_from((2, 7, 50)),
    room=st.sampled_from((2_000, 50_000)),
    **VIEWERS,
)
@example(
    # What is known of somebody from private talk, or from another guild, is not on the page.
    talk=(
        Said(DM_42, "42", "SecretDeadname", TEXTS[5], 1, then_write=True),
        Said(ABROAD, "42", "Rowan", TEXTS[7], 1, then_write=True),
        Said(TAVERN, "42", "Rowan", TEXTS[6], 90, then_write=True),
        Said(TAVERN, "42", "Rowan", TEXTS[8], 90),
    ),
    room=50_000,
    **IN_TAVERN,
)
@example(
    # Another guild has named the topic first, and writes it otherwise.
    talk=(
        Said(ABROAD, "42", "Rowan", "gladys pointed east and then Gladys wept", 1, then_write=True),
        Said(TAVERN, "7", "Will", "so Gladys moved again, by three inches", 90, then_write=True),
        Said(TAVERN, "7", "Will", "gladys pointed east and then Gladys wept", 90),
    ),
    room=50_000,
    **IN_TAVERN,
)
def test_what_a_model_is_asked_and_what_comes_of_it_tells_nothing_of_what_is_forbidden(
    talk: tuple[Said, ...], size: int, room: int, place: Place, user: str, policy: AudiencePolicy
) -> None:
    """The page of a batch is of its reach alone, and so are the lines that a reply makes."""
    user = place.channel if place.is_private else user
    viewer = viewer_of(talk, place, user, policy)
    told = []
    for only in (None, viewer):
        asked: list[tuple[str, ...]] = []
        with tempfile.TemporaryDirectory() as folder:
            store = MemoryStore(Path(folder) / "memory")
            with HistoryStore(Path(folder) / "history.sqlite") as history:
                writer = MemoryWriter(
                    history,
                    store,
                    ModelWriter(ExtractiveWriter(), limits=ReplyLimits(prompt_chars=room)),
                    lambda: FIRST,
                    WritingRules(UTC, NoteRules(readers=policy)),
                    batch_turns=size,
                )
                for turns in steps(talk, only):
                    history.record_many(turns)
                    asked += written_with_a_model(writer, partial(permits, viewer))
            told.append((asked, lines_for(viewer, store)))
    assert told[0][0] == told[1][0]
    assert told[0][1] == told[1][1]


SECRET = "Zanzibella"
MODS = Place("discord", "mods", "lantern", private=True)


@pytest.mark.long
@settings(max_examples=WORLDS, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    talk=talks(most=40),
    size=st.sampled_from((2, 3, 50)),
    is_modded=st.booleans(),
    taken=st.sampled_from(((), ("discord-42", "discord-7"), ("Rowan", "Gladys"))),
)
@example(
    # What their file was to be called is taken by another meanwhile.
    talk=(Said(DM_42, "42", "Rowan", TEXTS[5], 1, then_write=True),),
    size=50,
    is_modded=False,
    taken=("discord-42",),
)
def test_no_file_is_called_by_a_name_that_was_heard_in_private_only(
    talk: tuple[Said, ...], size: int, is_modded: bool, taken: tuple[str, ...]
) -> None:
    """Nor does it stand in a property, or in a link: whoever is given the folder sees these."""
    private = (MODS, *(place for place in PLACES if place.is_private))
    if is_modded:
        talk = tuple(replace(one, place=MODS) if one.place == GARDEN else one for one in talk)
    with tempfile.TemporaryDirectory() as folder:
        store = MemoryStore(Path(folder) / "memory")
        with HistoryStore(Path(folder) / "history.sqlite") as history:
            extractor = _Interrupted(store.root, taken)
            writer = MemoryWriter(
                history, store, extractor, lambda: FIRST, WritingRules(UTC), batch_turns=size
            )
            for turns in steps(talk, None):
                for turn in turns:
                    said = turn.author.display_name
                    name = f"{SECRET} {said}" if turn.place in private else said
                    author = Author("discord", turn.author.user_id, name, said.lower())
                    history.record(replace(turn, author=author))
                assert writer.run().is_complete
        for path in store.glob("**/*.md"):
            text = store.read_file(path)
            assert SECRET not in path
            assert f"[[{SECRET}" not in text
            if channel_of(path) is None:
                assert SECRET not in read_frontmatter(text).source


class _Interrupted:
    """The writer, while a person makes notes between what is asked of it and what is written."""

    def __init__(self, root: Path, stems: tuple[str, ...]) -> None:
        self._writer = ExtractiveWriter()
        self._files = [root / "notes" / f"{stem}.md" for stem in stems]

    def ask(self, batch: Batch) -> ChatRequest | None:
        """As the writer does."""
        return self._writer.ask(batch)

    def read(self, reply: Completion | None, batch: Batch) -> tuple[Proposal, ...]:
        """As the writer does, once the notes are there."""
        for file in self._files:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("Somebody else.\n", encoding="utf-8")
        return self._writer.read(reply, batch)


UNSEEN = ("absent", "forbidden")
"""What the trace says of a person's note that tells this viewer nothing, or is not there."""
QUERIES = ("what of Gladys and SecretDeadname?", "Rowan, the kettle", "records office Will")


async def answers(
    familiar: Familiar, talk: Sequence[Sequence[Turn]], place: Place, author: Author
) -> list[str]:
    """Record and write up, step by step; then all that somebody in a place is told."""
    async with started(familiar):
        for turns in talk:
            await familiar.record_many(turns)
            assert (await familiar.write()).is_complete
        await familiar.settle()
        told: list[object] = []
        for query in QUERIES:
            found = await familiar.search(RecallRequest(query, place=place, author=author))
            told += [without_lines(hit) for hit in found.hits]
            context = await familiar.recall(RecallRequest(query, author, place))
            told += [context.render(), context.contributions]
            told += [one for one in context.trace.decisions if one.verdict not in UNSEEN]
            told.append(context.trace.degraded)
    # A line that may not be known takes a line of the file.
    return [re.sub(r"(\.md:|\bline=)\d+", r"\1", repr(one)) for one in told]


def without_lines(hit: SearchHit) -> SearchHit:
    """A hit without the numbers of lines."""
    return replace(hit, line=None)


@pytest.mark.long
@settings(
    max_examples=max(WORLDS // 5, 1),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(talk=talks(most=30), size=st.sampled_from((2, 7, 50)), **VIEWERS)
@example(
    # A name used in private is no title, and nobody is found by it.
    talk=(
        Said(DM_42, "42", "SecretDeadname", TEXTS[5], 1, then_write=True),
        Said(TAVERN, "42", "Rowan", TEXTS[6], 90),
    ),
    **IN_TAVERN,
)
@example(
    # A nickname of another guild is not known here.
    talk=(
        Said(ABROAD, "42", "SecretDeadname", TEXTS[5], 1),
        Said(TAVERN, "42", "Rowan", TEXTS[6], 90),
    ),
    **IN_TAVERN,
)
def test_what_is_told_of_what_was_written_tells_nothing_of_what_is_forbidden(
    new_familiar, talk, size, place, user, policy
):
    """Hits with their scores and titles, and the whole context."""
    user = place.channel if place.is_private else user
    viewer = viewer_of(talk, place, user, policy)
    setting = f'[audience]\npolicy = "{policy}"\n[memory_writer]\nbatch_turns = {size}\n'
    told = []
    for only in (None, viewer):
        with tempfile.TemporaryDirectory() as home:
            familiar = new_familiar(Path(home), settings=setting)
            author = Author("discord", user, "Somebody")
            told.append(asyncio.run(answers(familiar, steps(talk, only), place, author)))
    assert told[0] == told[1]

"""How worlds and questions are drawn: small, but of everything something."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from familiar_memory.domain.question.context import Mode
from familiar_memory.knowledge.audience import AudiencePolicy
from worlds.pages import BREAKS, FRONTS, TAILS
from worlds.values import (
    CLOSED,
    DM_7,
    DM_42,
    PLACES,
    TAVERN,
    Change,
    Line,
    MadePrivate,
    Note,
    Question,
    Said,
    Unsaid,
    World,
    Wrote,
)

__all__ = ["questions", "worlds"]

NAMES = ("Rowan", "Mary", "Mary Jane", "Will", "Zoë", "はるか")
WORDS = ("tea", "thesis", "kettle", "boss", "viva", "lantern", "march", "Rowan", "Mary", "Jane")
SENTENCES = (
    "I live in York.",
    "I moved to Oban, I live in Oban now.",
    "I work at the Mill.",
    "I don't work at the Mill any more.",
    "I am allergic to nuts.",
    "It's sesame, not nuts.",
    "We talked about Project Alpha again, Mary.",
    "Project Alpha needs a kettle, and I promised one.",
    "Is Project Alpha done by March?",
    "My viva is on Thursday and I'm scared about the thesis.",
    "I finished my thesis about lantern kettles yesterday!",
    "I decided to quit the county records office.",
    "nothing much, tea as ever",
    "Always bring a kettle when I ask about tea.",
    "I prefer lanterns to a kettle, Will.",
    "the kettle boiled over, Will",
    "Hey Kate! How was the viva?",
    "Thanks, Kate!",
    "hey kate",
    "Call me Kate. Is there tea?",
)
FACTS_ASKED = (
    "Where does Mary Jane work?",
    "Where did Mary work before?",
    "Where did Will work in February 2026?",
    "Has Rowan ever worked at a kettle?",
    "Who works at the viva?",
    "where do I work?",
    "where did she work in 2026?",
    "はるかさんは前にどこで働いていましたか？",
    "What does Zoë own?",
)
"""Questions for what is known, and for what has ended."""
AUDIENCES = ("everyone", "owner", *(place.slug for place in PLACES))
USERS = ("42", "7", "9")

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(tuple)
audiences = st.none() | st.sampled_from(AUDIENCES)
tails = st.sampled_from(("", "", "", "", *TAILS))
kinds = st.sampled_from(
    (
        *("", "", "fact", "owns", "was", "same", "friend", "link", "tags", "struck", "ended"),
        *("part", "lives", "named"),
    )
)


def _lines(children: st.SearchStrategy[tuple[Line, ...]]) -> st.SearchStrategy[Line]:
    sizes = st.sampled_from((1, 1, 1, 40))
    return st.builds(Line, texts, audiences, tails, sizes, children, kinds)


_leaves = _lines(st.just(()))
_trees = st.lists(_lines(st.lists(_leaves, max_size=2).map(tuple)), min_size=1, max_size=4).map(
    tuple
)
# Below a heading that is the owner's, what a line says for itself is a question of taste.
_silent = st.lists(st.builds(Line, texts), max_size=3).map(tuple)
_thirds = st.none() | st.sampled_from(("Thesis", "Kettle"))
_FREE = st.sampled_from(("Facts", "Boss", "Notes"))
_BY_PLACE = st.sampled_from(tuple(place.slug for place in PLACES))
PATHS = {
    "people/discord-42.md": _FREE,
    "people/discord-7.md": _FREE,
    "people/twitch-u9.md": _FREE,
    "topics/thesis.md": _FREE,
    "topics/boss.md": _FREE,
    "lore/kettle.md": _FREE,
    "lore/tea.md": _FREE,
    "sessions/2026-02-02-evening.md": _BY_PLACE,
    "sessions/2025-01-02-evening.md": _BY_PLACE,
    "days/2026-03-01.md": _BY_PLACE,
    "days/2026-02-27.md": _BY_PLACE,
    "self/stances.md": _FREE,
    "self/rules.md": _FREE,
    "self/scenario.md": _FREE,
    "lore/imported/mill/gate.md": _FREE,
    f"channels/{TAVERN.slug}.md": _FREE,
    f"channels/{DM_42.slug}.md": _FREE,
}


def _sections(path: str) -> st.SearchStrategy[tuple[object, ...]]:
    usual = st.tuples(PATHS[path], _thirds, _trees, st.just(False))
    if PATHS[path] is _FREE:
        usual |= st.tuples(PATHS[path], _thirds, _silent, st.just(True))
    return st.lists(usual, min_size=1, max_size=3).map(tuple)


_fronts = st.none() | st.sampled_from(("public", *AUDIENCES, *FRONTS))
_notes = st.sampled_from(sorted(PATHS)).flatmap(
    lambda path: st.builds(
        Note,
        st.just(path),
        st.sampled_from(NAMES),
        st.none() | _fronts,
        st.lists(st.sampled_from(NAMES), max_size=3, unique=True).map(tuple),
        _sections(path),
    )
)
_said = st.builds(
    Said,
    st.sampled_from(PLACES),
    st.sampled_from(USERS),
    st.sampled_from(NAMES),
    st.sampled_from(SENTENCES) | texts.map(" ".join),
    st.sampled_from((1, 1, 90, 60 * 26)),
    st.just(()) | st.tuples(st.sampled_from(NAMES)),
)
_unsaid = st.builds(Unsaid, st.integers(0, 7), st.sampled_from(("", *SENTENCES[:6])))
_numbers = st.integers(0, 4)
_changes = st.one_of(
    st.builds(Change, _numbers, st.just("narrow"), _numbers, st.sampled_from(AUDIENCES)),
    st.builds(Change, _numbers, st.just("front"), _numbers, st.sampled_from((*AUDIENCES, *FRONTS))),
    st.builds(Change, _numbers, st.just("reword"), _numbers, st.sampled_from(WORDS)),
    st.builds(Change, _numbers, st.sampled_from(("drop", "strike", "delete")), _numbers),
    st.builds(Change, _numbers, st.just("retitle"), _numbers, st.sampled_from(NAMES)),
    st.builds(Change, _numbers, st.just("rename"), _numbers, st.sampled_from(("a", "b"))),
    st.builds(
        Change, _numbers, st.just("break"), _numbers, st.sampled_from((*BREAKS, "bytes", "folder"))
    ),
)
_wrote = st.just(Wrote())
_moved = st.builds(MadePrivate, st.integers(0, 7))
_races = st.none() | _changes | st.builds(Unsaid, st.integers(0, 7)) | _moved


def _some(notes: int, events: st.SearchStrategy[object], least: int) -> st.SearchStrategy[World]:
    return st.builds(
        World,
        st.lists(_notes, min_size=notes, max_size=4, unique_by=lambda note: note.path).map(tuple),
        st.lists(events, min_size=least, max_size=9).map(tuple),
        _races,
    )


worlds = st.one_of(
    # People talk, and it is written down now and then.
    _some(0, _said | _said | _said | _moved | _wrote, 3).map(
        lambda world: World(world.notes[:1], (*world.events, Wrote()))
    ),
    # Notes are edited.
    _some(1, _changes, 1),
    # Both at once.
    _some(0, st.one_of(_said, _said, _said, _unsaid, _moved, _changes, _wrote), 0),
)
"""Worlds of three kinds, so that each kind of event often meets its own."""


def _in_their_own_dm(asked: Question) -> Question:
    """Who asks in a direct message is the one it is with."""
    is_dm = asked.place in (DM_42, DM_7)
    return replace(asked, user=asked.place.channel) if is_dm else asked


_moments = st.none() | st.integers(0, 9)
questions = st.builds(
    Question,
    st.sampled_from(SENTENCES)
    | st.sampled_from(FACTS_ASKED)
    | st.lists(st.sampled_from((*WORDS, "Will,", "はるか", "York", "Kate")), max_size=6).map(
        " ".join
    ),
    st.sampled_from(PLACES) | st.sampled_from(PLACES) | st.sampled_from(CLOSED),
    st.sampled_from(USERS),
    st.sampled_from(list(AudiencePolicy)),
    st.sampled_from(list(Mode)),
    st.sampled_from((False, False, False, True)),
    st.lists(st.integers(0, 12), max_size=2, unique=True).map(tuple),
    _moments,
    st.none() | st.none() | st.sampled_from((40, 300, 2_000)),
    st.booleans(),
    st.sampled_from(("", "", "tea or kettle?", "where is Mary Jane")),
    st.none() | st.integers(0, 7),
).map(_in_their_own_dm)

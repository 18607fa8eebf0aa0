"""The reason of every passage that did not come is what really kept it out."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from familiar_memory.domain.question.context import Mode, RecallRequest
from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.recall import pipeline

TAVERN = Place("discord", "tavern", "lantern")
DM = Place("discord", "42", kind=PlaceKind.DM)
ROWAN = Author("discord", "42", "Rowan")
NOW = datetime(2026, 3, 1, tzinfo=UTC)
PATHS = ("topics/tea.md", "sessions/2026-01-05-evening.md", "sessions/2026-02-20-evening.md")


@dataclass(frozen=True)
class Line:
    """A bullet, by what could keep it out."""

    audience: str | None
    learned: int
    expires: int | None
    until: int | None
    is_struck: bool
    kind: str | None
    topic: str | None
    tag: str | None
    speaks: bool

    def text(self, token, before=""):
        """As written; days are days of February."""
        tail = [f"2026-02-{self.learned:02}"]
        tail += [f"in:{self.audience}"] if self.audience else []
        tail += [f"expires:2026-02-{self.expires:02}"] if self.expires else []
        tail += [f"until 2026-02-{self.until:02}"] if self.until else []
        tail += [f"type:{self.kind}"] if self.kind else []
        tail += [f"topic:{self.topic}"] if self.topic else []
        tail += [f"tags:{self.tag}"] if self.tag else []
        line = f"{before}{'heron' if self.speaks else 'gravel'} {token} ({', '.join(tail)})"
        return f"- ~~{line}~~" if self.is_struck else f"- {line}"


days = st.integers(1, 27)
lines = st.builds(
    Line,
    st.sampled_from((None, None, None, TAVERN.slug, DM.slug, "owner")),
    days,
    st.none() | st.none() | days,
    st.none() | st.none() | days,
    st.sampled_from((False, False, True)),
    st.sampled_from((None, "episodic", "procedural")),
    st.sampled_from((None, "work", "finance")),
    st.sampled_from((None, "tea")),
    st.sampled_from((True, True, True, False)),
)
trees = st.lists(st.tuples(st.sampled_from(PATHS), lines), min_size=1, max_size=6)
filters = st.builds(
    RecallFilters,
    type=st.sampled_from((None, None, "episodic", "procedural")),
    topic=st.sampled_from((None, None, "work")),
    tags=st.sampled_from(((), (), ("tea",))),
    since=st.none() | st.none() | days.map(lambda d: datetime(2026, 2, d, tzinfo=UTC)),
    entity=st.sampled_from((None, None, None, "tea")),
)
moments = st.none() | days.map(lambda d: datetime(2026, 2, d, 12, tzinfo=UTC))


def at(number):
    """The beginning of a day of February."""
    return datetime(2026, 2, number, tzinfo=UTC)


def reasons_for(path, line, place, wanted, as_of, *, is_recall):
    """All that keeps a line out, in no order: written anew, from the documentation."""
    moment = as_of or NOW
    out = set()
    if place is not None and line.audience not in (None, place.slug):
        out.add("forbidden")
    if as_of is None and line.is_struck:
        out.add("retired")
    if as_of is not None:
        if at(line.learned) > as_of:
            out.add("not so then")
        if line.until is not None and as_of >= at(line.until):
            out.add("not so then")
        if line.is_struck and line.until is None:
            out.add("retired")
    if line.expires is not None and at(line.expires) <= moment:
        out.add("expired")
    kept = (
        wanted.type in (None, line.kind),
        wanted.topic is None or line.topic in (None, wanted.topic),
        not wanted.tags or line.tag == "tea",
        wanted.since is None or at(line.learned) >= wanted.since,
        wanted.entity is None or path == "topics/tea.md",
    )
    oldest = (moment - timedelta(days=30)).date().isoformat()
    is_old = is_recall and path.startswith("sessions/") and path[9:] < oldest
    if is_old or not all(kept):
        out.add("filtered")
    return out


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch):
    """What a busy machine is late with is no matter of reasons."""
    monkeypatch.setattr(pipeline, "STEPS_S", dict.fromkeys(Mode, 60.0))
    monkeypatch.setattr(pipeline, "DEADLINES_S", dict.fromkeys(Mode, 60.0))


PLAIN = Line(None, 3, None, None, False, None, None, None, True)
ANY = RecallFilters()


@settings(
    max_examples=40,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(trees, st.sampled_from((None, TAVERN)), filters, moments, st.booleans())
@example([(PATHS[1], PLAIN)], None, ANY, None, True)
@example([(PATHS[0], PLAIN)], None, RecallFilters(tags=("tea",)), None, False)
@example([(PATHS[1], PLAIN)], None, RecallFilters(entity="tea"), None, False)
@example([(PATHS[0], PLAIN)], None, ANY, at(2), False)
def test_a_passage_that_did_not_come_was_kept_out_by_its_reason(
    tmp_path_factory, new_familiar, tree, place, wanted, as_of, is_recall
):
    """By the independent oracle; and one that nothing keeps out came, or shares no word."""

    async def run():
        async with new_familiar(tmp_path_factory.mktemp("world"), now=NOW) as familiar:
            where = []
            for path in PATHS:
                own = [(n, line) for n, (p, line) in enumerate(tree) if p == path]
                where += [(f"{path}:{3 + i}", path, line) for i, (_, line) in enumerate(own)]
                text = "# T\n\n" + "".join(f"{line.text(f'zq{n}z')}\n" for n, line in own)
                familiar.store.write_file(path, text)
            await familiar.settle()
            # Nobody speaks: what stands on the page as a note is not asked of here.
            request = RecallRequest("heron", None, place, filters=wanted, as_of=as_of, limit=50)
            pages = {c.label for c in (await familiar.recall(request)).contributions}
            for subject, path, line in where:
                limit = None if is_recall else 50
                (answer,) = (await familiar.why_not(subject, request, search_limit=limit)).answers
                real = reasons_for(path, line, place, wanted, as_of, is_recall=is_recall)
                if is_recall and path in pages:
                    # The last session stands on the page when a new one begins.
                    real.add("already shown")
                told = answer.reason.value
                if real:
                    assert told in real
                elif not line.speaks:
                    assert told in ("nothing in common", "present", "too far behind")
                else:
                    assert told in ("present", "too far behind", "no room")

    asyncio.run(run())


PAGES = (
    "self/description.md",
    "people/discord-42.md",
    "lore/inn.md",
    "channels/discord-lantern.tavern.md",
    *PATHS,
)
_LORE_HEAD = "# Inn\n\nKeys:\n\n- heron\n\n---\n\n"
starts = st.sampled_from(("", "", "likes:: ", "{{user}} "))
_ON_PAGE = ("already shown", "present")


def note_of(path, bullets):
    """A note with these lines: the card and lore in the form that they have."""
    head = {"self/description.md": "", "lore/inn.md": _LORE_HEAD}.get(path, "# T\n\n")
    return head + "".join(bullets)


@settings(
    max_examples=40,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(
    st.lists(
        st.tuples(st.sampled_from(PAGES), lines, starts),
        min_size=1,
        max_size=8,
    ),
    filters,
    moments,
    st.booleans(),
    st.sampled_from((None, None, 300, 100)),
)
@example([("self/description.md", PLAIN, "")], RecallFilters(since=at(20)), None, False, None)
@example([("self/description.md", PLAIN, "{{user}} ")], ANY, at(2), False, None)
@example([("self/description.md", PLAIN, "")], ANY, None, True, None)
@example([("people/discord-42.md", PLAIN, "")], RecallFilters(tags=("tea",)), None, False, None)
@example([(PATHS[1], PLAIN, "")], ANY, None, False, None)
@example([("people/discord-42.md", PLAIN, "")] * 60, ANY, None, False, 100)
@example([("lore/inn.md", PLAIN, "{{user}} ")], RecallFilters(topic="work"), None, True, None)
def test_what_is_on_the_page_is_given_no_other_reason(
    tmp_path_factory, new_familiar, tree, wanted, as_of, is_broadcast, budget
):
    """And what is said to be on the page is: by the words of the prompt itself."""

    async def run():
        async with new_familiar(tmp_path_factory.mktemp("world"), now=NOW) as familiar:
            for path in PAGES:
                own = [
                    f"{line.text(f'zq{n}z', more)}\n"
                    for n, (p, line, more) in enumerate(tree)
                    if p == path
                ]
                if own:
                    familiar.store.write_file(path, note_of(path, own))
            await familiar.settle()
            request = RecallRequest(
                "heron", ROWAN, TAVERN,
                filters=wanted, as_of=as_of, is_broadcast=is_broadcast, budget=budget,
            )  # fmt: skip
            page = (await familiar.recall(request)).render()
            for n, (_, line, _) in enumerate(tree):
                report = await familiar.why_not(f"zq{n}z", request)
                told = {answer.reason.value for answer in report.answers}
                if f"zq{n}z" in page:
                    assert told and told <= set(_ON_PAGE), (n, line, told)
                else:
                    assert not told & set(_ON_PAGE), (n, line, told)
                for answer in report.answers:
                    assert "None" not in answer.because and "('" not in answer.because

    asyncio.run(run())

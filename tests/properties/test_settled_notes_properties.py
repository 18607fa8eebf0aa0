"""A night that passes by what is settled does what a night does that looks into everything."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st
from merging_nights import Merging, line, merging, note_of

from familiar_memory.errors import ConflictError, ModelError
from familiar_memory.llm.base import ChatRequest
from familiar_memory.store.base import Cause
from familiar_memory.store.undo.plan import undo

_PATHS = ("people/discord-42.md", "people/discord-7.md", "topics/tea.md")
_TEXTS = (
    "plays the banjo",
    "plays the banjo in Oban",
    "plays the banjo in Tidewater",
    "plays banjo",
    "does not play the banjo",
    "Repairs broken zithers in a dry cellar",
    "Repairs broken zithers in a dry cellar at night",
    "Repairs broken zithers in a dry cellar near Oban",
)
_MORE = ("", "", ", expires:2026-03-02", ", expires:2026-03-04", ", importance:7")
_line = st.builds(line, st.sampled_from(_TEXTS), st.integers(1, 9), st.sampled_from(_MORE))
_step = st.one_of(
    st.tuples(st.just("write"), st.sampled_from(_PATHS), st.lists(_line, min_size=1, max_size=6)),
    st.tuples(st.just("delete the last live line"), st.sampled_from(_PATHS), st.just([])),
    st.tuples(st.just("rename"), st.sampled_from(_PATHS), st.just([])),
    st.tuples(st.just("undo"), st.just(""), st.just([])),
    st.tuples(st.just("the file goes"), st.just(""), st.just([])),
    st.tuples(st.just("nothing"), st.just(""), st.just([])),
)
_nights = st.lists(
    st.tuples(_step, st.sampled_from((None, "fails", "", "no reply", "words")), st.integers(0, 1)),
    min_size=2,
    max_size=6,
)


def _step_of(tree: Merging, what: str, path: str, lines: Sequence[str]) -> str:
    """Something happens between two nights; the note of what is refused, else ""."""
    cause = Cause("editor")
    if what == "write":
        tree.write(*lines, path=path)
    elif what == "the file goes":
        tree.kept.unlink(missing_ok=True)
    elif what == "undo":
        done = [one for one in tree.journal.entries(newest_first=True) if one.batch == "night"]
        try:
            if done:
                undo(tree.store, tree.journal, done[0].id)
        except ConflictError:
            return done[0].path
    elif path and tree.store.exists(path):
        rows = tree.text(path).splitlines(keepends=True)
        live = [at for at, one in enumerate(rows) if one.startswith("- ") and "~~" not in one]
        if what == "rename":
            tree.store.move(path, path.replace(".md", " of old.md"))
        elif live:
            del rows[live[-1]]
            tree.store.write_file(path, "".join(rows), cause=cause)
    tree.register.look_at_all()
    return ""


def _answer(said: str) -> object:
    """A model that always says so much of whatever it is asked."""

    def answer(request: ChatRequest) -> str | ModelError:
        if said == "fails":
            return ModelError("it is asleep")
        if said == "words":
            return '{"text": "plays the banjo in Tidewater in Oban"}'
        return "{" if said == "no reply" else '{"text": ""}'

    return answer


def _texts(tree: Merging) -> dict[str, str]:
    return {one.path: tree.text(one.path) for one in tree.store.scan_files().files}


@settings(max_examples=60, deadline=None)
@given(_nights)
@example(
    [
        (("write", "topics/tea.md", [line("plays the banjo", 1, "")] * 2), None, 0),
        (("rename", "topics/tea.md", []), None, 0),
        (("undo", "", []), None, 0),
    ]
)
def test_what_is_settled_needs_no_look(nights: Sequence[tuple[tuple, str | None, int]]) -> None:
    """Of two trees with one history, after each night every note is the same."""
    with (
        tempfile.TemporaryDirectory() as folder,
        merging(Path(folder, "one")) as kept,
        merging(Path(folder, "other")) as fresh,
    ):
        later = timedelta()
        for tree in (kept, fresh):
            (tree.store.root / "notes.md").write_text(note_of(()))
        for step, said, days in nights:
            later += timedelta(days=days)
            reports, refused = [], []
            for tree in (kept, fresh):
                refused.append(_step_of(tree, *step))
                answer = None if said is None else _answer(said)
                reports.append(
                    tree.night(answer, later=later, is_kept=tree is kept)  # type: ignore[arg-type]
                )
            assert refused[0] == refused[1]
            assert reports[0].counts == reports[1].counts
            assert _texts(kept) == _texts(fresh)
            assert len(kept.asked) == len(fresh.asked)

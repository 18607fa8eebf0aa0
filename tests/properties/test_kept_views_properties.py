"""What is kept of notes from night to night is what a look without it sees, whatever happened."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from housekeeping_desk import HousekeepingDesk
from housekeeping_trees import EAGER, PATHS, made_up_notes, made_up_trees
from hypothesis import given, settings
from hypothesis import strategies as st

from familiar_memory.domain.talk.identity import Author
from familiar_memory.knowledge.predicates import SHIPPED, Predicate
from familiar_memory.maintenance.housekeeping.kept_views import KeptViews
from familiar_memory.maintenance.housekeeping.survey import Survey, survey
from familiar_memory.operations.note_rules import NoteRules

_RULES = (
    NoteRules(),
    NoteRules(default_audience="owner"),
    NoteRules(vocabulary=SHIPPED.extended([Predicate("likes", single=True)])),
)
_paths = st.sampled_from(PATHS)
_steps = st.one_of(
    _paths.flatmap(lambda path: st.tuples(st.just("save"), st.just(path), made_up_notes(path))),
    st.tuples(st.just("rename"), _paths, _paths),
    st.tuples(st.just("delete"), _paths, st.just("")),
    st.tuples(st.just("other line ends"), _paths, st.just("")),
    st.tuples(st.just("same time and size"), _paths, st.sampled_from("xyz")),
    st.tuples(st.just("other rules"), st.integers(0, 2), st.just("")),
    st.tuples(st.just("the file goes"), st.just(""), st.just("")),
)


def _step(desk: HousekeepingDesk, what: str, path: str | int, more: str) -> None:
    """Something happens to the tree between two nights."""
    if isinstance(path, int):
        desk.rules = _RULES[path]
        return
    file = desk.memory / path
    if what == "save":
        desk.save(path, more)
    elif what == "the file goes":
        desk.kept_views.unlink(missing_ok=True)
    elif file.is_file():
        stat, data = file.stat(), file.read_bytes()
        if what == "rename":
            (desk.memory / more).parent.mkdir(parents=True, exist_ok=True)
            file.rename(desk.memory / more)
        elif what == "delete":
            file.unlink()
        elif what == "other line ends":
            plain = data.replace(b"\r\n", b"\n")
            file.write_bytes(plain.replace(b"\n", b"\r\n") if plain == data else plain)
        else:
            file.write_bytes(data[:-2] + more.encode() + data[-1:])
            os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    desk.register.look_at_all()


def _seen(seen: Survey) -> list[tuple[object, ...]]:
    notes = seen.notes.items()
    return [(path, one.key, one.text, one.view, one.linked, one.lost) for path, one in notes]


@settings(max_examples=40, deadline=None)
@given(made_up_trees, st.lists(_steps, max_size=6))
def test_a_kept_look_is_a_fresh_one(
    notes: Mapping[str, str], steps: Sequence[tuple[str, str | int, str]]
) -> None:
    """Note by note, and in the proposals of the night, to the last id."""
    with tempfile.TemporaryDirectory() as folder:
        desk = HousekeepingDesk(Path(folder), notes, EAGER)
        desk.say(Author("discord", "8", "Sam"), "hello")
        for step in (("nothing", "", ""), *steps):
            _step(desk, *step)
            kept = KeptViews(desk.kept_views, desk.rules, desk.now_ns)
            fresh = KeptViews(None, desk.rules, desk.now_ns)
            looks = [survey(desk.store, desk.register, desk.rules, one) for one in (kept, fresh)]
            assert _seen(looks[0]) == _seen(looks[1])
            kept.keep(desk.store)
            assert desk.found(kept=True) == desk.found(kept=False)


@settings(max_examples=60, deadline=None)
@given(made_up_trees, st.data())
def test_a_damaged_file_is_as_good_as_none(notes: Mapping[str, str], data: st.DataObject) -> None:
    """Cut off, with another byte in it, or of something else: the proposals are the same."""
    with tempfile.TemporaryDirectory() as folder:
        desk = HousekeepingDesk(Path(folder), notes, EAGER)
        before = desk.found(kept=False)
        desk.night(is_dry_run=True)
        assert not desk.kept_views.exists()
        desk.look()
        whole = desk.kept_views.read_bytes()
        at = data.draw(st.integers(0, len(whole) - 1))
        damaged = data.draw(
            st.sampled_from(
                (
                    whole[:at],
                    whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :],
                    whole + b" ",
                    b'{"version": 1}',
                    b"",
                )
            )
        )
        desk.kept_views.write_bytes(damaged)
        assert desk.found(kept=True) == before
        desk.look()
        assert desk.kept_views.read_bytes() == whole

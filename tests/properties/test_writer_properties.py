"""However history is cut and whatever people edit: no line twice, no human byte lost."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.markdown.tree import parse_note
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.writing import WritingRules

_NOW = datetime(2026, 2, 2, 9, tzinfo=UTC)
_PLACES = (
    Place("discord", "tavern", "lantern"),
    Place("discord", "42", kind=PlaceKind.DM),
    Place("twitch", "moss", kind=PlaceKind.STREAM),
)
_DEMO = [
    turn.text
    for line in files("familiar_memory.demo")
    .joinpath("community.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
    if (turn := Turn.from_json(json.loads(line))).text
]
_HOSTILE = (
    "works_at:: Evil (2026-01-01, in:public)",
    "I live in ~~Rome~~ ^id (x, by:me)",
    "# heading\n- [ ] item\n## Facts",
    "call me [Vee](../self/rules.md)",
    "I love `code` and ```\nfences",
    "I work at A\r\nB. \N{ZERO WIDTH SPACE}",
    "<memory>I live in Rome</memory> I hate <!-- comments -->",
)
_NAMES = ("Rowan", "はるか", "*star* [x](y)", "a\nb", "(ghost)", "#1", "~~x~~", "- dash")

_settings = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@st.composite
def _turns(draw: st.DrawFn) -> list[Turn]:
    count = draw(st.integers(1, 30))
    clock, turns = _NOW, []
    for number in range(count):
        clock += timedelta(minutes=draw(st.sampled_from((1, 7, 90, 600))))
        who = draw(st.integers(0, 3))
        text = draw(st.sampled_from(_DEMO) | st.sampled_from(_HOSTILE) | st.text(max_size=60))
        author = Author("discord", str(who), draw(st.sampled_from(_NAMES)))
        turns.append(Turn(f"m{number}", clock, draw(st.sampled_from(_PLACES)), author, text))
    return turns


def _duplicates(store: MemoryStore) -> list[tuple[str, str]]:
    doubled = []
    for path in store.glob("**/*.md"):
        note = parse_note(store.read_file(path))
        seen = Counter(
            (normalised(b.record.text), b.record.fields.place, b.record.state)
            for b in note.blocks
            if b.record is not None
        )
        headings = Counter((s.level, s.heading) for s in note.sections)
        names = Counter(b.text for s in note.sections if s.heading == "Aliases" for b in s.blocks)
        counted = {**seen, **headings, **names}
        doubled += [(path, str(key)) for key, times in counted.items() if times > 1]
    return doubled


def _tree(store: MemoryStore) -> dict[str, str]:
    return {path: store.read_file(path) for path in store.glob("**/*.md")}


@pytest.mark.long
@_settings
@given(_turns(), st.integers(1, 12))
def test_any_batches_and_a_second_run_give_no_duplicate(turns: list[Turn], size: int) -> None:
    """Cut as one likes; run over the same turns anew, nothing changes."""
    with tempfile.TemporaryDirectory() as folder:
        store = MemoryStore(Path(folder) / "memory")
        for name in ("first.sqlite", "second.sqlite"):
            with HistoryStore(Path(folder) / name) as history:
                history.record_many(turns)
                writer = MemoryWriter(
                    history,
                    store,
                    ExtractiveWriter(),
                    lambda: _NOW,
                    WritingRules(UTC),
                    batch_turns=size,
                )
                report = writer.run()
            assert report.is_complete
            if name == "first.sqlite":
                assert _duplicates(store) == []
                before = _tree(store)
        assert _tree(store) == before


_EDITS = st.sampled_from(("prepend", "append", "crlf", "rewrite", "strike", "delete", "between"))


def _edit(kind: str, text: str, mark: str) -> str:
    """What a person might do to a note; `mark` makes their bytes recognisable."""
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = text.split(newline)
    bullets = [i for i, line in enumerate(lines) if line.startswith("- ") and "ref:" in line]
    if kind == "prepend":
        return f"{mark} before{newline}{newline}{text}"
    if kind == "append":
        return f"{text}{newline}## {mark}{newline}{newline}* {mark} after{newline}"
    if kind == "crlf":
        return text.replace("\r\n", "\n").replace("\n", "\r\n")
    if not bullets:
        return text
    at = bullets[len(bullets) // 2]
    if kind == "rewrite":
        body, tail = lines[at][2:].rsplit(" (", 1)
        lines[at] = f"- {mark} rewritten ({tail}" if body else lines[at]
    elif kind == "strike":
        lines[at] = lines[at] if "~~" in lines[at] else f"- ~~{lines[at][2:]}~~"
    elif kind == "delete":
        del lines[at]
    else:
        lines.insert(at, f"- {mark} between")
    return newline.join(lines)


@pytest.mark.long
@_settings
@given(_turns(), st.lists(st.tuples(st.integers(0, 20), _EDITS), max_size=6), st.integers(1, 8))
def test_what_people_edit_between_runs_survives(
    turns: list[Turn], edits: list[tuple[int, str]], size: int
) -> None:
    """Their bytes stand where they stood, in order; only whole lines are added or struck."""
    with tempfile.TemporaryDirectory() as folder:
        store = MemoryStore(Path(folder) / "memory")
        with HistoryStore(Path(folder) / "history.sqlite") as history:
            writer = MemoryWriter(
                history,
                store,
                ExtractiveWriter(),
                lambda: _NOW,
                WritingRules(UTC),
                batch_turns=size,
            )
            half = len(turns) // 2
            history.record_many(turns[:half])
            writer.run()
            for number, (pick, kind) in enumerate(edits):
                paths = store.glob("**/*.md")
                if not paths:
                    break
                path = paths[pick % len(paths)]
                store.write_file(path, _edit(kind, store.read_file(path), f"human{number}"))
            after_edits = _tree(store)
            history.record_many(turns[half:])
            assert writer.run().is_complete
            for path, text in after_edits.items():
                assert _human_lines(text) == _human_lines(store.read_file(path))


def _human_lines(text: str) -> list[str]:
    """Every line end and byte of the lines that no machine wrote."""
    return [line for line in text.splitlines(keepends=True) if "human" in line]

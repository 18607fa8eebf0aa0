"""Homes that an earlier version wrote open as they are, and answer as they did.

`tests/fixtures/written_*/` has each home as an archive, beside it what the version that wrote it
answered; `make.py` there says how the next ones are made.
"""

from __future__ import annotations

import importlib.metadata
import json
import logging
import shutil
from pathlib import Path
from typing import Any

import pytest
from written_homes import (
    SameSpace,
    answers_of,
    commands_of,
    embedded_by,
    is_verified,
    said_in,
    tree_of,
    undone_in,
    unpack,
    written_in,
)

from familiar_memory.knowledge.speech.plain_statement import SECTIONS
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.notes.document import NoteParser
from familiar_memory.testing import HashEmbedder

_FIXTURES = Path(__file__).parents[2] / "fixtures"
_ARCHIVES = sorted(_FIXTURES.glob("written_*/*.tar.gz"))
_STATIC = [one for one in _ARCHIVES if one.name.startswith("ember")]
_HASHED = [one for one in _ARCHIVES if one.name.startswith("hearth")]
_MADE_ANEW = "replacing the index embeddings.sqlite: it was built with another "
"""What may be said of an index whose tables have changed since; of damage, nothing may."""
_WITH_COMMANDS = [one for one in _ARCHIVES if one not in _HASHED]

_ENDED_SINCE = {("Facts", "lives_in:: Halifax", "discord-lantern.library", ("t1022",))}
"""What another room of the guild (t4003 in the tavern: "I moved to Durham") ends by now."""


def _named(archive: Path) -> str:
    return f"{archive.parent.name}/{archive.name.partition('.')[0]}"


def each(archives: list[Path]) -> pytest.MarkDecorator:
    """One case an archive."""
    assert archives
    return pytest.mark.parametrize("archive", archives, ids=map(_named, archives))


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No model and no setting of this machine takes part."""
    for name in ("FAMILIAR_ID", "FAMILIAR_HOME", "FAMILIAR_MEMORY_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path / "models"))
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def heard(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """What the library says aloud."""
    caplog.set_level(logging.WARNING, logger="familiar_memory")
    return caplog


def recorded(archive: Path) -> dict[str, Any]:
    """What the version that wrote an archive answered."""
    told: dict[str, Any] = json.loads(
        (archive.parent / f"{archive.name.partition('.')[0]}.json").read_text("utf-8")
    )
    return told


def agree(now: list[Any], then: list[Any]) -> None:
    """Compare one by one, so that a difference names its question."""
    assert len(now) == len(then)
    for one, other in zip(now, then, strict=True):
        assert one == _as_now(other)


def _as_now(then: Any) -> Any:
    """What was told then, with the labels of wiki links in their place: only these are told."""
    if isinstance(then, str):
        return links_as_labels(then)
    if isinstance(then, list):
        return [_as_now(one) for one in then]
    return {key: _as_now(one) for key, one in then.items()} if isinstance(then, dict) else then


def _as_then(now: list[Any], then: list[Any]) -> list[Any]:
    """What commands print, without what doctor has learned to look at since, and finds nothing.

    A dry run of the writer says how many turns wait; into which notes they go is another layout.
    """
    for one, told in zip(now, then, strict=True):
        if one["command"] == ["doctor"]:
            known = {check["check"] for check in told["value"]["checks"]}
            new = [check for check in one["value"]["checks"] if check["check"] not in known]
            assert all(not check["findings"] for check in new), new
            one["value"]["checks"] = [c for c in one["value"]["checks"] if c not in new]
        if one["command"] == ["stats"] and "put_aside" not in told["value"]:
            assert one["value"].pop("put_aside") == 0
        if one["command"][:1] == ["people"]:
            _without_joined(one["value"], told["value"])
        if one["command"] == ["write", "--dry-run"]:
            assert one["value"]["turns"] == told["value"]["turns"]
            one["value"] = told["value"]
    return now


def _without_joined(now: dict[str, Any], then: dict[str, Any]) -> None:
    """Without whom a `same_as` joins, where that was not told."""
    of_then = {one["slug"]: one for one in then.get("people", ())}
    for one, told in ((now, then), *((p, of_then[p["slug"]]) for p in now.get("people", ()))):
        if "same_as" not in told:
            one.pop("same_as", None)


def skip_without_the_same_model(archive: Path) -> None:
    """Other weights are another space, whose vectors are made anew by right."""
    version = importlib.metadata.version("wordllama")
    if archive in _STATIC and f"wordllama-{version}/" not in space_of(recorded(archive)):
        pytest.skip(f"the vectors were made with another version than wordllama {version}")


def space_of(told: dict[str, Any]) -> str:
    """The space of the vectors of a home, as its version named it."""
    (status,) = (one for one in told["printed"] if one["command"] == ["index", "status"])
    key: str = status["value"]["embedder"]
    return key


@pytest.mark.long
@each(_ARCHIVES)
@pytest.mark.parametrize("is_kept", [True, False], ids=["its index", "no index"])
def test_it_answers_as_it_did(
    tmp_path: Path, archive: Path, is_kept: bool, heard: pytest.LogCaptureFixture
) -> None:
    """With the index that it had, and with one made anew; no note changes, nothing is amiss."""
    told, root = recorded(archive), unpack(archive, tmp_path)
    if not is_kept:
        shutil.rmtree(root / "memory" / ".index")
    notes = tree_of(root)
    agree(answers_of(root, told), told["answers"])
    assert tree_of(root) == notes
    told_aloud = [one.getMessage() for one in heard.records]
    assert [one for one in told_aloud if not one.startswith(_MADE_ANEW)] == []


@each(_ARCHIVES)
def test_every_turn_is_there(tmp_path: Path, archive: Path) -> None:
    """By the history alone, and after the familiar was open."""
    told, root = recorded(archive), unpack(archive, tmp_path)
    agree(said_in(root), told["turns"])
    answers_of(root, told | {"answers": []})
    agree(said_in(root), told["turns"])


@pytest.mark.long
@each(_WITH_COMMANDS)
def test_the_command_line_prints_what_it_did(tmp_path: Path, archive: Path) -> None:
    """The whole log, the counts, the people, no finding of doctor, and `verify` says same."""
    skip_without_the_same_model(archive)
    told, root = recorded(archive), unpack(archive, tmp_path)
    answers_of(root, told | {"answers": []})
    agree(_as_then(commands_of(root, told), told["printed"]), told["printed"])


def _meant_by(written: dict[str, list[str]]) -> set[tuple[object, ...]]:
    """What notes say of which turn and to whom, wherever it stands and however it is worded.

    What people said of themselves stood in their notes too once.
    """
    return {
        (
            passage.heading if path.startswith("people/") else "",
            passage.text,
            passage.audience,
            passage.refs,
            passage.learned,
            passage.retired,
        )
        for path, lines in written.items()
        if not path.startswith("topics/")
        for passage in NoteParser().read(path, "\n".join(lines), "").passages
        if passage.heading != "Said"
    }


@pytest.mark.long
@each(_ARCHIVES)
def test_the_writer_goes_on_where_it_was(tmp_path: Path, archive: Path) -> None:
    """Watermark, ledger and marks of topics hold: only what waited is written up."""
    told, root = recorded(archive), unpack(archive, tmp_path)
    now, then = map(_meant_by, (written_in(root, told), told["written"]))
    assert {one[:4] for one in now - then if one[-1]} <= _ENDED_SINCE
    now = {(*one[:-1], False) if one[:4] in _ENDED_SINCE else one for one in now}
    stated = {one for one in now if one[0] in SECTIONS.values()}
    assert now - stated <= then
    # What people say in no form of a fact stands in their notes since: of what waited, too.
    assert {refs for *_, refs, _, _ in stated} <= {refs for *_, refs, _, _ in then}
    # What is worth a line of a session is judged anew; facts and names are not.
    assert {section for section, *_ in then - now} <= {""}
    assert {section for section, *_ in now} >= {""}


@each(_WITH_COMMANDS)
@pytest.mark.parametrize("has_tables", [True, False], ids=["its tables", "no tables"])
def test_a_change_of_then_can_be_undone(tmp_path: Path, archive: Path, has_tables: bool) -> None:
    """Whether or not the tables are there that are derived from the journal."""
    told, root = recorded(archive), unpack(archive, tmp_path)
    if not has_tables:
        for derived in (root / "journal").glob("derived*"):
            derived.unlink()
    change, path, lines = told["undone"]
    assert undone_in(root, change, path) == lines


def _unlinked(texts: list[str]) -> list[str]:
    """Without the one note whose text has a wiki link, of which only the label is text now."""
    return [text for text in texts if not text.startswith("Čajanka\n")]


@pytest.mark.long
@each(_STATIC)
def test_no_vector_of_the_static_embedder_is_made_anew(tmp_path: Path, archive: Path) -> None:
    """A fake that says it is the same space is given no text."""
    told, root = recorded(archive), unpack(archive, tmp_path)
    assert _unlinked(embedded_by(root, told, SameSpace(space_of(told)))) == []


@pytest.mark.long
@each(_HASHED)
def test_a_switch_that_was_begun_is_forgotten_with_the_old_embedder(
    tmp_path: Path, archive: Path
) -> None:
    """Nothing is embedded anew."""
    told, root = recorded(archive), unpack(archive, tmp_path)
    assert _unlinked(embedded_by(root, told, HashEmbedder())) == []
    assert is_verified(root, told, HashEmbedder())


@pytest.mark.long
@each(_HASHED)
def test_a_switch_that_was_begun_is_finished_with_the_new_embedder(
    tmp_path: Path, archive: Path
) -> None:
    """Only what was left of it is embedded, and going back costs nothing."""
    told, root = recorded(archive), unpack(archive, tmp_path)
    everything = HashEmbedder(name="third")
    new = embedded_by(root, told, HashEmbedder(name=told["unfinished"]))
    assert len(_unlinked(new)) == told["left"]
    assert is_verified(root, told, HashEmbedder(name=told["unfinished"]))
    assert _unlinked(embedded_by(root, told, HashEmbedder())) == []
    assert set(new) < set(embedded_by(root, told, everything))

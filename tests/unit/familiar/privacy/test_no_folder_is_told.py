"""Where a familiar lies, and so whose home it is, is told to nobody who only asks it."""

from __future__ import annotations

import asyncio
import errno
import logging
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.domain.text.names_on_disk import names_only
from familiar_memory.errors import EmbedderError, StorageError
from familiar_memory.testing import HashEmbedder

NOTES = {
    "people/discord-42.md": "# Rowan\n\n- sings of kettles\n",
    "topics/tea.md": "# Tea\n\n- the kettle sings\n",
    "self/description.md": "A kettle.\n",
    "self/rules.md": "# Rules\n\n- be kind to kettles\n",
    "lore/kettle.md": "---\nkeys: [kettle]\n---\nA kettle of lore.\n",
}


def spoil_history(familiar):
    """Write over the beginning of the file, while it is open."""
    parts = familiar.parts
    parts.files.history._database._idle.clear()
    data = bytearray(parts.setup.paths.history.read_bytes())
    data[0:100] = b"x" * 100
    parts.setup.paths.history.write_bytes(bytes(data))


def spoil_index(familiar):
    """Write over the whole file, while it is open."""
    path = familiar.parts.setup.paths.index
    path.write_bytes(b"x" * path.stat().st_size)


def remove_index(familiar):
    """And put a folder in its place."""
    path = familiar.parts.setup.paths.index
    path.unlink()
    path.mkdir()


def spoil_notes(familiar):
    """No text any more."""
    for path in NOTES:
        (familiar.parts.setup.paths.memory / path).write_bytes(b"\xff\xfe")


def no_notes_at_all(familiar):
    """A file where the folder was."""
    memory = familiar.parts.setup.paths.memory
    memory.rename(memory.with_name("gone"))
    memory.write_text("")


def refuse_reading(familiar):
    """A disk that answers with its own words, which name the whole path."""
    for store in (familiar.parts.store, familiar.parts.files.store):
        for name in ("read_bytes", "read_file"):

            def refuse(path, *_, _store=store, **__):
                raise StorageError(
                    f"{_store.root / path} cannot be read: I/O error", "a sound disk"
                )

            setattr(store, name, refuse)


def fail_embedder(raised):
    """A model that says where it lies, and what it was given."""

    def act(familiar):
        def fail(text):
            raise raised(f"{text} in {familiar.parts.setup.paths.root}/model.onnx", "a model")

        familiar.parts.files.embedders.own.embed_query = fail

    return act


def full_disk(familiar):
    """Nothing can be written."""

    def refuse(*given, **__):
        raise OSError(
            errno.ENOSPC, os.strerror(errno.ENOSPC), str(familiar.parts.setup.paths.index)
        )

    familiar.parts.files.index.write = refuse


WAYS = {
    "history": spoil_history,
    "index": spoil_index,
    "no index": remove_index,
    "notes": spoil_notes,
    "no notes": no_notes_at_all,
    "disk": refuse_reading,
    "embedder": fail_embedder(EmbedderError),
    "foreign embedder": fail_embedder(RuntimeError),
    "full disk": full_disk,
}


@pytest.mark.parametrize("way", WAYS)
def test_whatever_fails_names_no_folder(tmp_path, new_familiar, caplog, way):
    """Not in what is degraded, nor in a decision, nor of a conversation; nor to the owner."""

    async def run():
        home = tmp_path / "home" / "rowan"
        home.mkdir(parents=True)
        embedder = HashEmbedder()
        async with new_familiar(home, embedder=embedder) as familiar:
            for path, text in NOTES.items():
                familiar.store.write_file(path, text)
            at = familiar.now()
            await familiar.record(Turn("1", at, TAVERN, ROWAN, "the kettle is mine"))
            await familiar.record(Turn("2", at, DM, ROWAN, "the kettle is yours"))
            await familiar.settle()
            WAYS[way](familiar)
            familiar.parts.indexing.worker.submit("memory", list(NOTES))
            told = []
            for place in (TAVERN, DM, None):
                request = RecallRequest("kettle", ROWAN, place)
                for ask in (
                    lambda place=place: familiar.search(
                        RecallRequest("kettle", place=place, author=ROWAN)
                    ),
                    lambda request=request: familiar.recall(request),
                    lambda request=request: familiar.conversation(request),
                ):
                    try:
                        answer = await ask()
                    except Exception as problem:  # noqa: BLE001 - what an answer cannot say an error says
                        told.append(str(getattr(problem, "problem", type(problem))))
                        continue
                    trace = getattr(answer, "trace", None)
                    told.append(answer.degraded if trace is None else repr(trace))
            return told

    with caplog.at_level(logging.INFO, "familiar_memory"):
        told = asyncio.run(run())
    said = "\n".join(map(str, told))
    assert str(tmp_path) not in said and "rowan/" not in said, said
    if way == "foreign embedder":
        assert "RuntimeError" in said
        assert not any("model.onnx" in record.getMessage() for record in caplog.records)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/home/rowan/.cache/fastembed is empty", "fastembed is empty"),
        ("not in ~/models/bge", "not in bge"),
        (r"no C:\Users\Rowan Lee\models\bge.onnx", "no bge.onnx"),
        ("[Errno 2] No such file: '/Users/Mary Ann/x/y.bin'", "[Errno 2] No such file: 'y.bin'"),
        ("not indexed: people/ada.md (no text)", "not indexed: people/ada.md (no text)"),
        ("a model of https://example.org/a/b", "a model of https://example.org/a/b"),
        ("9 / 12 and and/or", "9 / 12 and and/or"),
    ],
)
def test_only_names_of_files_are_left(text, told):
    """Of what is absolute; what lies within a tree keeps its folders."""
    assert names_only(text) == told


_NAMES = st.text("abcdefghijk-_.é0", min_size=1, max_size=8).filter(lambda n: n.strip("."))


@given(folders=st.lists(_NAMES, min_size=1, max_size=5), name=_NAMES)
def test_no_folder_of_an_absolute_path_is_left(folders, name):
    """However deep it lies, and whatever stands around it."""
    path = "/" + "/".join([*folders, name])
    for around in ("{}", "it is '{}'", "({}: no room)", "[Errno 2] {}"):
        assert names_only(around.format(path)) == around.format(name)

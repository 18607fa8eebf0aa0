"""Wire what writes up the talk."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock, Timeout

from familiar_memory.assembly.setup import Setup, markers_of
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.history.base import History
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.place_labels import labels_when_needed
from familiar_memory.store.base import NoteStore
from familiar_memory.writers.batch import Extractor
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.writing import WritingRules

__all__ = ["is_writing", "note_rules", "wire_writing", "writer_lock"]

_A_DAY_S = 86_400.0
"""Far longer than a run over a long history takes: whoever is second waits for the first."""


def wire_writing(
    setup: Setup,
    history: History,
    store: NoteStore,
    register: TreeRegister,
    *,
    with_model: bool = False,
) -> MemoryWriter:
    """Everything from turns to notes; `with_model` it has questions, which somebody else puts."""
    settings = setup.settings
    return MemoryWriter(
        history,
        store,
        _extractor(setup, with_model=with_model),
        setup.clock.now,
        WritingRules(
            settings.zone,
            note_rules(setup, history, register),
            markers=markers_of(settings),
            retries=settings.memory_writer.retries,
        ),
        batch_turns=settings.memory_writer.batch_turns,
        lock=lambda: writer_lock(setup.paths),
        register=register,
    )


def _extractor(setup: Setup, *, with_model: bool) -> Extractor:
    if not with_model:
        return ExtractiveWriter()
    from familiar_memory.writers.model.extractor import ModelWriter, ReplyLimits

    given = setup.settings.memory_writer
    limits = ReplyLimits(given.prompt_chars, given.reply_tokens, given.reply_s)
    markers = markers_of(setup.settings)
    return ModelWriter(ExtractiveWriter(), setup.vocabulary, limits, markers)


def note_rules(setup: Setup, history: History, register: TreeRegister) -> NoteRules:
    """How lines are understood by whoever changes notes, as recall understands them.

    New ones name places by labels.
    """
    audience, labels = setup.settings.audience, labels_when_needed(history, register)
    return NoteRules(setup.vocabulary, audience.policy, audience.default, labels)


def writer_lock(paths: FamiliarPaths) -> FileLock:
    """A lock of its own for each run, held across threads; whoever is second waits.

    With a bound, however far: a thread that waits for ever for what an earlier run holds,
    which the same thread began, is taken for a deadlock by filelock.
    """
    return FileLock(_lock_file(paths), thread_local=False, timeout=_A_DAY_S)


def is_writing(paths: FamiliarPaths) -> bool:
    """Whether this process or another writes just now; whoever begins meanwhile waits a moment."""
    if not _lock_file(paths).exists():
        return False
    try:
        with FileLock(_lock_file(paths), thread_local=False, timeout=0):
            return False
    except Timeout:
        return True
    except OSError:
        # It cannot be written, so nobody of this user writes.
        return False


def _lock_file(paths: FamiliarPaths) -> Path:
    return paths.root / ".writer.lock"

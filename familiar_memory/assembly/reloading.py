"""The parts of an open familiar, by other settings: over the same files, and with the same index.

Whoever has the parts of before in hand finishes with them, so nothing of theirs is closed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakMethod

from familiar_memory.assembly.index_files import reading_digest
from familiar_memory.assembly.parts import Parts, check_recall_names
from familiar_memory.assembly.setup import Setup, markers_of, vocabulary_of
from familiar_memory.assembly.wiring.indexing import reread
from familiar_memory.threads.built_once import built, hand_on

if TYPE_CHECKING:
    from familiar_memory.config.settings import Settings
    from familiar_memory.llm.shelf import ModelShelf

__all__ = ["check_settings", "reloaded"]


def check_settings(settings: Settings) -> None:
    """Refuse what only whoever uses it would refuse, before anything goes by it.

    Raises:
        ConfigError: they name a provider, a predicate or a marker word that cannot be.
        UsageError: they name no profile that there is.
    """
    check_recall_names(settings.recall)
    _ = vocabulary_of(settings), markers_of(settings)


def reloaded(parts: Parts, settings: Settings) -> Parts:
    """Everything that the familiar is made of by these settings, built, and ready to be asked.

    Where it fails nothing has changed. Where the settings change how notes are understood, the
    index is empty when this returns, and the next sync fills it.

    Raises:
        ConfigError, UsageError: as `check_settings`.
        IndexUnavailableError: the index cannot be made anew.
    """
    vocabulary = vocabulary_of(settings)
    setup = Setup(parts.setup.paths, settings, vocabulary, parts.setup.clock)
    made = Parts(setup, parts.resources, parts.files)
    made.given_models = parts.given_models
    made.earlier = (*(one for one in parts.earlier if one() is not None), *_ended_later(parts))
    made.earlier_models = (*parts.earlier_models, *_left_models(parts, setup))
    hand_on(parts, made, "store", "tombstones", "indexing", *_unchanged(parts.setup, setup))
    if _reads_otherwise(parts.setup, setup):
        # Everything that can be refused is refused before the index is touched.
        _ = made.writer
        indexing = parts.indexing
        shape = reading_digest(settings, vocabulary)
        made.__dict__["indexing"] = reread(indexing, made.files, made.reading, shape)
    made.build_all()
    if built(parts, "answering"):
        _keep_log(parts, made)
    if built(parts, "searching"):
        # Whoever erases asks the parts of now: an index that these kept would be met by nobody.
        parts.searching.past.close()
    return made


def _unchanged(old: Setup, new: Setup) -> Iterator[str]:
    """Parts that are the same under both: what they have read and learned stays."""
    if not _reads_otherwise(old, new):
        yield "reading"
    if old.settings.character.name == new.settings.character.name:
        yield "called"
    if old.settings.models == new.settings.models:
        yield "models"


def _reads_otherwise(old: Setup, new: Setup) -> bool:
    """Whether notes are understood in another way: for whom lines are, and what is a fact."""
    return (old.settings.audience, old.vocabulary) != (new.settings.audience, new.vocabulary)


def _keep_log(old: Parts, new: Parts) -> None:
    """One log of recalls, whichever parts have answered."""
    log = old.answering.recall_logger
    given = new.setup.settings.recall
    log.keep(days=given.log_keep_days, rows=given.log_keep_rows)
    new.__dict__["answering"] = replace(new.answering, recall_logger=log)


def _ended_later(parts: Parts) -> Iterator[WeakMethod[Callable[[], None]]]:
    """What ends, with the familiar, of parts that may be in use when others take their place."""
    if built(parts, "answering"):
        yield WeakMethod(parts.answering.recall.close)


def _left_models(parts: Parts, setup: Setup) -> Iterator[ModelShelf]:
    if built(parts, "models") and parts.setup.settings.models != setup.settings.models:
        yield parts.models

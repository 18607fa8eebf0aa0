"""What a writer is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, tzinfo
from typing import Protocol, TypeAlias

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.proposal import Proposal

__all__ = ["Batch", "Extractor", "NotedTopic", "LinesOf"]

LinesOf: TypeAlias = Callable[[str], tuple[StandingLine, ...]]
"""Lines of a note, by its key."""


@dataclass(frozen=True, slots=True)
class NotedTopic:
    """A topic that has a note, as the talk of one reach knows it.

    `path` is where its next lines go. `is_known`: the talk has lines there, or a person has
    told everyone of it; else others speak of it, and this talk must find it by itself.
    `newest` is the day of the newest line of this talk, `cited` its turns, as (place, ref).
    Of the file at `path`, `lead` are this talk's lines before the first H2 and `listed` those of
    the section of mentions, in order, struck ones too.
    """

    title: str
    path: str
    is_known: bool = True
    newest: date | None = None
    cited: frozenset[tuple[str, str]] = frozenset()
    lead: tuple[Record, ...] = ()
    listed: tuple[Record, ...] = ()


def _nothing_noted(path: str, place: str, ref: str) -> bool:
    return False


def _no_turn(place: str, ref: str) -> StoredTurn | None:
    return None


def _not_summed_up(path: str, place: str) -> bool:
    return False


def _no_lines(key: str) -> tuple[StandingLine, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Batch:
    """Turns of one reach to be written up, in order of arrival, and what helps to judge them.

    Nothing in it comes from another reach (`knowledge.audience.reach_of`), so neither does
    what is made of it. `background` are the turns before them, which were written up already,
    and with `background_is_all` there are no others;
    `names` are all that people were ever called there; `topics` are the topic notes that
    collect mentions, by slug; `judged` says up to which turn mentions were ranked for a note
    that has been written, by topic and place (`topic_notes.mark_of`). `links` are the names of
    files that wiki links to notes use, by the path that proposals name a note by; a note that is
    not among them is linked by the stem of that path. `labels` are the short names of places, by
    slug. `is_noted` says whether a turn of a place has a line in the note at a path, and
    `is_shared` whether a turn of another place has its ref there, so that no link can tell the two
    apart; `turn` is the turn of a place by its ref. `lines` are the live records of the note of a
    key that this talk may know, as they stood when it was first asked, and `ended` those that have
    an end; `subjects` are the topics that have a note it may know of, by key, each with its
    title where everyone is told that. `was_summed_up` says whether the section of a place in the
    note at a path has had a summary.
    """

    turns: tuple[StoredTurn, ...]
    zone: tzinfo
    background: tuple[StoredTurn, ...] = ()
    background_is_all: bool = True
    names: tuple[str, ...] = ()
    topics: Mapping[str, NotedTopic] = field(default_factory=dict)
    judged: Mapping[str, int] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    is_noted: Callable[[str, str, str], bool] = _nothing_noted
    is_shared: Callable[[str, str, str], bool] = _nothing_noted
    turn: Callable[[str, str], StoredTurn | None] = _no_turn
    lines: LinesOf = _no_lines
    ended: LinesOf = _no_lines
    subjects: Mapping[str, str] = field(default_factory=dict)
    was_summed_up: Callable[[str, str], bool] = _not_summed_up


class Extractor(Protocol):
    """Turns a batch into proposals, in two pure halves: what is to be asked, what is made of it.

    Between them whoever runs the writer asks a model, where there is something to ask. So
    neither half waits for anything, and both can be tried without a model.
    """

    def ask(self, batch: Batch) -> ChatRequest | None:
        """What a model is to be asked about a batch; None when nothing is."""

    def read(self, reply: Completion | None, batch: Batch) -> tuple[Proposal, ...]:
        """Propose operations, from the reply to `ask`; None when nothing was asked.

        What is proposed is checked and merged by code.

        Raises:
            ModelReplyError: the reply cannot be understood.
        """

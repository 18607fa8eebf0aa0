"""What people ask for, or prefer, for good: candidates, in their words, for a person to judge.

What is asked for is taken back by its opposite ("you can use emojis again"), and what was a joke
was neither asked for nor taken back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.tree import note_of_person
from familiar_memory.knowledge.names import folded_name
from familiar_memory.knowledge.standing import SECTIONS, find_standing
from familiar_memory.operations.proposal import AddRecord, Proposal, ResumeRecord, RetireRecord
from familiar_memory.writers.names.told import names_told, only_says_names
from familiar_memory.writers.notes.people.untitled import NO_TITLE
from familiar_memory.writers.slips.jests import joked_wishes, meant_of
from familiar_memory.writers.slips.lifted import lifted_by, may_lift
from familiar_memory.writers.slips.said_before import said_before
from familiar_memory.writers.text.taken_back import begins_by_taking_back, revokes
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["AskedWishes"]

_QUOTES = '“”"'


@dataclass(slots=True)
class _Asked:
    """What somebody asks for in a place, each with the message (by its order) that said it first.

    `lifted` is what their last message took back, if any.
    """

    wishes: dict[str, int] = field(default_factory=dict)
    lifted: tuple[str, int] | None = None


@dataclass(slots=True)
class AskedWishes:
    """Follows what each has asked for in each place, and has not taken back."""

    _asked: defaultdict[tuple[str, str], _Asked] = field(
        default_factory=lambda: defaultdict(_Asked)
    )

    @classmethod
    def asked_in(cls, before: Sequence[Utterance], said: Sequence[Utterance]) -> AskedWishes:
        """What was asked for `before`, as far as anything in what is `said` now may lift it."""
        wishes = cls()
        if any(may_lift(one.words) or begins_by_taking_back(one.words) for one in said):
            for one, last in said_before(before, ()):
                for _ in wishes.after(one, last):
                    pass
        return wishes

    def after(self, one: Utterance, last: Utterance | None) -> Iterator[Proposal]:
        """What the next message asks for, and takes back; `last` is their last one there."""
        asked = self._asked[one.author.slug, one.place.slug]
        if last is not None and revokes(one, last):
            yield from _of_joke(one, last, asked)
        asked.lifted = None
        lifted = lifted_by(one.words, asked.wishes)
        if lifted is not None:
            asked.lifted = (lifted, asked.wishes.pop(lifted))
            yield RetireRecord(_path(one), "", _quoted(lifted), one.fields, ended=True)
        for standing in find_standing(one.words):
            if _is_told_by_name(standing.text, one):
                continue
            asked.wishes.setdefault(standing.text, one.order)
            record = Record(_quoted(standing.text), one.fields)
            yield AddRecord(_path(one), NO_TITLE, SECTIONS[standing.kind], record)


def _of_joke(one: Utterance, last: Utterance, asked: _Asked) -> Iterator[Proposal]:
    """What only the last message asked for goes; what it had lifted is asked for as before."""
    for wish in joked_wishes(last.words, one.words):
        if asked.wishes.get(wish) == last.order:
            del asked.wishes[wish]
        said = _quoted(wish)
        yield RetireRecord(_path(one), "", said, one.fields, ended=False, said_in=last.ref)
    if asked.lifted is None:
        return
    wish, order = asked.lifted
    if lifted_by(meant_of(last.words, one.words), [wish]) is None:
        asked.wishes.setdefault(wish, order)
        day = last.slot.day.isoformat()
        yield ResumeRecord(_path(one), "", _quoted(wish), one.fields, day)


def _quoted(wish: str) -> str:
    return f"“{wish.strip(_QUOTES)}”"


def _is_told_by_name(wish: str, one: Utterance) -> bool:
    """Whether it only says what they are called: that is a fact of theirs (`name_notes`)."""
    own = {folded_name(name) for name in one.author.known_names}
    told = names_told(wish) if only_says_names(wish) else ()
    is_noted = set(told) <= set(names_told(one.words)) and own.isdisjoint(map(folded_name, told))
    return bool(told) and is_noted


def _path(one: Utterance) -> str:
    return note_of_person(one.author.slug)

"""What waits in `review.md` for the end of a session, with the messages that say it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import StoredTurn, Turn
from familiar_memory.errors import InputError
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.knowledge.reconcile.tokens import tokens_of
from familiar_memory.knowledge.write_policy.candidate import MemoryLayer
from familiar_memory.knowledge.write_policy.promotion import HeldMemory
from familiar_memory.knowledge.write_policy.support import says
from familiar_memory.knowledge.write_policy.tokens import meaningful
from familiar_memory.operations.conduct.rules import SetRule
from familiar_memory.operations.proposal import AddRecord
from familiar_memory.operations.review.item import ReviewItem, item_id
from familiar_memory.operations.review.kinds.table import proposals_of
from familiar_memory.operations.review.page import Mark, ReviewLine, review_lines
from familiar_memory.writers.marks.held_marks import WaitingMark
from familiar_memory.writers.policy.evidence import stands_in
from familiar_memory.writers.policy.proposed import judged_of
from familiar_memory.writers.text.material import is_material, own_words

__all__ = ["WaitingItem", "open_items", "taken_back", "waiting_items"]

_CUT = "…"
"""So ends what the list shows of a message that it does not show whole."""


@dataclass(frozen=True, slots=True)
class WaitingItem:
    """A proposal as it stands in the list, and the messages of its speaker that say it.

    Those are none where only whoever proposed it has said so: it cites a message, and puts other
    words for what stands there.
    """

    item: ReviewItem
    memory: HeldMemory
    turns: tuple[StoredTurn, ...]

    @property
    def speaker(self) -> str:
        """Who said it."""
        return self.item.record.fields.by or ""


def open_items(text: str, vocabulary: Vocabulary) -> Mapping[str, ReviewItem]:
    """The proposals that nobody has touched, by id.

    A person who has marked or reworded one, or copied it, has the last word on it.
    """
    lines: dict[str, list[ReviewLine]] = {}
    for line in review_lines(text, vocabulary):
        lines.setdefault(line.id, []).append(line)
    return {
        name: some[0].item
        for name, some in lines.items()
        if len(some) == 1
        and some[0].mark is Mark.OPEN
        and some[0].item is not None
        and item_id(some[0].item) == name
    }


def waiting_items(
    text: str,
    marks: Mapping[str, WaitingMark],
    vocabulary: Vocabulary,
    turn_of: Callable[[int], StoredTurn | None],
) -> Iterator[WaitingItem]:
    """What was held and still stands open, as far as a message that it cites stands, too."""
    for name, item in open_items(text, vocabulary).items():
        if (mark := marks.get(name)) is None:
            continue
        memory = _memory_of(name, item, mark, vocabulary)
        if memory is None:
            continue
        if cited := tuple(_cited(item, mark, turn_of)):
            memory = _without_speaker(memory, cited[0].turn.author)
            is_rule = memory.layer is MemoryLayer.PROCEDURAL
            turns = tuple(
                one
                for one in cited
                if says(own_words(one.turn), memory.terms, is_rule=is_rule)
                and not _lacks_words(one.turn, item, memory)
            )
            said = frozenset(stored.id for stored in turns)
            yield WaitingItem(item, replace(memory, turns=said), turns)


def _without_speaker(memory: HeldMemory, speaker: Author) -> HeldMemory:
    """A memory without the names of whom it is of: nobody says their own name with it."""
    names = set(tokens_of(" ".join(speaker.known_names)))
    words = (word for word in memory.text.split() if names.isdisjoint(tokens_of(word)))
    return replace(memory, text=" ".join(words))


def taken_back(
    text: str,
    marks: Mapping[str, WaitingMark],
    vocabulary: Vocabulary,
    turn_of: Callable[[int], StoredTurn | None],
) -> Mapping[str, ReviewItem]:
    """What stands open, and whose messages were all deleted, or say otherwise by now."""
    found = {}
    for name, item in open_items(text, vocabulary).items():
        mark = marks.get(name)
        memory = None if mark is None else _memory_of(name, item, mark, vocabulary)
        if mark is None or memory is None:
            continue
        said = [turn_of(number) for number in mark.turns]
        if all(one is None or _is_taken_back(one, item, memory) for one in said):
            found[name] = item
    return found


def _is_taken_back(stored: StoredTurn, item: ReviewItem, memory: HeldMemory) -> bool:
    turn, record = stored.turn, item.record
    if turn.deleted or not turn.edited:
        return turn.deleted
    words = own_words(turn)
    if not (says(words, memory.terms) or stands_in(record.fields.quote or record.text, words)):
        return True
    return _lacks_words(turn, item, memory)


def _lacks_words(turn: Turn, item: ReviewItem, memory: HeldMemory) -> bool:
    """Whether its author has edited words away that would be written with the memory."""
    if not turn.edited:
        return False
    words, quote = own_words(turn), item.record.fields.quote
    if quote and not stands_in(quote, words):
        return True
    # Of a long message the list has the beginning: then each word of the memory has to stand.
    is_whole = bool(item.said) and not item.said.endswith(_CUT)
    gone = (meaningful(item.said) if is_whole else memory.terms.words) - meaningful(words)
    return not gone.isdisjoint(memory.terms.words)


def _cited(
    item: ReviewItem, mark: WaitingMark, turn_of: Callable[[int], StoredTurn | None]
) -> Iterator[StoredTurn]:
    """The messages that it cites and that stand: by that person, in that place.

    A room may have become private.
    """
    fields = item.record.fields
    for number in sorted(mark.turns):
        stored = turn_of(number)
        if stored is None or not is_material(stored.turn):
            continue
        turn = stored.turn
        if (turn.author.slug, turn.place.slug) == (fields.by, fields.place):
            yield stored


def _memory_of(
    name: str,
    item: ReviewItem,
    mark: WaitingMark,
    vocabulary: Vocabulary,
) -> HeldMemory | None:
    try:
        (proposed,) = proposals_of(item)
    except InputError:
        return None
    if not isinstance(proposed, AddRecord | SetRule):
        return None
    record = item.record
    about = record.object or ""
    is_fact = record.predicate is not None
    slot = (item.note, record.fields.subject or "", record.predicate or "", normalised(about))
    # The words that a model quotes are in the message, whatever it makes of them.
    return HeldMemory(
        name,
        mark.recommendation,
        _layer_of(proposed, vocabulary),
        "" if is_fact else record.text,
        about,
        slot if is_fact else (),
    )


def _layer_of(proposed: AddRecord | SetRule, vocabulary: Vocabulary) -> MemoryLayer:
    judged = judged_of(proposed, vocabulary)
    return MemoryLayer.SEMANTIC if judged is None else judged.layer

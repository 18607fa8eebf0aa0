"""What is made of one page of a room's talk: by its plain words, and by what a model says of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.maintenance.channels.model.asking import RoomPage, page_of_room, request_for
from familiar_memory.maintenance.channels.model.replied import beside_plain_words, items_replied
from familiar_memory.maintenance.channels.own_lines import ends_of_own_lines
from familiar_memory.maintenance.channels.proposing import jest_proposals, room_proposals
from familiar_memory.maintenance.channels.room_rules import RoomRules
from familiar_memory.maintenance.channels.room_writing import RoomWriting
from familiar_memory.maintenance.channels.settled.endings import Ended, ended_by, open_lines
from familiar_memory.maintenance.channels.settled.found import items_said
from familiar_memory.maintenance.channels.settled.joked_since import jests_in
from familiar_memory.maintenance.channels.settled.minutes import minutes_kept
from familiar_memory.maintenance.channels.settled.room_note import RoomNote
from familiar_memory.maintenance.channels.settled.shared_item import SharedItem
from familiar_memory.maintenance.channels.talk.rooms import ActiveRoom
from familiar_memory.operations.proposal import Proposal
from familiar_memory.writers.arcs.substance import is_substantive
from familiar_memory.writers.text.utterance import Utterance, utterances

__all__ = ["ReadRoom", "RoomReading"]


@dataclass(frozen=True, slots=True)
class ReadRoom:
    """What one page settles; `page` is what a model may be asked about it, None for nothing.

    `minutes` are decisions with a number that the familiar itself said to be changed; `earlier` is
    what was said before, and is in the notes already.
    """

    place: Place
    writing: RoomWriting
    turns: tuple[StoredTurn, ...]
    said: tuple[Utterance, ...]
    note: RoomNote
    minutes: tuple[Utterance, ...] = ()
    items: tuple[SharedItem, ...] = ()
    also_ended: tuple[Ended, ...] = ()
    earlier: tuple[Utterance, ...] = ()
    page: RoomPage | None = None
    request: ChatRequest | None = None

    def with_reply(self, reply: Completion) -> ReadRoom:
        """The same, and what a model says of it that its messages bear out.

        Raises:
            ModelReplyError: the reply cannot be used.
        """
        assert self.page is not None
        replied, ended = items_replied(reply, self.page)
        both = (*self.items, *beside_plain_words(replied, self.items))
        order = {one.order: at for at, one in enumerate(self.said)}
        items = tuple(sorted(both, key=lambda one: order[one.said.order]))
        return replace(self, items=items, also_ended=ended)

    def proposals(self) -> tuple[Proposal, ...]:
        """What is proposed for the notes."""
        slug, writing = self.place.slug, self.writing
        writing.look_again()
        when = partial(writing.when_said, slug)
        jests = jests_in(self.earlier, self.said, self.note, when)
        wrong = [line for jest in jests for line in jest.wrong]
        resumed = [line for jest in jests for line in jest.resumed]
        standing = open_lines(line for line in (*self.note.live, *resumed) if line not in wrong)
        ended = ended_by(self.said, self.items, standing, when, self.minutes)
        known = {one.what.line for one in ended}
        more = (one for one in self.also_ended if one.what.line not in known and self._is_old(one))
        every = (*ended, *more)
        message_of = partial(writing.message_of, slug)
        of_people = tuple(ends_of_own_lines(every, jests, message_of))
        taken_back = (*jest_proposals(slug, jests, writing.in_day), *of_people)
        if not (self.items or every):
            return taken_back
        # Who is written about only: it looks at their notes.
        links = writing.links(self.turns, slug)
        of_room = room_proposals(
            self.place, self.items, every, self.note, links, when, self._was_touched
        )
        return (*taken_back, *of_room)

    def _was_touched(self, item: SharedItem) -> bool:
        """Whether a person has taken out, struck or reworded a line of what bears it out."""
        return any(self.writing.was_touched(one) for one in self.said if one.ref in item.refs)

    def _is_old(self, ended: Ended) -> bool:
        """Whether its line was said before the end of this talk, which may be read again."""
        line = ended.what.line
        moment = None if line is None else self.writing.when_said(self.place.slug, line)
        return moment is None or moment < max((one.said_us, one.order) for one in self.said)


class RoomReading:
    """Reads pages of rooms, without what is told in confidence or held for somebody to decide."""

    def __init__(
        self, writing: RoomWriting, rules: RoomRules, is_withheld: Callable[[StoredTurn], bool]
    ) -> None:
        """`is_withheld` says of which turns nothing is copied."""
        self._writing = writing
        self._rules = rules
        self._is_withheld = is_withheld

    @property
    def page_chars(self) -> int:
        """How much talk is read at once."""
        return self._rules.page_chars

    @property
    def lookback_hours(self) -> int:
        """How far the first night looks back, and each one behind the last."""
        return self._rules.lookback_hours

    def of(self, room: ActiveRoom, *, with_model: bool) -> ReadRoom:
        """What plain words say, and what is to be asked where there is a model.

        Raises:
            StoreError: the note of the room cannot be read.
        """
        turns = tuple(one for one in room.turns if not self._is_withheld(one))
        said = utterances(turns, self._rules.zone)
        minutes = minutes_kept(turns, self._rules.zone)
        slug = room.place.slug
        if not (said or minutes):
            return ReadRoom(room.place, self._writing, turns, (), RoomNote(slug))
        note, items = self._writing.note(slug), items_said(said)
        read = ReadRoom(
            room.place,
            self._writing,
            turns,
            said,
            note,
            minutes,
            items,
            earlier=self._writing.earlier(turns, said),
        )
        if not with_model or not any(
            is_substantive(one.words, self._rules.markers) for one in said
        ):
            return read
        zone, limits = self._rules.zone, self._rules.limits
        page = page_of_room(room.place, turns, said, note, zone, self.page_chars)
        return replace(read, page=page, request=request_for(page, limits))

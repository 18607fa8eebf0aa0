"""What a person has taken out of days: no step of the night puts it back, whichever wrote it.

Two steps write into days, in either order, and each has marks of its own of how far it has come.
So what was there is asked of the journal, and not of marks.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import blake2b

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.errors import StoreError
from familiar_memory.history.base import History
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.maintenance.of_talk.day_notes import day_path
from familiar_memory.maintenance.of_talk.noted_lines import NotedLines, NotePast
from familiar_memory.maintenance.sleep.going_back import GoingBack
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.markdown.text.spoken import behind_the_speaker, words_behind_the_speaker
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.base import NoteReader
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["DayLines"]

_KNOWN = "sleep-known"
"""The watermark of the turn that had come last when a step last wrote into days."""
_DELETED = "sleep-deleted:"
"""With a digest of a day behind it: of the turn that had come last when it was deleted."""
_DIGEST_BYTES = 6
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class DayLines:
    """What was taken out of the days, for one night of a step; its last turn is that of now.

    Where a person has the step go `back`, what they deleted before they said so comes back; what
    they struck or reworded does not.
    """

    def __init__(
        self,
        store: NoteReader,
        rules: NoteRules,
        journal: JournalReader | None,
        history: History,
        back: GoingBack,
    ) -> None:
        """Note which turns have come by now, and which had when a step was last done."""
        self._noted = NotedLines(store, rules, journal)
        self._history = history
        self._known, self._last = history.watermark(_KNOWN), history.latest_id()
        self._back = back
        self._deleted: dict[str, int] = {}

    def look_again(self) -> None:
        """People edit while a model is asked: what was read may stand no more."""
        self._noted.look_again()

    def done(self) -> None:
        """The step has done what it could: a day that is deleted from now on had all these turns.

        Also those that wait for a model. What comes after that is news, whenever it was said, for
        the other step too.
        """
        for name, last in self._deleted.items():
            self._history.set_watermark(last, name)
        self._history.set_watermark(self._last, _KNOWN)

    def was_taken_out(self, one: Utterance) -> bool:
        """Whether a person has struck, reworded or deleted a line of a message, or its whole day.

        What cannot be read says nothing of it: its talk waits until it can be written.
        """
        path = day_path(one.slot.day, one.place)
        try:
            standing, past = self._noted.standing(path), self._noted.past(path)
        except StoreError:
            return False
        lines = [line for line in standing if _is_of(line, one)]
        if any(line.record.state is not RecordState.LIVE for line in lines):
            return True
        is_changed = _is_changed(one, lines, past)
        if lines or self._is_gone_back_to(one):
            return bool(lines) and is_changed
        return is_changed or self._is_of_deleted_day(one, path, past)

    def repeating(self, one: Utterance) -> tuple[Record, ...]:
        """The lines of its day that say a message in its own words, and nothing else.

        None where a person has had a hand in them, or where they cannot be read.
        """
        if self.was_taken_out(one):
            return ()
        try:
            standing = self._noted.standing(day_path(one.slot.day, one.place))
        except StoreError:
            return ()
        return tuple(line.record for line in standing if _is_of(line, one) and _repeats(line, one))

    def _is_of_deleted_day(self, one: Utterance, path: str, past: NotePast) -> bool:
        if past.gone_us is None or one.said_us > past.gone_us:
            return False
        return one.order <= self._had_come(path, past.times)

    def _had_come(self, path: str, times: int) -> int:
        """The turn that had come last when a day was deleted so many times, as far as is known.

        As the first step has it that finds it gone: to the next, what came since is known too.
        """
        digest = blake2b(f"{path}\n{times}".encode(), digest_size=_DIGEST_BYTES).hexdigest()
        name = f"{_DELETED}{digest}"
        if name not in self._deleted:
            self._deleted[name] = self._history.watermark(name) or self._known
        return self._deleted[name]

    def _is_gone_back_to(self, one: Utterance) -> bool:
        if self._back.since is None:
            return False
        asked = self._back.asked
        return asked is None or one.said_us <= (asked - _EPOCH) // timedelta(microseconds=1)


def _is_of(line: StandingLine, one: Utterance) -> bool:
    return line.audience == one.place.slug and one.ref in line.record.fields.refs


def _repeats(line: StandingLine, one: Utterance) -> bool:
    said, told = normalised(one.words), behind_the_speaker(line.record.text)
    return line.record.fields.refs == (one.ref,) and all(
        normalised(part) in said for part in told.split("; ")
    )


def _is_changed(one: Utterance, lines: list[StandingLine], past: NotePast) -> bool:
    """Whether what a line of the message said there is said there no more, word for word."""
    words = {words_behind_the_speaker(line.record.text) for line in lines}
    return any(
        words_behind_the_speaker(text) not in words
        for place, ref, text in past.lines
        if (place, ref) == (one.place.slug, one.ref)
    )

"""A log of Twitch chat: raw IRC, Chatterino's, or plain lines with a time in brackets.

A message of raw IRC has Twitch's own id. Any other is named by when it was said, by whom,
and its words, so that logs that overlap bring each message once. What a moderator removes
is taken away: one message (CLEARMSG), or everything of one person or of everybody, as far
back as 10,000 messages (CLEARCHAT).
"""

from __future__ import annotations

import hashlib
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from pathlib import Path
from typing import ClassVar

from familiar_importers.chats.reading.looks import looks_like_twitch
from familiar_importers.chats.reading.moments import from_epoch
from familiar_importers.chats.reading.options import split_names, zone_named
from familiar_importers.chats.reading.passed_over import PassedOver
from familiar_importers.chats.reading.text_lines import read_text_lines
from familiar_importers.chats.reading.timeline import Timeline
from familiar_importers.chats.reading.twitch_lines import (
    IrcLine,
    PlainLine,
    parse_irc,
    parse_plain,
    parse_start,
)
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Role, Turn
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import Item, Remark, TurnItem

__all__ = ["TwitchLogImporter"]

_PLATFORM = "twitch"
_REMEMBERED = 10_000
"""Messages among which one that a moderator takes away is looked for, the newest."""
_HALF_A_DAY = timedelta(hours=12)
"""A clock that goes back by more has passed midnight; by less, lines are out of order."""
_MAX_AUTHORS = 10_000
"""People who are remembered while a log is read, for speed alone; memory is bounded whatever it
claims."""
_DATED_NAME = re.compile(r"(?P<channel>.*?)[-_. ]?(?P<day>\d{4}-\d\d-\d\d).*")
_NO_CHANNEL = frozenset({"", "chat", "log", "twitch"})


@dataclass(frozen=True, slots=True)
class TwitchLogImporter:
    """Turns of one log.

    `me` are names or ids of the account that is the familiar. `zone` is that of times
    which name none. `channel` is the channel where neither the lines nor the file's name
    tell it. `private` says that not everybody can read it. Whispers are passed over.
    """

    me: str = ""
    zone: str = "UTC"
    channel: str = ""
    private: bool = False

    name: ClassVar[str] = "twitch-log"
    describe: ClassVar[str] = "a log of Twitch chat (.log, .txt)"

    def __post_init__(self) -> None:
        zone_named(self.zone)

    def detect(self, path: Path) -> bool:
        """A .log or .txt whose first line is one of Twitch chat."""
        return looks_like_twitch(path)

    def read(self, path: Path) -> Iterator[Item]:
        """Every message in order, and what was taken away; notices are passed over.

        Raises:
            InputError: it cannot be read, or no line of it is one of a chat.
        """
        yield from _Reading(self, path, str(path)).items()


@dataclass(frozen=True, slots=True)
class _Remembered:
    """What is needed to take a message away again."""

    turn: Turn
    user_id: str
    login: str


class _Reading:
    """One pass over the file."""

    def __init__(self, importer: TwitchLogImporter, path: Path, label: str) -> None:
        self._path = path
        self._label = label
        self._zone = zone_named(importer.zone)
        self._me = split_names(importer.me)
        self._private = importer.private
        named = _DATED_NAME.fullmatch(path.stem)
        channel = (named["channel"] if named else path.stem).removeprefix("#").casefold()
        self._channel = importer.channel.removeprefix("#").casefold() or channel
        self._day = _day(named["day"]) if named else None
        self._day_zone: tzinfo | None = None
        self._unknown_zone = ""
        self._clock: datetime | None = None
        self._is_zone_guessed = False
        self._time = Timeline(path, label)
        self._passed = PassedOver(label)
        self._recent: deque[_Remembered] = deque(maxlen=_REMEMBERED)
        self._second: datetime | None = None
        self._in_second: dict[str, int] = {}
        self._authors: dict[tuple[str, str, str], Author] = {}
        self._understood = 0

    def items(self) -> Iterator[Item]:
        lines = 0
        for number, line in read_text_lines(self._path, self._label):
            lines += 1
            where = f"{self._label}, line {number}"
            try:
                for turn in self._turns(line, number):
                    yield TurnItem(turn, where)
            except InputError as problem:
                raise InputError(f"{where}: {problem.problem}", problem.accepted) from None
        if lines and not self._understood:
            raise InputError(
                f"{self._label}: it has no line of a Twitch chat",
                "raw IRC, Chatterino's lines, or [2024-03-05 14:22:33] #channel name: text",
            )
        yield from self._passed.told()
        yield from self._time.told()
        if self._is_zone_guessed:
            why = "its times name no zone"
            if self._unknown_zone:
                why = f"its zone {self._unknown_zone[:40]!r} is not known, or may be one of several"
            yield Remark(self._label, f"{why}: they are read as {self._zone}")

    def _turns(self, line: str, number: int) -> Iterator[Turn]:
        if plain := parse_plain(line):
            self._understood += 1
            yield from self._plain(plain, number)
        elif irc := parse_irc(line):
            self._understood += 1
            yield from self._irc(irc, number)
        elif start := parse_start(line):
            self._understood += 1
            self._day = start.moment.date()
            self._day_zone = start.zone
            if start.zone is None:
                self._unknown_zone = self._unknown_zone or start.said
            self._clock = None
        else:
            self._passed.add("not a chat line", f"line {number}")

    def _plain(self, line: PlainLine, number: int) -> Iterator[Turn]:
        said_at = self._time.at(self._moment(line))
        if not line.login:
            self._passed.add("a notice", f"line {number}")
        elif not line.text.strip():
            self._passed.add("an empty message", f"line {number}")
        else:
            place = self._place(line.channel)
            author = self._author("", line.login, line.shown)
            ref = self._ref(said_at, line.login, line.text)
            yield Turn(ref, said_at, place, author, line.text, self._role(author))

    def _irc(self, line: IrcLine, number: int) -> Iterator[Turn]:
        # Milliseconds of today have 13 digits; many more are no time that Python could hold.
        sent = line.tags.get("tmi-sent-ts", "")
        moment = from_epoch(float(sent)) if sent.isdecimal() and len(sent) < 16 else None
        if line.command == "PRIVMSG":
            yield from self._message(line, self._time.at(moment), number)
        elif line.command == "CLEARMSG":
            yield from self._cleared_one(line, self._time.at(moment))
        elif line.command == "CLEARCHAT":
            yield from self._cleared(line, self._time.at(moment))
        else:
            self._passed.add(f"not a message but {line.command}", f"line {number}")

    def _message(self, line: IrcLine, said_at: datetime, number: int) -> Iterator[Turn]:
        if not line.text.strip():
            self._passed.add("an empty message", f"line {number}")
            return
        user_id = line.tags.get("user-id", "")
        author = self._author(user_id, line.login, line.tags.get("display-name", ""))
        turn = Turn(
            ref=line.tags.get("id") or self._ref(said_at, line.login, line.text),
            timestamp=said_at,
            place=self._place(line.channel),
            author=author,
            text=line.text,
            role=self._role(author),
            reply_to=line.tags.get("reply-parent-msg-id") or None,
        )
        self._recent.append(_Remembered(turn, user_id, line.login))
        yield turn

    def _cleared_one(self, line: IrcLine, at: datetime) -> Iterator[Turn]:
        ref = line.tags.get("target-msg-id", "")
        if not ref:
            return
        known = next((one.turn for one in self._recent if one.turn.ref == ref), None)
        login = line.tags.get("login", "")
        author = known.author if known else self._author("", login or "unknown", login)
        yield _deleted(ref, at, known.place if known else self._place(line.channel), author)

    def _cleared(self, line: IrcLine, at: datetime) -> Iterator[Turn]:
        user_id, login = line.tags.get("target-user-id", ""), line.text.strip().casefold()
        place = self._place(line.channel)
        kept: deque[_Remembered] = deque(maxlen=_REMEMBERED)
        for one in self._recent:
            is_theirs = (not user_id and not login) or (
                one.user_id == user_id if user_id and one.user_id else one.login == login
            )
            if is_theirs and one.turn.place == place:
                yield _deleted(one.turn.ref, at, place, one.turn.author)
            else:
                kept.append(one)
        self._recent = kept

    def _moment(self, line: PlainLine) -> datetime:
        if line.offset is None and (line.day is not None or self._day_zone is None):
            self._is_zone_guessed = True
        if line.day is not None:
            return datetime.combine(line.day, line.clock, line.offset or self._zone)
        if self._day is None:
            raise InputError(
                "a time without a day, and neither a line nor the file's name gives the day",
                "# Start logging at 2024-03-05 14:22:00, or a name such as channel-2024-03-05.log",
            )
        zone = line.offset or self._day_zone or self._zone
        moment = datetime.combine(self._day, line.clock, zone)
        if self._clock is not None and self._clock - moment > _HALF_A_DAY:
            moment += timedelta(days=1)
            self._day = moment.date()
        self._clock = moment
        return moment

    def _place(self, channel: str) -> Place:
        name = channel.removeprefix("#").casefold() or self._channel
        if name in _NO_CHANNEL:
            raise InputError(
                "the channel is not known: neither the line nor the file's name gives it",
                "a name such as channel-2024-03-05.log, or the option channel",
            )
        return Place(_PLATFORM, name, None, PlaceKind.STREAM, self._private, name=name)

    def _author(self, user_id: str, login: str, shown: str) -> Author:
        key = (user_id, login, shown)
        author = self._authors.get(key)
        if author is None:
            author = Author(_PLATFORM, user_id or login or shown, shown or login, login or None)
            if len(self._authors) < _MAX_AUTHORS:
                self._authors[key] = author
        return author

    def _role(self, author: Author) -> Role:
        if not self._me:
            return Role.USER
        names = {one.casefold() for one in (author.user_id, *author.known_names)}
        return Role.ASSISTANT if names & self._me else Role.USER

    def _ref(self, said_at: datetime, login: str, text: str) -> str:
        """Named by its content; the same words twice in one second differ by their order."""
        if said_at != self._second:
            self._second = said_at
            self._in_second = {}
        # By the clock as it stands there, so that another option `zone` makes no other refs.
        identity = f"{said_at.replace(tzinfo=None).isoformat()}\n{login}\n{text}"
        digest = hashlib.blake2b(identity.encode("utf-8"), digest_size=10).hexdigest()
        nth = self._in_second.get(digest, 0)
        self._in_second[digest] = nth + 1
        return f"log-{digest}{f'-{nth}' if nth else ''}"


def _deleted(ref: str, at: datetime, place: Place, author: Author) -> Turn:
    return Turn(ref=ref, timestamp=at, place=place, author=author, text="", deleted=True)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None

"""Fill in what a character card leaves open: names, dates, and notes to itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Self

from familiar_memory.domain.talk.identity import Author
from familiar_memory.recall.page.chance_macros import expand_choices

__all__ = ["SOMEBODY", "Macros"]

_MACRO = re.compile(
    r"(?:\{\{\s*(?P<name>[a-z_]+)\s*\}\}|<(?P<old>char|user|bot)>)(?P<whose>['’]s\b)?"
    r"|\{\{\s*time_utc(?P<hours>[+-]\d{1,2})\s*\}\}"
    r"|\{\{\s*(?://|comment:|hidden_key:|banned\s)(?P<aside>[^{}]*)\}\}",
    re.IGNORECASE,
)
SOMEBODY, _THEIRS = "you", "your"
"""What `{{user}}` and `{{user}}'s` mean where nobody is named."""
_LONGEST_NAME = 64
"""Characters of a name that is put in for `{{user}}` or `{{char}}`."""
_NOT_OURS = [
    "input",
    "lastmessage",
    "lastusermessage",
    "lastcharmessage",
    "idle_duration",
    "maxprompt",
    "lastmessageid",
]
"""What SillyTavern fills from its own window: here there is none, and a raw macro says less."""
_MARKS = str.maketrans("<>{}", "‹›()")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class Macros:
    """What the macros of a card stand for; `now` is in the familiar's zone.

    A user's name is a stranger's text among the author's: it stays one short line and
    carries no marks.
    """

    char: str
    user: str
    now: datetime | None = None

    @classmethod
    def between(cls, char: str, author: Author | None, now: datetime | None = None) -> Self:
        """For the familiar `char` that answers this author; None: whoever is there."""
        return cls(char, SOMEBODY if author is None else author.label, now)

    def expand(self, text: str) -> str:
        """Replace what is known, drop asides; a macro that is not known stays as it is.

        SillyTavern leaves those standing, too.
        """
        values = self._values()

        def value(match: re.Match[str]) -> str:
            if match["aside"] is not None:
                return ""
            if match["hours"] is not None:
                return self._time_at(int(match["hours"])) or match[0]
            name, whose = (match["name"] or match["old"]).lower(), match["whose"] or ""
            if name not in values:
                return match[0]
            is_yours = whose and name == "user" and values[name] == SOMEBODY
            return _THEIRS if is_yours else f"{values[name]}{whose}"

        day = None if self.now is None else self.now.date()
        return expand_choices(_MACRO.sub(value, text), self.char, day)

    def _time_at(self, hours: int) -> str:
        if self.now is None:
            return ""
        return f"{self.now.astimezone(UTC) + timedelta(hours=hours):%H:%M}"

    def _values(self) -> dict[str, str]:
        user = _tamed(self.user)
        values = {
            "char": self.char,
            "bot": self.char,
            "charifnotgroup": self.char,
            "group": self.char,
            "user": user,
            "newline": "\n",
            "noop": "",
            "trim": "",
            "original": "",
            **dict.fromkeys(_NOT_OURS, ""),
        }
        if self.now is None:
            return values
        return values | {
            "date": self.now.date().isoformat(),
            "isodate": self.now.date().isoformat(),
            "time": f"{self.now:%H:%M}",
            "isotime": f"{self.now:%H:%M}",
            "weekday": _DAYS[self.now.weekday()],
        }


def _tamed(name: str) -> str:
    return " ".join(name.split())[:_LONGEST_NAME].translate(_MARKS)

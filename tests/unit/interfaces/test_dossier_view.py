"""`familiar export person WHO`: a file that can be handed to whom it is about."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

from familiar_memory.inspection.held.dossier import (
    AskedRecall,
    Dossier,
    HeldFact,
    HeldReply,
    KnownLine,
    KnownNames,
    SaidTurn,
)
from familiar_memory.interfaces.cli.keep.dossier_view import dossier_markdown

_NOON = datetime(2026, 2, 3, 12, tzinfo=UTC)
_TAVERN, _DM = "discord-lantern.tavern", "discord-dm-42"
_FACT = ("2026-02-02", _TAVERN, ("t1",), "people/Rowan.md", 9)
_KNOWN = Dossier(
    "discord-42",
    ("discord:42",),
    (KnownNames(("Rowan", "rowan.r"), _NOON, _NOON),),
    (_DM, _TAVERN),
    (
        HeldFact("works_at", "Acme", "live", "2026-01", None, *_FACT),
        HeldFact("lives_in", "Hull", "ended", None, "2025-05", *_FACT),
        HeldFact("likes", "tea", "wrong", None, None, None, None, (), "people/Rowan.md", 11),
    ),
    (
        KnownLine(
            "people/Rowan.md", 9, "- works_at:: [[Acme]] (2026-02-02, #tavern, t1) ^k3f9a1", ""
        ),
    ),
    (KnownLine("sessions/x.md", 4, "- [[people/Rowan|Rowan]]: hello\n  there ^t2", _TAVERN),),
    (
        SaidTurn(_TAVERN, "t1", _NOON, "Rowan", "I work at Acme."),
        SaidTurn(_DM, "d1", _NOON, "Rowan", "A secret.\n# no heading"),
        SaidTurn(_TAVERN, "t2", _NOON, "Rowan", "hello"),
    ),
    (SaidTurn(_TAVERN, "t3", _NOON, "Gus", "<@42> hello"),),
    (AskedRecall(_NOON, _TAVERN, 1, "where?"), AskedRecall(_NOON, None, 2, None)),
    3,
)
_PAGE = """\
# What Ember knows about Rowan

Made on 2026-03-01. It holds what Rowan said, and what was said or noted about Rowan in places \
where Rowan has spoken.

Not included: 3 lines and messages of others, from places where Rowan has not spoken.

In brackets behind a line stand the day on which it was noted, the place, and the message that it \
comes from. What is struck through (~~like this~~) no longer holds, or was wrong.

## Names and places

- Account: discord:42; the notes call it discord-42
- Called: Rowan, rowan.r, on 2026-02-03
- Spoke in: discord-dm-42, #tavern

## Facts

- Rowan works at Acme (since 2026-01). Noted on 2026-02-02 in #tavern (t1).
- Rowan used to live in Hull (until 2025-05). Noted on 2026-02-02 in #tavern (t1).
- Rowan likes tea. This was wrong.

## Notes about Rowan

### people/Rowan.md

    - works_at:: Acme (2026-02-02, #tavern, t1)

## Where other notes speak of Rowan

### sessions/x.md

    - Rowan: hello
      there

## What Rowan said

### #tavern

    2026-02-03 12:00  I work at Acme.  (t1)
    2026-02-03 12:00  hello  (t2)

### discord-dm-42

    2026-02-03 12:00  A secret.  (d1)
        # no heading

## Messages of others with the id of Rowan

### #tavern

    2026-02-03 12:00  Gus: <@42> hello  (t3)

## Looked up for replies to Rowan

- 2026-02-03 12:00 in #tavern: 1 passage, for "where?"
- 2026-02-03 12:00: 2 passages
"""


def test_the_file_reads_as_sentences_about_the_person() -> None:
    """Facts are sentences, places have their names, and ids of lines are left out."""
    page = dossier_markdown(_KNOWN, "Ember", date(2026, 3, 1), UTC, {_TAVERN: "#tavern"})
    assert page == _PAGE


def test_nothing_that_is_known_leaves_no_empty_headings() -> None:
    """Only that there is nothing."""
    nobody = Dossier("discord-7", (), (), (), (), (), (), (), (), (), 0)
    page = dossier_markdown(nobody, "Ember", date(2026, 3, 1), UTC, {})
    assert [line for line in page.splitlines() if line.startswith(("#", "-"))] == [
        "# What Ember knows about discord-7",
        "## Names and places",
        "- Account: unknown; the notes call it discord-7",
        "- Spoke in: no place",
    ]


def test_a_note_that_could_not_be_read_is_named() -> None:
    """Whoever gets the file knows that there may be more."""
    known = replace(_KNOWN, unread=("people/Rowan.md",))
    page = dossier_markdown(known, "Ember", date(2026, 3, 1), UTC, {})
    assert "\nCould not be read, and may hold more: people/Rowan.md\n" in page


def test_what_a_model_said_stands_at_the_end() -> None:
    """By the batch that could not be written up."""
    known = replace(_KNOWN, replies=(HeldReply(7, _NOON, "Rowan works\n# at Acme"),))
    page = dossier_markdown(known, "Ember", date(2026, 3, 1), UTC, {_TAVERN: "#tavern"})
    assert page == _PAGE + (
        "\n## What a model said of talk with Rowan that was not written up\n\n"
        "### Batch 7, 2026-02-03 12:00\n\n    Rowan works\n    # at Acme\n"
    )

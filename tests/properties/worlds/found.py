"""Worlds in which something once leaked, each shrunk to what it needs; every run tries them."""

from __future__ import annotations

from dataclasses import replace

from familiar_memory.domain.question.context import Mode
from familiar_memory.knowledge.audience import AudiencePolicy
from worlds.pages import FRONTS
from worlds.values import (
    ABROAD,
    DM_7,
    DM_42,
    MODS,
    TAVERN,
    Change,
    Line,
    MadePrivate,
    Note,
    Question,
    Said,
    Unsaid,
    World,
    Wrote,
)

__all__ = ["FOUND"]


def _note(path: str, *lines: Line, title: str = "Will", front: str | None = None) -> Note:
    return Note(path, title, front, (), (("Facts", None, lines, False),))


_KETTLE = _note("topics/boss.md", Line(("kettle",)))
_ASKED = Question("kettle", TAVERN, "7")
_OPEN, _SECRET = Line(("tea", "viva")), Line(("tea", "kettle", "boss"), DM_42.slug, size=40)
_YORK, _MILL = "I live in York.", "I work at the Mill."

FOUND: dict[str, tuple[World, Question]] = {
    "a hidden stretch does not decide where the visible one is cut into chunks": (
        World((_note("topics/thesis.md", *(_OPEN, _SECRET) * 3),)),
        Question("tea viva", TAVERN, "42"),
    ),
    "a hidden longer name is not in the way of a visible one": (
        World(
            (
                Note("people/discord-42.md", "Mary Jane", "owner"),
                _note("people/discord-7.md", _OPEN, title="Mary"),
            )
        ),
        Question("so Mary Jane", TAVERN),
    ),
    "what somebody is called in private does not name them in public": (
        World(
            (),
            (
                Said(DM_42, "42", "Zoë", "tea"),
                Said(TAVERN, "42", "Rowan", "thesis tea"),
                Said(TAVERN, "7", "Will", "thesis viva"),
            ),
        ),
        Question("thesis Zoë", TAVERN, "7"),
    ),
    "the third heading of a private section stays in it": (
        World(
            (
                Note(
                    "sessions/2026-02-02-evening.md",
                    sections=((DM_42.slug, "Kettle", (Line(audience="everyone"),), False),),
                ),
            )
        ),
        Question("kettle", TAVERN, "7", AudiencePolicy.OPEN),
    ),
    "what a private room shares stays in it, whatever a line of it says": (
        World((_note(f"channels/{DM_42.slug}.md", Line(audience="everyone")),)),
        Question("tea", TAVERN, "7", AudiencePolicy.OPEN),
    ),
    "L1: a name that was heard in a DM is no title": (
        World(
            (),
            (
                Said(DM_42, "42", "Zoë", "tea"),
                Wrote(),
                Said(TAVERN, "42", "Rowan", _YORK),
                Wrote(),
            ),
        ),
        Question("York", TAVERN, "7"),
    ),
    "L1: nor one that was heard in a private channel": (
        World((), (Said(MODS, "42", "Zoë", "tea"), Said(TAVERN, "42", "Rowan", _YORK), Wrote())),
        Question("Zoë", TAVERN, "7"),
    ),
    "L5: a nickname of another guild is not known here": (
        World((), (Said(ABROAD, "42", "Zoë", "tea"), Said(TAVERN, "42", "Rowan", _YORK), Wrote())),
        Question("York", TAVERN, "7"),
    ),
    "L2: a line that is narrowed while it is searched for is not told": (
        World((_KETTLE,), (), Change(0, "narrow")),
        _ASKED,
    ),
    "L2: nor is one that is rewritten told as it was": (
        World((_KETTLE,), (), Change(0, "reword", value="boss")),
        _ASKED,
    ),
    "W11: nor is a turn that is deleted meanwhile": (
        World((), (Said(TAVERN, "42", "Rowan", "kettle"),), Unsaid(0)),
        _ASKED,
    ),
    "L3: a note that is the owner's today was always theirs": (
        World((_KETTLE,), (Change(0, "front"),)),
        Question("kettle", TAVERN, "7", as_of=0),
    ),
    "L3: so is a line": (
        World((_KETTLE,), (Change(0, "narrow"),)),
        Question("kettle", TAVERN, "7", as_of=0),
    ),
    "L3: what a person deleted is deleted": (
        World((_KETTLE,), (Change(0, "drop"),)),
        Question("kettle", TAVERN, "7", as_of=0),
    ),
    "L3: as is a whole note": (
        World((_KETTLE,), (Change(0, "delete"),)),
        Question("kettle", TAVERN, "7", as_of=0),
    ),
    "L7: what is said in a DM does not choose among the lines of a channel": (
        World(
            (),
            (
                Said(TAVERN, "42", "Rowan", _YORK),
                Said(TAVERN, "42", "Rowan", "I moved to Oban, I live in Oban now."),
                Said(TAVERN, "42", "Rowan", _MILL),
                Said(TAVERN, "42", "Rowan", "I am allergic to nuts."),
                *(Said(DM_7, "7", "Will", _MILL),) * 2,
                Wrote(),
            ),
        ),
        Question("Mill", TAVERN, "9"),
    ),
    **{
        f"L6: visibility written so ({name}) closes the note": (
            World((_note("topics/boss.md", Line(("kettle",)), front=name),)),
            _ASKED,
        )
        for name in FRONTS
    },
    **{
        f"L6: a tail written so ({name}) closes the line": (
            World((_note("topics/boss.md", Line(("kettle",), tail=name)),)),
            _ASKED,
        )
        for name in ("wide", "square", "nbsp", "damaged")
    },
    **{
        f"a tail in the card, where bullets are no records, closes its line ({name or 'plain'})": (
            World((_note("self/scenario.md", Line(("kettle",), "owner", tail=name)),)),
            _ASKED,
        )
        for name in ("", "wide", "square")
    },
    **{
        f"nor does imported lore tell such a line ({name or 'plain'})": (
            World(
                (
                    Note(
                        "lore/imported/mill/gate.md",
                        "Mary",
                        "everyone",
                        sections=(
                            ("Facts", None, (_OPEN, Line(("viva",), "owner", tail=name)), False),
                        ),
                    ),
                )
            ),
            _ASKED,
        )
        for name in ("", "wide", "damaged")
    },
    "L6: a tail on a heading closes what stands under it": (
        World((Note("topics/boss.md", sections=(("Facts", None, (Line(("kettle",)),), True),)),)),
        _ASKED,
    ),
    **{
        f"L8: a hidden note that cannot be read ({how}) is not named": (
            World((Note("topics/boss.md", front="owner"),), (Change(0, "break", value=how),)),
            _ASKED,
        )
        for how in ("bytes", "folder", "huge")
    },
    "what a private room shares stays in it, whatever the note's visibility comes to be": (
        World(
            (_note(f"channels/{DM_42.slug}.md", Line(), title="Rowan"),),
            (Change(0, "front", value="everyone"),),
        ),
        Question("I am allergic to nuts.", TAVERN, "42", AudiencePolicy.STRICT, Mode.FULL_RP),
    ),
    "L8: the trace does not name a hidden note of somebody here": (
        World((Note("people/discord-42.md", front="owner"),), (Said(TAVERN, "42", "Ro", "tea"),)),
        _ASKED,
    ),
    "L8: nor a hidden day": (
        World((Note("days/2026-02-28.md", front="owner"),)),
        _ASKED,
    ),
    "a turn that became private leaves no trace of who was last heard in the open room": (
        World(
            (
                _note("people/discord-42.md", Line(("kettle",)), title="Rowan"),
                _note("people/discord-7.md", Line(("kettle",)), title="Will"),
            ),
            (
                Said(TAVERN, "42", "Rowan", "thesis"),
                Said(TAVERN, "7", "Will", "viva"),
                Said(TAVERN, "42", "Rowan", "kettle"),
                MadePrivate(2),
            ),
        ),
        _ASKED,
    ),
    "nor does it hold two sessions of the open room together, or count among them": (
        World(
            (),
            (
                Said(TAVERN, "42", "Rowan", "boss", 90),
                Said(TAVERN, "42", "Rowan", "kettle", 90),
                Said(TAVERN, "42", "Rowan", "tea", 50),
                Said(TAVERN, "42", "Rowan", "kettle tea", 50),
                MadePrivate(2),
                MadePrivate(0),
            ),
        ),
        _ASKED,
    ),
    "nor is it told when it becomes private while it is searched for": (
        World((), (Said(TAVERN, "42", "Rowan", "kettle"),), MadePrivate(0)),
        _ASKED,
    ),
    "nor is a name that was heard in it known in the open room": (
        World(
            (),
            (
                Said(TAVERN, "42", "Zoë", "tea"),
                MadePrivate(0),
                Said(TAVERN, "42", "Rowan", _YORK),
                Wrote(),
            ),
        ),
        Question("York Zoë", TAVERN, "7"),
    ),
    "that a line of a note was changed in private does not make its others past": (
        World(
            (replace(_note("topics/boss.md", Line(("kettle",)), _SECRET), names=("Mary", "Zoë")),),
            (Change(0, "reword", 1, "lantern"),),
        ),
        replace(_ASKED, as_of=0),
    ),
    "nor does it hide them when the note is moved after that": (
        World(
            (_note("topics/boss.md", Line(("kettle",)), Line(("tea",))),),
            (Change(0, "narrow", 1, "owner"), Change(0, "rename", 0, "a")),
        ),
        replace(_ASKED, as_of=0),
    ),
    "nor are a person's lines headed otherwise in the past for it": (
        World(
            (replace(_note("people/discord-42.md", Line(("kettle",))), names=("Mary", "Zoë")),),
            (Said(DM_42, "42", "Rowan", "I've decided to quit the lantern office."), Wrote()),
        ),
        replace(_ASKED, as_of=0),
    ),
    "sections of a person's note stand in one order, whichever came first in private": (
        World(
            (),
            (
                Said(DM_42, "42", "Rowan", "I promised Mary Jane a kettle by Friday."),
                Wrote(),
                Said(TAVERN, "42", "Rowan", "I live in York."),
                Said(TAVERN, "42", "Rowan", "I promised Mary Jane a kettle by Friday."),
                Wrote(),
            ),
        ),
        Question("York kettle", TAVERN, "7", ways=(12,)),
    ),
}

"""The frames of English in which something new is named in the place of something known."""

from __future__ import annotations

from familiar_memory.writers.forms.frames.row import FrameRow
from familiar_memory.writers.known.ends import FOR_NOW

__all__ = ["CHANGES"]

CHANGES: tuple[FrameRow, ...] = (
    *(
        FrameRow(
            predicate,
            said.replace("{new}", slot).replace("<moved>", moved),
            unless=f"{FOR_NOW} back_in back_on trip holiday flying",
        )
        for predicate, slot, moved in (
            ("works_at", "{firm}", "<moved>"),
            ("lives_in", "{place}", "moved|relocated|moved_house|upped_sticks"),
        )
        for said in (
            "<i> <have>? ..3 <moved> ..3 from {x} to {new} $",
            "^ <adv>* <moved> ..3 from {x} to {new} $",
            "since|after <i>? moving|moved|switching|switched ..2 from {x} to {new} $",
            "<my> move|switch|transfer from {x} to {new} $",
            "<i> <have>? ..2 <swapped> {x} for {new} $",
            "^ <adv>* <swapped> {x} for {new} $",
            "goodbye|bye|farewell {x} ~ hello|hi {new}",
            "after ..3 in|at {x} ~ now ..2 in|at|for {new}",
            "it 's {new} ..2 now|these_days|not , ..1 {x}",
            "{x} to {new} move|switch",
        )
    ),
    *(
        FrameRow("works_at", said)
        for said in (
            "^ <my>? <adv>* first day|week|shift|month at|with {firm}",
            "<i>? ..2 started ..2 at|with {firm}",
            "{firm} <be> ..2 <my> ..1 employer|boss",
        )
    ),
)
"""Each names what has taken the place of a fact that is named as well, at `{x}` or beside it."""

"""The frames of English for the people and animals that somebody has."""

from __future__ import annotations

from typing import Final

from familiar_memory.writers.forms.frames.row import FrameRow

__all__ = ["HOUSEHOLD_ROWS"]

HOUSEHOLD_ROWS: Final = (
    FrameRow(
        "has_pet",
        "{name} , <my> ..2 {kind} $$",
        template="{kind} called {name}",
        unless="died dead passed gone rip late put_down rainbow",
    ),
    FrameRow(
        "has_pet",
        "<my> ..2 {kind} , {name}",
        template="{kind} called {name}",
        unless="died dead passed gone rip late put_down rainbow",
    ),
    FrameRow(
        "has_pet",
        "{name} ~ @ he|she|it|they|that 's|is <my> ..2 {kind}",
        template="{kind} called {name}",
        unless="died dead passed gone rip late put_down rainbow",
        wide=True,
    ),
    FrameRow(
        "has_pet",
        "{name} , the newest|latest|new|youngest ..4 of|to|in <my> family|pack|household ~ {kind}",
        template="{kind} called {name}",
        unless="died dead passed gone rip late put_down rainbow",
    ),
    FrameRow(
        "has_pet",
        "{name} <be> the ..2 {kind} ~ <i>",
        template="{kind} called {name}",
        unless="died dead passed gone rip late put_down rainbow",
    ),
    FrameRow(
        "has_pet",
        "<feed> {name} ~ the {kind}",
        template="{kind} called {name}",
        unless="died dead passed gone rip late put_down rainbow",
        wide=True,
    ),
    FrameRow(
        "has_pet",
        "the ..2 {kind} ~ goes|answers|going by|to {name}",
        template="{kind} called {name}",
        near="mine",
        unless="died dead passed gone rip late put_down rainbow",
    ),
    FrameRow(
        "has_pet",
        "{name} , the :10 {kind} ever",
        template="{kind} called {name}",
        near="mine",
        unless="died dead passed gone rip late put_down rainbow",
    ),
    FrameRow(
        "has_pet",
        "{name} the {kind} !is_a",
        template="{kind} called {name}",
        near="mine",
        unless="died dead passed gone rip late put_down rainbow",
    ),
    FrameRow(
        "has_pet",
        "<i> :4 {kind} <named> {name}",
        template="{kind} called {name}",
        unless="died dead passed gone rip late put_down rainbow had",
    ),
    FrameRow(
        "has_pet",
        "mine : {name} , the :3 {kind}",
        template="{kind} called {name}",
        unless="died dead passed gone rip late put_down rainbow",
    ),
    FrameRow(
        "has_pet",
        "{name} & @ that|this {kind} of mine",
        template="{kind} called {name}",
        unless="died dead passed gone rip late put_down rainbow",
        wide=True,
    ),
    FrameRow("", "<my> ..2 {kin} , name|names 's|is {name}"),
    FrameRow(
        "has_pet",
        "<i> <have> a|an ..1 {kind} ..2 , {name}",
        template="{kind} called {name}",
        unless="died dead passed gone rip late put_down rainbow",
    ),
    FrameRow(
        "has_pet",
        "<my> ..1 {kind} ~ poor|little|dear|darling {name}",
        template="{kind} called {name}",
        unless="died dead passed gone rip late put_down rainbow",
        wide=True,
    ),
    FrameRow("", "{name} 's|is <my> ..1 {kin} !'s"),
    FrameRow("", "{name} ~ @ that 's|is <my> ..1 {kin} !'s"),
    FrameRow("", "with|is|'s|to|and|by|see {name} , <my> ..2 {kin} $$"),
    FrameRow("", "<my> ..2 {kin} ..4 , {name} says|said|sends"),
    FrameRow("", "<my> ..2 {kin} <be>? <adv>* called|named {name} $"),
)
"""Every row, in the order in which facts of one sentence are reported."""

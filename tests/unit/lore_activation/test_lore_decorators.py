"""Decorators: what they say, which of them count, and that none reaches a prompt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from familiar_memory.domain.memory.lore import LoreEntry, LorePosition
from familiar_memory.lore.activation.decorators import FOR_EVER, Decorated, decorated

ENTRY = LoreEntry("lore/a.md", "a", "body")
PLAIN = Decorated(ENTRY)


def of(**fields):
    """The entry with other fields, not decorated."""
    return Decorated(replace(ENTRY, **fields))


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("@@activate", replace(PLAIN, is_forced=True)),
        ("@@dont_activate", replace(PLAIN, is_barred=True)),
        (
            "@@depth 3\n@@role assistant",
            of(position=LorePosition.AT_DEPTH, depth=3, role="assistant"),
        ),
        ("@@position after_desc\n@@depth 3", of(position=LorePosition.AFTER_CHARACTER)),
        ("@@scan_depth 7", of(scan_depth=7)),
        (
            "@@additional_keys a, b\n@@additional_keys c",
            replace(PLAIN, further_keys=(("a", "b"), ("c",))),
        ),
        ("@@exclude_keys a,b", replace(PLAIN, excluded_keys=("a", "b"))),
        (
            "@@activate_only_after 5\n@@activate_only_every 2",
            replace(PLAIN, after_replies=5, every_replies=2),
        ),
        ("@@keep_activate_after_match", of(sticky=FOR_EVER)),
        ("@@dont_activate_after_match", of(cooldown=FOR_EVER)),
        ("@@probability 30", of(probability=30.0)),
        ("@@match_full_word", of(whole_words=True)),
        ("@@unheard_of 1", PLAIN),
        ("@@depth x", PLAIN),
        ("@@depth -1", PLAIN),
        ("@@role god", PLAIN),
        ("@@is_greeting 0", PLAIN),
        ("@@scan_depth 1\n@@scan_depth 2", of(scan_depth=1)),
        ("@@unheard_of\n@@@scan_depth 2", of(scan_depth=2)),
        ("@@unheard_of\n@@@also_not\n@@@scan_depth 2\n@@@scan_depth 3", of(scan_depth=2)),
        ("@@scan_depth 1\n@@@depth 2", of(scan_depth=1)),
        ("@@@scan_depth 2", PLAIN),
        ("@@activate\r", replace(PLAIN, is_forced=True)),
    ],
)
def test_what_the_lines_say(head, expected):
    """And the content is what stands below them."""
    assert decorated(replace(ENTRY, content=f"{head}\n\nbody\n")) == expected


def test_content_without_decorators_is_as_it_was():
    """Also where a line further down looks like one."""
    entry = replace(ENTRY, content="\nbody\n@@activate\n")
    assert decorated(entry) == Decorated(entry)


def test_nothing_but_decorators_leaves_nothing():
    """No line of them is told."""
    assert decorated(replace(ENTRY, content="@@activate\n@@depth 2")).entry.content == ""

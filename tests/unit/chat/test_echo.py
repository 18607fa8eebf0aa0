"""What is said without a model: passages that are about it, as they are, and nothing else."""

from __future__ import annotations

import pytest

from familiar_memory.chat.echo import echo_of
from familiar_memory.chat.exchange import RecalledPassage

_PLACE = "people/mira.md"


def _said(text: str, **more: object) -> RecalledPassage:
    return RecalledPassage("said 2026-03-01", text, f'You said: "{text}"', **more)  # type: ignore[arg-type]


def _noted(text: str) -> RecalledPassage:
    return RecalledPassage(f"{_PLACE}:3", text, f"Mira: {text}", _PLACE, 3)


_OBAN = _noted("lives in Oban")
_TEA = _said("I love sencha tea", likeness=0.3)
_HULL = _said("I live in Hull", is_over=True)
_ASKED = _said("where do I live?")
_OWN = _said("You live in Rome, I think", is_own=True)
_IVY = _said("my sister Ivy lives in York")
_ALL = (_HULL, _ASKED, _OWN, _IVY, _TEA, _OBAN)


@pytest.mark.parametrize(
    ("said", "passages", "echo"),
    [
        ("where do I live?", _ALL, "I remember:\n- Mira: lives in Oban"),
        ("who is Ivy?", _ALL, 'I remember:\n- You said: "my sister Ivy lives in York"'),
        (
            "what do I drink?",
            _ALL,
            'Nothing I remember has a word of that. Nearest is:\n- You said: "I love sencha tea"',
        ),
        ("what do I drink?", (_HULL, _ASKED, _OWN), "I remember nothing about that."),
        ("what do I drink?", (), "I remember nothing about that."),
        ("I work as a nurse", _ALL, "I have recorded that."),
        ("im a nurse", (_said("Hi, I'm Mira"),), "I have recorded that."),
        ("TEA!", _ALL, 'I remember:\n- You said: "I love sencha tea"'),
        ("緑茶は？", (_said("緑茶が好きです"),), 'I remember:\n- You said: "緑茶が好きです"'),
        ("?", _ALL[:1], "I remember nothing about that."),
    ],
)
def test_the_passages_with_most_words_of_it_are_quoted(said, passages, echo):
    """Neither what is over, nor a question, nor the familiar's own words are an answer."""
    assert echo_of(said, passages, is_kept=True) == echo


def test_at_most_two_are_quoted_and_none_at_length():
    """A sentence or two: the rest is listed by /recalled."""
    many = [_said(f"tea {number} {'x' * 400}") for number in range(5)]
    lines = echo_of("tea?", many, is_kept=True).splitlines()
    assert (len(lines), max(map(len, lines))) == (3, 302)


def test_what_was_not_recorded_is_not_said_to_be():
    """A full disk, or somebody who is not to be remembered."""
    assert echo_of("I like tea", (), is_kept=False) == "I have not recorded that."

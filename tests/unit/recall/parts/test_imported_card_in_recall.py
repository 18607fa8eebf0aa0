"""What an imported card means for a recall: the name, the depth prompt, the macros of its lore."""

from __future__ import annotations

import asyncio
import json

import pytest
from familiars import put_notes, started
from people_and_places import ROWAN

from familiar_memory.domain.question.context import Injection, RecallRequest
from familiar_memory.domain.talk.place import Place

TAVERN = Place("discord", "tavern")


def card(depth_prompt=None, **sidecar):
    """The sidecar of an imported card."""
    fields = {"extensions": {"depth_prompt": depth_prompt}} if depth_prompt is not None else {}
    value = {"name": "Amy", "nickname": None, "card": {"data": fields}, **sidecar}
    return json.dumps(value)


@pytest.fixture
def ask(tmp_path, new_familiar):
    """Ask a familiar whose tree holds these files; its folder is called ember."""

    def ask(text, files, settings=""):
        async def work():
            familiar = new_familiar(tmp_path)
            (tmp_path / "ember" / "character.toml").write_text(settings, "utf-8")
            put_notes(tmp_path / "ember" / "memory", files)
            async with started(familiar):
                await familiar.settle()
                return familiar.name, await familiar.recall(RecallRequest(text, ROWAN, TAVERN))

        return asyncio.run(work())

    return ask


@pytest.mark.parametrize(
    ("sidecar", "settings", "name"),
    [
        (card(), "", "Amy"),
        (card(nickname="Ames"), "", "Ames"),
        (card(), '[character]\nname = "ember"\n', "Amy"),
        (card(), '[character]\nname = "Cinder"\n', "Cinder"),
        (card(name=" "), "", "ember"),
        ("{", "", "ember"),
        ("[]", "", "ember"),
    ],
)
def test_the_card_names_the_familiar_unless_a_person_has(ask, sidecar, settings, name):
    """What `init` made of the folder's name is no choice of a person's."""
    files = {"self/.card.json": sidecar, "self/description.md": "{{char}} is here.\n"}
    called, context = ask("hello", files, settings)
    assert (called, context.render()) == (name, f"{name} is here.")


@pytest.mark.parametrize(
    ("given", "depth", "role"),
    [
        ({"prompt": "x", "depth": 2, "role": "user"}, 2, "user"),
        ({"prompt": "x", "depth": "", "role": None}, 4, "system"),
        ({"prompt": "x", "depth": True, "role": "tool"}, 4, "system"),
        ({"prompt": "x", "depth": 10**30}, 4, "system"),
        ({}, 4, "system"),
    ],
)
def test_the_depth_prompt_is_for_between_the_messages(ask, given, depth, role):
    """Where the card wants it, as far as that can be read; the note has the text."""
    files = {"self/.card.json": card(given), "self/depth_prompt.md": "Be brief, {{char}}.\n"}
    _, context = ask("hello", files)
    assert context.injections == (Injection(depth, role, "Be brief, Amy."),)
    assert context.render() == "Be brief, Amy."
    assert context.render(injected=False) == ""


def test_lore_that_is_found_by_its_words_has_its_macros_filled_in(ask):
    """What people said with braces stays as they said it."""
    files = {
        "self/.card.json": card(),
        "lore/harbour.md": "# Harbour\n\n{{user}} owes {{char}} a boat in the harbour.\n",
        "topics/braces.md": "# Braces\n\n- {{user}} in the harbour is a macro (2026-02-02)\n",
    }
    _, context = ask("who owes a boat in the harbour?", files, "[lore]\nactivation = false\n")
    prompt = context.render()
    assert "Rowan owes Amy a boat in the harbour." in prompt
    _, context = ask("which macro is in braces?", files, "[lore]\nactivation = false\n")
    assert "{{user}} in the harbour is a macro" in context.render()


def test_a_prompt_has_one_kind_of_line_end(ask):
    """The note keeps the line ends that it came with."""
    _, context = ask("hello", {"self/description.md": "One.\r\nTwo.\r\n"})
    assert context.render() == "One.\nTwo."

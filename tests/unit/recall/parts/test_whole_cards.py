"""A person's card is whole, and lore is bounded by its own budget: no layer cuts them silently."""

from __future__ import annotations

import asyncio
import json

import pytest
from familiars import put_notes, started
from hypothesis import given
from hypothesis import strategies as st
from people_and_places import ROWAN

from familiar_memory.domain.question.context import Contribution, Layer, Mode, RecallRequest
from familiar_memory.domain.talk.place import Place
from familiar_memory.recall.layout import CAPS, PRIORITIES, RENDER_ORDER
from familiar_memory.recall.page.budget import Budgeter
from familiar_memory.recall.page.caps import caps_of
from familiar_memory.recall.parts.prompt_room import shortages

TAVERN = Place("discord", "tavern")
SENTENCE = "Seraphina keeps the glade, and the glade keeps her. "
DESCRIPTION = SENTENCE * 130 + "The end of the description."
SCENARIO = "A storm. " * 200 + "The end of the scenario."
REMINDER = "Be brief. " * 700 + "The end of the reminder."
CARD = {
    "self/description.md": DESCRIPTION,
    "self/scenario.md": SCENARIO,
    "self/post_history_instructions.md": REMINDER,
    "self/rules.md": "- Never tell the time.\n",
    "people/discord-42.md": "# Rowan\n\n- likes tea (2026-02-02)\n",
}


def always_on(number: int, size: int = 250) -> dict[str, str]:
    """Notes of so many entries that always are in, of about so many tokens each."""
    text = f"{'The river is deep and wide. ' * (size // 7)}"
    return {
        f"lore/{n}.md": f"---\nconstant: true\n---\n\n# Lore {n}\n\n{text} End of lore {n}.\n"
        for n in range(number)
    }


@pytest.fixture
def ask(tmp_path, new_familiar):
    """Ask a familiar with these files and settings; the context, and what is cut for good."""

    def ask(files, settings="", **request):
        async def work():
            familiar = new_familiar(tmp_path)
            (tmp_path / "ember" / "character.toml").write_text(settings, "utf-8")
            put_notes(tmp_path / "ember" / "memory", files)
            async with started(familiar):
                await familiar.settle()
                context = await familiar.recall(RecallRequest("hello", ROWAN, TAVERN, **request))
                given_ = familiar.parts.setup.settings
                cut = shortages(familiar.store, given_.recall.caps, given_.lore.budget_tokens)
                return context, list(cut)

        return asyncio.run(work())

    return ask


@pytest.mark.parametrize("mode", list(Mode))
def test_a_card_is_whole_in_every_mode(ask, mode):
    """Whatever its size; rules and people have the room that they always have."""
    context, cut = ask(CARD, mode=mode)
    prompt = context.render()
    for end in ("description", "scenario", "reminder"):
        assert f"The end of the {end}." in prompt
    assert "Never tell the time." in prompt
    assert "likes tea" in prompt
    assert cut == []


def test_a_cap_that_a_person_sets_is_kept_and_told(ask):
    """By the name of the field, its size and the limit."""
    context, cut = ask(CARD, "[recall.caps]\ncharacter = 500\n")
    assert "The end of the description." not in context.render()
    assert [one.what.partition(" is cut")[0] for one in cut] == [
        "self/description.md",
        "self/scenario.md",
    ]
    assert f"{len(DESCRIPTION):,} characters" in cut[0].what
    assert "[recall.caps] character = 500" in cut[0].what


def test_a_cap_of_a_layer_that_is_none_is_refused(ask):
    """The names are those of the layers."""
    with pytest.raises(Exception, match=r"recall\.caps"):
        ask({}, "[recall.caps]\nkarakter = 500\n")


def test_the_budget_of_lore_means_what_it_says(ask):
    """As much as it says comes in, and no layer takes any of it out again."""
    context, cut = ask(always_on(16), "[lore]\nbudget_tokens = 20000\n")
    assert sum(f"End of lore {n}." in context.render() for n in range(16)) == 16
    assert cut == []
    context, cut = ask(always_on(16), "[lore]\nbudget_tokens = 600\n")
    assert sum(f"End of lore {n}." in context.render() for n in range(16)) == 2
    (one,) = cut
    assert one.what.startswith("16 entries of lore are always on")
    assert "text 600" in one.what


def test_a_quarter_of_a_requests_own_budget_is_for_lore(ask):
    """As in SillyTavern, where the window of the model is known."""
    context, _ = ask(always_on(16), "[lore]\nbudget_tokens = 20000\n", budget=4_000)
    assert sum(f"End of lore {n}." in context.render() for n in range(16)) == 4


def test_sixteen_entries_come_in_without_any_setting(ask):
    """A usual book of always-on entries, in the default mode."""
    context, _ = ask(always_on(16, 200))
    assert sum(f"End of lore {n}." in context.render() for n in range(16)) == 16


PLACES = [place for place in RENDER_ORDER if place[1] != "*"]
WHOLE = [place for place in PLACES if place[1].startswith(("character", "lore"))]
# Rules and stances come cut to their size, which is less than their layer has.
OTHERS = [place for place in PLACES if place not in WHOLE]
TRUSTS = st.sampled_from(["authored", "imported"])
OFFERED = st.tuples(
    st.lists(st.tuples(st.sampled_from(WHOLE), st.integers(0, 3_000), TRUSTS), max_size=8),
    st.lists(
        st.tuples(st.sampled_from(OTHERS), st.integers(0, 120), TRUSTS),
        max_size=8,
        unique_by=lambda one: one[0],
    ),
)


@pytest.mark.long
@given(mode=st.sampled_from(list(Mode)), offered=OFFERED)
def test_what_is_whole_takes_nothing_from_the_others(mode, offered):
    """Card and lore are kept as they are; all else is fitted as if they were not there."""
    contributions = [
        Contribution(layer, source, "word " * size, PRIORITIES.get(source, 88), str(n), trust)
        for n, ((layer, source), size, trust) in enumerate([*offered[0], *offered[1]])
    ]
    whole = [c for c in contributions if c.source.startswith(("character", "lore"))]
    others = [c for c in contributions if c not in whole]
    caps = caps_of(mode, contributions, {})
    kept, _ = Budgeter(mode, None, caps).fit(contributions)
    alone, _ = Budgeter(mode).fit(others)
    assert [c for c in kept if c in whole] == [c for c in whole if c.text]
    assert [c for c in kept if c.source not in {w.source for w in whole}] == list(alone)


@pytest.mark.long
@given(st.dictionaries(st.sampled_from(list(Layer)), st.integers(1, 5_000)))
def test_a_layer_that_is_given_has_just_so_many(given_caps):
    """Whatever is offered."""
    long = [Contribution(layer, source, "word " * 900, 100) for layer, source in PLACES]
    caps = caps_of(Mode.TEXT, long, given_caps)
    assert {layer: caps[layer] for layer in given_caps} == given_caps
    assert all(caps[layer] >= CAPS[Mode.TEXT][layer] for layer in caps.keys() - given_caps.keys())


@pytest.mark.long
def test_the_sidecar_of_a_card_tells_its_file(ask):
    """A lorebook names a character by the file that SillyTavern keeps it in."""
    sidecar = {"name": "Seraphina", "file": "default_Seraphina", "card": {"data": {}}}
    note = "---\nconstant: true\ncharacters: [{}]\n---\n\n# Glade\n\nThe glade glows.\n"
    for written, is_in in [
        ("default_Seraphina", True),
        ("default_Seraphina.png", True),
        ("Seraphina1", True),
        ("seraphina", True),
        ("Aqua", False),
    ]:
        files = {
            "self/.card.json": json.dumps(sidecar),
            "lore/imported/x/glade.md": note.format(written),
        }
        context, _ = ask(files)
        assert ("The glade glows." in context.render()) is is_in, written

"""The book of a card, and the World Info of its name beside it: a prompt has each entry once."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime

import pytest
from familiars import started
from hypothesis import given
from hypothesis import strategies as st
from sillytavern_cards import book, entry, v2_card
from sillytavern_samples import world_info, world_info_entry

from familiar_importers.sillytavern.cards.importer import CardImporter
from familiar_importers.sillytavern.lorebooks.importer import LorebookImporter
from familiar_memory.domain.question.context import Mode, RecallRequest
from familiar_memory.recall.provider import Shown
from familiar_memory.transfer.staging.destination import Destination
from familiar_memory.transfer.staging.run import run_import
from familiar_memory.transfer.staging.stage import stage
from familiar_memory.transfer.tree_reader import StoreReader

NOW = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)
GLADE = "The glade of Eldoria is quiet, and its spring heals bites."
FANG = "Shadowfangs hunt at dusk."
NEWER = "Shadowfangs hunt at dusk and fear silver."
QUESTION = "A shadowfang bit me in the glade of Eldoria."
CARD = "Seraphina.json"
WORLD = "Eldoria.json"


def seraphina(**data):
    """A card whose book is called as a World Info."""
    own = book(
        entry(0, GLADE, keys=["glade"], comment="Glade"),
        entry(1, FANG, keys=["shadowfang"], comment="Shadowfang"),
        name="Eldoria",
    )
    return v2_card(name="Seraphina", character_book=own, **data)


def eldoria(fang=FANG):
    """The World Info of that name; its settings are not those of the card's copy."""
    return world_info(
        world_info_entry(0, comment="Glade", key=["glade"], content=GLADE, order=7),
        world_info_entry(1, comment="Shadowfang", key=["shadowfang"], content=fang, order=8),
    )


class Told:
    """What a familiar says after some imports."""

    def __init__(self, tmp_path, new_familiar):
        self.root, self.new_familiar = tmp_path, new_familiar
        self.why = ""

    def __call__(self, *files, settings="", why_not="", edit=lambda _: None):
        """The prompt for the question; `files` are (name, JSON) in the order of importing."""

        async def all_of_it():
            familiar = self.new_familiar(self.root, settings=settings, now=NOW)
            async with started(familiar):
                for name, value in files:
                    self._bring(familiar, name, value)
                edit(self.root / "ember" / "memory")
                await familiar.settle()
                request = RecallRequest(QUESTION, mode=Mode.FULL_RP)
                if why_not:
                    report = await familiar.explain.why_not(why_not, request)
                    self.why = " ".join(one.because for one in report.answers)
                return await familiar.recall(request)

        return asyncio.run(all_of_it())

    def _bring(self, familiar, name, value):
        path = self.root / name
        path.write_text(json.dumps(value), "utf-8")
        importer = CardImporter() if name == CARD else LorebookImporter()
        staged = stage(importer, path, max_file_bytes=10**6, tree=StoreReader(familiar.store))
        self.report = run_import(
            staged, Destination(lambda _: [], familiar.store, known=familiar.journal)
        )


@pytest.fixture
def told(tmp_path, new_familiar):
    """An empty familiar."""
    return Told(tmp_path, new_familiar)


@pytest.mark.parametrize("is_card_first", [True, False])
@pytest.mark.parametrize("settings", ["", "[lore]\nactivation = false\n"])
def test_each_entry_stands_in_the_prompt_once(told, is_card_first, settings):
    """In either order, whether their keys bring them or the search."""
    files = [(CARD, seraphina()), (WORLD, eldoria())]
    prompt = told(*(files if is_card_first else files[::-1]), settings=settings).render()
    assert (prompt.count(GLADE), prompt.count(FANG)) == (1, 1)


def test_of_a_newer_world_info_only_the_newer_text_speaks(told):
    """The trace, why-not and the report name the copy, and what speaks for it."""
    copy = "lore/imported/eldoria/shadowfang.md"
    context = told((CARD, seraphina()), ("Eldoria (1).json", eldoria(NEWER)), why_not=copy)
    assert NEWER in context.render()
    assert FANG not in context.render()
    reasons = {d.subject: d.reason for d in context.trace.decisions if d.step == "lore"}
    by = "lore/imported/eldoria-world-info"
    assert reasons["lore/imported/eldoria"] == f"the card's copy of {by}, which is used instead"
    assert f"the card's copy of {by}" in told.why
    remarks = [one.text for one in told.report.remarks]
    assert any("speaks" in text and "lore/imported/eldoria" in text for text in remarks)


def test_the_copy_speaks_where_a_person_says_so(told):
    """`[lore] card_copies`, and where nothing of the World Info is there any more."""
    files = [(CARD, seraphina()), ("Eldoria (1).json", eldoria(NEWER))]
    prompt = told(*files, settings="[lore]\ncard_copies = true\n").render()
    assert NEWER in prompt
    assert FANG in prompt

    def delete(memory):
        for path in (memory / "lore/imported/eldoria-world-info").glob("*.md"):
            path.unlink()

    assert FANG in told(*files, edit=delete).render()


def test_a_world_info_of_that_name_that_shares_nothing_is_another_book(told):
    """Then both speak."""
    other = world_info(world_info_entry(9, comment="Inn", key=["eldoria"], content="An inn."))
    prompt = told((CARD, seraphina()), (WORLD, other)).render()
    assert all(text in prompt for text in ("An inn.", GLADE, FANG))


def test_what_lore_on_the_page_says_word_for_word_is_no_passage(told):
    """Whatever book it stands in."""
    twin = world_info(world_info_entry(5, comment="Spring", key=["zzz"], content=GLADE))
    prompt = told((WORLD, eldoria()), ("Other.json", twin)).render()
    assert prompt.count(GLADE) == 1


@given(st.text("ab \n", max_size=8), st.text("ab \n", max_size=8), st.text("ab \n", max_size=8))
def test_words_are_found_whole_and_whatever_the_line_ends(before, text, behind):
    """A text stands in what holds it between spaces; half a word is none."""
    shown = Shown(texts=frozenset({f"{before} {text} {behind}"}))
    assert shown.says(text.replace("\n", "\r\n")) == bool(text.strip())
    assert not Shown(texts=frozenset({f"{before}x{text.strip()}x{behind}"})).says(f"{text}c")

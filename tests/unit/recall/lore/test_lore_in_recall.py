"""Lore in a context: what its keys bring, where it stands, for whom, and what it leaves alone."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from familiars import put_notes, started
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory.domain.question.context import (
    Contribution,
    Injection,
    Layer,
    Mode,
    RecallRequest,
)
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Role, Turn
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.recall.layout import SIZES

NOW = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)
GARDEN = Place("discord", "garden", "lantern")
EMBER = Author("discord", "1", "Ember")


def lore(content, *keys, title="It", **fields):
    """A note of lore, as a person writes one."""
    front = "".join(f"{key}: {value}\n" for key, value in {"keys": [*keys], **fields}.items())
    return f"---\n{front}---\n# {title}\n\n{content}\n"


def said(*texts, place=TAVERN):
    """Turns a minute apart, Rowan's and Ember's by turns; the last was a minute ago."""
    begin = NOW - timedelta(minutes=len(texts))
    return [
        Turn(
            f"m{n}",
            begin + timedelta(minutes=n),
            place,
            EMBER if n % 2 else ROWAN,
            text,
            Role.ASSISTANT if n % 2 else Role.USER,
        )
        for n, text in enumerate(texts)
    ]


class Tree:
    """A familiar whose notes and turns a test makes; each run of `with_familiar` opens it."""

    def __init__(self, root, new_familiar):
        self.root, self.new_familiar = root, new_familiar
        self.memory = root / "ember" / "memory"

    def write(self, notes):
        """Put notes down as an editor does."""
        put_notes(self.memory, notes)

    def run(self, work, settings=""):
        """Do something with the open familiar, under these settings."""
        (self.root / "ember" / "character.toml").unlink(missing_ok=True)

        async def all_of_it():
            familiar = self.new_familiar(self.root, settings=settings, now=NOW)
            async with started(familiar):
                await familiar.settle()
                return await work(familiar)

        return asyncio.run(all_of_it())

    def ask(self, *requests, turns=(), settings=""):
        """The contexts of several requests."""

        async def work(familiar):
            await familiar.record_many(turns)
            return [await familiar.recall(request) for request in requests]

        return self.run(work, settings)


@pytest.fixture
def tree(tmp_path, new_familiar):
    """An empty one."""
    return Tree(tmp_path, new_familiar)


def told(context):
    """The notes of lore in a context, in the order of the prompt."""
    return [one.label for one in context.contributions if one.layer is Layer.LORE]


def why(context):
    """What the trace says of each entry."""
    return {d.subject: (d.verdict, d.reason) for d in context.trace.decisions if d.step == "lore"}


def test_an_entry_comes_by_its_key_and_only_once(tree):
    """With macros filled in; it is not given again as a passage, and the trace names the key."""
    tree.write({"lore/katana.md": lore("The katana is {{char}}'s, not {{user}}'s.", "sword")})
    (found,) = tree.ask(RecallRequest("a sword!", ROWAN, TAVERN))
    assert found.render() == "The katana is Ember's, not Rowan's."
    assert why(found) == {"lore/katana.md": ("kept", "key 'sword'")}


def test_what_no_key_brings_is_still_found_by_search(tree):
    """And with activation switched off that is all there is."""
    tree.write({"lore/katana.md": lore("The katana is sharp.", "sword")})
    (without_key,) = tree.ask(RecallRequest("katana", ROWAN, TAVERN))
    off = "[lore]\nactivation = false\n"
    (switched_off,) = tree.ask(RecallRequest("sword katana", ROWAN, TAVERN), settings=off)
    for context in (without_key, switched_off):
        assert told(context) == []
        assert "The katana is sharp." in context.render()
    assert why(switched_off) == {}


POSITIONS = (
    "before_character",
    "after_character",
    "examples_top",
    "examples_bottom",
    "note_top",
    "note_bottom",
    "at_depth",
)


def test_where_each_position_stands(tree):
    """Around the parts of the card, the caller's note, and near the end."""
    card = ("system_prompt", "description", "mes_example", "post_history_instructions")
    tree.write({f"self/{part}.md": f"[{part}]" for part in card})
    tree.write({f"lore/{p}.md": lore(f"[{p}]", "tea", position=p) for p in POSITIONS})
    own = Contribution(Layer.AUTHOR_NOTE, "mine", "[own note]", 50, trust="authored")
    (found,) = tree.ask(RecallRequest("tea", ROWAN, TAVERN, extra=(own,)))
    assert found.render().split("\n\n") == [
        "[system_prompt]", "[before_character]", "[description]", "[after_character]",
        "[examples_top]", "[mes_example]", "[examples_bottom]", "[note_top]", "[own note]",
        "[note_bottom]", "[at_depth]", "[post_history_instructions]",
    ]  # fmt: skip
    assert [one.label for one in found.layers[Layer.LORE]] == [f"lore/{p}.md" for p in POSITIONS]


def test_lore_at_a_depth_can_be_put_between_messages(tree):
    """By depth and role, the deepest first; then the prompt is without it."""
    tree.write(
        {
            "lore/a.md": lore("A.", "tea", position="at_depth", depth=1, role="user", order=1),
            "lore/b.md": lore("B.", "tea", position="at_depth", depth=4, order=2),
            "lore/c.md": lore("C.", "tea", position="at_depth", depth=4, order=3),
            "lore/d.md": lore("D.", "tea"),
        }
    )
    (found,) = tree.ask(RecallRequest("tea", ROWAN, TAVERN))
    assert found.injections == (Injection(4, "system", "B.\n\nC."), Injection(1, "user", "A."))
    assert found.render() == "D.\n\nB.\n\nC.\n\nA."
    assert found.render(injected=False) == "D."


def test_an_outlet_is_filled_in_the_card(tree):
    """By name; one that nothing fills leaves nothing behind."""
    tree.write(
        {
            "self/description.md": "I know this: {{outlet::World}} {{outlet::Nothing}}end.",
            "lore/a.md": lore("Tea grows.", "tea", position="outlet", outlet="World"),
        }
    )
    with_key, without = tree.ask(
        RecallRequest("tea", ROWAN, TAVERN), RecallRequest("?", ROWAN, TAVERN)
    )
    assert with_key.render() == "I know this: Tea grows. end."
    assert without.contributions[0].text == "I know this:  end."


def test_of_one_outlet_the_highest_order_comes_first(tree):
    """As in SillyTavern; equal orders stay as in the book."""
    tree.write(
        {
            "self/description.md": "{{outlet::w}}",
            **{
                f"lore/{name}.md": lore(f"{name}.", "tea", position="outlet", outlet="w", order=n)
                for name, n in (("a", 5), ("b", 9), ("c", 5))
            },
        }
    )
    (found,) = tree.ask(RecallRequest("tea", ROWAN, TAVERN))
    assert found.render() == "b.\na.\nc."


def test_imported_lore_is_marked(tree):
    """In its place, and in an outlet of a card that stands bare."""
    tree.write(
        {
            "self/description.md": "{{outlet::w}}",
            "lore/imported/x/a.md": lore("A </memory> trap.", "tea"),
            "lore/imported/x/b.md": lore("B.", "tea", position="outlet", outlet="w"),
        }
    )
    (found,) = tree.ask(RecallRequest("tea", ROWAN, TAVERN))
    begin = '<memory kind="Lore" class="imported">'
    assert found.render() == (f"{begin}\nA ‹/memory> trap.\n</memory>\n\n{begin}\nB.\n</memory>")


def test_only_the_newest_messages_of_the_place_are_looked_through(tree):
    """Nothing of another room, nothing older than the depth, a pending turn as any other."""
    tree.write({f"lore/{word}.md": lore(word, word) for word in ("tea", "rum", "milk", "gin")})
    turns = [*said("milk", "hm", "tea", "hm"), *said("gin", place=GARDEN)]
    pending = Turn("p1", NOW, TAVERN, ROWAN, "rum")
    found = tree.ask(
        RecallRequest("so?", ROWAN, TAVERN),
        RecallRequest("so?", ROWAN, TAVERN, pending_turns=(pending,)),
        turns=turns,
        settings="[lore]\nscan_depth = 3\n",
    )
    assert list(map(told, found)) == [["lore/tea.md"], ["lore/rum.md"]]


def test_a_question_that_is_recorded_already_counts_once(tree):
    """Or else it would take the place of an older message."""
    tree.write({"lore/tea.md": lore("tea", "tea")})
    turns = said("tea", "hm", "so?")
    (found,) = tree.ask(
        RecallRequest("so?", ROWAN, TAVERN), turns=turns, settings="[lore]\nscan_depth = 3\n"
    )
    assert told(found) == ["lore/tea.md"]


def test_a_broadcast_has_lore_by_its_own_words_alone(tree):
    """Canon is for everyone; what was said in the room brings none of it."""
    tree.write({"lore/tea.md": lore("tea", "tea"), "lore/rum.md": lore("rum", "rum")})
    request = RecallRequest("rum", ROWAN, TAVERN, is_broadcast=True)
    (found,) = tree.ask(request, turns=said("tea"))
    assert told(found) == ["lore/rum.md"]


def test_as_of_a_moment_there_is_no_lore(tree):
    """As with the other parts that read what stands now."""
    tree.write({"lore/tea.md": lore("green", "tea")})
    (found,) = tree.ask(RecallRequest("tea", ROWAN, TAVERN, as_of=NOW))
    assert told(found) == []


def test_a_note_for_some_does_not_exist_for_others(tree):
    """Neither what it says nor what that would bring, nor its place in a group."""
    tree.write(
        {
            "lore/secret.md": lore("the kettle hides gold", "tea", visibility=DM.slug, group="g"),
            "lore/kettle.md": lore("A kettle.", "kettle"),
            "lore/other.md": lore("Other.", "tea", group="g", group_weight=0),
        }
    )
    settings = "[lore]\nrecursion = true\n"
    here, private = tree.ask(
        RecallRequest("tea", ROWAN, TAVERN), RecallRequest("tea", ROWAN, DM), settings=settings
    )
    assert told(here) == ["lore/other.md"]
    assert "lore/secret.md" not in why(here)
    assert sorted(told(private)) == ["lore/kettle.md", "lore/secret.md"]


def test_lines_that_are_not_for_this_place_are_left_out(tree):
    """Those with a narrower audience, damaged ones, and comments."""
    content = (
        "Tea is green.\n\n- for all\n  - in the DM (2026-02-01, in:discord-dm-42)\n"
        "- broken (2026-02-30, in:everyone)\n  and on\n- the end\n\n<!-- not for prompts -->"
    )
    tree.write({"lore/tea.md": lore(content, "tea")})
    here, private = tree.ask(RecallRequest("tea", ROWAN, TAVERN), RecallRequest("tea", ROWAN, DM))
    assert here.render() == "Tea is green.\n\n- for all\n\n- the end"
    assert "in the DM" in private.render()
    assert "broken" not in private.render()


KEPT_BACK = {
    "heading": "## P (2026-01-01, in:owner)\n\nzebrafish",
    "quotation": "> zebrafish (2026-01-01, in:owner)",
    "table": "| a |\n|--|\n| zebrafish (2026-01-01, in:owner) |",
    "html": "<div>\nzebrafish (2026-01-01, in:owner)\n</div>",
    "bullet": "- zebrafish (2026-01-01, in:owner)",
    "damaged": "- zebrafish (2026-01-01, in:discord dm 7)",
    "line": "zebrafish\n\nvisibility:: owner",
    "below": "### P (in:owner)\n\n<div title='zebrafish'></div>",
}


@pytest.mark.parametrize("folder", ["lore", "lore/imported/tavern"])
def test_what_search_keeps_back_no_key_brings(tree, folder):
    """Neither as canon nor in a book, wherever an entry stands, and whatever ends its lines."""
    tree.write(
        {
            f"{folder}/{name}.md": lore(f"{name}.\n\n{text}", "tea")
            for name, text in KEPT_BACK.items()
        }
        | {
            f"{folder}/title.md": "# It (in:owner)\n\nKeys:\n\n- tea\n\n---\n\nzebrafish\n",
            f"{folder}/lazy.md": "Keys:\n- tea\nzebrafish (2026-01-01, in:owner)\n",
            f"{folder}/constant.md": lore("- zebrafish (in:owner)", constant="true"),
            f"{folder}/depth.md": lore("> zebrafish (in:owner)", "tea", position="at_depth"),
            f"{folder}/outlet.md": lore("> zebrafish (in:owner)", position="outlet", outlet="w"),
            f"{folder}/cr.md": lore(KEPT_BACK["bullet"], "tea").replace("\n", "\r"),
            f"{folder}/mixed.md": lore(f"a\rb\rc\n\n{KEPT_BACK['bullet']}", "tea"),
            "self/description.md": "{{outlet::w}}",
        }
    )
    here, broadcast, private = tree.ask(
        *(
            RecallRequest("tea", ROWAN, place, budget=30_000, is_broadcast=to_all)
            for place, to_all in ((TAVERN, False), (TAVERN, True), (None, False))
        )
    )
    assert "zebrafish" not in here.render() + broadcast.render()
    assert {"heading", "bullet", "table"} <= set(here.render().replace(".", " ").split())
    assert private.render().count("zebrafish") >= len(KEPT_BACK)


def test_lore_that_does_not_hold_is_not_told(tree):
    """Struck, expired, ended or future lines, as in any other note; what ends says when."""
    content = (
        "Open.\n\n- ~~struck (2026-01-01)~~\n- expired (2026-01-01, expires:2026-02-01)\n"
        "- ended (2026-01-01, until 2026-02-01)\n- future (2026-01-01, since 2099-01-01)\n"
        "- ends (2026-01-01, until 2026-03-02)"
    )
    tree.write({"lore/tea.md": lore(content, "tea")})
    (found,) = tree.ask(RecallRequest("tea", ROWAN, TAVERN))
    assert found.render() == "Open.\n\n- ends (2026-01-01, until 2026-03-02)"


def test_what_ends_meanwhile_is_told_no_more(tree):
    """Nothing of the tree changes for that."""
    content = (
        "Open.\n\n- ends (2026-01-01, until 2026-03-02)\n- later (2026-01-01, since 2026-03-02)"
    )
    tree.write({"lore/tea.md": lore(content, "tea")})
    request = RecallRequest("tea", ROWAN, TAVERN)

    async def work(familiar):
        before = (await familiar.recall(request)).render()
        familiar.parts.setup.clock.advance(timedelta(days=2))
        return before, (await familiar.recall(request)).render()

    before, after = tree.run(work)
    assert ("ends" in before, "later" in before) == (True, False)
    assert ("ends" in after, "later" in after) == (False, True)


def test_an_edit_is_told_at_once(tree):
    """Its new words, its new keys, a new note; what is gone is gone."""
    tree.write({"lore/a.md": lore("Old.", "tea"), "lore/b.md": lore("B.", "rum")})
    request = RecallRequest("tea", ROWAN, TAVERN)

    async def work(familiar):
        found = [await familiar.recall(request)]
        tree.write({"lore/a.md": lore("New.", "tea")})
        found.append(await familiar.recall(request))
        tree.write({"lore/b.md": lore("B.", "tea"), "lore/c.md": lore("C.", "tea")})
        await familiar.settle()
        found.append(await familiar.recall(request))
        (tree.memory / "lore/a.md").unlink()
        found.append(await familiar.recall(request))
        return [[c.text for c in one.contributions if c.layer is Layer.LORE] for one in found]

    assert tree.run(work) == [["Old."], ["New."], ["New.", "B.", "C."], ["B.", "C."]]


@pytest.mark.long
def test_sticky_and_cooldown_are_told_from_the_turns(tree):
    """They survive a restart, and asking twice, logged or not, changes nothing."""
    tree.write(
        {
            "lore/stays.md": lore("Stays.", "tea", sticky=3, order=1),
            "lore/cools.md": lore("Cools.", "tea", cooldown=3, order=2),
        }
    )
    settings = "[lore]\nscan_depth = 1\n"
    before = tree.ask(
        RecallRequest("tea", ROWAN, TAVERN),
        RecallRequest("tea", ROWAN, TAVERN, log=False),
        RecallRequest("tea", ROWAN, TAVERN),
        settings=settings,
    )
    both = ["lore/stays.md", "lore/cools.md"]
    assert list(map(told, before)) == [both] * 3
    after, elsewhere = tree.ask(
        RecallRequest("tea and more", ROWAN, TAVERN),
        RecallRequest("tea and more", ROWAN, GARDEN),
        turns=said("tea", "hm"),
        settings=settings,
    )
    assert told(after) == ["lore/stays.md"]
    assert why(after)["lore/cools.md"] == ("cut", "cooldown: 1 messages more")
    assert told(elsewhere) == both
    late, again = tree.ask(
        RecallRequest("nothing", ROWAN, TAVERN),
        RecallRequest("tea", ROWAN, TAVERN),
        turns=said("tea", "hm", "x", "hm"),
        settings=settings,
    )
    assert told(late) == []
    assert told(again) == both


@pytest.mark.long
def test_the_budget_is_the_modes_or_the_settings_or_a_share_of_the_requests(tree):
    """The highest orders are served; every entry that comes is whole."""
    tree.write(
        {f"lore/{n:02}.md": lore(f"{n} " + "word " * 120, "tea", order=n) for n in range(20)}
    )
    request = RecallRequest("tea", ROWAN, TAVERN)
    voice = RecallRequest("tea", ROWAN, TAVERN, mode=Mode.VOICE)
    small = RecallRequest("tea", ROWAN, TAVERN, budget=1_600)
    by_mode, by_voice, by_share = tree.ask(request, voice, small)
    (by_setting,) = tree.ask(request, settings="[lore]\nbudget_tokens = 300\n")
    for context, room in (
        (by_mode, SIZES[Mode.TEXT]["lore"]),
        (by_voice, SIZES[Mode.VOICE]["lore"]),
        (by_share, 400),
        (by_setting, 300),
    ):
        texts = [one.text for one in context.contributions if one.layer is Layer.LORE]
        assert [text.split()[0] for text in texts] == [str(n) for n in range(20)][-len(texts) :]
        assert room / 2 < sum(map(estimate_tokens, texts)) <= room


def test_keys_may_look_into_the_card(tree):
    """Only those that ask for it."""
    tree.write(
        {
            "self/scenario.md": "A tower by the sea.",
            "lore/sees.md": lore("Sees.", "tower", sources=["scenario"]),
            "lore/blind.md": lore("Blind.", "tower"),
        }
    )
    (found,) = tree.ask(RecallRequest("hello", ROWAN, TAVERN))
    assert told(found) == ["lore/sees.md"]


def test_a_broken_key_is_named_and_costs_nothing_else(tree):
    """In the trace."""
    tree.write({"lore/a.md": lore("A.", "/(/", "tea")})
    (found,) = tree.ask(RecallRequest("tea", ROWAN, TAVERN))
    assert why(found) == {
        "lore/a.md": ("kept", "key 'tea'"),
        "key '/(/'": ("failed", "a parenthesis is not closed"),
    }


def test_why_not_knows_what_kept_an_entry_out(tree):
    """Beside what the search has to say."""
    tree.write({"lore/a.md": lore("Zanzibar.", "tea", secondary_keys=["milk"])})

    async def work(familiar):
        return await familiar.explain.why_not("lore/a.md", RecallRequest("tea", ROWAN, TAVERN))

    because = [answer.because for answer in tree.run(work).answers]
    assert because
    assert [text.partition("; as lore: ")[2] for text in because] == [
        "key 'tea' was found, but none of its secondary keys"
    ] * len(because)


def test_a_past_that_reaches_over_sessions_begins_with_one(tree):
    """A reply of an earlier session still counts where an entry reaches so far."""
    tree.write({"lore/a.md": lore("A.", "tea", cooldown=5)})
    early = [
        replace(turn, ref=f"early {turn.ref}", timestamp=turn.timestamp - timedelta(hours=5))
        for turn in said("tea", "hm")
    ]
    near, far = (
        tree.ask(RecallRequest("tea", ROWAN, place), turns=turns)[0]
        for place, turns in (
            (TAVERN, [*early, *said("x", "hm")]),
            (GARDEN, [replace(t, place=GARDEN) for t in (*early, *said("x", "hm", "x", "hm"))]),
        )
    )
    assert (told(near), told(far)) == ([], ["lore/a.md"])

"""Notes that bear ids for names get the names that people go by, as one batch."""

from __future__ import annotations

import pytest
from by_hand import save_by_hand
from people_and_places import DM

from familiar_memory.errors import ConflictError, StoreError
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import Cause
from familiar_memory.writers.tidying import Renaming, Tidying, TidyPlan

OLD = "people/discord-42.md"
LANTERN = (
    "# Lantern Night\n\n## Mentions\n\n"
    "- **Rowan**: come (2026-02-02, ref:t1, by:discord-42, in:discord-lantern.tavern)\n"
)


@pytest.fixture
def old_tree(make_turn, history, store):
    """A tree as earlier versions wrote it, and what was said in it."""
    history.record(make_turn("Call me R in here.", who="R", user_id="42", place=DM))
    history.record(make_turn("I live in Durham.", who="Rowan", user_id="42"))
    history.record(make_turn("Only here.", who="Secret", user_id="43", place=DM))
    store.write_file(OLD, "# discord-42\n\n- lives_in:: Durham\n- knows:: [[discord-43]]\n")
    store.write_file("people/discord-43.md", "- knows:: [Rowan](discord-42.md)\n")
    store.write_file("people/Bex.md", "- same_as:: [[people/discord-42|Rowan]]\n")
    store.write_file("topics/lantern-night.md", LANTERN)
    store.write_file("topics/tea.md", "# Tea\n\nMine, and so is its name.\n")
    store.write_file("days/2026-02-02.md", "- [[discord-42]] and [[lantern-night]]\n")
    return store


def _tree(store):
    return {one.path: store.read_file(one.path) for one in store.scan_files().files}


def _tidying(history, store):
    return Tidying(history, store, TreeRegister(store))


def test_what_was_heard_in_open_rooms_becomes_the_name(history, old_tree):
    """Who was heard in private alone keeps the id, and what a person named its name."""
    plan = _tidying(history, old_tree).plan()
    assert plan == TidyPlan(
        (
            Renaming(OLD, "people/Rowan.md"),
            Renaming("topics/lantern-night.md", "topics/Lantern Night.md"),
        ),
        ("days/2026-02-02.md", "people/Bex.md", "people/discord-43.md"),
    )


@pytest.mark.parametrize(
    ("aliases", "names"), [("", {"owner"}), ("aliases: [Rowan]\n", {"owner", "everyone"})]
)
def test_the_name_of_a_file_that_was_heard_is_known_to_nobody_else(
    history, old_tree, aliases, names
):
    """Not even where the note loses its id; what a person gave to everyone stays so."""
    if aliases:
        old_tree.write_file(OLD, f"---\n{aliases}---\n")
    tidying = _tidying(history, old_tree)
    tidying.carry_out(tidying.plan(), "batch")
    text = old_tree.read_file("people/Rowan.md").replace("id: discord-42\n", "")
    document = NoteParser().read("people/Rowan.md", text, "")
    assert {one.audience for one in document.aliases if one.name == "Rowan"} <= names
    assert not aliases or [one.audience for one in document.aliases] == ["everyone"]


def test_a_plan_writes_nothing(history, old_tree):
    """Not a byte."""
    before = _tree(old_tree)
    _tidying(history, old_tree).plan()
    assert _tree(old_tree) == before


def test_links_follow_and_the_id_is_kept(history, old_tree):
    """And a second run finds nothing to do."""
    tidying = _tidying(history, old_tree)
    tidying.carry_out(tidying.plan(), "batch")
    assert _tree(old_tree) == {
        "people/Rowan.md": (
            "---\nid: discord-42\nheard_as:\n  - Rowan\n---\n\n"
            "# discord-42\n\n- lives_in:: Durham\n- knows:: [[discord-43]]\n"
        ),
        "people/discord-43.md": "- knows:: [Rowan](Rowan.md)\n",
        "people/Bex.md": "- same_as:: [[people/Rowan|Rowan]]\n",
        "topics/Lantern Night.md": f"---\nid: lantern-night\n---\n\n{LANTERN}",
        "topics/tea.md": "# Tea\n\nMine, and so is its name.\n",
        "days/2026-02-02.md": "- [[Rowan|discord-42]] and [[Lantern Night|lantern-night]]\n",
    }
    register = TreeRegister(old_tree)
    assert register.path_of(OLD) == "people/Rowan.md"
    assert register.path_of("topics/lantern-night.md") == "topics/Lantern Night.md"
    assert _tidying(history, old_tree).plan() == TidyPlan()


def test_names_that_are_taken_get_a_number(history, old_tree):
    """Whatever the case, and in whatever folder."""
    old_tree.write_file("lore/rowan.md", "A tree.\n", cause=Cause("human"))
    (first, _) = _tidying(history, old_tree).plan().renamed
    assert first == Renaming(OLD, "people/Rowan (2).md")


def test_who_is_stopped_in_between_loses_nobody(history, old_tree, monkeypatch):
    """Every note says whose it is before any is moved; the next run goes on."""
    tidying = _tidying(history, old_tree)
    plan = tidying.plan()
    move, moves = old_tree.move, []

    def failing(*args, **kwargs):
        moves.append(args)
        if len(moves) == 2:
            raise StoreError("the disk is full")
        return move(*args, **kwargs)

    monkeypatch.setattr(old_tree, "move", failing)
    with pytest.raises(StoreError):
        tidying.carry_out(plan, "batch")
    assert TreeRegister(old_tree).path_of(OLD) == "people/Rowan.md"
    assert TreeRegister(old_tree).path_of("topics/lantern-night.md") == "topics/lantern-night.md"
    assert "[Rowan](Rowan.md)" in old_tree.read_file("people/discord-43.md")
    monkeypatch.setattr(old_tree, "move", move)
    again = _tidying(history, old_tree)
    again.carry_out(again.plan(), "another")
    assert old_tree.exists("topics/Lantern Night.md")


def test_what_a_person_writes_meanwhile_stays(history, old_tree):
    """Between the plan and the yes; new links in it follow, too."""
    tidying = _tidying(history, old_tree)
    plan = tidying.plan()
    save_by_hand(old_tree, OLD, "# discord-42\n\nMine.\n")
    save_by_hand(old_tree, "topics/tea.md", "[[discord-42]]\n")
    tidying.carry_out(plan, "batch")
    assert (
        old_tree.read_file("people/Rowan.md")
        == "---\nid: discord-42\nheard_as:\n  - Rowan\n---\n\n# discord-42\n\nMine.\n"
    )
    assert old_tree.read_file("topics/tea.md") == "[[Rowan|discord-42]]\n"


@pytest.mark.parametrize("kind", ["gone", "taken"])
def test_a_plan_that_is_out_of_date_is_not_carried_out(history, old_tree, kind):
    """Nothing is changed, rather than half of it."""
    tidying = _tidying(history, old_tree)
    plan = tidying.plan()
    save_by_hand(old_tree, OLD if kind == "gone" else "Rowan.md", None if kind == "gone" else "x\n")
    before = _tree(old_tree)
    with pytest.raises(ConflictError, match="nothing was changed"):
        tidying.carry_out(plan, "batch")
    assert _tree(old_tree) == before


def test_names_of_all_people_are_looked_up_at_once(make_turn, history, store, monkeypatch):
    """Each look reads the turns of their rooms: one for each would cost the square."""
    for number in range(42, 47):
        history.record(make_turn("Hello.", who=f"Rowan {number}", user_id=str(number)))
        store.write_file(f"people/discord-{number}.md", "- likes:: tea\n")
    looks = []
    real = history.names_in
    monkeypatch.setattr(history, "names_in", lambda *given: looks.append(given) or real(*given))
    plan = _tidying(history, store).plan()
    assert [one.new for one in plan.renamed] == [f"people/Rowan {n}.md" for n in range(42, 47)]
    assert len(looks) == 1


def test_a_link_that_shows_its_own_name_by_now_says_it_once(history, old_tree):
    """What a person wrote twice before is as they like it."""
    old_tree.write_file("days/2026-02-03.md", "- [[discord-42|Rowan]], [[Tea|Tea]]\n")
    old_tree.write_file("days/2026-02-04.md", "- [[discord-42|Ro]], [[Rowan|Rowan]]\n")
    tidying = _tidying(history, old_tree)
    tidying.carry_out(tidying.plan(), "b1")
    assert old_tree.read_file("days/2026-02-03.md") == "- [[Rowan]], [[Tea|Tea]]\n"
    assert old_tree.read_file("days/2026-02-04.md") == "- [[Rowan|Ro]], [[Rowan|Rowan]]\n"

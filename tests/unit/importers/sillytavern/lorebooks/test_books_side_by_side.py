"""Whose folder is whose: books of cards, books by themselves, newer versions, renamed notes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sillytavern_cards import book, encoded, entry, imported, png, png_card, text, v2_card
from sillytavern_samples import old_entry, world_info, world_info_entry
from sillytavern_world import CardWorld, as_json, card_world, told

from familiar_importers.sillytavern.lorebooks.importer import LorebookImporter
from familiar_memory.errors import InputError
from familiar_memory.lore.book.joined.versions import family_name

IMPORTED = "lore/imported"
OWN = book(entry(0, "The glade."), entry(1, "The forest."), name="Eldoria")
WORLD = world_info(
    world_info_entry(0, comment="Glade", key=["glade"], content="The glade.", order=7, sticky=5),
    world_info_entry(1, comment="Forest", key=["forest"], content="The forest.", probability=30),
)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[CardWorld]:
    """An empty one."""
    with card_world(tmp_path) as made:
        yield made


def seraphina(**data: Any) -> dict[str, Any]:
    """A card with a book that is called as a World Info."""
    return v2_card(name="Seraphina", character_book=OWN, **data)


def aqua(**data: Any) -> dict[str, Any]:
    """Another character."""
    return v2_card(name="Aqua", description="A goddess.", first_mes="Praise me!", **data)


# A card and a World Info of one name --------------------------------------------------------


def test_a_card_and_a_world_info_of_one_name_come_out_as_they_came(world: CardWorld) -> None:
    """SillyTavern's normal case, in either order; and each is exported alone."""
    for first_is_card in (True, False):
        steps = [lambda: world.card(seraphina()), lambda: world.book(WORLD, "Eldoria.json")]
        for step in steps if first_is_card else reversed(steps):
            step()
        assert world.give_card() == as_json(seraphina())
        slug = "eldoria-world-info"
        assert world.give_book(slug) == as_json(WORLD)


def test_the_second_of_two_says_where_it_is(world: CardWorld) -> None:
    """The world info stands there first, so the card's book gets another folder."""
    world.book(WORLD, "Eldoria.json")
    report = world.card(seraphina())
    assert "lore/imported/eldoria is a separate book" in told(report)
    assert [one.folder for one in report.brought] == ["self", "lore/imported/eldoria-card"]
    assert (world.give_card(), world.give_book("eldoria")) == (as_json(seraphina()), as_json(WORLD))
    again = world.card(seraphina())
    assert (again.written, again.removed, again.kept) == ((), (), ())


@pytest.mark.parametrize("card_first", [True, False])
def test_another_card_takes_nothing_of_a_world_info(world: CardWorld, card_first: bool) -> None:
    """The entries that somebody imported alone stay, with their settings."""
    if card_first:
        world.card(seraphina())
        world.book(WORLD, "Eldoria.json")
    else:
        world.book(WORLD, "Eldoria.json")
        world.card(seraphina())
    world.card(aqua(), replace=True)
    (slug,) = (
        folder.name for folder in (world.store.root / IMPORTED).iterdir() if any(folder.iterdir())
    )
    assert world.give_book(slug) == as_json(WORLD)
    assert world.give_card() == as_json(aqua())


def test_a_tree_in_which_a_world_info_took_the_cards_folder_still_exports_the_card(
    world: CardWorld,
) -> None:
    """As an older version left it: the card goes out as it came, and this is said."""
    world.card(seraphina())
    world.book(WORLD, "Other.json", folder="other")
    for name in (".book.json", "glade.md", "forest.md"):
        data = world.store.read_bytes(f"{IMPORTED}/other/{name}")
        (world.store.root / IMPORTED / "eldoria" / name).write_bytes(data)
    assert world.give_card() == as_json(seraphina())
    assert world.card(seraphina()).kept == ()
    assert world.give_card() == as_json(seraphina())
    assert (world.store.root / IMPORTED / "eldoria/glade.md").exists()


def test_the_folder_of_a_cards_book_cannot_be_chosen_for_another(world: CardWorld) -> None:
    """Not even by name."""
    world.card(seraphina())
    with pytest.raises(InputError, match="is the lorebook of the card"):
        world.book(WORLD, "x.json", folder="eldoria")


# A newer version under another name ------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "Eldoria (1)",
        "Eldoria(2)",
        "Eldoria - Copy",
        "Eldoria - Copy (3)",
        "Eldoria copy 2",
        "Eldoria-1",
        "Eldoria_v2",
        "Eldoria v1.3",
        "eldoria_2024-05-31",
        "Eldoria – Kopie",
        "Eldoria_final (1)",
        "Eldoria (copy)",
    ],
)
def test_a_copys_name_is_that_of_its_book(name: str) -> None:
    """What browsers, file managers and people put behind a name."""
    assert family_name(name) == "eldoria"


@pytest.mark.parametrize("name", ["Eldoria Night", "Old Eldoria", "Eldorian", "7", "v2", "final"])
def test_another_name_stays_another_name(name: str) -> None:
    """And a name that is only such a mark is a name."""
    assert family_name(name) == name.casefold()


@pytest.mark.parametrize("name", ["Eldoria (1).json", "Eldoria_v2.json", "Eldoria.json"])
def test_a_newer_version_under_a_copys_name_comes_to_the_same_folder(
    world: CardWorld, name: str
) -> None:
    """Edits are kept, what is new arrives, and the report says what it was taken for."""
    world.book(WORLD, "Eldoria.json")
    note = f"{IMPORTED}/eldoria/forest.md"
    world.edit(note, world.text(note).replace("The forest.", "My forest."))
    newer = world_info(
        {**WORLD["entries"]["0"], "content": "The wide glade."},
        WORLD["entries"]["1"],
        world_info_entry(2, comment="Lake", key=["lake"], content="The lake."),
    )
    report = world.book(newer, name)
    assert world.files(f"{IMPORTED}/") == {
        f"{IMPORTED}/eldoria/{file}"
        for file in (".book.json", ".original.json", "forest.md", "glade.md", "lake.md")
    }
    expected = as_json(newer)
    expected["entries"]["1"]["content"] = "My forest."
    assert world.give_book() == expected
    assert ("a version of 'Eldoria'" in told(report)) is (name != "Eldoria.json")


def test_different_books_of_one_name_stay_two_and_this_is_said(world: CardWorld) -> None:
    """Nothing that they hold is alike; each finds its own folder again."""
    other = world_info(
        world_info_entry(0, comment="Rust", key=["rust"], content="A ship."),
        world_info_entry(1, comment="Oil", key=["oil"], content="A sea."),
    )
    world.book(WORLD, "Eldoria.json")
    report = world.book(other, "Eldoria.json")
    assert "another book of this name is lore/imported/eldoria" in told(report)
    assert world.give_book("eldoria") == as_json(WORLD)
    assert world.give_book("eldoria-2") == as_json(other)
    assert world.book(other, "Eldoria (1).json").written == ()
    assert world.book(WORLD, "Eldoria (1).json").written == ()


def test_an_option_makes_a_copy_a_book_of_its_own_or_another_book_a_version(
    world: CardWorld,
) -> None:
    """`--set book=NAME` is the last word."""
    world.book(WORLD, "Eldoria.json")
    world.book(WORLD, "Eldoria (1).json", folder="twin")
    assert world.give_book("twin") == as_json(WORLD)
    other = world_info(world_info_entry(0, comment="Rust", key=["rust"], content="A ship."))
    world.book(other, "Rust.json", folder="eldoria")
    assert world.give_book("eldoria") == as_json(other)


def test_a_book_that_says_the_same_under_another_name_is_told_of(world: CardWorld) -> None:
    """It may be a newer version; both would come into prompts."""
    world.book(WORLD, "Eldoria.json")
    assert "--set book=eldoria" in told(world.book(WORLD, "lore of mine.json"))


# Notes that were renamed or moved ---------------------------------------------------------------


@pytest.mark.parametrize("to", ["wood.md", "sub/glade.md", "sub/deep/What was that?.md"])
def test_a_renamed_or_moved_note_gets_its_updates(world: CardWorld, to: str) -> None:
    """New content and new keys, at the place where a person put it; and once more after that."""
    world.book(world_info(old_entry(0), old_entry(1)))
    folder = f"{IMPORTED}/tavern"
    world.rename(f"{folder}/title-0.md", f"{folder}/{to}")
    for content, key in (("Newer.", "deer"), ("Newest.", "elk")):
        newer = world_info(old_entry(0, content=content, key=["key0", key]), old_entry(1))
        report = world.book(newer)
        assert f"{folder}/{to}" in report.updated and len(report.written) == 3
        assert (report.kept, report.gone, report.foreign) == ((), (), ())
        assert content in world.text(f"{folder}/{to}")
        assert world.give_book() == as_json(newer)
    assert world.book(world_info(old_entry(1))).removed == (f"{folder}/{to}",)


def test_a_renamed_note_that_a_person_edited_is_kept_and_told(world: CardWorld) -> None:
    """Under the name that they gave it; `--force` leaves one file, not two."""
    world.book(world_info(old_entry(0)))
    folder = f"{IMPORTED}/tavern"
    world.rename(f"{folder}/title-0.md", f"{folder}/wood.md")
    text = world.text(f"{folder}/wood.md")
    world.edit(f"{folder}/wood.md", text.replace("Content 0", "Mine"))
    report = world.book(world_info(old_entry(0, order=5, content="Newer.")))
    assert report.kept == (f"{folder}/wood.md",)
    assert world.give_book() == as_json(world_info(old_entry(0, order=5, content="Mine")))


def test_a_renamed_note_that_was_deleted_later_stays_deleted(world: CardWorld) -> None:
    """It is not brought back under its first name."""
    world.book(world_info(old_entry(0), old_entry(1)))
    folder = f"{IMPORTED}/tavern"
    world.rename(f"{folder}/title-0.md", f"{folder}/wood.md")
    world.book(world_info(old_entry(0), old_entry(1)))
    world.edit(f"{folder}/wood.md", None)
    report = world.book(world_info(old_entry(0, content="Newer."), old_entry(1)))
    assert report.gone == (f"{folder}/wood.md",)
    assert world.files(folder) == {
        f"{folder}/{name}" for name in (".book.json", ".original.json", "title-1.md")
    }


def test_a_renamed_note_of_a_cards_book_gets_its_updates(world: CardWorld) -> None:
    """As in a book by itself."""
    world.card(seraphina())
    world.rename(f"{IMPORTED}/eldoria/entry-1.md", f"{IMPORTED}/eldoria/wood.md")
    newer = v2_card(name="Seraphina", character_book={**OWN, "entries": [entry(1, "A wood.")]})
    world.card(newer)
    assert "A wood." in world.text(f"{IMPORTED}/eldoria/wood.md")
    assert world.give_card() == as_json(newer)


def test_a_note_of_a_persons_own_is_never_taken_for_a_new_entry(world: CardWorld) -> None:
    """A newer version brings an entry of the name that they have used."""
    world.book(world_info(old_entry(0)))
    world.edit(f"{IMPORTED}/tavern/lake.md", "# Lake\n\nKeys:\n\n- mine\n\n---\n\nMy lake.\n")
    newer = world_info(old_entry(0), old_entry(1, comment="Lake", content="Their lake."))
    assert world.book(newer).kept == ()
    entries = world.give_book()["entries"]
    assert [entries[key]["content"] for key in "012"] == ["Content 0", "Their lake.", "My lake."]


# Another character ------------------------------------------------------------------------------


def test_another_character_is_refused_until_it_is_told_to_replace(world: CardWorld) -> None:
    """Nothing is changed, in a dry run neither; two characters are never mixed."""
    world.card(seraphina())
    world.edit("self/description.md", "Mine.\n")
    before = {path: world.store.read_bytes(path) for path in world.files()}
    with pytest.raises(InputError, match="Aqua is another character than Seraphina"):
        world.card(aqua())
    assert {path: world.store.read_bytes(path) for path in world.files()} == before
    report = world.card(aqua(), replace=True)
    assert "Aqua replaces Seraphina" in told(report)
    assert world.give_card() == as_json(aqua())
    world.undo(report)
    assert {path: world.store.read_bytes(path) for path in world.files()} == before


def test_rules_of_a_persons_own_outlive_another_character(world: CardWorld) -> None:
    """What no card has brought is not a card's."""
    world.card(seraphina())
    world.edit("self/rules.md", "- Be kind.\n")
    world.card(aqua(), replace=True)
    assert world.text("self/rules.md") == "- Be kind.\n"


@pytest.mark.parametrize("change", [{"description": "Newer."}, {"name": "Seraphina 2"}])
def test_a_newer_version_of_a_character_needs_no_word(
    world: CardWorld, change: dict[str, str]
) -> None:
    """The same name, or the same text under another."""
    world.card(seraphina())
    newer = seraphina()
    newer["data"].update(change)
    world.card(newer)
    assert world.give_card() == as_json(newer)


# What the report says --------------------------------------------------------------------------


def test_the_report_names_the_character_and_the_folder_of_its_book(world: CardWorld) -> None:
    """`--book` asks for it."""
    assert [(one.what, one.folder) for one in world.card(seraphina()).brought] == [
        ("the character Seraphina", "self"),
        ("the lorebook Eldoria (2 entries)", f"{IMPORTED}/eldoria"),
    ]


def test_lore_that_is_not_in_the_card_is_missed_until_it_is_there(world: CardWorld) -> None:
    """SillyTavern links a card to a World Info, which is a file of its own."""
    linked = v2_card(name="Seraphina", extensions={"world": "Eldoria"})
    assert "its lore is the World Info 'Eldoria'" in told(world.card(linked))
    world.book(WORLD, "Eldoria.json")
    assert "World Info" not in told(world.card(linked))


def test_a_card_and_its_copy_of_another_generation_do_not_differ(tmp_path: Path) -> None:
    """As SillyTavern writes it: the same card as V2 and as V3."""
    v2, v3 = v2_card(), {**v2_card(), "spec": "chara_card_v3", "spec_version": "3.0"}
    twice = png(text("chara", encoded(v2)), text("ccv3", encoded(v3)))
    assert imported(tmp_path, twice).told == imported(tmp_path, png_card(v3)).told
    other = png(text("chara", encoded(v2_card(scenario="x"))), text("ccv3", encoded(v3)))
    assert "ccv3 and chara differ" in imported(tmp_path, other).told


def test_what_is_odd_is_told_as_it_is_meant(world: CardWorld) -> None:
    """`disable` is the contrary of what it is read for."""
    report = world.book(world_info(world_info_entry(0, disable="false")))
    assert '`disable` is "false": read as false' in told(report)
    assert "enabled: false" not in world.text(f"{IMPORTED}/tavern/title-0.md")


def test_tags_that_only_sillytavern_knows_are_told_of(world: CardWorld) -> None:
    """A character filter holds ids of its settings; names are what this familiar can compare."""
    tags = ["6f3c2e0a-1b2c-4d5e-8f90-0123456789ab"]
    filtered = world_info_entry(0, characterFilter={"isExclude": False, "names": [], "tags": tags})
    report = world.book(world_info(filtered))
    assert "names a tag by id (6f3c2e0a-1b2c-4d5e-8f90-0123456789ab)" in told(report)
    named = world_info_entry(0, characterFilter={"isExclude": False, "names": ["A"], "tags": ["x"]})
    assert told(world.book(world_info(named))) == ""


def test_a_note_that_no_import_left_is_foreign(world: CardWorld) -> None:
    """A card beside a personality that a person wrote is not all there, and this is said."""
    world.edit("self/personality.md", "Mine.\n")
    report = world.card(seraphina())
    assert (report.kept, report.foreign) == (("self/personality.md",),) * 2
    world.edit("self/scenario.md", "Mine too.\n")
    newer = world.card(seraphina(scenario="Newer."))
    assert newer.kept == ("self/personality.md", "self/scenario.md")
    assert newer.foreign == ("self/personality.md",)


# Older and newer -----------------------------------------------------------------------------


def grown(text: str) -> dict[str, Any]:
    """Eldoria with an entry more."""
    return world_info(
        world_info_entry(0, comment="Glade", key=["glade"], content=text),
        world_info_entry(1, comment="Silver", key=["silver"], content="They fear it."),
    )


def test_an_older_version_does_not_take_the_place_of_a_newer(world: CardWorld) -> None:
    """A shell takes `Eldoria (1).json` first; the folder is called as the book all the same."""
    newer, older = grown("The glade, burnt."), WORLD
    (book_,) = world.book(newer, "Eldoria (1).json").brought
    assert (book_.what, book_.folder) == ("the lorebook Eldoria (2 entries)", f"{IMPORTED}/eldoria")
    before = {path: world.text(path) for path in world.files()}
    report = world.book(older, "Eldoria.json")
    assert [(one.folder, one.newer) for one in report.outdated] == [
        (f"{IMPORTED}/eldoria", "Eldoria (1)")
    ]
    assert (report.written, report.removed, report.brought) == ((), (), ())
    assert {path: world.text(path) for path in world.files()} == before
    forced = world.take(LorebookImporter(), "Eldoria.json", older, force=True)
    assert (forced.outdated, forced.removed) == ((), (f"{IMPORTED}/eldoria/silver.md",))
    assert world.give_book("eldoria") == as_json(older)
    assert world.book(newer, "Eldoria (1).json").outdated == ()


def test_the_same_entries_under_an_older_name_are_nothing_new(world: CardWorld) -> None:
    """A second download of one file is no version."""
    world.book(WORLD, "Eldoria (1).json")
    report = world.book(WORLD, "Eldoria.json")
    assert (report.outdated, report.written) == ((), ())


def test_a_chosen_folder_takes_an_older_version(world: CardWorld) -> None:
    """`--set book=NAME` is the last word."""
    world.book(grown("The glade, burnt."), "Eldoria (1).json")
    report = world.book(WORLD, "Eldoria.json", folder="eldoria")
    assert (report.outdated, world.give_book("eldoria")) == ((), as_json(WORLD))

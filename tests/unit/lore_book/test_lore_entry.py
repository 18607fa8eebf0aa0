"""What the fields of each dialect mean to the engine."""

from dataclasses import replace

import pytest
from sillytavern_samples import book_entry, books, hybrid_entry, old_entry, world_info_entry

from familiar_memory.domain.memory.lore import LoreEntry, LoreLogic, LorePosition, LoreSource
from familiar_memory.lore.book.json.book_value import read_book
from familiar_memory.lore.book.json.dialects import BookDialect
from familiar_memory.lore.book.notes.entry_form import entry_oddities, lore_entry
from familiar_memory.transfer.reading.strict_json import parse_json

WORLD = BookDialect.WORLD_INFO
BOOK = BookDialect.CHARACTER_BOOK
PLAIN = LoreEntry("p", "t", "c", selective=False)


def entry(raw, dialect=WORLD) -> LoreEntry:
    """The entry of these fields, without its path and title."""
    return lore_entry({"content": "c", **raw}, dialect, path="p", title="t")


def test_what_an_old_file_does_not_say_is_no():
    """No chance is rolled and no secondary key counts; that is not how new entries begin."""
    assert entry({}) == PLAIN
    assert entry({"keysecondary": ["x"], "probability": 10}) == replace(
        PLAIN, secondary_keys=("x",)
    )


def test_every_field_of_world_info_is_understood():
    """The names that SillyTavern writes now."""
    raw = world_info_entry(
        0,
        key=["a", " ", "b"],
        keysecondary=["c"],
        selectiveLogic=3,
        constant=True,
        order=7,
        position=4,
        depth=2,
        role=2,
        disable=True,
        ignoreBudget=True,
        excludeRecursion=True,
        preventRecursion=True,
        delayUntilRecursion=True,
        probability=50,
        outletName="o",
        group="g, h",
        groupOverride=True,
        groupWeight=5,
        useGroupScoring=True,
        scanDepth=9,
        caseSensitive=False,
        matchWholeWords=True,
        sticky=1,
        cooldown=2,
        delay=3,
        triggers=["swipe"],
        matchScenario=True,
        matchPersonaDescription=True,
        characterFilter={"isExclude": True, "names": ["N"], "tags": ["T"]},
    )
    assert entry(raw) == LoreEntry(
        path="p",
        title="t",
        content="Content 0",
        keys=("a", "b"),
        secondary_keys=("c",),
        logic=LoreLogic.AND_ALL,
        selective=True,
        enabled=False,
        constant=True,
        order=7,
        position=LorePosition.AT_DEPTH,
        depth=2,
        role="assistant",
        outlet="o",
        probability=50,
        scan_depth=9,
        case_sensitive=False,
        whole_words=True,
        ignore_budget=True,
        exclude_recursion=True,
        prevent_recursion=True,
        delay_until_recursion=1,
        groups=("g", "h"),
        group_override=True,
        group_weight=5,
        group_scoring=True,
        sticky=1,
        cooldown=2,
        delay=3,
        triggers=("swipe",),
        character_names=("N",),
        character_tags=("T",),
        characters_excluded=True,
        sources=frozenset({LoreSource.SCENARIO, LoreSource.PERSONA}),
    )


def test_a_character_book_keeps_sillytaverns_fields_among_its_extensions():
    """There its number of a position counts before the word, and `use_regex` says nothing."""
    read = entry(book_entry(0, extensions={"position": 3, "role": 1, "sticky": 2}), BOOK)
    wanted = replace(
        PLAIN,
        content="Content 0",
        keys=("key0",),
        selective=True,
        position=LorePosition.NOTE_BOTTOM,
        role="user",
        sticky=2,
        probability=100,
    )
    assert read == wanted


def test_a_character_book_of_others_means_what_it_says():
    """Keys are patterns where it says so, and it stands after the character unless told."""
    raw = {"keys": ["a.b"], "use_regex": True, "enabled": False, "insertion_order": 2}
    wanted = replace(
        PLAIN,
        keys=("a.b",),
        use_regex=True,
        enabled=False,
        order=2,
        position=LorePosition.AFTER_CHARACTER,
        probability=100,
    )
    assert entry(raw, BOOK) == wanted


def test_an_entry_is_read_by_the_fields_it_has():
    """A hybrid by the names of what holds it; foreign names where its own are missing."""
    hybrid = hybrid_entry(1, order=1, insertion_order=2)
    assert (entry(hybrid).order, entry(hybrid, BOOK).order) == (1, 2)
    assert entry({"keys": ["x"], "enabled": False}).keys == ("x",)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        (
            "novelai",
            {"content": "Salt.", "keys": ("salt",), "constant": True, "order": 400},
        ),
        ("agnai", {"content": "body", "keys": ("k",), "order": 3, "enabled": False}),
        (
            "risu",
            {
                "content": "High.",
                "keys": ("tide", "moon"),
                "secondary_keys": ("night",),
                "selective": True,
                "order": 5,
                "probability": 50,
            },
        ),
    ],
)
def test_other_programs_are_understood(name, wanted):
    """NovelAI's forced activation, Agnai's weight, Risu's keys in a line."""
    book = read_book(books()[name], "x")
    assert entry(book.entries[-1].raw, book.dialect) == replace(PLAIN, **wanted)


@pytest.mark.parametrize(
    ("text", "order", "odd"),
    [
        ('""', 100, []),
        ("null", 100, []),
        ("1E2", 100, []),
        ("7.5", 7.5, []),
        ('"7"', 7, ['`order` is "7": read as 7']),
        ('"x"', 100, ['`order` is "x": read as nothing']),
        ("[1]", 100, ["`order` is [1]: read as nothing"]),
        ("true", 100, ["`order` is true: read as nothing"]),
        ("1e400", 100, ["`order` is 1E+400: read as nothing"]),
        ("1E+999999999", 100, ["`order` is 1E+999999999: read as nothing"]),
        (
            "1" + "0" * 40,
            100,
            ["`order` is 100000000000000000000000000000000000000…: read as nothing"],
        ),
    ],
)
def test_an_odd_number_has_the_meaning_of_none(text, order, odd):
    """It is told of, and never a crash; an empty text is what some editors write for none."""
    raw = parse_json(f'{{"order": {text}}}'.encode(), "x")
    assert entry(raw).order == order
    assert entry_oddities(raw, WORLD) == odd


@pytest.mark.parametrize(
    "value", [None, "", "x", 5, -5, 3.5, True, [], [None], {}, {"a": []}, "0", "true", 10**30]
)
def test_no_value_of_any_field_is_a_crash(value):
    """Whatever a stranger wrote into it."""
    keys = (*world_info_entry(0), *book_entry(0), "characterFilter", "triggers", "extensions")
    raw = dict.fromkeys(keys, value)
    for dialect in BookDialect:
        assert isinstance(lore_entry(raw, dialect, path="p", title="t"), LoreEntry)
        assert isinstance(entry_oddities(raw, dialect), list)


def test_a_book_has_settings_for_all():
    """Where it says something usable."""
    value = {"entries": [], "scan_depth": 5, "token_budget": "", "recursive_scanning": True}
    settings = read_book(value, "x").settings
    assert (settings.scan_depth, settings.token_budget, settings.recursive) == (5, None, True)


def test_one_old_entry_whole():
    """Eight fields, as in 2023."""
    assert entry(old_entry(3)) == replace(PLAIN, content="Content 3", keys=("key3",))

"""Any entry comes through its note, and an untouched book is the very one that came."""

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sillytavern_samples import (
    TRAPS,
    ItemTree,
    book_entry,
    books,
    hybrid_entry,
    in_order,
    world_info_entry,
)

from familiar_importers.sillytavern.lorebooks.items import book_items
from familiar_importers.sillytavern.lorebooks.stored_books import book_now
from familiar_memory.lore.book.joined.conversion import convert_book
from familiar_memory.lore.book.joined.patching import patched
from familiar_memory.lore.book.json.book_value import read_book
from familiar_memory.lore.book.json.dialects import BookDialect
from familiar_memory.lore.book.notes.note_text import parse_entry, render_entry
from familiar_memory.lore.book.notes.shown import shown_entry

pytestmark = pytest.mark.long


TEXT = st.one_of(
    st.text(st.characters(exclude_categories=("Cs",)), max_size=30),
    st.text("#-*+>:\\ \t\r\n\x0b\x85\u2028\u202e/,`", max_size=20),
    st.sampled_from(TRAPS),
)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**12), 10**12), TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, max_size=3)),
    max_leaves=6,
)
NAMES = sorted(
    {*world_info_entry(), *book_entry(), *hybrid_entry(), "text", "entry", "keywords"}
    | {"displayName", "forceActivation", "contextConfig", "secondkey", "alwaysActive", "weight"}
)
ENTRIES = st.one_of(
    st.dictionaries(st.sampled_from(NAMES), JSON, max_size=8),
    st.builds(
        lambda title, content, keys, more: {"comment": title, "content": content, **keys, **more},
        TEXT,
        TEXT,
        st.fixed_dictionaries(
            {},
            optional={
                "key": st.lists(TEXT, max_size=3),
                "keysecondary": st.lists(TEXT, max_size=3),
                "keys": st.lists(TEXT, max_size=3),
                "selective": st.booleans(),
                "selectiveLogic": st.integers(0, 3),
                "disable": st.booleans(),
            },
        ),
        st.dictionaries(st.sampled_from(NAMES), JSON, max_size=2),
    ),
)
DIALECTS = st.sampled_from(list(BookDialect))


@given(ENTRIES, DIALECTS)
def test_a_note_says_what_its_entry_says(raw, dialect):
    """Every field that is shown is read back, and nothing is patched into the entry."""
    shown = shown_entry(raw, dialect, 0)
    note = parse_entry(render_entry(shown))
    assert note == shown
    assert patched(raw, dialect, 0, note) is raw


@given(st.lists(st.one_of(ENTRIES, JSON), max_size=4), st.sampled_from(sorted(books())))
def test_an_untouched_book_is_what_came(entries, name):
    """In every dialect, whatever stands in the place of an entry."""
    value = copy.deepcopy(books()[name])
    holder = value["data"] if name == "v3" else value
    if name == "bare list":
        value = entries
    elif name == "risu":
        holder["data"] = entries
    elif isinstance(holder["entries"], list):
        holder["entries"] = entries
    else:
        holder["entries"] = {f"{number}k": entry for number, entry in enumerate(entries)}
    book = book_items(value, "b", label="x")
    assert in_order(book_now(ItemTree(book.items), book.folder).value) == in_order(value)


@given(TEXT)
def test_any_text_is_a_note(text):
    """And reading it never fails."""
    note = parse_entry(text)
    assert isinstance(note.content, str)


@given(ENTRIES, TEXT)
def test_an_edited_content_is_the_only_change(raw, content):
    """Written into the note it is found in the entry, and everything else is as it was."""
    for dialect in (BookDialect.WORLD_INFO, BookDialect.CHARACTER_BOOK):
        base = {**raw, "content": "what it was"}
        text = render_entry(shown_entry(base, dialect, 0))
        head, separator, _ = text.partition("\n---\n\nwhat it was\n")
        new = patched(base, dialect, 0, parse_entry(f"{head}\n---\n\n{content}!\n"))
        assert separator
        assert new.pop("content") == f"{content}!"
        before = {key: value for key, value in base.items() if key != "content"}
        after = {key: new[key] for key in before}
        assert {k: v for k, v in after.items() if v != before[k]}.keys() <= {"text", "entry"}


WI = st.builds(
    lambda make, uid, more: {**make(uid), **more},
    st.sampled_from([world_info_entry, hybrid_entry]),
    st.integers(0, 5),
    st.dictionaries(
        st.sampled_from([*world_info_entry(), "vendor", "extensions"]), JSON, max_size=4
    ),
)
V2 = st.builds(
    lambda uid, more: {**book_entry(uid), **more},
    st.one_of(st.integers(0, 5), TEXT),
    st.dictionaries(
        st.sampled_from([*book_entry(), "vendor", "name", "priority", "case_sensitive"]),
        JSON,
        max_size=4,
    ),
)


def holds(whole, part) -> bool:
    """Whether every key and value of `part` is in `whole`."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(
            key in whole and holds(whole[key], value) for key, value in part.items()
        )
    return in_order(whole) == in_order(part)


@settings(max_examples=200)
@given(st.lists(WI, max_size=4))
def test_world_info_comes_back_from_a_character_book(entries):
    """Every field with its very value; the other form only adds."""
    value = {"entries": {f"{n}": entry for n, entry in enumerate(entries)}, "vendor": [1]}
    book = read_book(value, "x")
    for form in ("v2", "v3"):
        there = read_book(convert_book(book, form, "n").value, "x")
        back = convert_book(there, "worldinfo", "n").value
        assert back["vendor"] == [1]
        for was, now in zip(entries, back["entries"].values(), strict=True):
            assert holds(now, {k: v for k, v in was.items() if k != "uid"}), (was, now)


@settings(max_examples=200)
@given(st.lists(V2, max_size=4))
def test_a_character_book_comes_back_from_world_info(entries):
    """Every field with its very value; the other form only adds."""
    value = {"name": "n", "entries": entries, "extensions": {"a": 1}, "vendor": [1]}
    there = read_book(convert_book(read_book(value, "x"), "worldinfo", "n").value, "x")
    back = convert_book(there, "v2", "n").value
    assert holds(back, {key: one for key, one in value.items() if key != "entries"})
    for was, now in zip(entries, back["entries"], strict=True):
        assert holds(now, was), (was, now)


def test_what_was_edited_in_the_other_form_is_not_undone_by_the_way_back():
    """Only what says the same as then gets its old spelling again."""
    value = {"entries": [book_entry(0, comment="", name="Old", keys="a, b", vendor=1)]}
    there = convert_book(read_book(value, "x"), "worldinfo", "n").value
    entry = there["entries"]["0"]
    assert (entry["comment"], entry["key"]) == ("Old", ["a", "b"])
    entry |= {"comment": "New", "key": ["c"], "position": 4}
    (back,) = convert_book(read_book(there, "x"), "v2", "n").value["entries"]
    shown = shown_entry(back, BookDialect.CHARACTER_BOOK, 0)
    assert (shown.title, shown.keys, back["vendor"]) == ("New", ("c",), 1)
    assert (back["extensions"]["position"], back["position"]) == (4, "after_char")

"""What the index takes from a note in `lore/`: the content, called by its keys."""

import pytest

from familiar_memory.notes.document import NoteParser

READER = NoteParser()
ENTRY = """# Katana

Keys:

- blade
- /swords?/i

Needs any of:

- forge

---

Folded steel.

- no key
"""


@pytest.mark.parametrize("path", ["lore/imported/b/katana.md", "lore/katana.md"])
def test_keys_are_words_by_which_the_content_is_found(path):
    """They are no passages themselves; patterns are no words."""
    document = READER.read(path, ENTRY, "d")
    assert [passage.text for passage in document.passages] == ["Folded steel.", "no key"]
    assert document.context == "Katana blade katana"
    assert document.title == "Katana"


def test_an_offset_of_content_is_one_of_the_file():
    """A hit is shown where it stands."""
    passage = READER.read("lore/katana.md", ENTRY, "d").passages[0]
    assert ENTRY[passage.char_start : passage.char_end] == "Folded steel."


def test_elsewhere_a_list_of_keys_is_text():
    """Only notes of lore are entries."""
    texts = [passage.text for passage in READER.read("topics/k.md", ENTRY, "d").passages]
    assert texts == ["Keys:", "blade", "/swords?/i", "Needs any of:", "forge", *texts[-2:]]


def test_a_disabled_entry_has_nothing_to_recall():
    """Its passages are retired, and it states no fact and links nowhere."""
    text = "---\nenabled: false\n---\n\nShe knows [Ann](../people/ann.md).\n\n- works_at:: Acme\n"
    document = READER.read("lore/x.md", text, "d")
    assert [passage.retired for passage in document.passages] == [True, True]
    assert (document.facts, document.links) == ((), ())


def test_plain_lore_is_all_content():
    """Without a key list or a line, every paragraph is one; frontmatter may name keys."""
    document = READER.read("lore/x.md", "---\nkeys: [tide]\n---\nOne.\n\n---\n\nTwo.\n", "d")
    assert [passage.text for passage in document.passages] == ["One.", "Two."]
    assert document.context == " tide x"

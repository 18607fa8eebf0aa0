"""Links follow files that were renamed; nothing else of a note changes."""

import pytest

from familiar_memory.markdown.change.relink import BareNames, relinked

_MOVED = {
    "CON.md": "CON--1.md",
    "People/What: is?.md": "people/What- is-.md",
    "People/Alice.md": "people/Alice.md",
    "notes/a.md": "notes/a--2.md",
    "img/x?.png": "img/x-.png",
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[CON]]", "[[CON--1|CON]]"),
        ("[[CON#Head|shown]]", "[[CON--1#Head|shown]]"),
        ("| [[CON]] |", "| [[CON--1\\|CON]] |"),
        ("| [[CON\\|shown]] |", "| [[CON--1\\|shown]] |"),
        ("[[People/Alice]]", "[[people/Alice|People/Alice]]"),
        ("[[People/Alice.md]]", "[[people/Alice.md|People/Alice.md]]"),
        ("[[./People/Alice#b]]", "[[people/Alice#b|./People/Alice#b]]"),
        ("[a](People/Alice.md#b)", "[a](people/Alice.md#b)"),
        ("[a](/People/Alice.md)", "[a](/people/Alice.md)"),
        ("[a](<People/What: is?.md>)", "[a](<people/What-%20is-.md>)"),
        ("[a](People/What:%20is%3F.md 'title')", "[a](people/What-%20is-.md 'title')"),
        ("![[img/x?.png]]", "![[img/x-.png]]"),
        ("[a](notes/a.md) and [[notes/a]]", "[a](notes/a--2.md) and [[notes/a--2|notes/a]]"),
        ("---\ntitle: '[[CON]]'\n---\n[[CON]]", "---\ntitle: '[[CON]]'\n---\n[[CON--1|CON]]"),
        ("\ufeff[[CON]]\r\n\r\n[[CON]]\r\n", "\ufeff[[CON--1|CON]]\r\n\r\n[[CON--1|CON]]\r\n"),
        ("é [[CON]] `[[CON]]` [[CON]]", "é [[CON--1|CON]] `[[CON]]` [[CON--1|CON]]"),
    ],
)
def test_a_link_to_what_was_renamed_leads_to_it_again(text: str, expected: str) -> None:
    """In the way in which it was written, and with the words that it showed."""
    assert relinked(text, "start.md", "start.md", _MOVED) == expected


@pytest.mark.parametrize(
    "text",
    [
        "no link",
        "[[Other]] [b](other/b.md) [c](https://example.org/CON.md)",
        "```\n[[CON]]\n```\n",
        "`[[CON]]`",
        "    [[CON]]\n",
        "\\[[CON]]",
        "[a](../outside/CON.md)",
    ],
)
def test_what_is_no_such_link_keeps_its_bytes(text: str) -> None:
    """Code, escaped brackets, web addresses and what led elsewhere."""
    assert relinked(text, "start.md", "start.md", _MOVED) == text


def test_a_note_that_moves_with_its_folder_keeps_its_links_in_it() -> None:
    """They lead where they led; one that leads nowhere still does."""
    moved = {**_MOVED, "People/b.md": "people/b.md"}
    text = "[[Alice]] [a](Alice.md) [up](../other.md) [[CON]] [me](#here)"
    assert relinked(text, "People/b.md", "people/b.md", moved) == text


def test_a_link_to_the_note_itself_follows_it() -> None:
    """It has a new name like any other."""
    assert relinked("[me](a.md#x)", "notes/a.md", "notes/a--2.md", _MOVED) == "[me](a--2.md#x)"


_VAULT = (
    "A/a.md",
    "B/CON.md",
    "B/What is: it?.md",
    "B/x?.png",
    "A/What-.md",
    "C/What?.md",
    "C/Tea.md",
)
_RENAMED = {
    "B/CON.md": "B/CON--1.md",
    "B/What is: it?.md": "B/What is- it-.md",
    "B/x?.png": "B/x-.png",
    "C/What?.md": "C/What-.md",
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[CON]] [[con|it]]", "[[CON--1|CON]] [[CON--1|it]]"),
        ("[[What is: it?]]", "[[What is- it-|What is: it?]]"),
        ("[[CON.md#Head|shown]] [[CON#Head]]", "[[CON--1.md#Head|shown]] [[CON--1#Head|CON#Head]]"),
        ("![[x?.png]] ![[CON#^b]]", "![[x-.png]] ![[CON--1#^b]]"),
        ("| [[CON\\|shown]] |", "| [[CON--1\\|shown]] |"),
        ("[[Tea]] [[#CON]] `[[CON]]` [[Nobody]]", "[[Tea]] [[#CON]] `[[CON]]` [[Nobody]]"),
        # The new name would be another note's, and that one has a neighbour's right to it.
        ("[[What?]] [[What-]]", "[[C/What-|What?]] [[What-]]"),
    ],
)
def test_a_bare_name_means_a_note_in_any_folder(text: str, expected: str) -> None:
    """Obsidian's usual form: by the name alone, whatever its capitals."""
    names = BareNames.of(_VAULT, _RENAMED)
    assert relinked(text, "A/a.md", "A/a.md", _RENAMED, names) == expected


_TREE = ("index.md", "people/a.md", "topics/tea.md", "topics/Caf\u00e9.md")


@pytest.mark.parametrize(
    ("text", "moved", "expected"),
    [
        ("[[../index|i]]", {"index.md": "start.md"}, "[[/start|i]]"),
        ("[[/index|i]]", {"index.md": "start.md"}, "[[/start|i]]"),
        ("[[../index|i]]", {"people/a.md": "people/old/a.md"}, "[[/index|i]]"),
        ("[[../topics/tea|t]]", {"topics/tea.md": "tea.md"}, "[[/tea|t]]"),
        ("[[../topics/tea|t]]", {"people/a.md": "a.md"}, "[[topics/tea|t]]"),
        ("[[../topics/Tea|t]]", {"topics/tea.md": "topics/chai.md"}, "[[topics/chai|t]]"),
        ("[[Topics/tea|t]]", {"topics/tea.md": "topics/chai.md"}, "[[topics/chai|t]]"),
        ("[t](../topics/TEA.md)", {"topics/tea.md": "topics/chai.md"}, "[t](../topics/chai.md)"),
        (
            "[[../topics/cafe\u0301|c]]",
            {"topics/Caf\u00e9.md": "topics/bar.md"},
            "[[topics/bar|c]]",
        ),
        ("[[../topics/Tea|t]]", {"people/a.md": "people/b.md"}, "[[../topics/Tea|t]]"),
        ("[[../topics/tea|t]]", {"topics/tea.md": "topics/Tea.md"}, "[[topics/Tea|t]]"),
    ],
)
def test_a_link_by_path_follows_in_any_case_and_to_the_top(
    text: str, moved: dict[str, str], expected: str
) -> None:
    """By whatever folder it counts from; what still leads where it led keeps its bytes."""
    path = moved.get("people/a.md", "people/a.md")
    assert relinked(text, "people/a.md", path, moved, BareNames.of(_TREE, moved)) == expected


def test_of_several_notes_of_one_name_the_neighbour_is_meant() -> None:
    """Where there is none, nobody can say which, and the link stays."""
    moved = {"A/CON.md": "A/CON--1.md", "B/CON.md": "B/CON--1.md"}
    names = BareNames.of(("A/a.md", "c.md", *moved), moved)
    assert relinked("[[CON]]", "A/a.md", "A/a.md", moved, names) == "[[CON--1|CON]]"
    assert relinked("[[CON]]", "c.md", "c.md", moved, names) == "[[CON]]"


@pytest.mark.parametrize(
    ("properties", "expected"),
    [
        ('a: "[[CON]]"', 'a: "[[CON--1|CON]]"'),
        (
            'a: ["[[CON#Head|shown]]", "[[People/Alice|A]]"]',
            'a: ["[[CON--1#Head|shown]]", "[[people/Alice|A]]"]',
        ),
        ("a:\r\n  - '[[CON|it''s]]'\r", "a:\r\n  - '[[CON--1|it''s]]'\r"),
        ("a: [[CON]]\nb: see [[CON]]", "a: [[CON]]\nb: see [[CON]]"),
    ],
)
def test_links_in_properties_follow_where_that_is_wanted(properties: str, expected: str) -> None:
    """Those that Obsidian takes for links: a quoted text that is nothing else."""
    text, after = f"---\n{properties}\n---\n[[CON]]", f"---\n{expected}\n---\n[[CON--1|CON]]"
    new = relinked(text, "start.md", "start.md", _MOVED, with_properties=True)
    assert new == after


def test_the_name_of_a_file_is_escaped_in_a_property() -> None:
    """As the quotes around it want it."""
    moved = {"a.md": "O'Neill.md"}
    text = "---\na: ['[[a]]', \"[[a]]\"]\n---\n"
    new = relinked(text, "b.md", "b.md", moved, with_properties=True)
    assert new == "---\na: ['[[O''Neill|a]]', \"[[O'Neill|a]]\"]\n---\n"
    back = relinked(new, "b.md", "b.md", {"O'Neill.md": "a.md"}, with_properties=True)
    assert back == "---\na: ['[[a|a]]', \"[[a|a]]\"]\n---\n"

"""Links follow files that were renamed; nothing else of a note changes."""

import pytest

from familiar_memory.markdown.relink import relinked

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

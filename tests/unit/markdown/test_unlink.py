"""Links that become plain words: which words, and which links are left."""

from __future__ import annotations

import pytest

from familiar_memory.markdown.change.unlink import with_words, words_of_links
from familiar_memory.markdown.links import Link


def unlinked(text: str) -> str:
    """The text without its links to Gone."""

    def is_meant(link: Link) -> bool:
        return "gone" in link.target.lower()

    return with_words(text, words_of_links(text, is_meant))


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("see [[Gone]].\n", "see Gone.\n"),
        ("see [[Gone|the plan]].\n", "see the plan.\n"),
        ("see [[Gone|]].\n", "see Gone.\n"),
        ("see [[ Gone | the plan ]].\n", "see the plan.\n"),
        ("see [[topics/Gone]].\n", "see topics/Gone.\n"),
        ("see [[Gone#Heading]], [[Gone#^k1]].\n", "see Gone#Heading, Gone#^k1.\n"),
        ("see [[Gone#Heading|there]].\n", "see there.\n"),
        ("see [the plan](gone.md).\n", "see the plan.\n"),
        ('see [the plan](<topics/gone note.md> "Plan").\n', "see the plan.\n"),
        ("see [a \\[b\\] *c*](gone.md#x).\n", "see a \\[b\\] *c*.\n"),
        ("[![p](p.png)](gone.md)\n", "![p](p.png)\n"),
        ("![[Gone]]\n", "Gone\n"),
        ("![[Gone|300]] ![[Gone|30x40]] ![[Gone|plan]]\n", "Gone Gone plan\n"),
        ("Look![[Gone]] \\![[Gone]]\n", "Look!Gone \\!Gone\n"),
        ("| a |\n|---|\n| [[Gone\\|it]] [[Gone]] |\n", "| a |\n|---|\n| it Gone |\n"),
        ("- [ ] [[Gone]] ^k1\r\n\r\n  [[Gone|x]]\r\n", "- [ ] Gone ^k1\r\n\r\n  x\r\n"),
        ("\ufeff[[Gone]]\r[[Gone]]", "\ufeffGone\rGone"),
        ("[[Gone]][[Gone]]", "GoneGone"),
        ("[[Gone]] [[Other]] [o](other.md)\n", "Gone [[Other]] [o](other.md)\n"),
        ('---\nup: "[[Gone]]"\nall:\n- \'[[Gone|it\'\'s]]\'\n---\n[[Gone]]\n',
         '---\nup: "Gone"\nall:\n- \'it\'\'s\'\n---\nGone\n'),
    ],
)  # fmt: skip
def test_what_a_link_shows_stays(text: str, now: str) -> None:
    """Its brackets go, and a target that it did not show; nothing beside it changes."""
    assert unlinked(text) == now


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Gone\n",
        "`[[Gone]]` ``[x](gone.md)``\n",
        "```\n[[Gone]]\n```\n",
        "    [[Gone]]\n",
        "<div>\n[[Gone]]\n</div>\n",
        "\\[[Gone]]\n",
        "[](gone.md)\n",
        "[[Gone]](gone.md)\n",
        "[web](https://example.org/gone.md)\n",
        "---\nup: [[Gone]]\nnote: see [[Gone]]\n---\n",
    ],
)
def test_what_is_no_plain_link_is_left(text: str) -> None:
    """Code, what shows no word, what is a link in one program and two in another."""
    assert unlinked(text) == text

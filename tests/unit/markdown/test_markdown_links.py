"""Links between notes."""

from __future__ import annotations

import pytest

from familiar_memory.markdown.links import Link, LinkKind, find_links, note_stem, resolve_link

NOTE = """\
---
related: "[[Hidden]]"
---
# T [[Alpha]]

- works_at:: [Acme (Corp)](../topics/acme%20corp.md "Acme") and [[people/rowan#Facts|Ro]]
- `[[code]]` ![[pic.png]] [web](https://example.org) [mail](mailto:a@b.c) \\[[no]]

```
[[fenced]]
```

[angle](<a b.md#x>) [paren](a_(b).md) [[A|B]] [ref]: x [empty]()
"""


def test_links_are_found_outside_code() -> None:
    """Wiki and Markdown links with their lines; addresses of the web are left out."""
    wiki, markdown = LinkKind.WIKI, LinkKind.MARKDOWN
    assert find_links(NOTE) == (
        Link("Alpha", 4, "Alpha", wiki),
        Link("../topics/acme corp.md", 6, "Acme (Corp)", markdown),
        Link("people/rowan#Facts", 6, "Ro", wiki),
        Link("pic.png", 7, "pic.png", wiki),
        Link("a b.md#x", 13, "angle", markdown),
        Link("a_(b).md", 13, "paren", markdown),
        Link("A", 13, "B", wiki),
    )


@pytest.mark.parametrize(
    ("target", "kind", "path"),
    [
        ("../topics/acme.md#x", LinkKind.MARKDOWN, "topics/acme.md"),
        ("other.md", LinkKind.MARKDOWN, "people/other.md"),
        ("/topics/a.md", LinkKind.MARKDOWN, "topics/a.md"),
        ("../../etc/passwd", LinkKind.MARKDOWN, None),
        ("..", LinkKind.MARKDOWN, None),
        ("#here", LinkKind.MARKDOWN, "people/rowan.md"),
        ("topics/acme", LinkKind.WIKI, "topics/acme.md"),
        ("../topics/acme#x", LinkKind.WIKI, "topics/acme.md"),
        ("./bex", LinkKind.WIKI, "people/bex.md"),
        ("../people/./bex.md", LinkKind.WIKI, "people/bex.md"),
        ("../../etc/passwd", LinkKind.WIKI, None),
        ("../", LinkKind.WIKI, None),
        ("../topics/", LinkKind.WIKI, "topics"),
        ("Acme v2.0", LinkKind.WIKI, "people/Acme v2.0.md"),
        ("pic.png", LinkKind.WIKI, "people/pic.png"),
    ],
)
def test_links_resolve_inside_the_tree(target: str, kind: LinkKind, path: str | None) -> None:
    """Relative to the note, or to the tree; never outside."""
    assert resolve_link(Link(target, 1, target, kind), "people/rowan.md") == path


def test_a_plain_wiki_link_is_looked_up_by_name() -> None:
    """Case does not matter; an unknown name resolves to nothing."""
    stems = {note_stem("topics/Acme.md"): "topics/Acme.md"}
    assert resolve_link(Link("ACME#x", 1, "", LinkKind.WIKI), "a.md", stems) == "topics/Acme.md"
    assert resolve_link(Link("Nobody", 1, "", LinkKind.WIKI), "a.md", stems) is None

"""Links between notes: `[[Note#Heading|alias]]` and `[text](../topics/note.md)`."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from urllib.parse import unquote

from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.markdown.source import code_lines, read_source
from familiar_memory.markdown.text.code_spans import without_code_spans
from familiar_memory.markdown.text.escape import unescape

__all__ = [
    "Link",
    "LinkKind",
    "LinkSpan",
    "counts_from_its_note",
    "find_links",
    "linked_spans",
    "links_in",
    "note_stem",
    "property_links",
    "property_spans",
    "resolve_link",
    "shown_links",
    "sole_link",
    "whole_links",
]

_WIKI = re.compile(r"(?<!\\)\[\[([^\[\]|\r\n]+)(?:\|([^\[\]\r\n]*))?\]\]")
_MARKDOWN = re.compile(
    r"(?<![\\\[])\[((?:[^\[\]\\\r\n]|\\.|\[[^\[\]\r\n]*\])*)\]"
    r"\([ \t]*(?:<([^<>\r\n]*)>|((?:[^\s()<>\\]|\\.|\([^\s()]*\))+))"
    r"(?:[ \t]+(?:\"[^\"\r\n]*\"|'[^'\r\n]*'))?[ \t]*\)"
)
_IN_QUOTES = re.compile(
    r"""(?<=")\[\[([^\[\]|\r\n"\\]+)(?:\|([^\[\]\r\n"\\]*))?\]\](?=")"""
    r"""|(?<=')\[\[((?:[^\[\]|\r\n']|'')+)(?:\|((?:[^\[\]\r\n']|'')*))?\]\](?=')"""
)
"""A link as Obsidian writes it into a property: a quoted text that is nothing else."""
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")


class LinkKind(StrEnum):
    """How a link is written."""

    WIKI = "wiki"
    MARKDOWN = "markdown"


@dataclass(frozen=True, slots=True)
class Link:
    """One link. `target` is as written, decoded; `text` is what a reader sees; `line` from 1."""

    target: str
    line: int
    text: str
    kind: LinkKind


@dataclass(frozen=True, slots=True)
class LinkSpan:
    """Where a link stands in a text: `whole`, and of that its `target` and its `label`.

    Each is its start and its end, (-1, -1) where a wiki link has no label.
    """

    whole: tuple[int, int]
    target: tuple[int, int]
    label: tuple[int, int]
    link: Link


def find_links(text: str) -> tuple[Link, ...]:
    """Every link of a note to a file, in order; code, frontmatter and web addresses ignored."""
    if "[" not in text:
        return ()
    source = read_source(text)
    skipped = code_lines(source.tokens, source.first)
    blanked = "".join(
        _blank(line) if i < source.first or i in skipped else line
        for i, line in enumerate(source.line_text(i) + "\n" for i in range(source.line_count))
    )
    return links_in(blanked)


def links_in(text: str, first_line: int = 1) -> tuple[Link, ...]:
    """Links of a stretch of text without code blocks, such as a record or a paragraph."""
    if "[" not in text:
        return ()
    if "`" in text:
        text = without_code_spans(text, _blank)
    found = sorted((*_wiki_links(text), *_markdown_links(text)), key=lambda entry: entry[0])
    links, line, offset = [], first_line, 0
    for start, target, label, kind in found:
        line += text.count("\n", offset, start)
        offset = start
        links.append(Link(target, line, label, kind))
    return tuple(links)


def shown_links(text: str) -> str:
    """A stretch of text with what a reader sees of each Markdown link to a file in its place.

    Wiki links, links to the web and code are left as they are.
    """
    if "](" not in text:
        return text
    shown, at = [], 0
    for match in _MARKDOWN.finditer(without_code_spans(text, _spaced)):
        for _, _, label, _ in _markdown_links(match[0]):
            shown += [text[at : match.start()], label]
            at = match.end()
    return "".join([*shown, text[at:]])


def sole_link(text: str) -> Link | None:
    """The link that a text is and nothing else; None where it is none."""
    text = text.strip()
    pattern = _WIKI if text.startswith("[[") else _MARKDOWN
    if pattern.fullmatch(text) is None:
        return None
    return next(iter(links_in(text)), None)


def linked_spans(text: str) -> Iterator[tuple[int, int, Link]]:
    """Every link of a note as `find_links` has it, and where its target stands in the text."""
    return ((*one.target, one.link) for one in whole_links(text))


def property_spans(text: str) -> Iterator[tuple[int, int, Link]]:
    """Every link in the properties of a note, and where its target stands in the text."""
    return ((*one.target, one.link) for one in property_links(text))


def whole_links(text: str) -> Iterator[LinkSpan]:
    """Every link of a note as `find_links` has it, where it stands in the text."""
    if "[" not in text:
        return
    source = read_source(text)
    skipped = code_lines(source.tokens, source.first)
    shown = list(text)
    for number in range(source.line_count):
        if number < source.first or number in skipped:
            start, end = source.starts[number], source.starts[number + 1]
            shown[start:end] = _spaced(text[start:end])
    masked = without_code_spans("".join(shown), _spaced)
    found = [(match, LinkKind.WIKI) for match in _WIKI.finditer(masked)]
    found += [(match, LinkKind.MARKDOWN) for match in _MARKDOWN.finditer(masked)]
    for match, kind in sorted(found, key=lambda one: one[0].start()):
        is_wiki = kind is LinkKind.WIKI
        group = 1 if is_wiki else 2 if match[2] is not None else 3
        line = masked.count("\n", 0, match.start(group)) + 1
        read = _wiki_links if is_wiki else _markdown_links
        for _, target, label, _ in islice(read(match[0]), 1):
            link = Link(target, line, label, kind)
            yield LinkSpan(match.span(), match.span(group), match.span(2 if is_wiki else 1), link)


def property_links(text: str) -> Iterator[LinkSpan]:
    """Every link in the properties of a note, where it stands in the text, quotes left out."""
    if "[[" not in text:
        return
    source = read_source(text)
    for match in _IN_QUOTES.finditer(text, 0, source.starts[source.first]):
        group = 1 if match[1] is not None else 3
        target, label = match[group], match[group + 1] or ""
        if group == 3:
            target, label = target.replace("''", "'"), label.replace("''", "'")
        line = text.count("\n", 0, match.start()) + 1
        link = Link(target.strip(), line, label.strip() or target.strip(), LinkKind.WIKI)
        yield LinkSpan(match.span(), match.span(group), match.span(group + 1), link)


def note_stem(target: str) -> str:
    """The name that a wiki link looks for: no folder, heading or `.md`, as a `spelling_key`."""
    return spelling_key(posixpath.basename(_path_of(target)).removesuffix(".md"))


def resolve_link(link: Link, from_path: str, stems: Mapping[str, str] | None = None) -> str | None:
    """The path in the tree of what a link points to; None for a place outside or unknown.

    Paths use `/` and are relative to the tree. A Markdown link counts from the folder of
    `from_path`, and so does a wiki link that begins with `./` or `../`; one that starts with
    `/`, and any other wiki link with a folder, from the tree. A plain wiki link is looked up in
    `stems` (`note_stem` to path), else taken for a neighbour of `from_path`.
    """
    path = _path_of(link.target)
    if not path:
        return from_path
    folder = posixpath.dirname(from_path)
    if link.kind is LinkKind.WIKI:
        if "/" in path:
            folder = folder if counts_from_its_note(link) else ""
        elif stems is not None:
            return stems.get(note_stem(path))
        is_whole = path.endswith((".md", "/")) or _has_media_suffix(path)
        path = path if is_whole else f"{path}.md"
    joined = posixpath.normpath(posixpath.join("" if path[0] == "/" else folder, path.lstrip("/")))
    return None if joined in (".", "..") or joined.startswith("../") else joined


def counts_from_its_note(link: Link) -> bool:
    """Whether a link says where its target is, seen from the note that it stands in.

    A wiki link does so as Obsidian writes relative paths: `[[../topics/tea]]`.
    """
    is_wiki = link.kind is LinkKind.WIKI
    return not is_wiki or _path_of(link.target).startswith(("./", "../"))


def _path_of(target: str) -> str:
    return target.partition("#")[0].strip()


def _has_media_suffix(path: str) -> bool:
    return re.search(r"\.(?:png|jpe?g|gif|webp|svg|pdf|mp3|mp4|canvas)\Z", path, re.I) is not None


def _wiki_links(text: str) -> Iterator[tuple[int, str, str, LinkKind]]:
    for match in _WIKI.finditer(text):
        target = match[1].removesuffix("\\").strip()
        yield match.start(), target, (match[2] or "").strip() or target, LinkKind.WIKI


def _markdown_links(text: str) -> Iterator[tuple[int, str, str, LinkKind]]:
    for match in _MARKDOWN.finditer(text):
        target = unquote(unescape(match[2] if match[2] is not None else match[3]))
        if target and not _SCHEME.match(target):
            yield match.start(), target, unescape(match[1]), LinkKind.MARKDOWN


def _spaced(text: str) -> str:
    """Spaces in place of a text, with its line ends: what follows keeps its offset."""
    return "".join(sign if sign in "\r\n" else " " for sign in text)


def _blank(text: str) -> str:
    return "\n" * text.count("\n")

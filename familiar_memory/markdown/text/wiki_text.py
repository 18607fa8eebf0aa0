"""What a reader is shown of a wiki link, its label and never its target; and how one is written.

A file's name may come from talk that this reader may not know, so `[[Rowan|Bex]]` is `Bex`
wherever the text of a note is searched, shown or embedded.
"""

from __future__ import annotations

import re

from familiar_memory.markdown.text.code_spans import without_code_spans

__all__ = ["label_text", "links_as_labels", "links_to", "wiki_link"]

_LINK = re.compile(r"(?<!\\)!?\[\[([^\[\]|\r\n]+)(?:\|([^\[\]\r\n]*))?\]\]")
_SPEAKER = re.compile(r"\[\[[^\[\]\r\n]+\]\]: ")
_GIST = re.compile(
    r"\[\[[^\[\]|#\r\n]+#\^[A-Za-z0-9-]+\|(?P<who>[^\[\]|:\r\n]{1,80}): (?P<gist>[^\[\]|\r\n]+)\]\]"
)
_NO_LABEL = re.compile(r"[\[\]|`\\\r\n]+")


def wiki_link(target: str, label: str) -> str:
    """A link that shows the label: `[[target|label]]`, or `[[target]]` where they are the same."""
    label = label_text(label) or target
    return f"[[{target}]]" if label == target else f"[[{target}|{label}]]"


def links_to(text: str, stem: str) -> bool:
    """Whether a text links the note whose file has this name, in whatever words."""
    return any(_stem(link[1]) == stem.casefold() for link in _LINK.finditer(text))


def label_text(text: str) -> str:
    """A text as a label can carry it: on one line, without what would end the link."""
    return " ".join(_NO_LABEL.sub(" ", text).split())


def links_as_labels(text: str) -> str:
    """The text with the label of each wiki link in its place; a link without one shows its target.

    Code is left as it is. Who speaks in a line, a link before a colon at its beginning, stands
    out in bold: `[[Rowan]]: hello` is `**Rowan**: hello`, and so is a link to such a line that
    shows who speaks and what they say: `[[2026-02-17-evening#^m1|Rowan: hello]]`.
    """
    if "[[" not in text:
        return text
    if (gist := _GIST.fullmatch(text)) is not None:
        return f"**{gist['who'].strip()}**: {gist['gist'].strip()}"
    speaker = _SPEAKER.match(text)
    # Of the same length, so that what is found there stands at the same place in the text.
    prose = without_code_spans(text, lambda code: " " * len(code))
    shown, at = [], 0
    for link in _LINK.finditer(prose):
        label = _label(link)
        is_speaker = speaker is not None and link.start() == 0
        shown += [text[at : link.start()], f"**{label}**" if is_speaker else label]
        at = link.end()
    return "".join([*shown, text[at:]])


def _label(match: re.Match[str]) -> str:
    return (match[2] or "").strip() or match[1].removesuffix("\\").strip()


def _stem(target: str) -> str:
    path = target.removesuffix("\\").partition("#")[0].strip()
    return path.rpartition("/")[2].removesuffix(".md").casefold()

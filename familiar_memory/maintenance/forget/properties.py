"""Taking items out of the lists of a note's properties, and nothing else.

`people:` of a session links who spoke, `places:` of a person's note the rooms. An item goes with
its line, or out of its brackets; a single value that names what goes is left to be replaced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import yaml  # type: ignore[import-untyped, unused-ignore]

from familiar_memory.markdown.frontmatter.block import read_frontmatter

__all__ = ["without_items"]

_LINE_END = re.compile(r"\r\n|\n|\r")


def without_items(text: str, is_gone: Callable[[str], bool]) -> str:
    """The text without those items of lists in its properties.

    What `is_gone` says of an item it says of a text that holds it, too. A block that cannot be read
    stays as it is: it is taken for text.
    """
    head = read_frontmatter(text)
    if not head.end or head.problem is not None or not is_gone(head.source):
        return text
    opening = _LINE_END.search(text, head.start)
    try:
        root = yaml.compose(head.source, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return text
    if root is None or opening is None:
        return text
    spans = [span for node in _sequences(root) for span in _gone_items(head.source, node, is_gone)]
    source = head.source
    for start, end in sorted(spans, reverse=True):
        source = source[:start] + source[end:]
    at = opening.end()
    return text[:at] + source + text[at + len(head.source) :]


def _sequences(node: yaml.Node) -> Iterator[yaml.SequenceNode]:
    if isinstance(node, yaml.SequenceNode):
        yield node
    children = node.value if isinstance(node, (yaml.SequenceNode, yaml.MappingNode)) else ()
    for child in children:
        for one in child if isinstance(child, tuple) else (child,):
            yield from _sequences(one)


def _gone_items(
    source: str, node: yaml.SequenceNode, is_gone: Callable[[str], bool]
) -> Iterator[tuple[int, int]]:
    """Where what goes begins and ends in the source of the block."""
    items = node.value
    for number, item in enumerate(items):
        start, end = item.start_mark.index, item.end_mark.index
        if not is_gone(source[start:end]) or isinstance(item, yaml.CollectionNode):
            continue
        if not node.flow_style:
            line = source.rfind("\n", 0, start) + 1
            after = source.find("\n", end)
            yield line, len(source) if after < 0 else after + 1
        elif number + 1 < len(items):
            yield start, items[number + 1].start_mark.index
        elif number and not is_gone(
            source[items[number - 1].start_mark.index : items[number - 1].end_mark.index]
        ):
            yield items[number - 1].end_mark.index, end
        else:
            yield start, end

"""Lorebooks of every dialect, made in code, and a tree that holds what an import brings."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from familiar_importers.sillytavern.lorebooks.exporter import LorebookExporter
from familiar_memory.testing import FileTree
from familiar_memory.transfer.exporter import ExportOptions
from familiar_memory.transfer.importer import BytesFile, Item, NoteFile
from familiar_memory.transfer.reading.strict_json import parse_json

TRAPS = (
    "",
    "\n",
    "\n\nleading and trailing\n\n\n",
    "one\r\ntwo\r\n",
    "old mac\rlines\r",
    "next\x85line\u2028separator\u2029paragraph",
    "vertical\x0btab and form\x0cfeed",
    "\ufeffmark in front",
    "---\ntitle: no frontmatter\n---\n",
    "# A heading\n\nKeys:\n\n- no key\n\n---\n\nmore",
    "```\nfence\n```",
    "  indented\n\ttab  ",
    "<START>\r\n{{user}}: hi\n{{char}}: …",
    "\x00\x1b[31m\u202e",
)


def world_info_entry(uid: int = 0, **fields: Any) -> dict[str, Any]:
    """An entry as SillyTavern writes it now."""
    return {
        "uid": uid,
        "key": [f"key{uid}"],
        "keysecondary": [],
        "comment": f"Title {uid}",
        "content": f"Content {uid}",
        "constant": False,
        "vectorized": False,
        "selective": True,
        "selectiveLogic": 0,
        "addMemo": True,
        "order": 100,
        "position": 0,
        "disable": False,
        "excludeRecursion": False,
        "preventRecursion": False,
        "delayUntilRecursion": 0,
        "probability": 100,
        "useProbability": True,
        "depth": 4,
        "group": "",
        "groupOverride": False,
        "groupWeight": 100,
        "scanDepth": None,
        "caseSensitive": None,
        "matchWholeWords": None,
        "useGroupScoring": None,
        "automationId": "",
        "role": 0,
        "sticky": None,
        "cooldown": None,
        "delay": None,
        "displayIndex": uid,
        **fields,
    }


def old_entry(uid: int = 0, **fields: Any) -> dict[str, Any]:
    """An entry of 2023: eight fields."""
    return {
        "uid": uid,
        "key": [f"key{uid}"],
        "keysecondary": [],
        "comment": f"Title {uid}",
        "content": f"Content {uid}",
        "constant": False,
        "selective": False,
        "order": 100,
        **fields,
    }


def book_entry(id_: Any = 0, **fields: Any) -> dict[str, Any]:
    """An entry of a character book, as SillyTavern writes it into a card."""
    return {
        "id": id_,
        "keys": [f"key{id_}"],
        "secondary_keys": [],
        "comment": f"Title {id_}",
        "content": f"Content {id_}",
        "constant": False,
        "selective": True,
        "insertion_order": 100,
        "enabled": True,
        "position": "before_char",
        "use_regex": True,
        "extensions": {"position": 0, "depth": 4, "probability": 100, "useProbability": True},
        **fields,
    }


def hybrid_entry(uid: int = 1, **fields: Any) -> dict[str, Any]:
    """An entry with both sets of names, as chub writes it."""
    return {
        **world_info_entry(uid),
        "comment": "",
        "keysecondary": [""],
        "secondary_keys": [""],
        "keys": [f"key{uid}"],
        "id": uid,
        "priority": 10,
        "insertion_order": 100,
        "enabled": True,
        "name": f"Name {uid}",
        "extensions": {"depth": 4, "weight": 10, "characterFilter": None},
        "case_sensitive": False,
        **fields,
    }


def world_info(*entries: Any, **fields: Any) -> dict[str, Any]:
    """Entries in an object by their uid."""
    return {
        "entries": {
            str(entry["uid"] if isinstance(entry, dict) and "uid" in entry else number): entry
            for number, entry in enumerate(entries)
        },
        **fields,
    }


def books() -> dict[str, Any]:
    """A book of every dialect and generation, by a name."""
    entries = [world_info_entry(n, content=trap) for n, trap in enumerate(TRAPS)]
    odd = world_info_entry(7, key="a, /b,c/i", keysecondary=None, order="7", depth="", role="x")
    return {
        "new": world_info(
            world_info_entry(3, unknown={"deep": [1, None, ""]}),
            world_info_entry(0, disable=True, keysecondary=["z"], selectiveLogic=2),
            name="Tavern",
            extensions={"chub": {}},
            originalData={"entries": []},
        ),
        "old": {"entries": {"5": old_entry(5), "1": old_entry(1, key=["/a b/i"])}},
        "traps": world_info(*entries),
        "odd": world_info(odd, world_info_entry(8, content=None, comment=5, key=[1, None, "x"])),
        "same uid": {"entries": {"a": old_entry(1), "b": old_entry(1), "c": {"content": "c"}}},
        "no objects": world_info(None, world_info_entry(1), "text", []),
        "empty": {"entries": {}},
        "listed": {"entries": [world_info_entry(0), world_info_entry(1)]},
        "hybrid": world_info(hybrid_entry(1), hybrid_entry(2, content="a\r\nb"), scan_depth=50),
        "v2": {
            "name": "Sea",
            "description": "",
            "token_budget": 500,
            "entries": [book_entry(0, vendor=1), book_entry("x", comment="", name="N", priority=3)],
            "extensions": {"a/b": {}},
        },
        "v2 by key": {"name": "Keyed", "entries": {"9": book_entry(9)}},
        "bare list": [book_entry(0), book_entry(1)],
        "v3": {
            "spec": "lorebook_v3",
            "data": {"extensions": {}, "entries": [book_entry(0, content="@@depth 3\n\nBody")]},
            "extra": 1,
        },
        "novelai": {
            "lorebookVersion": 4,
            "entries": [
                {
                    "text": "Salt.",
                    "displayName": "Sea",
                    "id": "u-1",
                    "keys": ["salt"],
                    "enabled": True,
                    "forceActivation": True,
                    "contextConfig": {"prefix": "", "budgetPriority": 400},
                }
            ],
            "settings": {"orderByKeyLocations": False},
            "categories": [],
        },
        "agnai": {
            "kind": "memory",
            "name": "M",
            "entries": [
                {"name": "A", "keywords": ["k"], "entry": "body", "weight": 3, "enabled": False}
            ],
        },
        "risu": {
            "type": "risu",
            "ver": 1,
            "data": [
                {"key": "folder:1", "content": "", "comment": "Folder", "mode": "folder"},
                {
                    "key": "tide,moon",
                    "secondkey": "night",
                    "insertorder": 5,
                    "comment": "Tide",
                    "content": "High.",
                    "alwaysActive": False,
                    "selective": True,
                    "activationPercent": 50,
                },
            ],
        },
    }


class ItemTree(FileTree):
    """A `TreeReader` over what an import brought; files may be changed by hand."""

    def __init__(self, items: Iterable[Item]) -> None:
        """Take every note and every other file."""
        super().__init__()
        for item in items:
            if isinstance(item, NoteFile):
                self.files[item.path] = item.text.encode()
            elif isinstance(item, BytesFile):
                self.files[item.path] = item.data

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace a text that must be there."""
        text = self.files[path].decode()
        assert old in text, text
        self.files[path] = text.replace(old, new).encode()


def exported(tree: ItemTree, book: str | None = None, form: str | None = None) -> Any:
    """The JSON of a book, as it would be written."""
    options = ExportOptions(Path("out.json"), book=book, form=form)
    return parse_json(b"".join(LorebookExporter().export(tree, options).pieces), "out.json")


def in_order(value: Any) -> Any:
    """A value that differs when the order of keys does, or 1 and True are mixed up."""
    if isinstance(value, dict):
        return [(key, in_order(one)) for key, one in value.items()]
    if isinstance(value, list):
        return [in_order(one) for one in value]
    return (type(value).__name__, value)

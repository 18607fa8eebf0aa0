"""The bot is the example of how to build one: it stands on what anybody may import."""

from __future__ import annotations

import ast
from pathlib import Path

import familiar_memory
from familiar_memory import chat

_FOLDER = Path(chat.__file__).parent
_PUBLIC = {"familiar_memory", "familiar_memory.errors", "familiar_memory.llm.base"}
_IN_PLACE_OF_A_MODEL = {"echo.py"}


def test_the_bot_imports_public_names_only() -> None:
    """The package's own, its errors, and what a model is asked."""
    strange = []
    for file in sorted(_FOLDER.glob("*.py")):
        if file.name in _IN_PLACE_OF_A_MODEL:
            continue
        for node in ast.parse(file.read_text("utf-8")).body:
            if not isinstance(node, ast.ImportFrom) or node.module is None:
                continue
            if node.module.startswith(("familiar_memory.chat",)):
                continue
            if node.module.startswith("familiar_memory") and node.module not in _PUBLIC:
                strange.append((file.name, node.module))
            if node.module == "familiar_memory":
                unknown = {one.name for one in node.names} - set(familiar_memory.__all__)
                strange += [(file.name, name) for name in unknown]
    assert strange == []

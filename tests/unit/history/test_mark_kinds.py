"""Every kind of mark that a program makes is decided on: what becomes of it when something goes."""

import ast
from pathlib import Path

import familiar_memory
from familiar_memory.history.turns.mark_kinds import DROPPED, STAYING, TIED

_ROOT = Path(familiar_memory.__file__).parent
_NO_MARKS = {
    "maintenance/consolidation/consolidate_step.py": {"sleep:consolidate"},
    "maintenance/days/gathering/stretches.py": {"days"},
    "maintenance/of_talk/talk_notes.py": {"sleep_cycle"},
    "writers/marks/held_marks.py": {"kept"},
}
"""Constants of modules that deal in marks, which are the beginning of none."""


def _constants(tree):
    """The texts to which a module gives names; one made of others, as these are."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            target, value = node.target, node.value
        else:
            continue
        pairs = [(target, value)]
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = list(zip(target.elts, value.elts, strict=True))
        for name, given in pairs:
            if (text := _beginning(given, found)) is not None:
                found[name.id] = text
    return found


def _beginning(given, constants):
    """What a text begins with, as far as it is written there; None for anything else."""
    if isinstance(given, ast.Constant) and isinstance(given.value, str):
        return given.value
    if not isinstance(given, ast.JoinedStr):
        return None
    text = ""
    for one in given.values:
        if isinstance(one, ast.Constant):
            text += one.value
        elif isinstance(one.value, ast.Name) and one.value.id in constants:
            text += constants[one.value.id]
        else:
            break
    return text


def _names_of_marks(tree):
    """What a module that sets or reads marks gives names to, and what makes their names returns."""
    constants = _constants(tree)
    nodes = list(ast.walk(tree))
    deals = any(isinstance(one, ast.Attribute) and "watermark" in one.attr for one in nodes)
    found = set(constants.values()) if deals else set()
    for made in nodes:
        if isinstance(made, ast.FunctionDef) and "mark" in made.name:
            returned = [one for one in ast.walk(made) if isinstance(one, ast.Return) and one.value]
            for one in returned:
                ways = (one.value.body,) if isinstance(one.value, ast.IfExp) else (one.value,)
                found |= set(filter(None, (_beginning(way, constants) for way in ways)))
    return found


def _beginnings():
    """How the marks begin of which each module says so."""
    for file in sorted(_ROOT.rglob("*.py")):
        module = file.relative_to(_ROOT).as_posix()
        text = file.read_text("utf-8")
        if not module.startswith(("history/", "testing/")) and "atermark" in text:
            yield module, _names_of_marks(ast.parse(text)) - _NO_MARKS.get(module, set())


def test_each_is_in_one_of_the_lists():
    """Whoever adds one says whether it may outlive what it is of."""
    decided = (*DROPPED, *TIED, *STAYING)
    found = {module: names for module, names in _beginnings() if names}
    for module, names in found.items():
        for name in names:
            assert name.startswith(decided), f"{module}: {name!r} is in no list of mark_kinds"
    every = {name for names in found.values() for name in names}
    assert {"curation:used:", "merged ", "sleep-deleted:", "standing:", "topic "} <= every


def test_no_list_has_what_nobody_makes():
    """But for the mark of the writer, which has its name in the history."""
    every = {name for _, names in _beginnings() for name in names}
    unused = {
        one for one in (*DROPPED, *TIED, *STAYING) if not any(n.startswith(one) for n in every)
    }
    assert unused == {"memory_writer"}


def test_no_kind_begins_as_one_that_is_dropped():
    """It would go with that."""
    for kind in (*TIED, *STAYING):
        assert not kind.startswith(DROPPED)

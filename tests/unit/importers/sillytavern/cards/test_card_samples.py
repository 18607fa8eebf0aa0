"""Real cards of a folder that FAMILIAR_SAMPLES names: there and back, within bounds."""

import copy
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from processor import work
from sillytavern_cards import Tree, exported, spelt

from familiar_importers.sillytavern.cards.importer import CardImporter
from familiar_importers.sillytavern.reading.card_file import open_card
from familiar_memory.errors import InputError

SAMPLES = Path(os.environ.get("FAMILIAR_SAMPLES", "no-samples"))
FILES = sorted(path for path in SAMPLES.rglob("*") if path.is_file())
MAX_S = 2
MAX_MB = 300

pytestmark = pytest.mark.skipif(not FILES, reason="FAMILIAR_SAMPLES names no folder")

# What `getrusage` calls the peak begins with that of the parent, which tests make large.
_MEASURE = """
import re, sys
from pathlib import Path
from familiar_importers.sillytavern.cards.importer import CardImporter
from familiar_memory.errors import InputError
try:
    for item in CardImporter().read(Path(sys.argv[1])):
        pass
except InputError:
    pass
print(int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) // 1024)
"""


def cards():
    """Samples that can be imported as cards."""
    for path in FILES:
        if CardImporter().detect(path):
            try:
                yield path, Tree(CardImporter().read(path))
            except InputError:
                continue


def test_every_card_has_the_same_json_after_the_way_there_and_back():
    """In its own form even the same bytes."""
    number = 0
    for path, tree in cards():
        before = open_card(path.read_bytes(), path.name)
        for form in ("png", "json", "charx"):
            data = exported(tree, form)
            assert spelt(open_card(data, f"x.{form}").card) == spelt(before.card), path
            original = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
            assert form != before.form or data == original, path
        number += 1
    assert number > 20


def test_an_edit_of_every_card_changes_one_field():
    """And the repetition of it that said the same."""
    number = 0
    for path, tree in cards():
        before = open_card(path.read_bytes(), path.name)
        expected = copy.deepcopy(before.card)
        fields = before.shape.fields(expected)
        if "scenario" in expected and expected["scenario"] == fields.get("scenario"):
            expected["scenario"] = "It is *changed*."
        fields["scenario"] = "It is *changed*."
        tree.write("self/scenario.md", "It is *changed*.\n")
        for form in ("png", "json", "charx"):
            after = open_card(exported(tree, form), f"x.{form}").card
            assert spelt(after) == spelt(expected), path
        number += 1
    assert number > 20


def test_every_malformed_sample_is_refused_or_remarked_upon():
    """`bad_*` never passes in silence."""
    number = 0
    for path in FILES:
        if path.name.startswith("bad_") and path.parent.name in ("png", "json", "charx"):
            try:
                tree = Tree(CardImporter().read(path))
            except InputError as problem:
                assert path.name in problem.problem
                assert problem.accepted
            else:
                assert tree.remarks or tree.skipped, path
            number += 1
    assert number > 10


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the peak is read from /proc")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_sample_takes_long_or_much(path):
    """Time of the processor here, memory in a process of its own."""
    with work() as reading, suppress(InputError):
        for _ in CardImporter().read(path):
            pass
    assert reading.seconds < MAX_S
    run = subprocess.run(
        [sys.executable, "-c", _MEASURE, str(path)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert int(run.stdout) < MAX_MB

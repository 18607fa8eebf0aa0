"""Two processes keep and change knowledge of one familiar at the same time: nothing is lost."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from familiars import put_notes, started
from tool_calls import MAY_WRITE

from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.tree import parse_note

_TESTS = Path(__file__).parents[1]
_TIMES = 6
_CHILD = """
import asyncio, json, sys
from datetime import UTC, datetime
from pathlib import Path
from familiar_memory import NewFact
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.familiar import Familiar
from familiar_memory.testing import FixedClock, HashEmbedder

home, me, times = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])

async def main():
    clock = FixedClock(datetime(2026, 3, 1, tzinfo=UTC))
    familiar = Familiar(FamiliarPaths(home, "ember"), clock=clock, embedder=HashEmbedder())
    await familiar.start()
    print("ready", flush=True)
    sys.stdin.readline()
    told = []
    for n in range(times):
        facts = [NewFact("Rowan", "likes", f"{me} {n}"), NewFact("Acme", "likes", f"{me} {n}")]
        told += [one.kind for one in await familiar.memories.add_facts(facts)]
        told.append((await familiar.memories.remember(f"{me} was here {n}", about="Acme")).kind)
        change = await familiar.memories.count_again("people/Rowan.md#^shared", [f"{me}{n}"])
        told.append(change.kind)
        edge = {"relation": "part_of", "target": f"{me}{n}"}
        alpha = {"name": "Alpha", "type": "project", "relations": [edge]}
        given = {"type": "semantic", "subject": "Alpha", "content": f"{me} builds part {n}",
                 "entities": [alpha]}
        told.append((await familiar.tools.call("memory_store", given, author=None, place=None)))
        await familiar.memories.add_fact(NewFact("Rowan", "works_at", f"{me} {n}"))
    print(json.dumps(told, default=str), flush=True)
    await familiar.close()

asyncio.run(main())
"""


def _process(home: Path, me: str) -> subprocess.Popen[str]:
    path = os.pathsep.join((str(_TESTS), str(_TESTS.parent), *sys.path))
    return subprocess.Popen(
        [sys.executable, "-c", _CHILD, str(home), me, str(_TIMES)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
    )


def _lines(memory: Path) -> dict[str, list[StandingLine]]:
    return {
        file.relative_to(memory).as_posix(): list(
            standing_lines(file.name, parse_note(file.read_text()), "everyone")
        )
        for file in memory.rglob("*.md")
    }


@pytest.mark.long
def test_two_processes_keep_knowledge_of_the_same_things(new_familiar, tmp_path):
    """Every line stands once, ids are told apart, one fact of a kind holds, and all is indexed."""
    memory = tmp_path / "ember" / "memory"
    notes = {
        "people/Rowan.md": "---\nid: discord-42\n---\n\n## Aliases\n\n- Rowan\n\n## Facts\n\n"
        "- Sings (2026-02-01, ref:t1, by:discord-42) ^shared\n",
        "topics/Acme.md": "---\nid: acme\n---\n# Acme\n",
    }
    put_notes(memory, notes)
    new_familiar(tmp_path, settings=MAY_WRITE)
    processes = [_process(tmp_path, me) for me in ("ann", "ben")]
    for one in processes:
        assert one.stdout is not None and one.stdout.readline() == "ready\n"
    for one in processes:
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()
    for one in processes:
        output, errors = one.communicate(timeout=300)
        assert one.returncode == 0, errors
        told = json.loads(output)
        assert not [answer for answer in told if answer in ("failed", "conflict", "refused")], told
        assert [answer["stored"] for answer in told if isinstance(answer, dict)] == [True] * _TIMES
    found = _lines(memory)
    texts = Counter(line.record.text for lines in found.values() for line in lines)
    for me in ("ann", "ben"):
        for number in range(_TIMES):
            assert texts[f"likes:: {me} {number}"] == 2
            assert texts[f"{me} was here {number}"] == 1
            assert texts[f"{me} builds part {number}"] == 1
            assert texts[f"part_of:: [[{me}{number}]]"] == 1
            assert texts[f"works_at:: {me} {number}"] == 1
    assert texts["type:: [[project]]"] == 1
    for path, lines in found.items():
        ids = Counter(line.id for line in lines)
        assert ids.most_common(1)[0][1] == 1, (path, ids)
    (shared,) = (line for line in found["people/Rowan.md"] if line.id == "shared")
    assert shared.record.fields.seen == min(9, 1 + 2 * _TIMES)

    async def known() -> tuple[list[str], bool]:
        async with started(new_familiar(tmp_path)) as familiar:
            await familiar.settle()
            facts = await familiar.knowledge.facts("Rowan", predicate="works_at")
            return [one.sentence for one in facts.facts], (await familiar.index.verify()).same

    working, is_same = asyncio.run(known())
    assert len(working) == 1 and is_same

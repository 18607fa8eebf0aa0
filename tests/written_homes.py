"""Homes that an earlier version wrote: how they are unpacked, opened and asked.

`make.py` beside the archives writes them and the answers of its day; the test asks again. Both
use this, and it uses what is public, so that it lasts longer than the modules behind it.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import tarfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from familiar_memory import (
    Author,
    Familiar,
    FamiliarError,
    HistoryStore,
    Place,
    RecallFilters,
    RecallRequest,
    Turn,
)
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.interfaces.cli.main import app
from familiar_memory.testing import FixedClock, HashEmbedder

__all__ = [
    "Halting",
    "SameSpace",
    "answers_of",
    "commands_of",
    "embedded_by",
    "embedder_of",
    "familiar_of",
    "is_verified",
    "observe",
    "run",
    "said_in",
    "texts_of",
    "tree_of",
    "undone_in",
    "unpack",
    "written_in",
]

_EVERY = 1_000_000
_UNDONE = "people/discord-42.md"
_LOCAL = ("bytes", "file", "score", "signals", "model_folder", "size_bytes", "modified")
"""Keys of what is printed that depend on the machine, or on the last digits of its numbers."""
_HIT = [
    "path",
    "line",
    "refs",
    "text",
    "title",
    "trust",
    "audience",
    "author_name",
    "said_at",
    "noted_in",
    "since",
    "until",
    "is_past",
]


class SameSpace(HashEmbedder):
    """A fake that says it is the embedder of a given key, and notes what it is asked to embed."""

    def __init__(self, key: str) -> None:
        super().__init__()
        name, model, dimension = key.split("|")[:3]
        self.DIMENSION = int(dimension)
        self._id = replace(super().id, name=name, model=model, dimension=self.DIMENSION)
        assert self._id.key == key, (self._id.key, key)

    @property
    def id(self):
        """The given space."""
        return self._id


class Halting(HashEmbedder):
    """The fake, which fails after so many batches, as a model does that runs out of memory."""

    def __init__(self, batches: int, *, name: str) -> None:
        super().__init__(name=name)
        self._batches = batches

    def embed_documents(self, texts: Sequence[str]):
        """As the fake, while it lasts."""
        if len(self.calls) == self._batches:
            raise FamiliarError("the memory is full", "more of it")
        return super().embed_documents(texts)


def unpack(archive: Path, home: Path) -> Path:
    """The home of an archive, in this folder; returns the folder of its familiar."""
    with tarfile.open(archive) as packed:
        # Python 3.11 knows filters from its fourth release on.
        safe = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        packed.extractall(home, **safe)
    return home / archive.name.partition(".")[0]


def familiar_of(
    home: Path, name: str, now: datetime, *, embedder: object | None = None, **more: Any
) -> Familiar:
    """A familiar whose clock stands; the embedder is the one of its settings when none is given."""
    return Familiar(FamiliarPaths(home, name), clock=FixedClock(now), embedder=embedder, **more)


def run(home: Path, name: str, *args: str) -> Any:
    """Run a command of the command line, as in a pipe."""
    return CliRunner().invoke(app, ["--home", str(home), "-f", name, *args])


def tree_of(root: Path) -> dict[str, str]:
    """Every file of the notes that is not derived, by path, and the hash of its bytes."""
    memory = root / "memory"
    return {
        path.relative_to(memory).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(memory.rglob("*"))
        if path.is_file() and ".index" not in path.relative_to(memory).parts
    }


def said(history: HistoryStore) -> list[list[Any]]:
    """Every turn, with its number and what is known of it, in the order of recording."""
    return [
        json.loads(json.dumps([one.id, _turn(one.turn)], default=str))
        for one in history.turns_after(0, _EVERY)
    ]


def _turn(turn: Turn) -> dict[str, Any]:
    return {
        "ref": turn.ref,
        "timestamp": turn.timestamp.isoformat(),
        "place": turn.place.slug,
        "author": [turn.author.slug, turn.author.known_names],
        "text": turn.text,
        "role": turn.role,
        "kind": turn.kind,
        "reply_to": turn.reply_to,
        "flags": [turn.silent, turn.edited, turn.deleted],
        "actions": turn.actions,
    }


def texts_of(embedder: HashEmbedder) -> list[str]:
    """Everything that went through a fake as a document."""
    return [text for call in embedder.calls for text in call]


async def ask(familiar: Familiar, question: dict[str, Any]) -> Any:
    """The answer to one question, without what differs between machines."""
    request = _request(question)
    match question["door"]:
        case "search":
            found = await familiar.search(
                request,
                limit=question.get("limit", 6),
                sources=question.get("sources"),
            )
            hits = [{name: getattr(hit, name) for name in _HIT} for hit in found.hits]
            return _plain({"hits": [_said(hit) for hit in hits], "degraded": found.degraded})
        case "recall":
            context = await familiar.recall(request)
            return _plain(
                {
                    "prompt": context.render(injected=False).splitlines(),
                    "injected": [[one.depth, one.role, one.text] for one in context.injections],
                    "degraded": context.trace.degraded,
                }
            )
        case "conversation":
            talk = await familiar.conversation(request)
            return _plain(
                {
                    "refs": [[one.ref, one.why] for one in talk.messages],
                    "block": talk.render().splitlines(),
                    "degraded": talk.trace.degraded,
                }
            )
    raise AssertionError(question["door"])


def _request(question: dict[str, Any]) -> RecallRequest:
    filters = dict(question.get("filters", {}))
    if "since" in filters:
        filters["since"] = datetime.fromisoformat(filters["since"])
    return RecallRequest(
        question["text"],
        Author(**question["author"]) if "author" in question else None,
        Place(**question["place"]) if "place" in question else None,
        pending_turns=tuple(map(Turn.from_json, question.get("pending", ()))),
        mode=question.get("mode", "text"),
        as_of=datetime.fromisoformat(question["as_of"]) if "as_of" in question else None,
        filters=RecallFilters(**filters),
        profile=question.get("profile"),
        weights=question.get("weights", {}),
        is_broadcast=question.get("is_broadcast", False),
        log=False,
        deadline_s=60.0,
    )


def _said(hit: dict[str, Any]) -> dict[str, Any]:
    """A hit without what says nothing."""
    return {name: value for name, value in hit.items() if value not in (None, "", (), False)}


def _plain(value: Any) -> Any:
    """As JSON has it."""
    return json.loads(json.dumps(value, ensure_ascii=False, default=str))


def without(value: Any, *names: str) -> Any:
    """A JSON value without the keys of these names, at any depth."""
    if isinstance(value, dict):
        return {key: without(one, *names) for key, one in value.items() if key not in names}
    return [without(one, *names) for one in value] if isinstance(value, list) else value


def embedder_of(plan: dict[str, Any]) -> HashEmbedder | None:
    """The embedder with which a home is opened; None = the one of its settings."""
    return HashEmbedder(name=plan["embedder"]) if plan["embedder"] else None


def answers_of(root: Path, plan: dict[str, Any]) -> list[Any]:
    """Each question with what a home answers to it, right after it has settled."""

    async def asked() -> list[Any]:
        async with _planned(root, plan) as familiar:
            await familiar.settle()
            return [
                {"ask": one["ask"], "answer": await ask(familiar, one["ask"])}
                for one in plan["answers"]
            ]

    return asyncio.run(asked())


def said_in(root: Path) -> list[Any]:
    """Every turn of the history, by the history alone."""
    with HistoryStore(root / "history.sqlite") as history:
        return said(history)


def commands_of(root: Path, plan: dict[str, Any]) -> list[Any]:
    """Each command with what it prints as data: exit code, notices, and the value."""
    return [_printed(root, one["command"], plan) for one in plan["printed"]]


def _printed(root: Path, command: Sequence[str], plan: dict[str, Any]) -> dict[str, Any]:
    ran = run(root.parent, root.name, *command, "--json")
    value = json.loads(ran.stdout) if ran.stdout else None
    if command[0] == "log":
        # What is noted at opening bears the moment of opening.
        now = datetime.fromisoformat(plan["now"])
        value["changes"] = [
            one for one in value["changes"] if datetime.fromisoformat(one["time"]) < now
        ]
    if command[-1] == "verify":
        # Which tables there are is the index's own business.
        value["tables"] = all(one["same"] for one in value["tables"])
    elif command[0] == "index":
        # Vectors of texts that are gone may be kept or not.
        value = without(value, "vectors")
    if command[0] == "doctor":
        for one in value["checks"]:
            one["facts"] = [] if one["check"] == "embedder" else one["facts"]
    return {
        "command": command,
        "exit_code": ran.exit_code,
        "notices": ran.stderr,
        "value": without(value, *_LOCAL),
    }


def written_in(root: Path, plan: dict[str, Any]) -> dict[str, Any]:
    """What the writer makes of the turns that wait: the notes that it changes, line by line."""
    before = tree_of(root)

    async def write() -> None:
        async with _planned(root, plan) as familiar:
            await familiar.settle()
            await familiar.write()

    asyncio.run(write())
    return {
        path: (root / "memory" / path).read_text("utf-8").splitlines()
        for path, digest in tree_of(root).items()
        if before.get(path) != digest
    }


def embedded_by(root: Path, plan: dict[str, Any], embedder: HashEmbedder) -> list[str]:
    """The texts that are embedded when a home is opened with this fake, which then answers."""

    async def settle() -> None:
        now = datetime.fromisoformat(plan["now"])
        async with familiar_of(root.parent, root.name, now, embedder=embedder) as familiar:
            await familiar.settle()
            found = await familiar.search("the kettle")
            assert found.degraded is None, found.degraded

    asyncio.run(settle())
    return texts_of(embedder)


def is_verified(root: Path, plan: dict[str, Any], embedder: HashEmbedder) -> bool:
    """Whether a second index, built beside the one that is there, is the same."""

    async def verify() -> bool:
        now = datetime.fromisoformat(plan["now"])
        async with familiar_of(root.parent, root.name, now, embedder=embedder) as familiar:
            await familiar.settle()
            return (await familiar.index.verify()).same

    return asyncio.run(verify())


def undone_in(root: Path, change: str, path: str) -> list[str]:
    """A note after a change of long ago was taken back."""
    ran = run(root.parent, root.name, "undo", change, "--yes", "--json")
    assert ran.exit_code == 0, ran.output
    return (root / "memory" / path).read_text("utf-8").splitlines()


def _planned(root: Path, plan: dict[str, Any]) -> Familiar:
    now = datetime.fromisoformat(plan["now"])
    return familiar_of(root.parent, root.name, now, embedder=embedder_of(plan))


def observe(archive: Path, folder: Path, plan: dict[str, Any]) -> dict[str, Any]:
    """What the code as it is makes of an archive; `folder` is new, and for the copies."""

    def copy(name: str) -> Path:
        (folder / name).mkdir(parents=True)
        return unpack(archive, folder / name)

    asked = copy("asked")
    told = {
        **plan,
        "answers": answers_of(asked, plan),
        # After the questions, for what was edited while nobody looked is noted with their moment.
        "printed": commands_of(asked, plan),
        "turns": said_in(asked),
        "written": written_in(copy("written"), plan),
    }
    if plan["unfinished"]:
        other = HashEmbedder(name=plan["unfinished"])
        told["left"] = len(embedded_by(copy("switched"), plan, other))
    for one in told["printed"]:
        if one["command"][0] == "log" and _UNDONE in one["command"]:
            by_hand = [at["id"] for at in one["value"]["changes"] if at["source"] == "human"]
            change = by_hand[-1]
            told["undone"] = [change, _UNDONE, undone_in(copy("undone"), change, _UNDONE)]
    return told

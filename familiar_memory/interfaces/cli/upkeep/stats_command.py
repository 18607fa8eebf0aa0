"""`familiar stats`: how much there is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from familiar_memory.interfaces.cli.frame.invocation import invocation
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, examples
from familiar_memory.interfaces.cli.frame.output import Output, size_text
from familiar_memory.interfaces.cli.upkeep.turns_left_out import SEARCH_MORE

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar

__all__ = ["register"]

_EVERY_TURN = 2**31
_ROOT = "(top)"
_TOP = 5


def register(app: typer.Typer) -> None:
    """Add the command."""
    epilog = examples("familiar stats", "familiar stats --json")
    app.command("stats", cls=FamiliarCommand, epilog=epilog)(_stats)


def _stats(ctx: typer.Context) -> None:
    """Count turns, notes and passages, and tell what they take on the disk."""
    import asyncio

    from familiar_memory.interfaces.cli.frame.opening import with_familiar

    call = invocation(ctx)
    out = Output(call)

    async def work(familiar: Familiar) -> dict[str, Any]:
        return await asyncio.to_thread(_count, familiar)

    counted = with_familiar(call, out, work, settled=True)
    if out.is_json:
        out.json(counted)
    else:
        _show(counted, out)


def _count(familiar: Familiar) -> dict[str, Any]:
    from familiar_memory.interfaces.cli.upkeep.model_view import usage_state

    history = familiar.history.counts()
    index = familiar.index.stats()
    by_place: Counter[str] = Counter()
    for session in familiar.history.sessions(_EVERY_TURN):
        by_place[session.place] += session.turn_count
    files = familiar.store.scan_files().files
    folders = Counter(f.path.split("/")[0] if "/" in f.path else _ROOT for f in files)
    return {
        "turns": {
            "total": history.turns,
            "deleted": history.deleted,
            "silent": history.silent,
            "by_place": dict(sorted(by_place.items())),
            "by_role": dict(sorted(history.by_role.items())),
            "sessions": history.sessions,
            "people": history.people,
        },
        "notes": {"total": len(files), "by_folder": dict(sorted(folders.items()))},
        "passages": dict(sorted(index.passages.items())),
        "facts": index.facts,
        "links": index.links,
        "aliases": index.aliases,
        "waiting_for_writer": familiar.history.count_after(familiar.history.watermark()),
        "not_searched": familiar.parts.conversation.turns_left_out(),
        "models": usage_state(familiar),
        "surfaced": _surfaced(familiar),
        "bytes": {
            "notes": sum(f.size for f in files),
            "history": _size(familiar.parts.paths.history),
            "journal": _all_below(familiar.parts.paths.journal),
            "index": _size(familiar.index.path),
        },
    }


def _surfaced(familiar: Familiar) -> dict[str, Any]:
    """What came up most often in recalls, as the recall log has it."""
    log = familiar.history.recalls
    return {
        "recalls": log.counts().recalls,
        "notes": [
            {"path": one.key, "times": one.times, "last": one.last.isoformat()}
            for one in log.top_notes(_TOP)
        ],
        "turns": [
            {"place": one.key, "ref": one.ref, "times": one.times, "last": one.last.isoformat()}
            for one in log.top_turns(_TOP)
        ],
    }


def _size(file: Path) -> int:
    """Bytes of a file and its companions; 0 when it is not there."""
    return sum(path.stat().st_size for path in file.parent.glob(f"{file.name}*"))


def _all_below(folder: Path) -> int:
    """Bytes of every file of a folder; 0 when it is not there."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _show(counted: dict[str, Any], out: Output) -> None:
    from familiar_memory.interfaces.cli.upkeep.model_view import usage_rows

    turns, notes = counted["turns"], counted["notes"]
    rows: list[tuple[str, str, str]] = [("turns", str(turns["total"]), _told(turns["by_role"]))]
    rows += [("", str(number), place) for place, number in turns["by_place"].items()]
    rows += [
        ("deleted", str(turns["deleted"]), "withdrawn; their text is gone"),
        ("sessions", str(turns["sessions"]), "stretches of talk"),
        ("people", str(turns["people"]), ""),
        ("waiting", str(counted["waiting_for_writer"]), "turns not yet written up"),
        *_left_out(counted["not_searched"]),
        ("notes", str(notes["total"]), ""),
    ]
    rows += [("", str(number), folder) for folder, number in notes["by_folder"].items()]
    rows += [
        ("passages", str(sum(counted["passages"].values())), _told(counted["passages"])),
        ("facts", str(counted["facts"]), ""),
        ("links", str(counted["links"]), ""),
        ("aliases", str(counted["aliases"]), ""),
    ]
    rows += usage_rows(counted["models"])
    surfaced = counted["surfaced"]
    is_any = surfaced["notes"] or surfaced["turns"]
    most = "; surfaced most often:" if is_any else ""
    rows.append(("recalls", str(surfaced["recalls"]), f"in the recall log{most}"))
    rows += [("", str(one["times"]), one["path"]) for one in surfaced["notes"]]
    rows += [("", str(one["times"]), f"{one['place']} {one['ref']}") for one in surfaced["turns"]]
    sizes = counted["bytes"]
    rows += [("on disk" if i == 0 else "", size_text(sizes[k]), k) for i, k in enumerate(sizes)]
    out.table(("what", ">how many", "of which"), rows)


def _left_out(turns: int) -> list[tuple[str, str, str]]:
    """The turns that no search finds; no row where all are searched."""
    return [("not searched", str(turns), f"older turns: {SEARCH_MORE}")] if turns else []


def _told(counts: dict[str, int]) -> str:
    return ", ".join(f"{number} {word}" for word, number in counts.items())

"""One examination for one command: put in order what is safe, look at everything, report it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from rich.text import Text

from familiar_memory.config.emptied import says_nothing
from familiar_memory.config.load import settings_files
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.errors import FamiliarError, UnknownFamiliarError
from familiar_memory.inspection.health.checks import mend_index, run_checks
from familiar_memory.inspection.health.finding import Check, Finding, finding_of
from familiar_memory.inspection.health.journal import put_in_order
from familiar_memory.inspection.health.models import ping_models
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.interfaces.cli.frame.run import Run

__all__ = ["examine", "show_checks"]


def examine(run: Run, *, fix: bool, ping: bool) -> tuple[list[Check], list[str]]:
    """Every check; a familiar that cannot even be opened has just that one finding.

    With `fix`, first what is safe is put in order; what was done is listed beside the checks.
    """
    done: list[str] = []

    async def work(opened: Opened) -> list[Check]:
        parts = opened.parts
        refused: list[Check] = []
        if fix:
            try:
                opened.familiar.parts.files.refuse_read_only()
                done.extend(await asyncio.to_thread(put_in_order, parts))
            except FamiliarError as problem:
                refused = [Check("fix", (finding_of(problem),))]
        # Told as findings below, so not as notices here.
        await asyncio.to_thread(mend_index, parts)
        with run.out.progress("indexing") as progress:
            report = await opened.familiar.settle(progress)
        settings = await asyncio.to_thread(_settings, parts.setup.paths)
        checks = await asyncio.to_thread(run_checks, parts, report)
        answers = [await ping_models(parts.models)] if ping else []
        return [settings, *refused, *checks, *answers]

    run.call.familiar_id()
    try:
        return run.do(work), done
    except UnknownFamiliarError:
        raise
    except FamiliarError as problem:
        return [Check("opening", (finding_of(problem),))], done


def _settings(paths: FamiliarPaths) -> Check:
    """That they are accepted; an empty file may be what an editor or a full disk has left."""
    found = [
        Finding(
            f"{file} is empty: the defaults hold, but where it had settings before, a familiar that"
            " was open then still goes by them",
            "write into it what it said, or a comment alone, such as # defaults",
            serious=False,
        )
        for file in settings_files(paths)
        if says_nothing(file)
    ]
    return Check("settings", tuple(found), detail=str(paths.character))


def show_checks(checks: Sequence[Check], done: Sequence[str], out: Output) -> None:
    """What was done; then a line for each check that found nothing, and for each finding."""
    for one in done:
        out.print(f"→ {one}")
    for check in checks:
        _show(check, out)


def _show(check: Check, out: Output) -> None:
    if not check.findings:
        out.print(Text.assemble(("✓", "green"), f" {check.name}"))
    for finding in check.findings:
        mark, style = ("✗", "red") if finding.serious else ("!", "yellow")
        out.print(Text.assemble((mark, style), f" {check.name}: {finding.what}"))
        out.print(Text(f"    → {finding.mend}", "dim"))
    for fact in check.facts:
        out.print(Text(f"    {fact}", "dim"))

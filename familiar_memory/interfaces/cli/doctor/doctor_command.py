"""`familiar doctor`: what is wrong, and how to mend it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from familiar_memory.errors import FamiliarError, UnknownFamiliarError
from familiar_memory.interfaces.cli.frame.invocation import Invocation, invocation
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, examples
from familiar_memory.interfaces.cli.frame.output import Output, visible

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar
    from familiar_memory.interfaces.cli.frame.finding import Check, Finding

__all__ = ["register"]

_FINDINGS = 1


def register(app: typer.Typer) -> None:
    """Add the command."""
    epilog = examples("familiar doctor", "familiar doctor --fix", "familiar doctor --ping")
    app.command("doctor", cls=FamiliarCommand, epilog=epilog)(_doctor)


def _doctor(
    ctx: typer.Context,
    fix: Annotated[
        bool,
        typer.Option(
            "--fix",
            help="First do what is safe: settle writes that a crash cut off, sweep their temporary"
            " files, tidy the journal.",
        ),
    ] = False,
    ping: Annotated[
        bool,
        typer.Option("--ping", help="Also ask every configured chat model for one word."),
    ] = False,
) -> None:
    """Look for damage, unreadable notes and ambiguities, and say how to mend them.

    Exit code 1 when there is any.
    """
    call = invocation(ctx)
    out = Output(call)
    done: list[str] = []
    checks = _examine(call, out, done if fix else None, ping=ping)
    if out.is_json:
        told = {"done": done} if fix else {}
        ok = not any(check.findings for check in checks)
        out.json({"ok": ok, "checks": [_as_json(check) for check in checks]} | told)
    else:
        for one in done:
            out.print(f"→ {visible(one)}")
        for check in checks:
            _show(check, out)
    if any(check.findings for check in checks):
        raise typer.Exit(_FINDINGS)


def _examine(call: Invocation, out: Output, done: list[str] | None, *, ping: bool) -> list[Check]:
    """Every check; a familiar that cannot even be opened has just that one finding.

    With a list for it, first what is safe is put in order, and told there.
    """
    import asyncio

    from familiar_memory.interfaces.cli.doctor.checks import mend_index, run_checks
    from familiar_memory.interfaces.cli.doctor.journal import put_in_order
    from familiar_memory.interfaces.cli.frame.finding import Check
    from familiar_memory.interfaces.cli.frame.opening import with_familiar
    from familiar_memory.interfaces.cli.upkeep.model_view import ping_models

    async def work(familiar: Familiar) -> list[Check]:
        refused: list[Check] = []
        if done is not None:
            try:
                familiar.refuse_read_only()
                done.extend(await asyncio.to_thread(put_in_order, familiar))
            except FamiliarError as problem:
                refused = [Check("fix", (_finding_of(problem),))]
        # Told as findings below, so not as notices here.
        await asyncio.to_thread(mend_index, familiar)
        with out.progress("indexing") as progress:
            report = await familiar.settle(progress)
        paths = familiar.parts.paths
        opened = Check("settings", detail=str(paths.character))
        checks = await asyncio.to_thread(run_checks, familiar, report)
        answers = [await ping_models(familiar)] if ping else []
        return [opened, *refused, *checks, *answers]

    call.familiar_id()
    try:
        return with_familiar(call, out, work)
    except UnknownFamiliarError:
        raise
    except FamiliarError as problem:
        return [Check("opening", (_finding_of(problem),))]


def _finding_of(problem: FamiliarError) -> Finding:
    from familiar_memory.interfaces.cli.frame.finding import Finding

    return Finding(problem.problem, problem.accepted or "mend this first")


def _show(check: Check, out: Output) -> None:
    from rich.text import Text

    if not check.findings:
        out.print(Text.assemble(("✓", "green"), f" {check.name}"))
    for finding in check.findings:
        mark, style = ("✗", "red") if finding.serious else ("!", "yellow")
        out.print(Text.assemble((mark, style), f" {check.name}: {visible(finding.what)}"))
        out.print(Text(f"    → {visible(finding.mend)}", "dim"))
    for fact in check.facts:
        out.print(Text(f"    {visible(fact)}", "dim"))


def _as_json(check: Check) -> dict[str, Any]:
    return {
        "check": check.name,
        "ok": not check.findings,
        "facts": list(check.facts),
        "findings": [
            {"what": f.what, "mend": f.mend, "serious": f.serious} for f in check.findings
        ],
    }

"""What was found, as values."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.errors import FamiliarError

__all__ = ["Check", "Finding", "finding_of"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to mend: `serious` = something is lost or wrong until it is mended."""

    what: str
    mend: str
    serious: bool = True


@dataclass(frozen=True, slots=True)
class Check:
    """One question asked, and what was found; no findings means that all is well."""

    name: str
    findings: tuple[Finding, ...] = ()
    detail: str = ""
    facts: tuple[str, ...] = ()
    """What is good to know, whether or not something was found."""


def finding_of(problem: FamiliarError) -> Finding:
    """What an error says, as something to mend."""
    return Finding(problem.problem, problem.accepted or "fix this first")

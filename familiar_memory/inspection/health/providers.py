"""What doctor finds of context providers: those that are switched on and cannot be loaded."""

from __future__ import annotations

from collections.abc import Iterator

from familiar_memory.assembly.parts import Parts
from familiar_memory.inspection.health.finding import Finding
from familiar_memory.plug_ins import BrokenPlugIn
from familiar_memory.recall.plugins.registry import INSTALLED
from familiar_memory.sync.report import SyncReport

__all__ = ["check_providers"]


def check_providers(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    """Find providers of `[recall] providers` that every recall has to do without."""
    for one in INSTALLED.chosen(parts.setup.settings.recall.providers):
        if isinstance(one, BrokenPlugIn):
            yield Finding(
                f"the context provider {one.name} cannot be loaded: {one.why}",
                f"fix or uninstall its package, or take {one.name} out of [recall] providers in"
                f" {parts.setup.paths.character}",
            )

"""One call of the command line: which home, which familiar, in what form to answer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.given import given

__all__ = ["Invocation", "invocation"]


@dataclass(frozen=True, slots=True)
class Invocation:
    """The shared options, as given; `home` and `familiar` are None when they were not."""

    home: Path | None = None
    familiar: str | None = None
    json: bool = False
    plain: bool = False
    debug: bool = False

    def home_folder(self) -> Path:
        """The folder of familiars: as given, else the default."""
        from familiar_memory.config.environment import default_home

        return self.home or default_home()

    def familiar_id(self) -> str:
        """Which familiar: as given, `$FAMILIAR_ID`, or the only one that lives there.

        Raises:
            UsageError: it is not clear which; the ones that are there are listed.
        """
        from familiar_memory.config.environment import selected_familiar
        from familiar_memory.config.paths import familiars_in

        if chosen := self.familiar or selected_familiar():
            return chosen
        home = self.home_folder()
        known = familiars_in(home)
        if len(known) == 1:
            return known[0]
        if not known:
            raise UsageError(
                f"there is no familiar in {home}", "create one with `familiar init ID`"
            )
        raise UsageError(
            f"there are several familiars in {home}: {', '.join(known)}",
            "choose one with --familiar ID or $FAMILIAR_ID",
        )


def invocation(ctx: typer.Context) -> Invocation:
    """Read the shared options of this call, wherever they stood."""
    home = given(ctx, "home")
    return Invocation(
        home=Path(home).expanduser() if home else None,
        familiar=given(ctx, "familiar") or None,
        json=bool(given(ctx, "json")),
        plain=bool(given(ctx, "plain")),
        debug=bool(given(ctx, "debug")),
    )

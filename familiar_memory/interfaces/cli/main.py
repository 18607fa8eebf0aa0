"""The entry point: the table of commands, and what an error looks like."""

from __future__ import annotations

import gc
import logging
import os
import sys
from typing import Annotated, Any, NoReturn

import typer

from familiar_memory.domain.validation_words import plain_words
from familiar_memory.errors import FamiliarError
from familiar_memory.interfaces.cli.frame.commands import LazyCommands
from familiar_memory.interfaces.cli.frame.given import given
from familiar_memory.interfaces.cli.frame.options import SharedGroup
from familiar_memory.interfaces.cli.frame.output import visible

__all__ = ["app", "run"]

_INTERRUPTED = 130
"""128 + SIGINT, as shells have it."""
_UNEXPECTED = 3
_USAGE = 2
_COLLECT_AFTER = 200_000
"""New containers, more than a short command makes. What is imported stays: to look for rubbish
among it each 700 is for nothing, and even once costs 20 ms."""
_EPILOG = (
    "Data goes to stdout, notices to stderr. Exit codes: 0 success, 1 nothing found or problems"
    " found, 2 usage error, 3 partial failure. Start with: familiar demo"
)


_HERE = "familiar_memory.interfaces.cli"
_COMMANDS = {
    "init": f"{_HERE}.keep.init_command:init",
    "list": f"{_HERE}.keep.list_command:list_",
    "demo": f"{_HERE}.demo.demo_command:demo",
    "import": f"{_HERE}.keep.import_command:import_",
    "export": f"{_HERE}.keep.export_command:export",
    "chat": f"{_HERE}.chat.chat_command:chat",
    "record": f"{_HERE}.keep.record_command:record",
    "write": f"{_HERE}.write.write_command:write",
    "sleep": f"{_HERE}.sleep.sleep_command:sleep",
    "recall": f"{_HERE}.ask.recall_command:recall",
    "search": f"{_HERE}.ask.search_command:search",
    "grep": f"{_HERE}.ask.grep_command:grep",
    "show": f"{_HERE}.notes.show_command:show",
    "log": f"{_HERE}.notes.log_command:log",
    "undo": f"{_HERE}.notes.undo_command:undo",
    "forget": f"{_HERE}.keep.forget_command:forget",
    "tidy": f"{_HERE}.notes.tidy_command:tidy",
    "remember": f"{_HERE}.memories.remember_command:remember",
    "edit": f"{_HERE}.memories.edit_command:edit",
    "retire": f"{_HERE}.memories.retire_command:retire",
    "facts": f"{_HERE}.know.facts_group:facts",
    "timeline": f"{_HERE}.know.timeline_command:timeline",
    "graph": f"{_HERE}.know.graph_command:graph",
    "people": f"{_HERE}.ask.people_command:people",
    "rules": f"{_HERE}.know.rules_command:rules",
    "review": f"{_HERE}.know.review_command:review",
    "tools": f"{_HERE}.tools.tools_command:tools",
    "watch": f"{_HERE}.upkeep.watch_command:watch",
    "doctor": f"{_HERE}.upkeep.doctor_command:doctor",
    "stats": f"{_HERE}.upkeep.stats_command:stats",
    "index": f"{_HERE}.upkeep.index_group:index",
    "help": f"{_HERE}.help_command:help_",
}


class _Commands(SharedGroup):
    """The top group: errors of any command become a message and an exit code here."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as typer has it
        """Take the commands of the table, in its order."""
        super().__init__(*args, **kwargs)
        self.commands = LazyCommands(_COMMANDS)  # type: ignore[assignment]

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - as typer has it
        """Run the command that was named."""
        debug = bool(given(ctx, "debug"))
        _listen_to_logs(debug)
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except FamiliarError as problem:
            _fail(problem.problem, problem.accepted, problem.exit_code, ctx)
        except KeyboardInterrupt:
            _fail("interrupted", "", _INTERRUPTED, ctx)
        except BrokenPipeError:
            # The reader has seen enough; Python must not complain at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        except (typer.Exit, typer.Abort):
            raise
        except Exception as problem:
            if (message := _usage_problem(problem)) is None:
                _fail(
                    f"unexpected: {type(problem).__name__}: {problem}",
                    "please report it; run it with --debug to see where it happened",
                    _UNEXPECTED,
                    ctx,
                )
            if not message:
                raise
            _fail(message, "run the command with --help to see what it accepts", _USAGE, ctx)
        return result


app = typer.Typer(
    name="familiar",
    cls=_Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from familiar_memory import __version__

        sys.stdout.write(f"familiar {__version__}\n")
        raise typer.Exit


@app.callback(epilog=_EPILOG)
def _main(
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Long-term memory for chat bots, in plain Markdown: record talk, recall what matters."""


def run() -> None:
    """Run the command line of this process."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            # A name that is not text must not break the report that mentions it.
            reconfigure(encoding="utf-8", errors="backslashreplace")
    gc.set_threshold(_COLLECT_AFTER)
    try:
        app()
    finally:
        # The system takes the memory of a process back at once; Python would go through every
        # module first, which took a fifth of the time of a short command.
        gc.freeze()


def _usage_problem(problem: Exception) -> str | None:
    """What typer has against the command line: empty where it shows the help instead.

    None for any other exception. typer keeps its own copy of click's classes, or not,
    by version; what they have in common is their form.
    """
    if not hasattr(problem, "exit_code") or not hasattr(problem, "format_message"):
        return None
    if "Help" in type(problem).__name__:
        return ""
    return plain_words(str(problem.format_message()))


def _listen_to_logs(debug: bool) -> None:
    """Keep the library's log out of the way: what matters is printed as a notice."""
    logger = logging.getLogger("familiar_memory")
    if debug:
        logging.basicConfig(stream=sys.stderr, format="%(name)s: %(message)s", force=True)
        logger.setLevel(logging.DEBUG)
        return
    # A model that is asked again is logged by who asks again: `stamina`.
    for quiet in (logger, logging.getLogger("stamina")):
        if not quiet.handlers:
            quiet.addHandler(logging.NullHandler())


def _fail(problem: str, accepted: str, code: int, ctx: typer.Context) -> NoReturn:
    """Say what is wrong, and on the next line what would be accepted; end with the code."""
    if bool(given(ctx, "debug")) and sys.exc_info()[1] is not None:
        import traceback

        traceback.print_exc(file=sys.stderr)
    lines = [f"familiar: {problem}", *([f"  {accepted}"] if accepted else [])]
    sys.stderr.write(visible("\n".join(lines)) + "\n")
    raise typer.Exit(code)

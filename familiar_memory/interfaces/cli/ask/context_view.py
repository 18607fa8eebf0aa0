"""How a context looks: the prompt block, the recent talk, and why each thing is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from familiar_memory.interfaces.cli.ask.explain_view import show_explanation
from familiar_memory.interfaces.cli.frame.output import visible

if TYPE_CHECKING:
    from familiar_memory.interfaces.cli.frame.output import Output
    from familiar_memory.recall.explain.explanation import Explanation
    from familiar_memory.recall.page.render import Context
    from familiar_memory.recall.talk.conversation import Conversation

__all__ = ["Recalled", "show_context"]


class Recalled(NamedTuple):
    """What a recall gave; `lacks` are reasons why it may be incomplete."""

    context: Context
    talk: Conversation | None
    explained: Explanation | None
    lacks: list[str]


def show_context(found: Recalled, out: Output) -> None:
    """The prompt as it is; what is to be known beside it on stderr."""
    context, talk, explained, lacks = found
    blocks = [context.render(), talk.render() if talk is not None else ""]
    if any(blocks):
        out.raw(visible("\n\n".join(filter(None, blocks))) + "\n")
    if not context.contributions:
        said = "add to the recent talk" if any(blocks) else "say about that"
        out.notice(f"memory has nothing to {said}")
    if explained is not None:
        show_explanation(explained, out)
        if talk is not None:
            _show_talk(talk, out)
    for reason in lacks:
        out.notice(f"the context may be incomplete: {reason}", "yellow")


def _show_talk(talk: Conversation, out: Output) -> None:
    out.print()
    rows = [(one.subject, one.verdict, one.reason) for one in talk.trace.decisions]
    out.table(("recent talk", "verdict", "why"), rows)

"""What `familiar doctor` looks at: each check gives findings, and how to mend them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from familiar_memory.errors import FamiliarError, IndexUnavailableError
from familiar_memory.interfaces.cli.doctor.journal import check_journal, check_writes
from familiar_memory.interfaces.cli.doctor.people import check_people
from familiar_memory.interfaces.cli.doctor.tree import (
    RENAME,
    check_names,
    check_room,
    check_texts,
    mend_of,
)
from familiar_memory.interfaces.cli.frame.finding import Check, Finding
from familiar_memory.interfaces.cli.upkeep.turns_left_out import turns_left_out
from familiar_memory.store.names import BAD_NAME

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar
    from familiar_memory.sync.report import SyncReport

__all__ = ["CHECKS", "mend_index", "run_checks"]

_MANY = 1_000


def run_checks(familiar: Familiar, report: SyncReport) -> list[Check]:
    """Ask every question; one that cannot be answered is a finding too."""
    checks = []
    for name, look in CHECKS.items():
        try:
            facts = FACTS[name](familiar) if name in FACTS else ()
            checks.append(Check(name, tuple(look(familiar, report)), facts=facts))
        except FamiliarError as problem:
            finding = Finding(problem.problem, problem.accepted or "mend this first")
            checks.append(Check(name, (finding,)))
    return checks


def _history(familiar: Familiar, _: SyncReport) -> Iterator[Finding]:
    for damage in familiar.history.check():
        yield Finding(damage, f"restore {familiar.parts.paths.history} from a backup")
    yield from turns_left_out(familiar)


def _tree(familiar: Familiar, report: SyncReport) -> Iterator[Finding]:
    scan = familiar.store.scan_files()
    for path, reason in scan.unreadable:
        mend = RENAME if reason == BAD_NAME else "let this user read it"
        yield Finding(f"{path or 'the memory folder'}: {reason}", mend)
    cap = familiar.store.limits.max_file_bytes
    for state in scan.files:
        if state.path.endswith(".md") and state.size > cap:
            yield Finding(
                f"{state.path} has {state.size:,} bytes; one audience may fill {cap:,}",
                "split the note, or raise store.max_file_bytes",
                serious=False,
            )
    if report.held:
        yield Finding(
            f"{len(report.held)} notes vanished at once, and are not taken for deleted",
            "bring them back, or `familiar index update --accept-removals`",
        )


def _notes(familiar: Familiar, report: SyncReport) -> Iterator[Finding]:
    found = {(key, text): None for _, key, text in familiar.index.problems()}
    # A name that cannot be used is a finding of the tree already.
    found |= {(key, text): None for key, text in report.failed.items() if text != BAD_NAME}
    for key, text in sorted(found):
        said = text if text.startswith(key) else f"{key}: {text}"
        is_read = "what is read is `visibility" in text
        yield Finding(said, mend_of(key, text), serious=not is_read)


def mend_index(familiar: Familiar) -> None:
    """Read every row of the index, and make it anew where one is not as it was written.

    Then `index` tells of it. A sync looks only at what has changed.
    """
    index = familiar.index
    try:
        index.check()
    except IndexUnavailableError:
        if index.is_damaged:
            familiar.parts.synchroniser.repair()


def _index(familiar: Familiar, _: SyncReport) -> Iterator[Finding]:
    if (private := familiar.index.private_because) is not None:
        yield Finding(
            f"every process makes an index of its own: {private}",
            f"let this user write to {familiar.parts.paths.index.parent}",
            serious=False,
        )
    reason = familiar.index.replaced_because
    if reason is not None:
        yield Finding(
            f"the index was made anew: {reason}", "nothing: it is mended now", serious=False
        )


def _embedder(familiar: Familiar, report: SyncReport) -> Iterator[Finding]:
    from familiar_memory.interfaces.cli.upkeep.embedder_view import embedder_findings

    yield from embedder_findings(familiar, report)


def _embedder_facts(familiar: Familiar) -> tuple[str, ...]:
    from familiar_memory.interfaces.cli.upkeep.embedder_view import embedder_facts

    return embedder_facts(familiar)


def _models(familiar: Familiar, report: SyncReport) -> Iterator[Finding]:
    from familiar_memory.interfaces.cli.upkeep.model_view import model_findings

    yield from model_findings(familiar, report)


def _model_facts(familiar: Familiar) -> tuple[str, ...]:
    from familiar_memory.interfaces.cli.upkeep.model_view import model_facts

    return model_facts(familiar)


def _writer(familiar: Familiar, _: SyncReport) -> Iterator[Finding]:
    from familiar_memory.history.ledger.ledger import BatchStatus

    for status in (BatchStatus.QUARANTINED, BatchStatus.FAILED):
        for batch in familiar.history.ledger.entries(status, _MANY):
            mend = (
                "`familiar write` tries it again"
                if status is BatchStatus.FAILED
                else "mend the cause; the turns are safe in the history"
            )
            yield Finding(
                f"turns {batch.first}–{batch.last}: {status.value} after {batch.attempts}"
                f" attempts: {batch.detail}",
                mend,
            )


def _ignored(familiar: Familiar, _: SyncReport) -> Iterator[Finding]:
    from familiar_memory.store.tree.gitignore import GITIGNORE_NAME, with_ignored_lines

    file = familiar.store.root / GITIGNORE_NAME
    if not familiar.store.scan_files().files:
        return
    try:
        present = file.read_bytes() if file.exists() else b""
    except OSError as problem:
        yield Finding(f"{file}: {problem.strerror or problem}", "let this user read it")
        return
    if with_ignored_lines(present) != present:
        yield Finding(
            f"{file} does not name what is derived",
            "add the lines .index/ and people/_aliases.json",
            serious=False,
        )


CHECKS: dict[str, Callable[[Familiar, SyncReport], Iterable[Finding]]] = {
    "history": _history,
    "tree": _tree,
    "names": check_names,
    "notes": _notes,
    "texts": check_texts,
    "room": check_room,
    "journal": check_journal,
    "writes": check_writes,
    "index": _index,
    "embedder": _embedder,
    "models": _models,
    "aliases": check_people,
    "writer": _writer,
    "gitignore": _ignored,
}
"""Questions by name, in the order in which they are told."""

FACTS: dict[str, Callable[[Familiar], tuple[str, ...]]] = {
    "embedder": _embedder_facts,
    "models": _model_facts,
}
"""What there is to tell beside the findings."""

"""What is looked at: each check yields findings, and how to mend them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
from operator import itemgetter

from familiar_memory.assembly.parts import Parts
from familiar_memory.errors import FamiliarError, IndexUnavailableError
from familiar_memory.history.ledger.ledger import TRIED_AGAIN, BatchStatus
from familiar_memory.inspection.health.embedder import check_embedder, embedder_facts
from familiar_memory.inspection.health.files import (
    MOST_OF_A_FILE,
    RENAME,
    check_names,
    check_room,
    check_texts,
    links_in_circles,
    mend_of,
    more_of_such,
)
from familiar_memory.inspection.health.finding import Check, Finding, finding_of
from familiar_memory.inspection.health.forgotten import check_forgotten
from familiar_memory.inspection.health.identity import check_identity
from familiar_memory.inspection.health.journal import check_journal, check_writes
from familiar_memory.inspection.health.links import check_links, planned_notes
from familiar_memory.inspection.health.models import check_models
from familiar_memory.inspection.health.people import check_people, namesakes
from familiar_memory.inspection.health.providers import check_providers
from familiar_memory.inspection.health.terms import check_terms
from familiar_memory.inspection.health.turns_left_out import turns_left_out
from familiar_memory.inspection.health.waiting.nights import check_nights, has_slept, has_webhook
from familiar_memory.inspection.health.waiting.review_list import check_review
from familiar_memory.inspection.models import model_facts
from familiar_memory.knowledge.languages.shipped import language_problems
from familiar_memory.recall.running.order import PROVIDERS
from familiar_memory.store.names import BAD_NAME
from familiar_memory.store.tree.gitignore import GITIGNORE_NAME, with_ignored_lines
from familiar_memory.sync.report import SyncReport

__all__ = ["CHECKS", "mend_index", "run_checks"]

_LANGUAGES = "languages"
_NIGHTS = "nights"
_MANY = 1_000
"""Batches of one status; more would fill no report better."""


def run_checks(parts: Parts, report: SyncReport) -> list[Check]:
    """Ask every question; one that cannot be answered is a finding too."""
    checks = []
    for name, look in CHECKS.items():
        # Few familiars have any: the others need not read of it.
        if name == PROVIDERS and not parts.setup.settings.recall.providers:
            continue
        if name == _LANGUAGES and not language_problems():
            continue
        if name == _NIGHTS and not (has_slept(parts) or has_webhook(parts)):
            continue
        try:
            facts = FACTS[name](parts) if name in FACTS else ()
            checks.append(Check(name, tuple(look(parts, report)), facts=facts))
        except FamiliarError as problem:
            checks.append(Check(name, (finding_of(problem),)))
    return checks


def _history(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    for damage in parts.files.history.check():
        yield Finding(damage, f"restore {parts.setup.paths.history} from a backup")
    yield from turns_left_out(parts)


def _tree(parts: Parts, report: SyncReport) -> Iterator[Finding]:
    scan = parts.store.scan_files()
    for path, reason in scan.unreadable:
        mend = RENAME if reason == BAD_NAME else "allow this user to read it"
        yield Finding(f"{path or 'the memory folder'}: {reason}", mend)
    yield from links_in_circles(parts.store.root)
    cap = parts.store.limits.max_file_bytes
    for state in scan.files:
        if state.path.endswith(".md") and state.size > cap:
            yield Finding(
                f"{state.path} has {state.size:,} bytes; one audience may fill {cap:,}",
                "split the note, or raise store.max_file_bytes",
                serious=False,
            )
    if report.held:
        yield Finding(
            f"{len(report.held)} notes vanished at once, and are not treated as deleted",
            "restore them, or run `familiar index update --accept-removals`",
        )


def _notes(parts: Parts, report: SyncReport) -> Iterator[Finding]:
    found = {(key, text): None for _, key, text in parts.files.index.problems()}
    # A name that cannot be used is a finding of the tree already.
    found |= {(key, text): None for key, text in report.failed.items() if text != BAD_NAME}
    for key, of_note in groupby(sorted(found), key=itemgetter(0)):
        path = parts.files.register.path_of(key) or key
        for _, text in islice(of_note, MOST_OF_A_FILE):
            said = text.replace(key, path)
            said = said if said.startswith(path) else f"{path}: {said}"
            is_read = "what is read is `visibility" in text
            yield Finding(said, mend_of(path, text), serious=not is_read)
        if more := sum(1 for _ in of_note):
            yield more_of_such(path, more)
    yield from check_terms(parts)


def _languages(_: Parts, __: SyncReport) -> Iterator[Finding]:
    for one in language_problems():
        yield Finding(
            f"{one.file} {one.problem}",
            f"correct {one.file} in the folder of $FAMILIAR_LANGUAGES, and start again: until then"
            " nothing of that language is added",
        )


def mend_index(parts: Parts) -> None:
    """Read every row of the index, and make it anew where one is not as it was written.

    Then `index` reports it. A sync looks only at what has changed.
    """
    index = parts.files.index
    try:
        index.check()
    except IndexUnavailableError:
        if index.is_damaged:
            parts.indexing.synchroniser.repair()


def _index(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    if (private := parts.files.index.private_because) is not None:
        yield Finding(
            f"every process builds its own index: {private}",
            f"allow this user to write to {parts.setup.paths.index.parent}",
            serious=False,
        )
    reason = parts.files.index.replaced_because
    if reason is not None:
        yield Finding(f"the index was rebuilt: {reason}", "nothing: it is fixed now", serious=False)


def _writer(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    ledger = parts.files.history.ledger
    for status in (BatchStatus.QUARANTINED, *TRIED_AGAIN, BatchStatus.RETURNED):
        for batch in ledger.entries(status, _MANY):
            if status is BatchStatus.RETURNED and not batch.detail:
                continue
            mend = (
                f"`familiar write --replay {batch.id}` tries again; the turns are in the history"
                if status is BatchStatus.QUARANTINED
                else "`familiar write` tries again"
            )
            yield Finding(
                f"turns {batch.first}–{batch.last}: {status.value} after {batch.attempts}"
                f" attempts: {batch.detail}",
                mend,
            )


def _ignored(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    file = parts.store.root / GITIGNORE_NAME
    if not parts.store.scan_files().files:
        return
    try:
        present = file.read_bytes() if file.exists() else b""
    except OSError as problem:
        yield Finding(f"{file}: {problem.strerror or problem}", "allow this user to read it")
        return
    if with_ignored_lines(present) != present:
        yield Finding(
            f"{file} does not name what is derived",
            "add the lines .index/ and people/_aliases.json",
            serious=False,
        )


CHECKS: dict[str, Callable[[Parts, SyncReport], Iterable[Finding]]] = {
    "history": _history,
    "tree": _tree,
    "names": check_names,
    "notes": _notes,
    "texts": check_texts,
    "links": check_links,
    "room": check_room,
    "journal": check_journal,
    "writes": check_writes,
    "index": _index,
    "embedder": check_embedder,
    "models": check_models,
    "identity": check_identity,
    "aliases": check_people,
    "writer": _writer,
    _NIGHTS: lambda parts, _: check_nights(parts),
    "review": check_review,
    "forgotten": check_forgotten,
    "gitignore": _ignored,
    PROVIDERS: check_providers,
    _LANGUAGES: _languages,
}
"""Questions by name, in the order in which they are answered."""

FACTS: dict[str, Callable[[Parts], tuple[str, ...]]] = {
    "links": planned_notes,
    "embedder": embedder_facts,
    "models": lambda parts: model_facts(parts.setup),
    "aliases": namesakes,
}
"""What there is to say beside the findings."""

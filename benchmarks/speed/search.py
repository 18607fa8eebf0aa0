"""How fast a question is answered among 20,000 turns, against bare engines.

python -m benchmarks.speed.search [--passages N] [--questions N]
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import islice
from time import perf_counter

import numpy as np

from benchmarks.alone import alone
from benchmarks.corpora.turns import TurnsCorpus
from benchmarks.report import Table, Target, milliseconds, times
from benchmarks.scratch import NAME, scratch_familiar
from benchmarks.speed.floors import bare_dot_product, bare_full_text, or_query
from benchmarks.speed.fresh_process import FreshProcess, measure
from benchmarks.timing import each_s, percentile
from familiar_memory import Familiar, Mode, RecallRequest, Turn
from familiar_memory.index.words.tokens import content_terms

__all__ = ["run"]

_BATCH = 5_000
_LIMIT = 10
_DIMENSION = 256
_P50_MS, _P95_MS = Target(15, 5), Target(40, 15)
_SAVED_MS = Target(100, 30)
_RESIDENT_MB = Target(300, 200)
_SAVES = 15


def run(passages: int = 20_000, questions: int = 200) -> list[Table]:
    """Index so many turns with `static`, and ask."""
    corpus = TurnsCorpus()
    turns = list(corpus.turns(passages))
    asked = corpus.questions(questions)
    with scratch_familiar("static") as (home, familiar):
        measured, saved, indexing_s = asyncio.run(_measure(familiar, corpus, turns, asked))
        measured |= _floors(turns, asked)
        fresh = measure(home, NAME, asked)
    return [
        _speed_table(passages, measured),
        _other_table(passages, saved, fresh, indexing_s),
    ]


async def _measure(
    familiar: Familiar, corpus: TurnsCorpus, turns: Sequence[Turn], asked: Sequence[str]
) -> tuple[dict[str, list[float]], dict[str, list[float]], float]:
    await familiar.start()
    stream = iter(turns)
    while batch := list(islice(stream, _BATCH)):
        await familiar.record_many(batch)
    begin = perf_counter()
    await familiar.settle()
    indexing_s = perf_counter() - begin

    async def search(question: str) -> object:
        return await familiar.search(question, limit=_LIMIT)

    async def recall(question: str) -> object:
        author, place = corpus.authors[0], corpus.places[0]
        return await familiar.recall(RecallRequest(question, author, place))

    async def voice(question: str) -> object:
        author, place = corpus.authors[0], corpus.places[0]
        return await familiar.recall(RecallRequest(question, author, place, mode=Mode.VOICE))

    await search(asked[0])
    measured = {"search": await _each(search, asked), "recall": await _each(recall, asked)}
    measured["voice"] = await _each(voice, asked)
    saved = await _saved(familiar)
    await familiar.close()
    return measured, saved, indexing_s


async def _each(ask: Callable[[str], Awaitable[object]], asked: Sequence[str]) -> list[float]:
    found = []
    for question in asked:
        begin = perf_counter()
        await ask(question)
        found.append(perf_counter() - begin)
    return found


async def _saved(familiar: Familiar) -> dict[str, list[float]]:
    """From a saved file to a search that finds it: through the store, and by an editor."""
    found: dict[str, list[float]] = {"store": [], "editor": []}
    for number in range(_SAVES):
        word = f"quokkaville{number}"
        begin = perf_counter()
        familiar.store.write_file(f"topics/s{number}.md", f"# Saved\n\n- They met in {word}\n")
        await _must_find(familiar, word)
        found["store"].append(perf_counter() - begin)
        begin = perf_counter()
        file = familiar.store.root / "topics" / f"e{number}.md"
        file.write_text(f"# Edited\n\n- They left {word}x\n", encoding="utf-8")
        await familiar.settle()
        await _must_find(familiar, f"{word}x")
        found["editor"].append(perf_counter() - begin)
    return found


async def _must_find(familiar: Familiar, word: str) -> None:
    hits = (await familiar.search(word, limit=3)).hits
    if not any(word in hit.text for hit in hits):
        found = [(hit.text[:60], hit.score) for hit in hits]
        raise AssertionError(f"{word} is not found, but {found}")


def _floors(turns: Sequence[Turn], asked: Sequence[str]) -> dict[str, list[float]]:
    engine = bare_full_text(turn.text for turn in turns)
    terms = [list(content_terms(question)) for question in asked]
    vectors = np.random.default_rng(5).standard_normal((len(turns), _DIMENSION), np.float32)
    queries = np.random.default_rng(6).standard_normal((len(asked), _DIMENSION), np.float32)
    found = {
        "FTS5": each_s(lambda t: or_query(engine, t, _LIMIT), terms),
        "dot": each_s(lambda q: bare_dot_product(vectors, q, _LIMIT), list(queries)),
    }
    engine.close()
    return found


def _speed_table(passages: int, measured: dict[str, list[float]]) -> Table:
    floor = percentile(measured["FTS5"], 50) + percentile(measured["dot"], 50)
    names = {
        "FTS5": "floor: FTS5 bm25, OR of the same terms",
        "dot": "floor: numpy dot product, 256 dimensions",
        "search": "await Familiar.search (ranking, files checked)",
        "recall": "await Familiar.recall (whole context)",
        "voice": "await Familiar.recall, voice mode",
    }
    rows = []
    for key, name in names.items():
        p50, p95 = (percentile(measured[key], share) for share in (50, 95))
        ours = key in ("search", "recall", "voice")
        rows.append(
            (
                name,
                milliseconds(p50),
                milliseconds(p95),
                times(p50 / floor) if ours else "",
                f"{_P50_MS.verdict(1e3 * p50)} / {_P95_MS.verdict(1e3 * p95)}" if ours else "",
            )
        )
    return Table(
        f"Answering a question among {passages:,} turns",
        ("", "p50", "p95", "p50 / both floors", "<= 15 / 5, <= 40 / 15 ms"),
        tuple(rows),
    )


def _other_table(
    passages: int, saved: dict[str, list[float]], fresh: FreshProcess, indexing_s: float
) -> Table:
    store, editor = (percentile(saved[key], 50) for key in ("store", "editor"))
    rows = (
        ("indexing all turns", f"{indexing_s:.1f} s ({passages / indexing_s:,.0f}/s)", ""),
        ("saved through the store, then found", milliseconds(store), _saved_verdict(store)),
        ("saved by an editor, settled, then found", milliseconds(editor), _saved_verdict(editor)),
        ("fresh process: import", milliseconds(fresh.import_s), ""),
        ("fresh process: open", milliseconds(fresh.open_s), ""),
        (
            "fresh process: first search (index and model read)",
            milliseconds(fresh.first_query_s),
            "",
        ),
        ("fresh process: second search", milliseconds(fresh.second_query_s), ""),
        (
            "fresh process: resident memory after the questions",
            f"{fresh.resident_mb:.0f} MB",
            _RESIDENT_MB.verdict(fresh.resident_mb),
        ),
    )
    return Table(
        f"Around it, {passages:,} turns",
        ("", "measured", "target"),
        rows,
        ("The first search of a process reads the whole index into arrays, and the model.",),
    )


def _saved_verdict(value_s: float) -> str:
    return f"{_SAVED_MS.bounds} ms: {_SAVED_MS.verdict(1000 * value_s)}"


if __name__ == "__main__":
    alone(run)

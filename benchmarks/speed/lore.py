"""Which of 3,000 entries of lore a message brings, against looking for each key in turn.

python -m benchmarks.speed.lore [--entries N] [--repeats N]
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from benchmarks.alone import alone
from benchmarks.corpora.vocabulary import Vocabulary
from benchmarks.report import Table, Target, milliseconds, times
from benchmarks.timing import paired, seconds
from familiar_memory.domain.memory.lore import LoreBook, LoreEntry
from familiar_memory.lore.activation.compiled import CompiledLore, compile_lore
from familiar_memory.lore.activation.scan import activate
from familiar_memory.lore.activation.settings import ActivationSettings, Message, Scene

__all__ = ["run"]

_TARGET = Target(20, 5)
_KEYS = 3
_WORDS_A_MESSAGE = 180
_MESSAGES = 2


def run(entries: int = 3_000, repeats: int = 41) -> list[Table]:
    """A new message each time, as in a conversation: nothing of it was looked at before."""
    language = Vocabulary(2 * entries, seed=5)
    plain = _book(language.words, entries)
    patterns = replace(
        plain,
        entries=tuple(
            replace(one, keys=tuple(rf"/\b{key}s?\b/i" for key in one.keys))
            for one in plain.entries
        ),
    )
    parts = ActivationSettings(recursion=False, whole_words=False)
    rows = [
        _row("plain keys", plain, language, repeats, parts),
        _row("plain keys, recursion", plain, language, repeats, replace(parts, recursion=True)),
        _row("whole words", plain, language, repeats, replace(parts, whole_words=True)),
        _row("patterns", patterns, language, repeats, parts),
    ]
    return [
        Table(
            f"Activation of {entries:,} entries, {_KEYS} keys each, by {_MESSAGES} messages of"
            f" {_WORDS_A_MESSAGE} words",
            (
                "keys",
                "`key in text`",
                "ours",
                "ratio",
                "come in",
                "ready in",
                f"{_TARGET.bounds} ms",
            ),
            tuple(rows),
            (
                "The floor only looks for each plain key in the lower-cased text.",
                "*ready in*: reading all keys, once while the books stand as they are.",
            ),
        )
    ]


def _book(words: Sequence[str], entries: int) -> LoreBook:
    chance = random.Random(7)
    return LoreBook(
        "bench",
        "lore/imported/bench",
        tuple(
            LoreEntry(
                f"lore/imported/bench/{n}.md",
                str(n),
                " ".join(chance.choices(words, k=60)),
                keys=tuple(chance.choices(words, k=_KEYS)),
            )
            for n in range(entries)
        ),
    )


def _row(
    name: str, book: LoreBook, language: Vocabulary, repeats: int, settings: ActivationSettings
) -> tuple[str, ...]:
    made: list[CompiledLore] = []
    ready_s = seconds(lambda: made.append(compile_lore([book], settings)))
    plain = [
        key.removeprefix("/\\b").removesuffix("s?\\b/i") for e in book.entries for key in e.keys
    ]
    came: list[int] = []

    def work() -> float:
        scene = _scene(language)
        return seconds(lambda: came.append(len(activate(made[0], scene).entries)))

    def floor() -> float:
        text = "\n".join(message.text for message in _scene(language).messages).lower()
        return seconds(lambda: [key for key in plain if key in text])

    result = paired(work, floor, repeats, warm_up=True)
    return (
        name,
        milliseconds(result.floor_s),
        milliseconds(result.work_s),
        times(result.ratio),
        f"{median(came):.0f}",
        milliseconds(ready_s),
        _TARGET.verdict(1000 * result.work_s),
    )


def _scene(language: Vocabulary) -> Scene:
    return Scene(
        tuple(Message("Rowan", language.sentence(_WORDS_A_MESSAGE)) for _ in range(_MESSAGES))
    )


if __name__ == "__main__":
    alone(run)

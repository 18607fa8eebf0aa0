"""Talk that nobody planned for: bounded work, and an answer that makes sense.

Work is compared with that for plain talk of the same size in the same test, so that a slow
machine is no failure.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from processor import work
from turns import said

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.embeddings.models.static import StaticEmbedder
from familiar_memory.familiar import Familiar

pytestmark = pytest.mark.long

LONG = 1_000_000
"""Bytes of a turn."""
PASTED = 50_000
"""Characters of a question."""
RATIO = 6.0
"""How much more than plain talk of its size may bad talk cost: a square would cost hundreds."""
LEAST_S = 0.2
"""Less than this is not compared: it would be noise."""

EMBEDDER = StaticEmbedder()
WORDS = [
    "".join(random.Random(n).choices("abcdefghiklmnoprstuvw", k=3 + n % 6)) for n in range(3_000)
]


class Answer(NamedTuple):
    """The texts found for a question, the page, and the processor time that all of it took."""

    texts: list[str]
    page: str
    degraded: list[str]
    work_s: float


def plain(size: int) -> str:
    """Words with spaces between them."""
    return " ".join(random.Random(1).choices(WORDS, k=size // 6))[:size]


def letters(first: int, last: int, size: int) -> str:
    """Letters of a script, without a space, of about so many bytes."""
    return "".join(map(chr, random.Random(2).choices(range(first, last), k=size // 3)))


def ask(
    new_familiar: Callable[..., Familiar], home: Path, texts: Sequence[str], *questions: str
) -> tuple[float, list[Answer]]:
    """Record and ask: the processor time of recording and indexing, and what is found."""
    turns = [said(f"m{n}", text, minute=n, who=str(n % 3)) for n, text in enumerate(texts)]

    async def run() -> tuple[float, list[Answer]]:
        async with new_familiar(home, embedder=EMBEDDER) as familiar:
            with work(in_threads=True) as recording:
                await familiar.record_many(turns)
                await familiar.settle()
            answers = [await answer(familiar, question) for question in questions]
            return recording.seconds, answers

    EMBEDDER.embed_query("loaded")
    return asyncio.run(run())


async def answer(familiar: Familiar, question: str) -> Answer:
    """What search and recall say."""
    with work(in_threads=True) as answering:
        found = await familiar.search(question)
        context = await familiar.recall(RecallRequest(question))
    degraded = [*filter(None, [found.degraded]), *context.trace.degraded]
    return Answer([hit.text for hit in found.hits], context.render(), degraded, answering.seconds)


def is_bounded(work_s: float, floor_s: float) -> bool:
    """Whether work is no more than a few times that for plain talk."""
    return work_s < RATIO * max(floor_s, LEAST_S)


PLAIN = [f"message {n} about the lake and the boat" for n in range(40)]
NEEDLE = "the samovar sings at dawn"

ENDLESS = {
    "one letter": "a" * LONG,
    "a key": plain(LONG).replace(" ", ""),
    "kana": letters(0x3041, 0x3096, LONG),
    "han": letters(0x4E00, 0x9FFF, LONG),
    "hangul": letters(0xAC00, 0xD7A3, LONG),
    "emoji": "😂" * (LONG // 4),
    "joined emoji": "👩\u200d" * (LONG // 7),
    "half flags": "🇯" * (LONG // 4),
    "marks": "e" + "\u0301" * (LONG // 2),
    "underscores": "_" * LONG,
    "backticks": "`" * LONG,
    "quotes": "a'" * (LONG // 2),
    "dots": "a." * (LONG // 2),
    "blank": "\n" * LONG,
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_a_turn_of_a_megabyte_without_a_space(
    kind: str, tmp_path: Path, new_familiar: Callable[..., Familiar]
) -> None:
    """It is kept, what stands beside it is found, and it costs what words of its length cost."""
    rest = [*PLAIN, NEEDLE]
    floor_s, (plainly,) = ask(new_familiar, tmp_path / "p", [plain(LONG), *rest], "samovar")
    work_s, (beside, itself) = ask(
        new_familiar,
        tmp_path / "b",
        [ENDLESS[kind], *rest],
        "when does the samovar sing?",
        ENDLESS[kind][:20],
    )
    assert is_bounded(work_s, floor_s), (work_s, floor_s)
    assert beside.texts[0] == plainly.texts[0] == NEEDLE
    assert NEEDLE in beside.page
    assert not beside.degraded and not itself.degraded
    assert len(itself.page) < 20_000
    for one in (beside, itself):
        assert is_bounded(one.work_s, plainly.work_s), (one.work_s, plainly.work_s)


@pytest.mark.parametrize(
    "pasted",
    [
        plain(PASTED),
        "a" * PASTED,
        plain(PASTED).replace(" ", ""),
        letters(0x3041, 0x3096, 3 * PASTED),
        letters(0x4E00, 0x9FFF, 3 * PASTED),
        "😂" * PASTED,
        "👩\u200d" * (PASTED // 7),
        "?" * PASTED,
        "`" * PASTED,
        "in 2023 on 3 March, " * (PASTED // 20),
        "Name 1, " * (PASTED // 8),
    ],
    ids=lambda text: f"{text[:8]!a}",
)
def test_a_question_of_fifty_kilobytes(
    pasted: str, tmp_path: Path, new_familiar: Callable[..., Familiar]
) -> None:
    """Its beginning is asked, at the price of a long question."""
    talk = [*PLAIN, NEEDLE]
    short = "the samovar " + plain(2_000)
    _, (floor, found) = ask(new_familiar, tmp_path, talk, short, f"the samovar {pasted}")
    assert NEEDLE in floor.texts
    assert NEEDLE in found.texts
    assert not found.degraded
    assert is_bounded(found.work_s, floor.work_s), (found.work_s, floor.work_s)


def test_ten_thousand_equal_turns(tmp_path: Path, new_familiar: Callable[..., Familiar]) -> None:
    """They cost what different ones cost, hide nothing, and do not fill the page."""
    same, count = "good morning everybody", 10_000
    different = [f"{same} {word}" for word in random.Random(3).choices(WORDS, k=count)]
    questions = ("samovar", same)
    floor_s, floors = ask(new_familiar, tmp_path / "p", [*different, NEEDLE], *questions)
    work_s, answers = ask(new_familiar, tmp_path / "b", [*[same] * count, NEEDLE], *questions)
    assert is_bounded(work_s, floor_s), (work_s, floor_s)
    for one, floor in zip(answers, floors, strict=True):
        assert is_bounded(one.work_s, floor.work_s), (one.work_s, floor.work_s)
        assert not one.degraded
    assert answers[0].texts[0] == NEEDLE
    assert answers[1].texts[0] == same
    assert same in answers[1].page


def test_a_chat_of_one_word_turns(tmp_path: Path, new_familiar: Callable[..., Familiar]) -> None:
    """A rare word finds its turn first, a common one the turns that say it among the first."""
    chat = random.Random(4).choices(["yes", "no", "lol", "ok", "maybe", "tomorrow", "brb"], k=2_000)
    chat[777] = "Samovar!"
    _, answers = ask(new_familiar, tmp_path, chat, "samovar", "lol")
    assert answers[0].texts[0] == "Samovar!"
    assert answers[1].texts[:5].count("lol") > 2


def test_code_and_logs(tmp_path: Path, new_familiar: Callable[..., Familiar]) -> None:
    """A name in code, an address and an error find the turn that has them."""
    code = "```python\ndef brew_tea(kettle):\n    return kettle.boil(minutes=4)\n```"
    log = "\n".join(
        f"2026-02-02T19:{n:02}:00Z ERROR worker-{n} ConnectionResetError 10.0.3.{n}:8443"
        for n in range(60)
    )
    _, answers = ask(
        new_familiar,
        tmp_path,
        [*PLAIN, code, log, NEEDLE],
        "brew_tea",
        "what does ConnectionResetError say?",
        "10.0.3.41",
        "samovar",
    )
    assert [one.texts[0] for one in answers] == [code, log, log, NEEDLE]


@pytest.mark.parametrize("question", ["Самовар", "самовара ☕", "東京", "tokyo café", "شاي", "차"])
def test_mixed_scripts(
    question: str, tmp_path: Path, new_familiar: Callable[..., Familiar]
) -> None:
    """Each word of each script finds the turn that mixes them."""
    mixed = "Zoë: самовар самовара в 東京 (Tokyo) café, شاي 차 ☕"
    _, (found,) = ask(new_familiar, tmp_path, [*PLAIN, mixed, NEEDLE], question)
    assert found.texts[0] == mixed


@pytest.mark.parametrize(
    ("question", "turns"),
    [
        ("🎉", {"party tonight 🎉🎉"}),
        ("👍", {"👍🏽", "ok 👍"}),
        ("👍🏿👍🏿", {"👍🏽", "ok 👍"}),
        ("❤", {"❤️", "I love this ❤"}),
        ("❤️", {"❤️", "I love this ❤"}),
        ("☕︎", {"☕ time", "my ☕️ mug broke"}),
        ("👩‍🚀", {"👩🏿‍🚀 is what I want to be"}),
        ("🇯🇵", {"🇯🇵 trip in may"}),
        ("🎉?!", {"party tonight 🎉🎉"}),
    ],
)
def test_an_emoji_alone_finds_the_turns_with_it(
    question: str, turns: set[str], tmp_path: Path, new_familiar: Callable[..., Familiar]
) -> None:
    """Whatever its tone and style, and before the turns that only stand beside them."""
    emoji = [
        "party tonight 🎉🎉", "👍🏽", "ok 👍", "❤️", "I love this ❤", "☕ time", "my ☕️ mug broke",
        "👩🏿‍🚀 is what I want to be", "🇯🇵 trip in may",
    ]  # fmt: skip
    talk = [text for one in emoji for text in (one, *PLAIN[:8])]
    _, (found, nothing) = ask(new_familiar, tmp_path, talk, question, "🥑")
    assert set(found.texts[: len(turns)]) == turns
    assert all(text in found.page for text in turns)
    assert nothing.texts == []

"""Words that mean nearly the same: the table that comes along."""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from familiar_memory.domain.text.months import MONTHS
from familiar_memory.index.words.near import table
from familiar_memory.index.words.near.build import (
    StaticWords,
    nearest,
    to_table,
    vocabulary,
    write_table,
)
from familiar_memory.index.words.near.choosing import choose_words
from familiar_memory.index.words.near.likeness import is_solid, may_be_near
from familiar_memory.index.words.near.table import (
    NEAREST,
    NearWords,
    near_terms,
    read_table,
    shipped_table,
)
from familiar_memory.index.words.tokens import TOKENIZER_VERSION, term_hash, terms_of

NEAR = files("familiar_memory.index.words.near")


@pytest.fixture(scope="module")
def words() -> list[str]:
    """The words of the table."""
    return NEAR.joinpath("words.txt").read_text("utf-8").split()


def _near(word: str) -> dict[int, float]:
    (term,) = terms_of((word,))
    return dict(near_terms(term))


def _hash(word: str) -> int:
    (term,) = terms_of((word,))
    return term_hash(term)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("mother", "mom"),
        ("physician", "doctor"),
        ("purchase", "bought"),
        ("film", "movie"),
        ("photo", "pictures"),
        ("journey", "trip"),
        ("teacher", "teach"),
        ("automobile", "car"),
        ("ill", "sick"),
    ],
)
def test_what_means_the_same_is_near_both_ways(one: str, other: str) -> None:
    """A pair that anybody would call alike."""
    assert _near(one)[_hash(other)] == pytest.approx(_near(other)[_hash(one)])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("coffee", "coffin"),
        ("bike", "mike"),
        ("car", "care"),
        ("love", "shove"),
        ("hot", "cold"),
        ("love", "hate"),
        ("buy", "sell"),
    ],
)
def test_spelling_and_opposites_are_not_near(one: str, other: str) -> None:
    """Letters in common are no meaning, and an opposite is another meaning."""
    assert _hash(other) not in _near(one)


@pytest.mark.parametrize(
    "word",
    [
        "Anna",
        "Maria",
        "David",
        "France",
        "Monday",
        "two",
        "seventh",
        *MONTHS,
        "猫",
        "🙂",
        "qzxv",
        "",
    ],
)
def test_names_numbers_and_unknown_words_have_no_near_words(word: str) -> None:
    """Who asks about Anna does not mean Maria, nor two where three is said."""
    for term in terms_of((word.lower(),)):
        assert near_terms(term) == ()


def test_a_table_is_bounded_ordered_and_tells_no_term_of_itself() -> None:
    """What a recall may count on, for every term."""
    shipped = shipped_table()
    assert len(shipped.terms) > 5_000
    for at, named in enumerate(shipped.terms.tolist()):
        span = slice(int(shipped.starts[at]), int(shipped.starts[at + 1]))
        near, shares = shipped.terms[shipped.near[span]].tolist(), shipped.shares[span].tolist()
        assert len(near) <= NEAREST
        assert named not in near
        assert len(set(near)) == len(near)
        assert shares == sorted(shares, reverse=True)
        assert all(shares)


def test_nearness_is_mutual_but_where_a_term_has_nearer_ones() -> None:
    """Whoever asks with either word finds the other."""
    shipped = shipped_table()
    begins, ends = shipped.starts[:-1].tolist(), shipped.starts[1:].tolist()
    near = [
        dict(zip(shipped.near[b:e].tolist(), shipped.shares[b:e].tolist(), strict=True))
        for b, e in zip(begins, ends, strict=True)
    ]
    for at, of in enumerate(near):
        for other, share in of.items():
            back = near[other]
            if at in back:
                assert back[at] == share
            else:
                assert len(back) >= NEAREST - 1
                assert share <= min(back.values())


def test_the_table_belongs_to_the_present_tokenizer(words: list[str]) -> None:
    """Made for other terms, it would silently find nothing."""
    with np.load(str(NEAR.joinpath("near.npz")), allow_pickle=False) as stored:
        assert str(stored["tokenizer"]) == TOKENIZER_VERSION
    assert {term_hash(t) for t in terms_of(words)} == set(shipped_table().terms.tolist())


@pytest.mark.long
def test_the_present_vectors_give_the_same_table(words: list[str]) -> None:
    """The table is what the installed wordllama says, of 200 terms."""
    said = StaticWords.of(words)
    assert list(said.words) == words
    sample = random.Random(7).sample(sorted(set(terms_of(words))), 200)
    found = nearest(said, sample)
    for term in sample:
        again = to_table({**{one: {} for one in found[term]}, term: found[term]}).of(term)
        stored = dict(near_terms(term))
        least = min(stored.values(), default=0.0)
        assert dict(again).keys() >= stored.keys()
        for name, share in again:
            assert stored.get(name, least) == pytest.approx(share, abs=1 / 250)


def test_the_notices_of_what_it_is_made_of_come_along() -> None:
    """Their licences ask for it."""
    notice = NEAR.joinpath("NOTICE.txt").read_text("utf-8")
    assert "Copyright (c) 2024 Lee Miller" in notice
    assert "Copyright 2000-2011 by Kevin Atkinson" in notice


def test_names_numbers_and_parts_of_words_are_not_chosen() -> None:
    """What the dictionary knows in small letters, but for numbers and months."""
    dictionary = ["Anna", "Rose", "rose", "two", "may", "March", "march", "it", "ox", "tea"]
    assert choose_words(["Anna", "anna", "rose", "tea", "coff", "ox"], dictionary) == [
        "rose",
        "tea",
    ]


def test_the_vocabulary_is_of_whole_words() -> None:
    """Pieces within a word are none."""
    assert {"mother", "coffee"} < set(vocabulary())
    assert "ician" not in vocabulary()


@pytest.mark.parametrize(
    ("pieces", "solid"),
    [
        (["mother"], True),
        (["b", "ike"], False),
        (["teach", "er"], True),
        (["phys", "ician"], True),
        (["sheep", "dog"], True),
        (["pet", "rol"], False),
        (["moth", "er"], False),
    ],
)
def test_pieces_that_say_nothing_make_no_word(pieces: list[str], solid: bool) -> None:
    """A short piece that is no ending; a word, where the rest is not made of it."""
    assert is_solid(pieces, {"pet", "sheep", "dog", "teach", "moth"}) is solid


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("mother", "mom", True),
        ("bike", "mike", False),
        ("teach", "teacher", True),
        ("happy", "happiness", True),
        ("nice", "nicely", True),
        ("swim", "swimmer", True),
        ("birthday", "birth", False),
        ("workshop", "shop", True),
        ("scarf", "scar", False),
        ("fat", "fatal", False),
        ("ski", "skier", True),
    ],
)
def test_letters_are_shared_by_kin_alone(one: str, other: str, near: bool) -> None:
    """Derivations and compounds share letters and meaning."""
    known = {"work", "shop", "birth"}
    for pair in ((one, other), (other, one)):
        assert may_be_near(*pair, known, shares_piece=False) is near


@pytest.fixture
def no_table_yet(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """A process that has not read the table, before and after."""
    table._read_shipped.cache_clear()
    yield monkeypatch
    table._read_shipped.cache_clear()


def _damaged(path: Path, how: str) -> Path:
    if how == "cut":
        path.write_bytes(Path(str(NEAR.joinpath("near.npz"))).read_bytes()[:5_000])
    elif how == "text":
        path.write_text("no arrays")
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "other arrays":
        np.savez(path, tokenizer=np.array(TOKENIZER_VERSION), terms=np.zeros(3))
    elif how == "places beyond":
        np.savez(
            path,
            tokenizer=np.array(TOKENIZER_VERSION),
            terms=np.array([1, 2], np.uint64),
            starts=np.array([0, 1, 1], np.uint32),
            near=np.array([2], np.uint16),
            shares=np.array([9], np.uint8),
        )
    elif how == "other tokenizer":
        np.savez(path, tokenizer=np.array("0"))
    return path


@pytest.mark.parametrize(
    "how",
    ["missing", "cut", "text", "empty", "other arrays", "places beyond", "other tokenizer"],
)
def test_without_a_usable_table_there_are_no_near_words_and_one_warning(
    how: str,
    tmp_path: Path,
    no_table_yet: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A recall goes on without it."""
    path = _damaged(tmp_path / "near.npz", how)
    no_table_yet.setattr(table, "TABLE", path)
    with caplog.at_level(logging.WARNING):
        assert near_terms("mother") == near_terms("mom") == ()
    assert len(caplog.records) == 1
    assert str(path) in caplog.text


def test_several_threads_read_it_once(no_table_yet: pytest.MonkeyPatch) -> None:
    """Reading costs milliseconds, and a warning is given once."""
    reads: list[Path] = []

    def counted(path: Path) -> NearWords:
        reads.append(path)
        return read_table(path)

    no_table_yet.setattr(table, "read_table", counted)
    threads = [threading.Thread(target=near_terms, args=("mother",)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(reads) == 1


def test_nobody_can_write_into_the_table() -> None:
    """It is shared by every familiar of a process."""
    with pytest.raises(ValueError, match="read-only"):
        shipped_table().shares[0] = 0


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    """Order and shares stay."""
    made = to_table({"mother": {"mom": 0.9, "mum": 0.6}, "mom": {"mother": 0.9}, "mum": {}})
    write_table(made, tmp_path / "near.npz")
    again = read_table(tmp_path / "near.npz")
    assert again.of("mother") == made.of("mother")
    assert [name for name, _ in again.of("mother")] == [term_hash("mom"), term_hash("mum")]


@pytest.mark.parametrize(
    ("word", "other"),
    [("mother", "moth"), ("dog", "petal"), ("signal", "sign"), ("message", "mess")],
)
def test_what_only_looks_like_kin_is_not_near(word, other):
    """Whoever asks about moths does not mean their mother."""
    assert term_hash(other) not in {name for name, _ in near_terms(word)}

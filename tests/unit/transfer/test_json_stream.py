"""One large JSON value, read entry by entry."""

import gc
import json
from collections.abc import Iterator
from pathlib import Path

import ijson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.errors import InputError
from familiar_memory.transfer.reading.json_stream import JsonEntry, read_json_entries

_BACKENDS = [name for name in ("yajl2_c", "python") if name in ijson.ALL_BACKENDS]
_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(1 - 2**63, 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False, min_value=-1e9, max_value=1e9)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=4)
    ),
    max_leaves=20,
)


@pytest.fixture(params=_BACKENDS)
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Each parser that ijson may run here."""
    name: str = request.param
    monkeypatch.setattr(ijson, "basic_parse", ijson.get_backend(name).basic_parse)
    yield name
    # ijson's own in Python grumbles when it is left in the middle: here, not in another test.
    gc.collect()


def _file(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "big.json"
    path.write_bytes(data)
    return path


@pytest.mark.usefixtures("backend")
def test_members_come_whole_and_one_list_piece_by_piece(tmp_path: Path) -> None:
    """In their order, with a number in that list; a byte order mark is tolerated."""
    data = (
        b'\xef\xbb\xbf{"a": {"x": [1, {}]}, "many": [{"n": 1.5}, [2], "\\ud83d\\ude00"], "z": null}'
    )
    assert list(read_json_entries(_file(tmp_path, data), split="many")) == [
        JsonEntry("a", None, {"x": [1, {}]}),
        JsonEntry("many", 0, {"n": 1.5}),
        JsonEntry("many", 1, [2]),
        JsonEntry("many", 2, "😀"),
        JsonEntry("z", None, None),
    ]


@pytest.mark.usefixtures("backend")
def test_a_list_comes_element_by_element(tmp_path: Path) -> None:
    """`split` is for objects: the same key deeper down is nothing special."""
    data = b'[{"many": [1, 2]}, [], "x"]'
    assert list(read_json_entries(_file(tmp_path, data), split="many")) == [
        JsonEntry("", 0, {"many": [1, 2]}),
        JsonEntry("", 1, []),
        JsonEntry("", 2, "x"),
    ]


def test_what_was_to_be_split_may_be_no_list(tmp_path: Path) -> None:
    """Then it comes whole, and whoever asked says what is wrong with it."""
    data = b'{"many": {"a": 1}, "": [1]}'
    assert list(read_json_entries(_file(tmp_path, data), split="many")) == [
        JsonEntry("many", None, {"a": 1}),
        JsonEntry("", None, [1]),
    ]


@pytest.mark.filterwarnings(
    "ignore:Exception ignored in. <generator object utf8_encoder"
    ":pytest.PytestUnraisableExceptionWarning"
)
@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "not JSON that can be read"),
        (b'[{"a": 1}, {"b": ', "big, after entry 1: not JSON that can be read"),
        (b"[1] x", "not JSON that can be read"),
        (b"[NaN]", "not JSON that can be read"),
        (b'["\xff"]', "not UTF-8"),
        (b'["\xed\xa0\x80"]', "not UTF-8"),
        ("[1]".encode("utf-16"), "the file is UTF-16"),
        (b'{"a": 1, "a": 2}', "big, after 'a': the key 'a' is there twice"),
        (b'[{"x": {"a": 1, "a": 1}}]', "the key 'a' is there twice"),
        (b"[" * 5_000 + b"]" * 5_000, "nested too deep"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "not JSON that can be read"),
        (b'["\\ud800"]', "holds a lone surrogate"),
        (b'["\\ude00\\ud83d"]', "holds a lone surrogate"),
        (b'"bare"', "one bare value"),
    ],
    ids=[
        *("empty", "cut", "more", "nan", "bytes", "cesu", "utf-16", "twice", "twice-inside"),
        *("deep", "digits", "surrogate", "surrogate-wrong-way", "bare"),
    ],
)
def test_what_is_malformed_is_refused(tmp_path: Path, data: bytes, problem: str) -> None:
    """By the file's name and where reading had come to; it crashes no parser."""
    with pytest.raises(InputError, match=problem) as caught:
        list(read_json_entries(_file(tmp_path, data), "big"))
    assert caught.value.problem.startswith("big")
    assert caught.value.accepted


@pytest.mark.long
@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'["' + b"x" * 20_000_000 + b'"]', "the next entry is larger than 16 MB"),
        (b"[[" + b"{}," * 600_000 + b"1]]", "more than 500,000 objects and lists"),
        (b'["\\ud83d' + b"x" * 200_000 + b'"]', "holds a lone surrogate"),
    ],
    ids=["large", "many", "surrogate-far"],
)
def test_what_is_too_large_is_left_in_the_middle(tmp_path: Path, data: bytes, problem: str) -> None:
    """With the parser that is there; ijson's own in Python grumbles when it is left so."""
    with pytest.raises(InputError, match=problem):
        list(read_json_entries(_file(tmp_path, data)))


@pytest.mark.parametrize("offset", range(-14, 4))
def test_a_pair_of_surrogates_may_lie_across_two_chunks(tmp_path: Path, offset: int) -> None:
    """Wherever the file is cut, a pair is a character and half of one is refused."""
    padding = "x" * (65_536 - len('["') + offset)
    good = _file(tmp_path, f'["{padding}\\ud83d\\ude00\\\\ud800"]'.encode())
    assert list(read_json_entries(good)) == [JsonEntry("", 0, f"{padding}😀\\ud800")]
    bad = _file(tmp_path, f'["{padding}\\ud83d x"]'.encode())
    with pytest.raises(InputError, match="lone surrogate"):
        list(read_json_entries(bad))


@pytest.mark.long
@pytest.mark.parametrize("name", _BACKENDS)
@given(values=st.lists(_VALUES, max_size=6))
def test_it_tells_what_was_written(
    name: str, values: list[object], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Any values, as `json` writes them, in ASCII and not."""
    path = tmp_path_factory.mktemp("any") / "any.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ijson, "basic_parse", ijson.get_backend(name).basic_parse)
        for ascii_only in (True, False):
            path.write_text(json.dumps(values, ensure_ascii=ascii_only), "utf-8")
            assert [entry.value for entry in read_json_entries(path)] == values

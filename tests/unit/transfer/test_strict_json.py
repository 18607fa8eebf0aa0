"""JSON of strangers: what is refused, what is kept, and at what cost."""

import tracemalloc

import pytest

from familiar_memory.errors import InputError
from familiar_memory.transfer.reading.strict_json import dump_json, parse_json, parse_sidecar


def test_a_file_of_nothing_but_small_values_is_refused_before_it_takes_memory():
    """16 MiB of `{}` would be a gigabyte of objects."""
    data = b"[" + b",".join([b"{}"] * 2_000_000) + b"]"
    tracemalloc.start()
    with pytest.raises(InputError, match="too many values"):
        parse_json(data, "many.json")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


@pytest.mark.long
def test_the_check_of_many_values_takes_little_memory_beside_them():
    """Depth and surrogates are looked for without a list of all the places."""
    data = b"[" + b",".join([b'"a"'] * 300_000) + b"]"
    tracemalloc.start()
    parse_json(data, "many.json")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000


@pytest.mark.long
def test_a_value_at_the_limits_is_read_again_from_a_sidecar_around_it():
    """What could be imported can be exported."""
    deep = b'{"a":' + b"[" * 199 + b"]" * 199 + b"}"
    wide = b"[" + b",".join([b"1"] * 749_000) + b"]"
    for data in (deep, wide):
        value = parse_json(data, "file")
        assert parse_sidecar(dump_json({"card": value}, indent=None), "sidecar")["card"] == value


def test_one_level_too_deep_is_an_error():
    """Two hundred lists in each other are the most."""
    assert parse_json(b"[" * 200 + b"]" * 200, "file") is not None
    with pytest.raises(InputError, match="nested too deep"):
        parse_json(b"[" * 201 + b"]" * 201, "file")


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (rb'{"a": [1, {"b": "x\ud800"}]}', r"a\[1\]\.b holds"),
        (rb'{"a": {"k\udc00": 1}}', "a: a key holds"),
        (rb'"\ud800"', "the value holds"),
    ],
)
def test_a_lone_surrogate_is_named_by_its_place(data, place):
    """A person can find it."""
    with pytest.raises(InputError, match=place):
        parse_json(data, "file")


def test_a_pair_of_surrogates_is_a_character():
    """That is how JSON spells what lies beyond the first plane."""
    assert parse_json(rb'{"a": "\ud83d\ude00"}', "file") == {"a": "\U0001f600"}

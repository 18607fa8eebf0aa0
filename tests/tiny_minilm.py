"""A tiny model in the form of all-MiniLM-L6-v2, as a package brings it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

__all__ = ["INPUTS", "write_minilm"]

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_ROWS = 997
"""Tokens share the rows of a small table; a prime, so that neighbours do not."""


def write_minilm(path: Path, *, dimension: int = 384, inputs: Sequence[str] = INPUTS) -> None:
    """Write a real ONNX model: the state of each token is a fixed random vector of its own.

    A row that is masked out is far from nothing, so that a mean that counts it is wrong.
    """
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    table = np.random.default_rng(11).standard_normal((_ROWS, dimension)).astype(np.float32)
    constants = [
        numpy_helper.from_array(table, "table"),
        numpy_helper.from_array(np.array(_ROWS, np.int64), "rows"),
    ]
    nodes = [
        helper.make_node("Mod", [inputs[0], "rows"], ["row"]),
        helper.make_node("Gather", ["table", "row"], ["last_hidden_state"]),
    ]
    given = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"])
        for name in inputs
    ]
    shape = ["batch", "sequence", dimension]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, shape)
    graph = helper.make_graph(nodes, "tiny", given, [output], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())

"""The whole tree as a zip archive, which the importer `tree` takes in again."""

from __future__ import annotations

from familiar_importers.exports.kept_files import kept_files
from familiar_importers.exports.zip_stream import zip_pieces
from familiar_memory.errors import UsageError
from familiar_memory.transfer.exporter import Export, ExportOptions, TreeReader

__all__ = ["TREE_MARK", "TreeExporter"]

TREE_MARK = b"familiar_memory tree 1"
"""The comment of the archive, by which it is known again."""


class TreeExporter:
    """Notes, originals and assets, byte for byte; the index is left out, for it is derived."""

    name = "tree"
    ending = ".zip"
    describe = "every note and asset of the memory as a .zip"

    def export(self, tree: TreeReader, options: ExportOptions) -> Export:
        """The archive, sorted by path and without times: the same tree makes the same bytes.

        Raises:
            UsageError: the file is not called .zip.
        """
        if options.output.suffix.lower() != ".zip":
            raise UsageError(f"{options.output} is not a .zip", "a name such as memory.zip")
        return Export(zip_pieces(kept_files(tree), tree.read_bytes, TREE_MARK))

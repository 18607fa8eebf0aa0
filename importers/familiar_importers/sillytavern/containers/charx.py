"""A `.charx`: a zip archive with `card.json` at its root; nothing in it is trusted."""

from __future__ import annotations

import io
import lzma
import stat
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator

from familiar_importers.sillytavern.containers.asset_names import reason_to_refuse
from familiar_importers.sillytavern.containers.incoming import printable
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import SkippedFile
from familiar_memory.transfer.reading.strict_json import MAX_JSON_BYTES

__all__ = ["CARD_MEMBER", "CharxArchive"]

CARD_MEMBER = "card.json"
_MAX_MEMBERS = 10_000
"""A card has a few pictures and sounds; each member is a row in memory before any is read."""
_MAX_MEMBER_BYTES = 32 * 1024 * 1024
"""A larger one is passed over (docs/sillytavern.md): one picture or sound."""
_MAX_TOTAL_BYTES = 256 * 1024 * 1024
"""Of all members unpacked, which are in memory together; more is refused."""
_PIECE = 1024 * 1024
"""Bytes unpacked at a time, between which the sum is looked at."""
_ENCRYPTED = 0x1 | 0x40 | 0x2000
"""The bits of a member's flags that say so: encrypted, strongly, its directory too."""
# Those of the others can ask for gigabytes before the first byte comes out.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DIRECTORY_ENTRY = b"PK\x01\x02"
_DAMAGE = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    OverflowError,
    IndexError,
)


class CharxArchive:
    """The members of an archive, read one at a time; what it declares of sizes is not believed."""

    def __init__(self, data: bytes, label: str) -> None:
        """Look at the list of members.

        Raises:
            InputError: it is damaged, encrypted, has too many members or two of one name,
                or no card.
        """
        self._label = label
        self._total = 0
        # The list is read at once, so its length is looked at before.
        if data.count(_DIRECTORY_ENTRY) > 2 * _MAX_MEMBERS:
            raise self._too_many()
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _DAMAGE as problem:
            raise InputError(
                f"{label}: the archive is damaged or cut short: {problem}", "a complete .charx file"
            ) from None
        self.infos = self._zip.infolist()
        if len(self.infos) > _MAX_MEMBERS:
            raise self._too_many()
        self._check_names()
        self._card = self._find_card()

    @property
    def card_info(self) -> zipfile.ZipInfo:
        """Where `card.json` stands."""
        return self._card

    @property
    def directory_start(self) -> int:
        """Where the list of members begins in the file."""
        return self._zip.start_dir

    def card(self) -> bytes:
        """The bytes of `card.json`.

        Raises:
            InputError: it is damaged or too large.
        """
        content = self._read(self._card, MAX_JSON_BYTES)
        if content is None:
            raise InputError(
                f"{self._label}: {CARD_MEMBER} is larger than {MAX_JSON_BYTES:,} bytes",
                "a card of a reasonable size",
            )
        return content

    def names(self) -> list[str]:
        """Every member that is a file, as it is called there."""
        return [info.orig_filename for info in self.infos if not info.filename.endswith("/")]

    def assets(self, wanted: frozenset[str]) -> Iterator[tuple[str, bytes] | SkippedFile]:
        """What stands under `assets/`, and the members of these names; each as it comes.

        Raises:
            InputError: all together they are too large.
        """
        for info in self.infos:
            name = info.orig_filename
            if info is self._card or (
                info.filename.endswith("/") and not reason_to_refuse(name.rstrip("/"))
            ):
                continue
            if reason := reason_to_refuse(name) or _no_file(info):
                yield SkippedFile(printable(name), reason)
            elif name in wanted or name.lower().startswith("assets/"):
                yield self._asset(info)

    def read_member(self, name: str) -> bytes | None:
        """The bytes of one member; None when it is not there, damaged or too large."""
        for info in self.infos:
            if info.orig_filename == name and not reason_to_refuse(name) and not _no_file(info):
                asset = self._asset(info)
                return None if isinstance(asset, SkippedFile) else asset[1]
        return None

    def _asset(self, info: zipfile.ZipInfo) -> tuple[str, bytes] | SkippedFile:
        name = info.orig_filename
        if info.compress_type not in _METHODS:
            return SkippedFile(printable(name), "it is packed in an unusual way")
        before = self._total
        try:
            content = self._read(info, _MAX_MEMBER_BYTES)
        except InputError as problem:
            if self._total > _MAX_TOTAL_BYTES:
                raise
            self._total = max(before, self._total)
            return SkippedFile(printable(name), problem.problem)
        if content is None:
            return SkippedFile(printable(name), f"it is larger than {_MAX_MEMBER_BYTES:,} bytes")
        return name, content

    def _read(self, info: zipfile.ZipInfo, max_bytes: int) -> bytes | None:
        """The bytes of a member, counted as they come; None when there are too many."""
        shown = printable(info.orig_filename)
        if info.compress_type not in _METHODS:
            raise InputError(f"{self._label}: {shown} is packed in an unusual way", "deflate")
        pieces: list[bytes] = []
        size = 0
        try:
            with self._zip.open(info) as member:
                while piece := member.read(_PIECE):
                    size += len(piece)
                    self._total += len(piece)
                    if size > max_bytes:
                        return None
                    if self._total > _MAX_TOTAL_BYTES:
                        break
                    pieces.append(piece)
        except _DAMAGE as problem:
            raise InputError(
                f"{self._label}: {shown} is damaged: {problem}", "a complete .charx file"
            ) from None
        if self._total > _MAX_TOTAL_BYTES:
            raise InputError(
                f"{self._label}: its members unpack to more than {_MAX_TOTAL_BYTES:,} bytes",
                "a smaller archive",
            )
        return b"".join(pieces)

    def _check_names(self) -> None:
        for info in self.infos:
            if info.flag_bits & _ENCRYPTED:
                raise InputError(
                    f"{self._label}: {printable(info.orig_filename)} is encrypted",
                    "an archive without a password",
                )
        counted = Counter(info.orig_filename for info in self.infos)
        for name, count in counted.items():
            if count > 1:
                raise InputError(
                    f"{self._label}: {count} members are called {printable(name)!r}",
                    "each member once: programs differ on which one counts",
                )

    def _find_card(self) -> zipfile.ZipInfo:
        for info in self.infos:
            if info.orig_filename == CARD_MEMBER:
                return info
        near = [n for n in self.names() if n.lower().endswith(CARD_MEMBER)]
        aside = f"; there is {printable(near[0])!r}" if near else ""
        raise InputError(
            f"{self._label}: no {CARD_MEMBER} at the root of the archive{aside}",
            "a .charx: a zip archive with a card in it",
        )

    def _too_many(self) -> InputError:
        return InputError(f"{self._label}: more than {_MAX_MEMBERS:,} members", "a smaller archive")


def _no_file(info: zipfile.ZipInfo) -> str | None:
    if stat.S_ISLNK(info.external_attr >> 16):
        return "a link"
    return None

"""A tree that exporters read, out of a dictionary."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from familiar_memory.errors import NotFoundError


@dataclass(slots=True)
class TreeInMemory:
    """A `TreeReader`; `read` counts how often each file was asked for."""

    files: Mapping[str, bytes]
    read: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, **texts: str) -> "TreeInMemory":
        """From texts, `people__x` meaning people/x.md."""
        return cls({f"{k.replace('__', '/')}.md": v.encode() for k, v in texts.items()})

    def paths(self, folder: str = "") -> list[str]:
        """Visible files, sorted."""
        inside = (p for p in self.files if not folder or p.startswith(f"{folder}/"))
        return sorted(p for p in inside if "/." not in f"/{p}")

    def folders(self, folder: str = "") -> list[str]:
        """The folders directly in one, also where all in them is hidden."""
        start = f"{folder}/" if folder else ""
        inside = (path[len(start) :] for path in self.files if path.startswith(start))
        return sorted({f"{start}{rest.partition('/')[0]}" for rest in inside if "/" in rest})

    def has(self, path: str) -> bool:
        """Hidden ones too."""
        return path in self.files

    def read_bytes(self, path: str) -> bytes:
        """The bytes of one file."""
        self.read.append(path)
        if path not in self.files:
            raise NotFoundError(path, "a file that is there")
        return self.files[path]

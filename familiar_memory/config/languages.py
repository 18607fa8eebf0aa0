"""The files of languages that an operator adds: read here, once, and handed to the rules."""

from __future__ import annotations

from familiar_memory.config.environment import language_folder
from familiar_memory.errors import ConfigError
from familiar_memory.knowledge.languages.given import LanguageFile
from familiar_memory.knowledge.languages.shipped import use_language_files

__all__ = ["use_given_languages"]

_SUFFIX = ".toml"


def use_given_languages() -> None:
    """Add the languages of `$FAMILIAR_LANGUAGES` for this process.

    Raises:
        ConfigError: the folder cannot be read, or the rules were read already, with other files.
    """
    folder = language_folder()
    if folder is None:
        use_language_files(())
        return
    try:
        paths = sorted(one for one in folder.iterdir() if one.suffix == _SUFFIX)
        files = [LanguageFile(one.name, one.read_bytes()) for one in paths]
    except OSError as problem:
        raise ConfigError(
            f"FAMILIAR_LANGUAGES is {folder}: {problem.strerror or problem}",
            "a folder with files such as de.toml",
        ) from problem
    use_language_files(files)

"""Settings: the shipped defaults, the owner's, the familiar's, the environment's.

Later ones win: `_default/character.toml` (shipped, or `<home>/_default/`), the
familiar's own `character.toml`, then `FAMILIAR_MEMORY_<SECTION>__<KEY>`. This is
the only module that reads the environment.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import platformdirs
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from familiar_memory.domain.question.context import Layer
from familiar_memory.domain.question.search import NEWEST_TURNS
from familiar_memory.domain.question.weights import checked_weights
from familiar_memory.domain.talk.ids import as_id
from familiar_memory.domain.validation_words import plain_words
from familiar_memory.errors import ConfigError, UnknownFamiliarError, UsageError

__all__ = [
    "AudienceSettings",
    "CharacterSettings",
    "ConversationSettings",
    "FamiliarPaths",
    "IndexSettings",
    "JournalSettings",
    "LoreSettings",
    "ModelSettings",
    "ModelsSettings",
    "RecallSettings",
    "Settings",
    "StoreSettings",
    "WriterSettings",
    "checked_settings",
    "default_home",
    "embedder_override",
    "fastembed_cache",
    "load_settings",
    "model_key",
    "process_environment",
    "selected_familiar",
]

_PREFIX = "FAMILIAR_MEMORY_"
_FAMILIAR_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]{1,63}")
_LOOKS_LIKE_A_KEY = re.compile(r"(?i)^(?!api_key_env$)(?!max_tokens$).*(key|token|secret|password)")
_DEFAULT_FOLDER = "_default"
CHARACTER_FILE = "character.toml"


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CharacterSettings(_Section):
    """Who the familiar is."""

    name: str = ""
    timezone: str = "UTC"

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError(
                f"{value!r} is no time zone; a name such as Europe/Ljubljana is"
            ) from None
        return value


class AudienceSettings(_Section):
    """Who may know what; see `knowledge.audience`."""

    policy: Literal["strict", "guild", "open"] = "guild"
    default: Literal["everyone", "owner"] = "everyone"


class StoreSettings(_Section):
    """Caps of the Markdown tree."""

    max_file_bytes: int = Field(262_144, gt=0)
    max_dir_entries: int = Field(10_000, gt=0)
    max_results: int = Field(1_000, gt=0)


class IndexSettings(_Section):
    """What the index is built with."""

    embedder: Literal["auto", "static", "fastembed", "none"] = "auto"
    fastembed_path: str = ""
    reconcile_s: float = Field(60.0, gt=0)
    conversation_turns: int = Field(NEWEST_TURNS, ge=0)


class JournalSettings(_Section):
    """How much of the past is kept; 0 days and 0 MB mean: no bound."""

    rotate_mb: float = Field(16, gt=0)
    rotate_days: int = Field(90, ge=0)
    keep_days: int = Field(0, ge=0)
    keep_mb: float = Field(1000, ge=0)


class WriterSettings(_Section):
    """How the writer works through the turns."""

    batch_turns: int = Field(200, gt=0)


class RecallSettings(_Section):
    """How much is recalled."""

    recent_authors: int = Field(5, ge=0)
    people_tokens: int = Field(800, gt=0)
    retrieved: int = Field(8, ge=0)
    filter: bool = True
    filter_in_voice: bool = False
    facts: int = Field(20, ge=0)
    days: int = Field(3, ge=0)
    session_days: int = Field(30, ge=0)
    max_memory_chars: int = Field(0, ge=0)
    excluded_words: tuple[str, ...] = ()
    log: bool = True
    log_questions: bool = False
    log_keep_days: int = Field(365, ge=0)
    log_keep_rows: int = Field(200_000, ge=0)
    profile: str = "default"
    profiles: dict[str, dict[str, float]] = Field(default_factory=dict)
    caps: dict[Layer, Annotated[int, Field(ge=1)]] = Field(default_factory=dict)

    @field_validator("profiles")
    @classmethod
    def _known_weights(cls, value: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
        for name, weights in value.items():
            try:
                checked_weights(weights)
            except UsageError as problem:
                raise ValueError(
                    f"profile {name!r}: {problem.problem} ({problem.accepted})"
                ) from None
        return value

    @field_validator("excluded_words", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        # The environment knows only texts.
        if isinstance(value, str):
            return tuple(word.strip() for word in value.split(",") if word.strip())
        return value


class LoreSettings(_Section):
    """How lorebooks are activated; see `lore.activation`."""

    activation: bool = True
    scan_depth: int = Field(2, ge=0, le=1_000)
    budget_tokens: int = Field(0, ge=0)
    budget_percent: int = Field(25, ge=1, le=100)
    recursion: bool = True
    max_recursion: int = Field(0, ge=0, le=100)
    case_sensitive: bool = False
    whole_words: bool = True
    include_names: bool = True
    group_scoring: bool = False
    min_activations: int = Field(0, ge=0)
    max_depth: int = Field(0, ge=0, le=1_000)
    strategy: Literal["character_first", "global_first", "evenly"] = "character_first"
    card_copies: bool = False
    seed: int = 0


class ModelSettings(_Section):
    """One slot: a chat model, and where its key is; never the key itself.

    Without `base_url` it is the provider's own address. `api_key_env` names an environment
    variable; without it, the provider's own address has its usual one, and any other
    address is asked without a key.
    """

    provider: Literal["openai", "anthropic"]
    model: str = Field(min_length=1)
    base_url: str = ""
    api_key_env: str = ""
    timeout_s: float = Field(15.0, gt=0, le=600)
    max_tokens: int = Field(1024, gt=0)
    temperature: float | None = Field(None, ge=0, le=2)
    max_retries: int = Field(2, ge=0, le=10)

    @model_validator(mode="before")
    @classmethod
    def _no_key(cls, value: object) -> object:
        given = value if isinstance(value, Mapping) else {}
        if held := sorted(key for key in given if _LOOKS_LIKE_A_KEY.search(str(key))):
            raise ValueError(
                f"{held[0]!r} would put a key into a file: put it into an environment variable,"
                f' and name that: api_key_env = "OPENAI_API_KEY"'
            )
        return value

    @field_validator("api_key_env")
    @classmethod
    def _is_a_name(cls, value: str) -> str:
        if value and not _VARIABLE.fullmatch(value):
            # What stands here may be the key: it is told to nobody.
            raise ValueError("it is no name of an environment variable, such as OPENAI_API_KEY")
        return value

    @field_validator("base_url")
    @classmethod
    def _is_an_address(cls, value: str) -> str:
        if not value:
            return value
        try:
            parts = urlsplit(value)
            is_web = parts.scheme in ("http", "https") and bool(parts.hostname)
        except ValueError:
            is_web = False
        if not is_web or parts.username or parts.password or parts.query or parts.fragment:
            raise ValueError("it is no address such as http://localhost:11434/v1, without a key")
        return value.rstrip("/")

    @property
    def key_variable(self) -> str | None:
        """The environment variable that holds the key; None where none is sent."""
        if self.api_key_env:
            return self.api_key_env
        return None if self.base_url else f"{self.provider.upper()}_API_KEY"


class ModelsSettings(_Section):
    """The slots; one that is not set has no model, and what would ask it does without."""

    filter: ModelSettings | None = None
    conversation: ModelSettings | None = None
    memory_writer: ModelSettings | None = None

    def configured(self) -> dict[str, ModelSettings]:
        """The slots that are set, by name."""
        found = {name: getattr(self, name) for name in type(self).model_fields}
        return {name: slot for name, slot in found.items() if slot is not None}


class ConversationSettings(_Section):
    """How much of a room's recent talk goes before a model; see `recall.conversation`."""

    turns: int = Field(25, ge=1, le=500)
    all_up_to: int = Field(3, ge=0)
    newest: int = Field(5, ge=1)
    tokens: int = Field(2000, ge=100)
    deadline_s: float = Field(8.0, gt=0)


class Settings(_Section):
    """Every setting of one familiar."""

    character: CharacterSettings = CharacterSettings()
    audience: AudienceSettings = AudienceSettings()
    store: StoreSettings = StoreSettings()
    index: IndexSettings = IndexSettings()
    journal: JournalSettings = JournalSettings()
    memory_writer: WriterSettings = WriterSettings()
    recall: RecallSettings = RecallSettings()
    lore: LoreSettings = LoreSettings()
    models: ModelsSettings = ModelsSettings()
    conversation: ConversationSettings = ConversationSettings()
    predicates: dict[str, Literal["one", "many"]] = Field(default_factory=dict)

    @property
    def zone(self) -> ZoneInfo:
        """The zone in which days and sessions are cut."""
        return ZoneInfo(self.character.timezone)


class FamiliarPaths:
    """Where one familiar's things are; `home` holds a folder for each familiar."""

    def __init__(self, home: Path, familiar_id: str) -> None:
        familiar_id = as_id(familiar_id, "a familiar's id")
        if not _FAMILIAR_ID.fullmatch(familiar_id) or familiar_id == _DEFAULT_FOLDER:
            raise UsageError(
                f"{familiar_id!r} cannot name a familiar",
                "letters, digits, dots, hyphens and underscores, beginning with a letter or"
                " digit, at most 64",
            )
        self.home = home
        self.familiar_id = familiar_id
        self.root = home / familiar_id
        self.memory = self.root / "memory"
        self.index = self.memory / ".index" / "embeddings.sqlite"
        self.history = self.root / "history.sqlite"
        self.journal = self.root / "journal"
        self.usage = self.root / "usage.sqlite"
        self.character = self.root / CHARACTER_FILE

    def require(self) -> None:
        """Make sure that the familiar is there.

        Raises:
            UnknownFamiliarError: it names the ones that are.
        """
        if self.character.is_file():
            return
        known = sorted(p.parent.name for p in self.home.glob(f"*/{CHARACTER_FILE}"))
        known = [name for name in known if name != _DEFAULT_FOLDER]
        here = f"there are: {', '.join(known)}" if known else "there are none yet"
        raise UnknownFamiliarError(
            f"no familiar {self.familiar_id!r} under {self.home}",
            f"{here}; `familiar init {self.familiar_id}` makes it",
        )


def default_home() -> Path:
    """`$FAMILIAR_HOME`, else ./data/familiars if that is there, else the platform's data folder."""
    if given := os.environ.get("FAMILIAR_HOME"):
        return Path(given).expanduser()
    local = Path("data", "familiars")
    if local.is_dir():
        return local
    return Path(platformdirs.user_data_dir("familiar_memory", appauthor=False)) / "familiars"


def selected_familiar() -> str | None:
    """`$FAMILIAR_ID`; None when it is not set."""
    return os.environ.get("FAMILIAR_ID") or None


def fastembed_cache() -> Path:
    """Where fastembed's models are: `$FASTEMBED_CACHE_PATH`, else ~/.cache/fastembed."""
    given = os.environ.get("FASTEMBED_CACHE_PATH")
    return Path(given).expanduser() if given else Path.home() / ".cache" / "fastembed"


def embedder_override() -> str | None:
    """The embedder that the environment names over every settings file; None for none."""
    found = _from_environment(os.environ).get("index", {}).get("embedder")
    return None if found is None else str(found)


def model_key(variable: str) -> str | None:
    """The key in an environment variable; None when it is not set, or blank."""
    return os.environ.get(variable, "").strip() or None


def process_environment() -> MutableMapping[str, str]:
    """The process's own environment, for libraries that can only be told through it."""
    return os.environ


def load_settings(paths: FamiliarPaths) -> Settings:
    """Merge the layers and check them.

    Raises:
        ConfigError: it names the file, the key and what would be accepted.
    """
    merged = _read_toml(shipped_defaults())
    for file in (paths.home / _DEFAULT_FOLDER / CHARACTER_FILE, paths.character):
        if file.is_file():
            merged = _merge(merged, _read_toml(file))
    merged = _merge(merged, _from_environment(os.environ))
    where = f"see the shipped defaults; it is set in {paths.character} or in {_PREFIX}*"
    return checked_settings(merged, where)


def checked_settings(tables: Mapping[str, Any], where: str) -> Settings:
    """Settings of decoded tables; `where` says where a person would mend them.

    Raises:
        ConfigError: it names the key and what would be accepted.
    """
    try:
        return Settings.model_validate(tables)
    except ValidationError as problem:
        raise _config_error(problem, where) from None


def shipped_defaults() -> Path:
    """The default character.toml: in the wheel beside this module, else in the checkout."""
    package = Path(__file__).parent
    inside = package / _DEFAULT_FOLDER / CHARACTER_FILE
    return (
        inside
        if inside.is_file()
        else package.parent / "data" / "familiars" / _DEFAULT_FOLDER / CHARACTER_FILE
    )


def _read_toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise ConfigError(f"{file} is not valid TOML: {problem}", "UTF-8 text in TOML") from None
    except OSError as problem:
        raise ConfigError(f"{file} cannot be read: {problem}", "a readable file") from problem


def _merge(under: dict[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Lay one tree of tables over another; tables merge, everything else is replaced."""
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        both = isinstance(below, dict) and isinstance(value, Mapping)
        merged[key] = _merge(below, value) if both else value  # type: ignore[arg-type]
    return merged


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in environ.items():
        *tables, key = name.removeprefix(_PREFIX).lower().split("__")
        if name.startswith(_PREFIX) and tables:
            below = found
            for table in tables:
                if not isinstance(below.get(table), dict):
                    below[table] = {}
                below = below[table]
            below.setdefault(key, value)
    return found


def _config_error(problem: ValidationError, where: str) -> ConfigError:
    first = problem.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    why = plain_words(first["msg"])
    # What stands in a slot by mistake may be a key.
    given = "" if key.startswith("models") else f" = {first.get('input')!r}"
    return ConfigError(
        f"setting {key!r}{given} is not accepted: {why}",
        where,
    )

"""Slots of the settings become models; a key is never in a file, nor in a message."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from familiar_memory.config.load import load_settings
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.errors import ConfigError, ModelRefusedError
from familiar_memory.llm import resolve
from familiar_memory.llm.base import ChatMessage, ChatRequest
from familiar_memory.llm.shelf import ModelShelf
from familiar_memory.llm.slot import ModelSlot

KEY = "sk-very-secret-1234567890"


def settings_of(home, text):
    """The settings of a familiar whose file says so."""
    paths = FamiliarPaths(home, "ember")
    paths.root.mkdir(parents=True, exist_ok=True)
    paths.character.write_text(text, "utf-8")
    return load_settings(paths)


def refusal(home, text):
    """What is said of settings that are not accepted."""
    with pytest.raises(ConfigError) as caught:
        settings_of(home, text)
    return str(caught.value)


def reason(shelf, slot="filter"):
    """Why a slot's model cannot be asked."""
    with pytest.raises(ModelRefusedError) as caught:
        asyncio.run(shelf.get(slot).complete(ChatRequest((ChatMessage("user", "?"),))))
    return caught.value.problem, caught.value.accepted


def shelf_of(tmp_path, key=None, **slot):
    """A shelf with one slot."""
    slots = {"filter": ModelSlot(**({"provider": "openai", "model": "m"} | slot))}
    return ModelShelf(slots, tmp_path / "usage.sqlite", lambda _: key)


def test_no_slot_is_set_by_default(tmp_path):
    """And there is no model."""
    settings = settings_of(tmp_path, "")
    assert settings.models.configured() == {}
    assert settings.recall.filter
    assert not settings.recall.filter_in_voice
    assert ModelShelf({}, tmp_path / "u", lambda _: None).get("filter") is None


def test_a_slot_is_read_from_the_file_and_the_environment(tmp_path, monkeypatch):
    """The environment wins."""
    monkeypatch.setenv("FAMILIAR_MEMORY_MODELS__FILTER__MODEL", "bigger")
    monkeypatch.setenv("FAMILIAR_MEMORY_RECALL__FILTER", "false")
    text = '[models.filter]\nprovider = "openai"\nmodel = "small"\nbase_url = "http://box:1/v1/"\n'
    settings = settings_of(tmp_path, text)
    expected = ModelSlot(provider="openai", model="bigger", base_url="http://box:1/v1")
    assert settings.models.configured() == {"filter": expected}
    assert not settings.recall.filter


@pytest.mark.parametrize("name", ["api_key", "key", "API_KEY", "token", "client_secret"])
def test_a_key_in_a_file_is_refused_and_not_repeated(tmp_path, name):
    """It is said where it belongs."""
    said = refusal(
        tmp_path, f'[models.filter]\nprovider = "openai"\nmodel = "m"\n{name} = "{KEY}"\n'
    )
    assert "models.filter" in said
    assert "api_key_env" in said
    assert KEY not in said


@pytest.mark.parametrize(
    "line",
    [
        f'api_key_env = "{KEY}"',
        f'base_url = "https://{KEY}@example.org/v1"',
        f'base_url = "https://example.org/v1?key={KEY}"',
        f'base_url = "{KEY}"',
        f'provider = "{KEY}"',
        f'max_tokens = "{KEY}"',
    ],
)
def test_a_key_in_a_wrong_place_is_not_repeated_either(tmp_path, line):
    """Whatever else is wrong."""
    rest = "" if line.startswith("provider") else 'provider = "openai"\n'
    said = refusal(tmp_path, f'[models.filter]\nmodel = "m"\n{rest}{line}\n')
    assert KEY not in said
    assert "models.filter" in said


def test_a_key_in_the_settings_of_the_environment_is_refused(tmp_path, monkeypatch):
    """It would show in every listing of settings."""
    monkeypatch.setenv("FAMILIAR_MEMORY_MODELS__FILTER__API_KEY", KEY)
    said = refusal(tmp_path, '[models.filter]\nprovider = "openai"\nmodel = "m"\n')
    assert "api_key_env" in said
    assert KEY not in said


def test_an_unknown_slot_is_refused(tmp_path):
    """A misspelt one would do nothing."""
    assert "models.fliter" in refusal(tmp_path, '[models.fliter]\nprovider = "openai"\n')


@pytest.mark.parametrize(
    ("slot", "variable"),
    [
        ({}, "OPENAI_API_KEY"),
        ({"provider": "anthropic"}, "ANTHROPIC_API_KEY"),
        ({"api_key_env": "OUR_KEY"}, "OUR_KEY"),
        ({"base_url": "http://localhost:1/v1"}, None),
        ({"base_url": "http://localhost:1/v1", "api_key_env": "OUR_KEY"}, "OUR_KEY"),
    ],
)
def test_the_key_is_where_the_slot_says(slot, variable):
    """The provider's own address has its usual one, any other address none."""
    assert ModelSlot(**({"provider": "openai", "model": "m"} | slot)).key_variable == variable


def test_a_missing_key_is_told_when_the_model_is_asked(tmp_path):
    """With the name of the variable; opening the familiar does not fail."""
    shelf = shelf_of(tmp_path, api_key_env="OUR_KEY")
    said = (
        "the model of [models.filter] has no key: $OUR_KEY is not set",
        "set OUR_KEY to the key, or name another variable in api_key_env",
    )
    assert reason(shelf) == said
    assert shelf.problem("filter") == said
    assert shelf_of(tmp_path, key=KEY).problem("filter") is None


def test_a_missing_package_is_told_with_its_extra(tmp_path, monkeypatch):
    """So that one knows what to install."""
    monkeypatch.setattr(resolve.importlib.util, "find_spec", lambda _: None)
    problem, accepted = reason(shelf_of(tmp_path, key=KEY))
    assert problem == "openai:m needs what is not installed: openai, stamina, json_repair"
    assert accepted == "pip install 'familiar-memory[llm]'"


@pytest.mark.long
def test_opening_a_familiar_with_a_slot_loads_no_provider():
    """They take seconds to load; only the first question needs them."""
    code = (
        "import sys, familiar_memory.assembly.parts, familiar_memory.llm.resolve as r;"
        "from familiar_memory.llm.slot import ModelSlot;"
        "r.model_of(ModelSlot('openai', 'm', 'http://localhost:1/v1'));"
        "print([m for m in ('openai', 'anthropic', 'httpx2', 'stamina', 'json_repair')"
        " if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

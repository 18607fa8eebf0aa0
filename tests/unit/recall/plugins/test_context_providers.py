"""Context providers of other packages: who is asked, what is taken, and what breaks nothing."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import threading
from contextlib import ExitStack
from datetime import UTC, datetime
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from familiars import put_notes, started

from familiar_memory.domain.question.context import Contribution, Layer, Mode, RecallRequest
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.errors import ConfigError, StoppedError
from familiar_memory.inspection.health.checks import run_checks
from familiar_memory.plug_ins import BrokenPlugIn
from familiar_memory.recall.layout import PROVIDER_TOKENS
from familiar_memory.recall.plugins.calls import Calls
from familiar_memory.recall.plugins.registry import GROUP, Plugin, ProviderRegistry

NOW = datetime(2026, 3, 1, 22, 30, tzinfo=UTC)
TAVERN = Place("discord", "tavern", "lantern")
CELLAR = Place("discord", "cellar", "other")
DM = Place("discord", "42", kind=PlaceKind.DM)
ROWAN = Author("discord", "42", "Rowan")
ROWAN_MD = "# Rowan\n\n- likes:: tea\n- likes:: owls (in:discord-dm-42)\n"
HEADER = "from familiar_memory import Contribution, FamiliarError, Layer, Line\n"
_NUMBERS = itertools.count()

SAYS = """
class Made:
    def contribute(self, asked):
        {body}
"""


def block(text="'It rains.'", **more):
    """Source of a contribution."""
    given = ", ".join(f"{name}={value!r}" for name, value in more.items())
    return f"Contribution(Layer.CONTENT, 'me', {text}, 70, {given})"


@pytest.fixture
def install(tmp_path, monkeypatch):
    """A package with one provider: what pip writes of it, without pip; returns its module."""
    monkeypatch.syspath_prepend(tmp_path / "site")

    def package(name, body=None, *, source=None, made="Made"):
        module = f"provider_package_{next(_NUMBERS)}"
        info = tmp_path / "site" / f"{module}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {module}:{made}\n")
        text = HEADER + SAYS.format(body=body) if source is None else source
        (info.parent / f"{module}.py").write_text(text, "utf-8")
        return module

    return package


@pytest.fixture
def opened(tmp_path, new_familiar):
    """Do something with a familiar that asks these providers."""

    def run(names, work, *, notes=None):
        put_notes(tmp_path / "home" / "ember" / "memory", notes or {})

        async def with_it():
            settings = f"timezone = 'Europe/Ljubljana'\n[recall]\nproviders = {list(names)!r}\n"
            familiar = new_familiar(tmp_path / "home", settings=settings, now=NOW)
            async with started(familiar):
                await familiar.settle()
                return await work(familiar)

        return asyncio.run(with_it())

    return run


@pytest.fixture
def recalled(opened):
    """The context of one request."""

    def run(names, request=None, *, notes=None):
        request = request or RecallRequest("hello", ROWAN, TAVERN)
        return opened(names, lambda familiar: familiar.recall(request), notes=notes)

    return run


def told(context, name):
    """What the trace says of one provider."""
    return [(d.subject, d.verdict.value) for d in context.trace.decisions if d.step == name]


# --- who is asked -------------------------------------------------------------------


def test_what_is_only_installed_is_neither_asked_nor_imported(install, recalled, tmp_path):
    """A package in the same environment must not put text into every prompt, nor run."""
    install("weather", source=f"open({str(tmp_path / 'run')!r}, 'w').close()\n")
    assert recalled([]).contributions == ()
    assert not (tmp_path / "run").exists()


def test_what_is_switched_on_stands_in_the_prompt_under_its_own_name(install, recalled):
    """Between marks, whatever source it claims; the trace names it."""
    install("weather", f"return [{block(label='sky')}]")
    context = recalled(["weather"])
    assert '<memory kind="weather" class="given">\nIt rains.\n</memory>' in context.render()
    assert [c.source for c in context.contributions] == ["weather"]
    assert told(context, "weather") == [("weather: sky", "kept")]
    assert ("budget", "weather: sky") in [(d.step, d.subject) for d in context.trace.decisions]
    assert context.trace.degraded == ()


def test_the_order_is_that_of_the_settings_and_nobody_is_asked_twice(install, recalled):
    """Two packages, one of which is named twice."""
    install("aaa", f"yield {block(repr('A'))}")
    install("bbb", f"yield {block(repr('B'))}")
    steps = [d.step for d in recalled(["bbb", "aaa", "bbb"]).trace.decisions]
    assert [step for step in steps if step in ("aaa", "bbb")] == ["bbb", "aaa"]


def test_an_unknown_name_is_refused_with_those_that_are_installed(install, recalled):
    """As any other setting that would do nothing."""
    install("weather", "return []")
    with pytest.raises(ConfigError) as refused:
        recalled(["wether"])
    assert "'recall.providers' = 'wether' is not accepted" in refused.value.problem
    assert refused.value.accepted == "installed: weather"


def test_the_names_of_our_own_sources_cannot_be_taken(install, recalled, caplog):
    """Such a package is left out, said once, and its name cannot be switched on."""
    install("facts", "return []")
    install("Odd Name", "return []")
    install("weather", "return []")
    for _ in range(2):
        with pytest.raises(ConfigError, match="what a part of every recall is called") as refused:
            recalled(["facts"])
        assert refused.value.accepted == "installed: weather"
    said = [r.getMessage() for r in caplog.records if "a context provider cannot" in r.getMessage()]
    assert len(said) == len(set(said))
    assert any("'Odd Name'" in line for line in said)


def test_without_any_the_message_says_where_one_would_be_registered():
    """An empty list of names would help nobody."""
    with pytest.raises(ConfigError) as refused:
        ProviderRegistry(tuple).chosen(["weather"])
    assert refused.value.accepted == f"none is installed under {GROUP}"


def test_a_name_of_several_packages_is_nobodys(caplog):
    """Which one would be asked depended on the order of folders; the same one twice is one."""
    entries = [EntryPoint("weather", f"json:{name}", GROUP) for name in ("loads", "dumps", "loads")]
    registry = ProviderRegistry(lambda: entries)
    assert registry.names() == ("weather",)
    for _ in range(2):
        assert registry.chosen(["weather"]) == (
            BrokenPlugIn(
                "weather", "several packages register that name: json:dumps and json:loads"
            ),
        )
    assert len(caplog.records) == 1


COUNTS = """
count = 0

class Made:
    def __init__(self):
        global count
        count += 1

    def contribute(self, asked):
        yield Contribution(Layer.CONTENT, "once", str(count), 70)
"""


def test_a_provider_is_made_once_for_all_familiars(install, recalled):
    """So that what it keeps is kept for the whole process."""
    install("once", source=HEADER + COUNTS)
    for _ in range(2):
        assert [c.text for c in recalled(["once"]).contributions] == ["1"]


def test_the_example_of_the_page_runs(install, recalled):
    """As it is printed in docs/providers.md."""
    page = (Path(__file__).parents[4] / "docs" / "providers.md").read_text("utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    install("weather", source=code, made="Weather")
    assert "It rains at 23:30." in recalled(["weather"]).render()


# --- what is broken -----------------------------------------------------------------

BROKEN = {
    "import": "import no_such_package_at_all\n",
    "no factory": "Other = 1\n",
    "raises": "class Made:\n    def __init__(self):\n        raise ValueError('no key')\n",
    "no method": "class Made:\n    pass\n",
    "no function": "class Made:\n    contribute = 'text'\n",
    "a property": (
        "class Made:\n    def contribute(self, asked):\n        return []\n"
        "    @property\n    def is_timeless(self):\n        raise ValueError('odd')\n"
    ),
}


@pytest.mark.parametrize("source", BROKEN.values(), ids=BROKEN)
def test_a_broken_package_breaks_no_reply(install, opened, caplog, source):
    """Each recall says that it lacks it, the log once, and doctor why; the owner is told why."""
    install("weather", source=source)

    async def work(familiar):
        asked = (RecallRequest("hello", ROWAN, TAVERN), RecallRequest("hello"))
        found = [await familiar.recall(request) for request in asked]
        checks = run_checks(familiar.parts, await familiar.settle())
        return found, {check.name: check.findings for check in checks}

    (there, owners), findings = opened(["weather"], work, notes={"people/discord-42.md": ROWAN_MD})
    assert "likes" in there.render()
    assert there.trace.degraded == ("weather: the provider cannot be loaded",)
    assert owners.trace.degraded[0].startswith("weather: the provider cannot be loaded: ")
    assert told(there, "weather") == [("weather", "failed")]
    (finding,) = findings["providers"]
    assert finding.what.startswith("the context provider weather cannot be loaded: ")
    assert len([r for r in caplog.records if "weather" in r.getMessage()]) == 1


def test_doctor_does_not_speak_of_providers_where_there_are_none(opened):
    """Its list stays as it was; and with one that works nothing is found."""

    async def work(familiar):
        return [check.name for check in run_checks(familiar.parts, await familiar.settle())]

    assert "providers" not in opened([], work)


RUBBISH = {
    "nothing": ("return None", "what a provider returned is None"),
    "a number": ("return 5", "what a provider returned is 5"),
    "a text": ("return 'rain'", "what a provider returned is 'r'"),
    "other things": ("return [object]", "what a provider returned is"),
    "no end": (f"while True:\n            yield {block()}", "too many blocks"),
    "authored": (f"return [{block(trust='authored')}]", "says that it is authored"),
    "depth": (f"return [{block(depth=3, role='system')}]", "has a depth or a role"),
    "a line": ("return [Contribution(Layer.CONTENT, '', lines=[Line(5)], priority=1)]", "a line"),
    "a place": (
        "return [Contribution(Layer.CONTENT, '', lines=[Line('x', at='there')], priority=1)]",
        "a line's at is 'there'",
    ),
    "a half": (f"return [{block(repr(chr(0xD800)))}]", "not valid text"),
    "no layer": ("return [Contribution('sky', '', 'x', 1)]", "layer"),
    "an error": ("raise FamiliarError('no key for the sky', 'one')", "weather: no key for the sky"),
    "a bug": ("return 1 / 0", "weather: internal error: ZeroDivisionError"),
    "the end": ("raise SystemExit(3)", "weather: internal error: SystemExit"),
}


@pytest.mark.parametrize(("body", "why"), RUBBISH.values(), ids=RUBBISH)
def test_rubbish_is_left_out_and_named(install, recalled, body, why):
    """All that the provider gave, and nothing else."""
    install("weather", body)
    context = recalled(["weather"], notes={"people/discord-42.md": ROWAN_MD})
    assert "likes" in context.render()
    assert [c.source for c in context.contributions if c.source == "weather"] == []
    (reason,) = context.trace.degraded
    assert reason.startswith("weather: ")
    assert why in reason
    assert told(context, "weather") == [("weather", "failed")]


@pytest.mark.long
@pytest.mark.usefixtures("in_a_hurry")
def test_one_that_never_answers_is_left_behind(install, opened, monkeypatch):
    """The other one is asked, passages come, and it cannot take the threads of every recall."""
    go_on = threading.Event()
    monkeypatch.setattr("builtins.test_go_on", go_on, raising=False)
    install("stuck", "import builtins; builtins.test_go_on.wait(60); return []")
    install("weather", f"return [{block()}]")

    async def work(familiar):
        request = RecallRequest("what of the tea?", ROWAN, TAVERN, mode=Mode.VOICE)
        found = [await familiar.recall(request) for _ in range(10)]
        go_on.set()
        return found

    notes = {"topics/tea.md": "# Tea\n\n- Lapsang tea is smoked over pine\n"}
    first, *_, last = opened(["stuck", "weather"], work, notes=notes)
    assert told(first, "stuck") == [("stuck", "late")]
    assert first.trace.degraded == ("stuck took too long",)
    assert {"It rains."} <= {c.text for c in first.contributions}
    assert "Lapsang" in first.render()
    assert last.trace.degraded == ("stuck: it has not come back from earlier recalls",)
    assert "It rains." in last.render()


def test_many_at_once_are_not_taken_for_stuck():
    """A household asks the same provider from many threads; only what was to end counts."""
    calls, stops = Calls(), [Stop() for _ in range(40)]
    with ExitStack() as under_way:
        for stop in stops:
            under_way.enter_context(calls.one(stop))
        for stop in stops[:8]:
            stop.set()
        with pytest.raises(StoppedError, match="not come back"), calls.one(Stop()):
            pass
    with calls.one(Stop()):
        pass


def test_a_provider_has_a_size(install, recalled):
    """All of its blocks together; what is over is cut, and said."""
    many = " ".join(f"Word number {n} is here." for n in range(400))
    install("talk", f"return [{block(repr(many))}, {block(repr('More.'))}]")
    context = recalled(["talk"])
    (kept,) = [c for c in context.contributions if c.source == "talk"]
    assert 0 < estimate_tokens(kept.text) <= PROVIDER_TOKENS[Mode.TEXT]
    assert told(context, "talk")[0] == ("talk", "cut")


# --- who reads it -------------------------------------------------------------------

ECHO = """
class Made:
    is_timeless = True

    def contribute(self, asked):
        facts = [fact.object for fact in asked.facts(asked.people)]
        viewer = asked.viewer
        said = [viewer.place, viewer.is_owner, viewer.is_broadcast, facts]
        said += [asked.may_know("discord-dm-42"), asked.now.isoformat()]
        yield Contribution(Layer.CONTENT, "echo", json.dumps(said), 70)
"""


def test_it_is_told_who_reads_the_reply_and_reads_what_they_may_know(install, opened):
    """Facts of a private talk stay in it; a broadcast and an earlier moment get none."""
    install("echo", source=f"import json\n{HEADER}{ECHO}")
    requests = {
        "room": RecallRequest("hello", ROWAN, TAVERN),
        "dm": RecallRequest("hello", ROWAN, DM),
        "owner": RecallRequest("hello", ROWAN),
        "all": RecallRequest("hello", ROWAN, TAVERN, is_broadcast=True),
        "then": RecallRequest("hello", ROWAN, as_of=datetime(2026, 2, 1, tzinfo=UTC)),
    }

    async def work(familiar):
        return {name: await familiar.recall(request) for name, request in requests.items()}

    found = opened(["echo"], work, notes={"people/discord-42.md": ROWAN_MD})
    said = {
        name: next(json.loads(c.text) for c in context.contributions if c.source == "echo")
        for name, context in found.items()
    }
    now = "2026-03-01T23:30:00+01:00"
    assert said == {
        "room": [TAVERN.slug, False, False, ["tea"], False, now],
        "dm": [DM.slug, False, False, ["tea", "owls"], True, now],
        "owner": [None, True, False, ["tea", "owls"], True, now],
        "all": [None, False, True, [], False, now],
        "then": [None, True, False, [], True, "2026-02-01T01:00:00+01:00"],
    }


def test_as_of_an_earlier_moment_only_the_timeless_are_asked(install, recalled):
    """Whoever says nothing of it knows only of now."""
    timeless = HEADER + SAYS.format(body=f"yield {block(repr('T'))}")
    install("always", source=timeless + "    is_timeless = True\n")
    install("odd", source=timeless + "    is_timeless = 'yes'\n")
    install("now", f"yield {block(repr('N'))}")
    request = RecallRequest("hello", as_of=datetime(2026, 2, 1, tzinfo=UTC))
    assert [c.source for c in recalled(["now", "odd", "always"], request).contributions] == [
        "always"
    ]


NOTED = """
class Made:
    def contribute(self, asked):
        line = Line("Owls are feared.", at=("topics/owls.md", 3))
        yield Contribution(Layer.CONTENT, "", lines=[line], priority=90, label="topics/owls.md")
        yield Contribution(Layer.CONTENT, "", "A word.", 60, label="words")
"""


@pytest.mark.parametrize("audience", ["everyone", "owner"])
def test_the_recall_log_and_the_trace_name_only_notes_that_it_names(install, opened, audience):
    """And only to whom they may be named; a passage that it tells is not told again."""
    install("noted", source=HEADER + NOTED)

    async def work(familiar):
        request = RecallRequest("owls", ROWAN, TAVERN)
        context = await familiar.recall(request)
        familiar.parts.answering.recall_logger.flush()
        (one,) = familiar.history.recalls.latest()
        why = await familiar.explain.why_not("topics/owls.md:3", request)
        return context, [s.key for s in one.surfaced], why

    notes = {"topics/owls.md": f"# Owls\n\n- Owls are feared (in:{audience})\n"}
    context, logged, why = opened(["noted"], work, notes=notes)
    if audience == "owner":
        assert told(context, "noted") == [("noted", "kept"), ("noted: words", "kept")]
        assert logged == []
        return
    assert told(context, "noted") == [
        ("topics/owls.md", "kept"),
        ("topics/owls.md:3", "kept"),
        ("noted: words", "kept"),
    ]
    assert logged == ["topics/owls.md"]
    assert context.render().count("Owls are feared") == 1
    (answer,) = why.answers
    said = "it is on the page already, given by noted, so it is not given again"
    assert (answer.reason.value, answer.because) == ("already shown", said)


def test_a_note_is_not_named_to_those_who_knew_its_lines_once(install, opened, tmp_path):
    """It says nothing to them now: the same as where it is not there, also in the recall log."""
    install("noted", source=HEADER + NOTED)
    file = tmp_path / "home" / "ember" / "memory" / "topics" / "owls.md"

    async def work(familiar):
        found = []
        for text in (notes["topics/owls.md"], "", "# Owls\n\n- Owls are feared (in:owner)\n"):
            file.write_text(text, "utf-8")
            await familiar.settle()
            context = await familiar.recall(RecallRequest("owls", ROWAN, TAVERN))
            familiar.parts.answering.recall_logger.flush()
            (one, *_) = familiar.history.recalls.latest()
            found.append((told(context, "noted"), context.render(), [s.key for s in one.surfaced]))
        return found

    notes = {"topics/owls.md": "# Owls\n\n- Owls are feared\n"}
    known, emptied, hidden = opened(["noted"], work, notes=notes)
    assert known[2] == ["topics/owls.md"]
    assert hidden[0] == [("noted", "kept"), ("noted: words", "kept")]
    assert hidden == emptied


def test_why_not_tells_when_the_budget_cut_a_provider(install, opened):
    """Its line was given, and had no room."""
    crowd = SAYS.format(
        body="yield Contribution(Layer.CONTENT, '', lines=[Line('Owls are feared.',"
        " at=('topics/owls.md', 3))], priority=1)"
    )
    install("noted", source=HEADER + crowd)
    extra = Contribution(Layer.CONTENT, "mine", "Many words. " * 2000, 100)

    async def work(familiar):
        request = RecallRequest("owls", ROWAN, TAVERN, extra=(extra,))
        return await familiar.explain.why_not("topics/owls.md:3", request)

    notes = {"topics/owls.md": "# Owls\n\n- Owls are feared\n"}
    (answer,) = opened(["noted"], work, notes=notes).answers
    assert (
        answer.because == "it was returned from noted, cut because the budget had no room for more"
    )


def test_the_registry_gives_what_is_asked_for():
    """A working one as a `Plugin`, by the name of its entry."""
    entry = EntryPoint("weather", f"{__name__}:_Weather", GROUP)
    (plugin,) = ProviderRegistry(lambda: [entry]).chosen(["weather"])
    assert isinstance(plugin, Plugin)
    assert (plugin.name, plugin.is_timeless) == ("weather", False)


class _Weather:
    def contribute(self, asked):
        """Nothing."""
        return ()

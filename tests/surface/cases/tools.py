"""What a chat model may call, listed and tried out."""

from surface.table import both, case, character, env, plain

_IN_TAVERN = "--as discord:42 --place discord-lantern.tavern"
_MAY_WRITE = character('[index]\nembedder = "none"\n\n[tools]\nwrite = true\n', "tools that write")
_STORE = (
    "tools call memory_store"
    """ '{"type": "semantic", "subject": "tea", "content": "The green tin holds sencha."}'"""
)

GROUPS = {
    "tools": [
        *both("tools", "tools --write"),
        *plain("tools --json --style openai", "tools --json --style anthropic", "tools --help"),
        *plain(
            "tools --style xml",
            "tools call",
            "tools sing",
            "tools call memory_search a b",
            "tools call memory_sing",
            "tools call memory_search",
            "tools call memory_search '{'",
            "tools call memory_search '[]'",
            """tools call memory_search '{"query": "tea", "top_k": 3}'""",
            """tools call memory_search '{"query": 7}'""",
            """tools call memory_recall '{"type": "vague"}'""",
            """tools call memory_recall '{}' --place discord-lantern.tavern""",
            """tools call memory_recall '{}' --place nowhere --as discord:42""",
            """tools call memory_recall '{}' --as nobody""",
            _STORE,
        ),
        *plain(
            """tools call memory_search '{"query": "tea", "topK": 2}'""",
            """tools call memory_search '{"query": "zebra"}'""",
            f"""tools call memory_search '{{"query": "records office"}}' {_IN_TAVERN}""",
            """tools call memory_recall '{"id": "topics/none.md#^x"}'""",
            f"""tools call memory_recall '{{"type": "semantic"}}' {_IN_TAVERN}""",
            """tools call memory_graph '{"entity": "Rowan", "depth": 1}'""",
            """tools call memory_graph '{"entity": "Zebra"}'""",
        ),
        case(
            f"{_STORE} {_IN_TAVERN}",
            f"{_STORE} {_IN_TAVERN}",
            f"""tools call memory_search '{{"query": "sencha tin"}}' {_IN_TAVERN}""",
            f"""tools call memory_reflect '{{"force": true}}' {_IN_TAVERN}""",
            "log -n 1",
            given=_MAY_WRITE,
        ),
        case("tools call memory_recall -", stdin='{"tags": ["kitchen"]}'),
        *plain("tools", given=env("FAMILIAR_ID", "nobody")),
    ],
}

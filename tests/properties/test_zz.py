import sys

sys.path.insert(0, "tests/properties")
sys.path.insert(0, "tests")
from test_tree_machine import *


def test_x(new_familiar):
    TreeMachine.make = staticmethod(new_familiar)
    state = TreeMachine()
    state.begin(lexical=False)
    state.it_is_what_a_fresh_build_is()
    state.nothing_stale_is_told()
    state.bring_in(force=False, words="tea")
    print([(e.source, e.path, e.moved_to, str(e.state)) for e in state.familiar.journal.entries()])
    try:
        state.rename_what_is_known(path="topics/tea.md", to="people/discord-42.md")
    finally:
        for e in state.familiar.journal.entries():
            print((e.source, e.path, e.moved_to, str(e.state), e.before, e.after, str(e.operation)))

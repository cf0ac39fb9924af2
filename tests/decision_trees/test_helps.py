"""The help under a question is one line on a phone: who stands at a table reads it at a glance."""

from __future__ import annotations

import re
import unicodedata

import pytest

from decision_trees.library import open_library

LINE = 23.5  # full characters of the size of text, between the edges of a phone of 412 px
LONGER = {  # here a shorter one would leave out what decides the answer
    "bridge.contested_claim": {"issue"},
    "bridge.declarer_lead_out_of_turn": {"since_defender"},
    "bridge.inadmissible_double": {"inadmissible"},
    "bridge.major_penalty_card": {"requirement"},
    "bridge.penalty_card_not_played": {"requirement"},
    "guandan.does_it_beat": {"verdict"},
    "shengji.trick_winner": {"winner"},
}
READ_BY_PROGRAMS = {"history"}  # nobody is asked for it on a screen: the journal knows it


def width(text: str) -> float:
    """The width of a help in full characters; a seat has two of them."""
    shown = re.sub(r"\{[^}]*\}", "东家", re.sub(r"\{[^}]*\|\}", "", text))
    return sum(1 if unicodedata.east_asian_width(character) in "WFA" else 0.56 for character in shown)


@pytest.mark.parametrize("tree", sorted(open_library().trees))
def test_a_help_is_one_line(tree: str) -> None:
    read = open_library().trees[tree]
    helps = {name: fact.help or "" for name, fact in read.facts.items() if name not in READ_BY_PROGRAMS}
    helps |= {name: question.help for name, question in read.questions.items() if question.help}

    assert {name for name, text in helps.items() if width(text) > LINE} == LONGER.get(tree, set()), helps

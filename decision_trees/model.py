"""What a decision tree is made of: facts, questions, outcomes; and the worked cases beside it.

A tree is YAML, written by people who know the game. A **fact** is a typed answer; where a rule function can work it out from
other facts it is *derived* and not asked. A **question** asks for one fact and says where each answer leads. An **outcome** is
what the referee rules, with the clauses, what happens now, who chooses among what, and words for each player.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any, Literal

from rules_data.model import Game, record

FactKind = Literal["bool", "choice", "number", "seat", "card", "cards", "call", "auction", "text", "time", "history"]

Level = Literal["none", "restriction", "penalty"]
"""Nothing to penalise (green), a restriction or a choice (amber), a penalty (red)."""


@record
class Choice:
    """One answer of a choice fact."""

    text: str
    help: str | None = None
    cites: tuple[str, ...] = ()


@record
class Derivation:
    """How a fact follows from others: by a rule function, or by looking at another fact.

    ``given`` maps the function's parameters to ``$fact`` references or plain values. Of the result, ``take`` picks a key;
    ``equals``/``contains``/``empty``/``at_least`` turn what was taken into a bool.
    """

    call: str | None = None
    fact: str | None = None
    given: dict[str, Any] = field(default_factory=dict)
    take: str | None = None
    equals: Any = None
    one_of: tuple[Any, ...] | None = None
    contains: Any = None
    empty: bool | None = None
    at_least: float | None = None
    at_most: float | None = None


@record
class Fact:
    """A typed answer."""

    kind: FactKind
    label: str  # on the chip of what is known: 下家已叫
    options: dict[str, Choice] = field(default_factory=dict)  # for choice
    minimum: float | None = None
    maximum: float | None = None
    unit: str | None = None
    derive: Derivation | None = None
    optional: bool = False  # may be left out: entered only to let others be derived
    examples: tuple[Any, ...] = ()  # valid values, for kinds that are not enumerable
    help: str | None = None


@record
class Range:
    """Where a number leads."""

    to: str
    at_least: float | None = None
    at_most: float | None = None


@record
class Question:
    """One step of a tree: ask for a fact, settle an open question, or go through another tree."""

    ask: str | None = None
    fact: str | None = None
    who: str | None = None  # the player whose choice this is: he decides, not the referee
    explain: tuple[str, ...] = ()  # what must be explained before he chooses
    help: str | None = None
    cites: tuple[str, ...] = ()
    answers: dict[str, str] = field(default_factory=dict)  # answer -> node; "*" for any other
    ranges: tuple[Range, ...] = ()  # for numbers
    next: str | None = None  # for facts that do not branch
    open: str | None = None  # an open question of a book, e.g. bridge-1999/D-26
    tree: str | None = None  # another tree whose outcome leads on


@record
class Effect:
    """A consequence in a form that programs can use. Text fields may hold {fact} placeholders."""

    kind: Literal[
        "call_stands", "call_cancelled", "must_call", "must_repeat", "forced_pass", "may_not_double", "lead_penalty",
        "auction_continues", "play_continues", "card_played", "card_withdrawn", "penalty_card", "card_restored",
        "trick_transfer", "trick_stands", "lead_required", "play_required", "adjusted_score", "score_correction",
        "score_cap", "board_cancelled", "redeal", "procedural_penalty", "warning", "violation", "foul", "lose_deal",
        "lose_game", "disqualified", "skip_turns", "no_pattern", "points", "levels", "tribute", "next_deal",
        "right_lost", "right_kept", "claim", "appeal", "report", "refer", "hearing", "information", "explain",
        "replace_cards", "other",
    ]  # fmt: skip
    who: str | None = None
    what: str | None = None  # in Chinese
    amount: Any = None
    unit: str | None = None
    duration: (
        Literal[
            "once", "one_turn", "rest_of_auction", "while_on_lead", "this_trick", "this_round", "this_deal", "event"
        ]
        | None
    ) = None
    suits: str | None = None
    cites: tuple[str, ...] = ()


@record
class OutcomeOption:
    """One way a player may choose after a ruling."""

    text: str
    to: str | None = None  # node the ruling goes on from; None: nothing more follows
    help: str | None = None
    cites: tuple[str, ...] = ()


@record
class OutcomeChoice:
    """What somebody may choose among once the ruling is given."""

    who: str
    fact: str  # under this name the choice is kept
    cites: tuple[str, ...]
    options: dict[str, OutcomeOption]
    consult: bool = False  # may he consult his partner? (bridge 10C2: no)


@record
class FollowUp:
    """Another tree that may have to be gone through next."""

    tree: str
    when: str  # in Chinese: 违规方成为防家时
    cites: tuple[str, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)  # answers already known there ($fact or values)


@record
class Deadline:
    """A time limit the text gives."""

    text: str
    cites: tuple[str, ...]
    minutes: int | None = None


@record
class Outcome:
    """What the referee rules. Texts may hold {fact} placeholders."""

    ruling: str  # one sentence
    level: Level
    cites: tuple[str, ...]
    do: tuple[str, ...] = ()  # what happens now, in order
    effects: tuple[Effect, ...] = ()
    tell: dict[str, str] = field(default_factory=dict)  # role -> words to say aloud
    choice: OutcomeChoice | None = None
    follow_ups: tuple[FollowUp, ...] = ()
    open_questions: tuple[str, ...] = ()  # touched here without changing the way through the tree
    deadline: Deadline | None = None
    note: str | None = None
    refer: bool = False  # not decided by the text: the chief referee decides


@record
class Never:
    """Answers that cannot be true together."""

    facts: dict[str, Any]
    say: str  # one Chinese sentence


@record
class Usual:
    """What happened in most of the cases, said in one sentence: agreed to with one tap, it answers several questions."""

    say: str  # one Chinese sentence that says every one of the answers
    facts: dict[str, Any]


@record
class Tree:
    """An irregularity and the way from what happened to the ruling."""

    id: str  # bridge.insufficient_bid
    title: str
    stage: str  # where it belongs in the entry list, an id of the game's stages
    heard: tuple[str, ...]  # how it is reported at the table
    cites: tuple[str, ...]
    start: str
    facts: dict[str, Fact]
    questions: dict[str, Question]
    outcomes: dict[str, Outcome]
    never: tuple[Never, ...] = ()
    usual: tuple[Usual, ...] = ()
    part: bool = False  # a shared step of other trees, not an entry by itself
    note: str | None = None

    @property
    def game(self) -> Game:
        """The game this tree belongs to."""
        return self.id.partition(".")[0]  # type: ignore[return-value]


@record
class Expectation:
    """What a worked case must come to."""

    outcome: str
    cites: tuple[str, ...]  # all of these are among the outcome's
    says: tuple[str, ...] = ()  # these words are in the ruling, what is done or what is told
    level: Level | None = None
    open_questions: tuple[str, ...] = ()  # these were used


@record
class Case:
    """A worked case: a test, a trainee's scenario, an exam question."""

    id: str  # unique within the game
    tree: str
    title: str
    situation: str  # as a player would tell it
    facts: dict[str, Any]
    expect: Expectation
    why: str
    settled: dict[str, str] = field(default_factory=dict)  # open questions the event has settled
    tricky: bool = False


@record
class Stage:
    """A stage of a game, in the order of the entry list."""

    id: str
    title: str

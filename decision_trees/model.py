"""What a decision tree is made of: facts, questions, outcomes; and the worked cases beside it.

A tree is YAML, written by people who know the game. A **fact** is a typed answer; where a rule function can work it out from
other facts it is *derived* and not asked. A **question** asks for one fact and says where each answer leads. An **outcome** is
what the referee rules, with the clauses, what happens now, who chooses among what, and words for each player.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any, Literal, Protocol, get_args

from rules_data.model import GameId
from rules_data.record import record

FactKind = Literal["bool", "choice", "number", "seat", "card", "cards", "call", "auction", "text", "time", "history"]

Lasts = Literal["incident", "deal", "table", "event"]
"""How long a fact of the deal sheet stays true: this irregularity with its follow-ups, until the next deal (下一副), from deal to
deal at a table, or the whole event."""

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
    firm: bool = False  # not the referee's to correct: what is entered otherwise contradicts what it follows from


@record
class Fact:
    """A typed answer."""

    kind: FactKind
    label: str  # on the chip of what is known: 下家已叫
    options: dict[str, Choice] = field(default_factory=dict)  # for choice
    seats: dict[str, str] = field(
        default_factory=dict
    )  # for seat: those of the game, in the order of play; put in when read
    minimum: float | None = None
    maximum: float | None = None
    unit: str | None = None
    derive: Derivation | None = None
    optional: bool = False  # may be left out: entered only to let others be derived
    examples: tuple[Any, ...] = ()  # valid values, for kinds that are not enumerable
    help: str | None = None
    lasts: Lasts | None = None  # of a fact of the deal sheet: how long it stays true at a table
    grows: bool = (
        False  # it goes on while the deal goes on: at a later irregularity it is gone on with, not taken as known
    )
    ended_by: dict[str, Any] = field(
        default_factory=dict
    )  # of one that grows: it is over where these of the deal are so
    later: bool = False  # of an optional fact: it happens once the referee has ruled, and is offered only then
    counted: bool = False  # how often something was put down at a table: a ruling is told it without its own incident
    counts_if: dict[str, Any] = field(default_factory=dict)  # open question -> its answer (or several): else ignored


Draw = Literal[
    "doer", "seat", "turn", "count", "noted", "auction", "trick", "led", "played", "exposed", "penalty", "hand", "table"
]
"""How a fact appears in the picture of what happened. Of a seat: ``doer`` who did it, ``turn`` whose turn it is, ``seat`` anything
else that is said at his place. ``count`` a number at a seat; ``noted`` a value beside the table (level, trumps, contract).
``auction`` the calls. Cards: ``led`` and ``played`` to the trick, ``trick`` several in the order played, ``exposed`` or
``penalty`` face up before somebody, ``hand`` what he holds, ``table`` belonging to nobody."""

DRAWN_OF: dict[Draw, tuple[FactKind, ...]] = {
    "doer": ("seat",),
    "seat": ("seat",),
    "turn": ("seat",),
    "count": ("number",),
    "noted": ("choice", "number", "call", "text", "card"),
    "auction": ("auction",),
    **dict.fromkeys(("trick", "led", "played", "exposed", "penalty", "hand", "table"), ("card", "cards")),
}
"""Which facts may be drawn so."""

OF_SOMEBODY: tuple[Draw, ...] = ("count", "led", "played", "trick", "exposed", "penalty", "hand")
"""What lies or is said at somebody's place, who is named with ``by``."""


@record
class Drawn:
    """What a fact means in the picture of what happened; nothing is drawn that no fact says."""

    draw: Draw
    by: str | None = None  # whose it is: a role's path, a fact that holds a seat, or a seat of the game
    words: str | None = None  # what is said of it: 首引, 前一手; of a seat the words of its role are said without
    act: str | None = (
        None  # it is what the referee was called for, in a word or two: 藏牌？; of an auction the doer's last call
    )
    called: str | None = None  # a choice whose answer names it instead of ``words``: 轻罚张, 重罚张
    unless: tuple[Any, ...] = ()  # these values are not drawn
    without: tuple[str, ...] = ()  # drawn only where none of these facts is known: they say the same


@record
class Role:
    """Somebody at the table as texts call him: the seat he has, where it is known, and the words where it is not."""

    words: str | None = None  # 违规者
    seat: str | None = None  # the fact that holds his seat
    side: str | None = None  # what his side is called: 违规方
    opponents: str | None = None  # and the other side: 非违规方
    pair: str | None = None  # the fact that holds his side, where his seat is not known


@record
class Relation:
    """A player by his place relative to another."""

    steps: int  # turns in the order of play from the other to him
    words: str  # 下家


@record
class Addition:
    """What a ruling adds to a number of the deal sheet: a key of what a function of its figures says."""

    call: str
    take: str


How = Literal["is", "more", "put", "gone", "unknown", "back"]
"""How a ruling changes what is known of a table: a fact ``is`` so from now on; ``more`` is added to a number; cards are ``put``
to those there or are ``gone`` from them; it is ``unknown`` again; what the rulings of this incident have added to a number is
taken ``back``."""

HOWS: tuple[str, ...] = get_args(How)


@record
class Leave:
    """What a ruling leaves on the table: how one fact of the deal sheet changes by it.

    The value comes from a fact, from a function (``call``, ``given``, ``take`` as in a derivation), from the seat of a role's path
    (``seat``), or is written as it is (``value``); in ``ruled`` of a deal sheet also from a ``part`` of the effect, or, with
    ``take`` alone, from what a figure of that function found. ``of`` names whose it is where the fact is one at each seat
    (:attr:`Deal.at_seats`). Without the value known nothing changes; with ``or_from`` it is worked out another way, as far as it
    goes, and with ``or_unknown`` the fact is not known any more.
    """

    how: How = "is"
    fact: str | None = None
    call: str | None = None
    given: dict[str, Any] = field(default_factory=dict)
    take: str | None = None
    seat: str | None = None
    part: Literal["seat", "cards", "amount", "unit", "duration", "suits", "what"] | None = None
    value: Any = None
    of: str | None = None  # a role's path; in ``ruled`` also ``who``: whom the effect is on
    or_from: Derivation | None = None  # what is known all the same where the value is not
    or_unknown: bool = False  # something became of it, and what cannot be worked out
    only: dict[str, Any] = field(default_factory=dict)  # only where these facts have these values (or one of several)


Scope = Literal["deal", "game", "round", "event"]


@record
class CountedKind:
    """A kind of record."""

    title: str  # in Chinese: 违例
    within: Scope  # the later ones are counted within it
    cites: tuple[str, ...]


@record
class Implied:
    """A tree that looks at the count: whoever rules by it, or through it, has put down one record, whatever the outcome says.

    With ``effect``: only a ruling of the tree that has this effect; with ``outcome``: only this one of its outcomes.
    """

    tree: str
    counts: str  # a kind
    cites: tuple[str, ...]
    effect: str | None = None
    outcome: str | None = None


@record
class Except:
    """An effect that is not put on the record."""

    tree: str
    effect: str
    reason: str  # in Chinese
    cites: tuple[str, ...]
    outcome: str | None = None  # None: in every outcome


@record
class Amount:
    """How many, where an effect does not say it in a number."""

    tree: str
    outcome: str
    effect: str
    amount: int
    reason: str  # in Chinese
    cites: tuple[str, ...]


@record
class Lapse:
    """A ruling that the right to penalise was lost: what its incident had put down before it counts no longer."""

    tree: str
    outcomes: tuple[str, ...]
    kinds: tuple[str, ...]
    cites: tuple[str, ...]


@record
class ByPerson:
    """Where a table keeps the number of each person, and the decision of an event by which it does."""

    settled: dict[str, str]  # open question -> the answer by which persons are counted; none: they always are
    at: str  # a name of ``at_seats``: the number of each person
    before: tuple[str, ...] = ()


@record
class Turns:
    """The time at which one kind is another one too: the second warning of a round is a violation."""

    at: int
    into: str  # a kind that the table keeps
    cites: tuple[str, ...]


@record
class AtTable:
    """Where a table keeps how often a kind was put down there, and the answer that says how often it was before."""

    at: str  # a name of ``at_seats``: the number of each side
    before: tuple[str, ...] = ()  # facts of the trees that look at the count
    by_person: ByPerson | None = None  # where an event counts by person instead
    turns: Turns | None = None  # how often it has to be for another kind to be put down with it


@record
class Ladder:
    """What one game counts (``ladder.yaml``)."""

    kinds: dict[str, CountedKind] = field(default_factory=dict)
    effects: dict[str, str] = field(default_factory=dict)  # kind of effect -> kind of record
    implied: tuple[Implied, ...] = ()
    amounts: tuple[Amount, ...] = ()
    excepted: tuple[Except, ...] = ()
    at_table: dict[str, AtTable] = field(default_factory=dict)  # kind of record -> where a table keeps it
    lapsed: tuple[Lapse, ...] = ()

    def lapses(self, tree: str, outcome: str) -> frozenset[str]:
        """The kinds that count no longer of an incident, once it is ruled so."""
        rulings = (each for each in self.lapsed if each.tree == tree and outcome in each.outcomes)
        return frozenset(kind for each in rulings for kind in each.kinds)

    def of_ruling(self, ruled: Made) -> dict[str, int]:
        """What one ruling puts down against each offender: kind -> how many.

        What several effects of one kind say (违规方, 双方) is one record of each side, so that the largest counts.
        """
        effects = ruled.outcome.effects
        through = {ruled.tree.id, *(node.partition("/")[0] for node in ruled.path if "/" in node)}
        out: dict[str, int] = {}
        for implied in self.implied:
            had = implied.effect is None or any(e.kind == implied.effect for e in effects)
            if implied.tree in through and had and implied.outcome in (None, ruled.outcome_id):
                out[implied.counts] = 1
        for effect in effects:
            kind = self.counts_as(ruled, effect)
            if kind is not None:
                out[kind] = max(out.get(kind, 0), self._amount(ruled, effect))
        return out

    def counts_as(self, ruled: Made, effect: Effect) -> str | None:
        """The kind of record that an effect of a ruling is; None where it is none."""
        here = (e for e in self.excepted if e.tree == ruled.tree.id and e.effect == effect.kind)
        return None if any(e.outcome in (None, ruled.outcome_id) for e in here) else self.effects.get(effect.kind)

    def _amount(self, ruled: Made, effect: Effect) -> int:
        for a in self.amounts:
            if (a.tree, a.outcome, a.effect) == (ruled.tree.id, ruled.outcome_id, effect.kind):
                return a.amount
        said: Any = effect.amount
        return said if isinstance(said, int) and not isinstance(said, bool) and said > 0 else 1


class Made(Protocol):
    """A ruling that was made, as far as it is counted."""

    @property
    def tree(self) -> Tree:
        """Whose outcome it is."""

    @property
    def outcome_id(self) -> str:
        """Which of its outcomes."""

    @property
    def outcome(self) -> Outcome:
        """The outcome, with its texts filled."""

    @property
    def path(self) -> tuple[str, ...]:
        """The nodes it came through, those of another tree with its name."""


@record
class Agreement:
    """Facts that must agree: a function that refuses them, in one sentence, where they cannot be true together."""

    call: str
    given: dict[str, Any] = field(default_factory=dict)
    everywhere: bool = False  # checked in every tree, whether or not it names it


@record
class Acting:
    """What is added, wherever a ruling says that somebody does something next, of what the table knows of him.

    The function is given his seat as the parameter ``seat`` names, besides ``given``; nothing is added where it has too little,
    where a placeholder of ``say`` cannot be filled from its result, or where the sentence says it already.
    """

    call: str
    seat: str  # the parameter that is given his seat
    say: str
    given: dict[str, Any] = field(default_factory=dict)
    cites: tuple[str, ...] = ()


@record
class Deal:
    """The deal at the table (牌局): the facts all trees of a game share, who is who, and how seats and values are said.

    ``<game>/deal.yaml``. Its facts are never asked unless a question of a tree names them.
    """

    facts: dict[str, Fact]
    seats: dict[str, str] = field(default_factory=dict)  # of the game: {N: 北家, E: 东家, ...}
    sides: dict[str, str] = field(default_factory=dict)
    roles: dict[str, Role] = field(default_factory=dict)
    relations: dict[str, Relation] = field(default_factory=dict)
    words: dict[str, dict[str, str]] = field(default_factory=dict)  # how values are said: {level: {A+: 过A}}
    sheet: tuple[tuple[str, ...], ...] = ()  # the facts people enter, in groups, in the order they are entered
    next_deal: dict[str, Derivation] = field(default_factory=dict)  # what is known of the next deal from this one
    over: Derivation | None = None  # whether the deal is known to be over: what begins a deal then begins the next one
    adds: dict[str, Addition] = field(default_factory=dict)  # what a ruling adds to numbers that grow during the deal
    ruled: dict[str, dict[str, Leave]] = field(
        default_factory=dict
    )  # effect or function of a figure -> {fact: what it leaves}; a source alone is the fact it is taken from
    at_seats: dict[str, dict[str, str]] = field(
        default_factory=dict
    )  # what lies or holds at each seat: {penalty_cards_at: {N: penalty_cards_north, ...}}
    drawn: dict[str, Drawn] = field(default_factory=dict)  # what facts of its trees mean in a picture
    agree: dict[str, Agreement] = field(default_factory=dict)  # what trees that name it check of what was entered
    ladder: Ladder | None = None  # of its game; put in when it is loaded, never written in it
    moot: dict[str, dict[str, Any]] = field(
        default_factory=dict
    )  # open question -> facts that, where they have these values (or one of several), leave nothing open
    acts: dict[str, Acting] = field(default_factory=dict)  # what is added where somebody does this next


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
    next: str | None = None  # for facts that do not branch; for an open question as long as nobody has settled it
    open: str | None = None  # an open question of a book, e.g. bridge-1999/D-26
    tree: str | None = None  # another tree whose outcome leads on


EffectKind = Literal[
    "call_stands", "call_cancelled", "must_call", "must_repeat", "forced_pass", "may_not_double", "lead_penalty",
    "auction_continues", "play_continues", "card_played", "card_withdrawn", "penalty_card", "card_restored",
    "trick_transfer", "trick_stands", "lead_required", "play_required", "adjusted_score", "score_correction",
    "score_cap", "board_cancelled", "redeal", "procedural_penalty", "warning", "violation", "foul", "lose_deal",
    "lose_game", "disqualified", "skip_turns", "no_pattern", "points", "levels", "tribute", "next_deal",
    "right_lost", "right_kept", "claim", "appeal", "report", "refer", "hearing", "information", "explain",
    "replace_cards", "results_kept", "results_cancelled", "opponents_kept", "opponents_cancelled", "forfeit_rest",
    "forfeit_round", "advances", "redraw", "fill_up", "bye", "wins", "each_alone", "other",
]  # fmt: skip
"""The kinds of consequences: the one register of them. What a kind does to the table is written in ``ruled`` of a deal sheet."""

EFFECTS: tuple[str, ...] = get_args(EffectKind)


@record
class Effect:
    """A consequence in a form that programs can use. Text fields may hold {fact} placeholders."""

    kind: EffectKind
    who: str | None = None
    what: str | None = None  # in Chinese
    amount: Any = None
    unit: str | None = None
    duration: (
        Literal[
            "once",
            "one_turn",
            "rest_of_auction",
            "while_on_lead",
            "this_trick",
            "this_circle",
            "this_round",
            "this_deal",
            "event",
        ]
        | None
    ) = None
    suits: str | None = None
    cards: str | tuple[str, ...] | None = None  # the cards it is about: ``$fact``; the engine puts in what they are
    seat: str | None = None  # put in by the engine: where ``who`` sits
    cites: tuple[str, ...] = ()


@record
class OutcomeOption:
    """One way a player may choose after a ruling."""

    text: str
    to: str | None = None  # node the ruling goes on from; None: nothing more follows
    help: str | None = None  # what comes of it: a player must hear that before he chooses (bridge 10C1, 84C)
    cites: tuple[str, ...] = ()
    only: dict[str, Any] = field(default_factory=dict)  # legal only where these facts, if known, have these values
    otherwise: str | None = None  # why it is not legal else, in one Chinese sentence
    happened: bool = False  # what came of it, only noted by the referee: nothing that is offered to him
    told: dict[str, Any] = field(default_factory=dict)  # where these facts have these values, it is what he has chosen
    unavailable: str | None = None  # put in by the engine: why it may not be chosen here


@record
class OutcomeChoice:
    """What somebody may choose among once the ruling is given."""

    who: str
    fact: str  # under this name the choice is kept
    cites: tuple[str, ...]
    options: dict[str, OutcomeOption]
    consult: bool | None = False  # may he consult his partner? (bridge 10C2: no); None where no clause says


@record
class FollowUp:
    """Another tree that may have to be gone through next."""

    tree: str
    when: str  # in Chinese: 违规方成为防家时
    cites: tuple[str, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)  # renamed or added; what both trees have is carried anyway
    leave: tuple[str, ...] = ()  # facts not carried: they speak of another incident
    charged: bool = False  # it finds out what this ruling has charged already: one offence is charged once


@record
class Deadline:
    """A time limit the text gives: a clock of so many ``minutes`` or ``seconds`` is offered with it.

    ``left`` is a fact that says how many seconds of it are left when it is ruled; the clock runs so long where it is known.
    """

    text: str
    cites: tuple[str, ...]
    minutes: int | None = None
    seconds: int | None = None
    left: str | None = None

    @property
    def length(self) -> int:
        """How long a clock of it runs, in seconds; 0 where there is none."""
        return (self.minutes or 0) * 60 + (self.seconds or 0)


@record
class Figure:
    """What a function works out for an outcome, and the sentence it makes.

    ``say`` may hold ``{key}`` of the function's result beside facts and roles, with a form: ``{leader:seat}``. With ``by``, a
    key of the result, ``says`` has a sentence for each of its values (``yes``, ``no`` for bool, ``*`` for any other).
    """

    call: str
    given: dict[str, Any] = field(default_factory=dict)
    say: str | None = None
    by: str | None = None
    says: dict[str, str] = field(default_factory=dict)
    offer: str | None = None  # what it could say if what is missing were entered: 可算出升到几级
    cites: tuple[str, ...] = ()
    cites_where: dict[str, dict[str, tuple[str, ...]]] = field(
        default_factory=dict
    )  # besides, where a key of the result has a value: {layer: {base: [...]}}
    only: dict[str, Any] = field(
        default_factory=dict
    )  # said only where these facts have these values (or one of several)


Act = Literal[
    "call", "lead", "play", "withdraw", "choose", "answer", "count", "deal", "cut", "draw", "declare", "bury", "exchange",
    "tribute", "return", "announce", "settle", "arrange", "appeal", "rule", "none",
]  # fmt: skip
"""What somebody does next: the one register of acts, whatever the game. ``call`` in the auction; ``lead`` to a new trick,
``play`` to one that was begun; ``withdraw`` cards; ``choose`` among what is offered; ``answer`` (say, state, show); ``count`` cards
or tricks; ``deal``, ``cut``, ``draw``, ``declare``, ``bury``, ``exchange``, ``tribute``, ``return``, ``announce`` as the game has
them; ``settle`` the score; ``arrange`` the next deal, round or table; ``appeal``; ``rule`` (the referee goes on); ``none``."""

ACTS: tuple[str, ...] = get_args(Act)

EVERYBODY = "all"
"""In place of whoever acts next: the whole table."""


@record
class Next:
    """Who acts once the ruling is given, and how: one of the entries of an outcome, of which the first that applies is said.

    ``who`` is a role's path, a fact or a key of a figure's result that holds a seat or a side, ``all``, or an official in words.
    With ``figure`` the entry speaks of what that figure of the outcome found; without ``say`` the figure's own sentence is what is
    said, here and not among the figures. With ``call`` it works out something of its own. An entry does not apply where its
    function has too little, where ``only`` does not hold, where the seat it names is not known, or where a placeholder of ``say``
    cannot be filled: so less is said, never wrongly.
    """

    act: Act
    who: str | None = None  # None only with ``none``: nobody acts, and ``say`` is the reason
    say: str | None = None  # one Chinese clause, without a full stop
    cards: str | None = None  # which he may or must play: ``$fact``, or a key of the result
    over: str | None = None  # the least that must be exceeded or made, the same way
    figure: str | None = None
    call: str | None = None
    given: dict[str, Any] = field(default_factory=dict)
    only: dict[str, Any] = field(default_factory=dict)  # keys of the result, or facts, with one of these values
    cites: tuple[str, ...] = ()  # besides those of the outcome


@record
class Stays:
    """What a ruling leaves as it was, where a player could doubt it."""

    say: str
    only: dict[str, Any] = field(default_factory=dict)
    cites: tuple[str, ...] = ()


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
    figures: dict[str, Figure] = field(default_factory=dict)
    leaves: dict[str, Leave] = field(default_factory=dict)  # fact of the deal sheet -> how it stands after this ruling
    next: tuple[Next, ...] = ()  # who acts next: the first that applies; in files also names of ``next.yaml``
    stays: tuple[Stays, ...] = ()  # may be written as their text alone


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
class Claim:
    """What players wrongly claim at the table, in their words, and what the referee answers in one sentence."""

    says: str  # 最后两张不算甩牌
    answer: str
    cites: tuple[str, ...]
    outcomes: tuple[str, ...] = ()  # under which it is answered; under every one where none is named
    silent: bool = False  # the text does not write it, and the answer says so


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
    figures: dict[str, Figure] = field(default_factory=dict)  # of every outcome that does not write it ``none``
    never: tuple[Never, ...] = ()
    agree: tuple[str, ...] = ()  # agreements of the deal sheet that hold for what is entered here
    usual: tuple[Usual, ...] = ()
    needless: dict[str, dict[str, Any]] = field(
        default_factory=dict
    )  # optional fact -> with which answers nobody is asked for it
    wanted: dict[str, dict[str, Any]] = field(
        default_factory=dict
    )  # optional fact -> only with which answers it is asked for before the ruling
    claims: tuple[Claim, ...] = ()
    part: bool = False  # a shared step of other trees, not an entry by itself
    begins_deal: bool = (
        False  # it is asked before a deal is played: where the deal at the table is over, of the next one
    )
    note: str | None = None
    roles: dict[str, Role] = field(default_factory=dict)  # who its texts speak of; may be written as the words alone
    drawn: dict[str, Drawn | None] = field(default_factory=dict)  # as in the deal sheet, where it is otherwise here
    deal: Deal | None = None  # of its game; put in when trees are loaded, never written in a tree

    @property
    def game(self) -> GameId:
        """The game this tree belongs to."""
        return self.id.partition(".")[0]


REFUSED = "refused"
"""The outcome of a case whose facts cannot be true together: it is only a test, and nobody is shown it."""


@record
class ExpectedNext:
    """What a worked case must say of who acts next; may be written as words of the sentence alone."""

    says: tuple[str, ...] = ()  # words in the sentence
    act: Act | None = None
    who: str | None = None  # his seat, or side, where it is known; else as he is called
    cards: tuple[str, ...] | None = None  # exactly these
    over: Any = None


@record
class Expectation:
    """What a worked case must come to."""

    outcome: str  # or ``undecided:book/number``; ``refused``: the facts cannot be, and ``says`` is in what is answered
    cites: tuple[str, ...]  # all of these are among the outcome's
    says: tuple[str, ...] = ()  # these words are in the ruling, what is done or what is told
    level: Level | None = None
    open_questions: tuple[str, ...] = ()  # these were used
    figures: dict[str, str] = field(default_factory=dict)  # figure -> words that are in its sentence
    roles: dict[str, str] = field(default_factory=dict)  # role -> seat: {offender.lho: W}
    never_says: tuple[str, ...] = ()  # these words are nowhere in it
    ruling: tuple[str, ...] = ()  # these words are in the ruling itself
    do: tuple[str, ...] = ()  # for each there is a line of its own of what is done
    tell: dict[str, str] = field(default_factory=dict)  # to whom -> words said to him
    effects: tuple[str, ...] = ()  # "kind" or "kind words": there is such an effect, and the words are in it
    next: ExpectedNext | None = None  # who acts next
    stays: tuple[str, ...] = ()  # these words are in what stays as it was
    amounts: dict[str, Any] = field(default_factory=dict)  # an effect, as in ``effects`` -> exactly how much
    follow_ups: tuple[str, ...] = ()  # "tree" without its game, or "tree words": it may follow, the words are in when
    deadline: str | None = None  # these words are in the time limit


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
    source: Literal["independent"] | None = None  # written from the law text, before the tree was looked at
    teach: Literal["scenario", "question", "no"] = "scenario"  # as at the table; one question; only a test
    not_taught: str | None = None  # why trainees do not get it
    title_tells: bool = False  # the title gives the answer: hidden until it is given


@record
class Link:
    """One ruling of a chain: what is answered in it, what of the table still holds, and how it comes out."""

    tree: str
    happened: str  # as somebody at the table would tell it
    facts: dict[str, Any]
    expect: Expectation
    still: tuple[str, ...] = ()  # what was left by the rulings before, and is still so
    over: tuple[str, ...] = ()  # what play has ended since, without any ruling
    follows: int | None = None  # the number of the ruling it follows up: they speak of one incident
    table: dict[str, Any] = field(default_factory=dict)  # facts of the deal sheet after it; null: not known
    next_deal: bool = False  # the deal before was over, and the next one had begun before it


@record
class Undo:
    """A ruling of a chain taken back: how the table stands then, and which of the others would be others."""

    ruling: int
    table: dict[str, Any] = field(default_factory=dict)
    differ: tuple[int, ...] = ()


@record
class Chain:
    """A worked case of several rulings at one table, one after the other."""

    id: str  # game.chain.what_it_is
    title: str
    situation: str  # the table before the first of them
    rulings: tuple[Link, ...]
    why: str
    undo: tuple[Undo, ...] = ()
    settled: dict[str, str] = field(default_factory=dict)  # open questions the event has settled
    source: Literal["independent"] | None = None  # written from the law text, before the trees were looked at


@record
class Stage:
    """A stage of a game, in the order of the entry list."""

    id: str
    title: str

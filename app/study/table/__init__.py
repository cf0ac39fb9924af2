"""The living table: a deal that is made, bid and played here, in which irregularities happen, and a trainee who is its referee.

**The protocol.** A game is a folder here, named like the game, whose ``__init__`` has ``GAME``, a
:class:`~app.study.table.model.Game`. No Flet, no clock, no disk; everything is worked out from the address and from what the
trainee did, so the same gives the same.

- :class:`~app.study.table.model.Address`: game, version of the generator, seed and the kinds the trainee is weak in; the text of it
  is what is shared. ``Game.version`` is raised with every change after which a seed makes another table.
- A *position* is the game's own frozen value: all hands, what was called and played, restrictions, points. ``Game.begun(random)``
  deals; ``turn`` says who acts (None: the deal is over); ``view`` is what that seat knows and nothing else; a :class:`Player`
  chooses from a view; ``after`` makes a new position. An :class:`Act` is what everybody sees of it.
- An :class:`~app.study.table.model.Irregularity` says to which tree it belongs and bends a legal act into what is done instead
  (``bend``; None: not possible now). That makes an :class:`Incident`: the acts seen, one after the other, the position after each
  of them, the offender, and what only players know.
  ``evident(acts, incident)`` looks at the acts shown and at nothing else: can a referee have seen it? Nobody is faulted before.
  ``facts(position, incident)`` are the facts of its tree that lie on the table when it is stopped, ``truth`` those that only
  somebody there knows, ``answer`` what one player says when he is asked for one. The ruling is what the tree says of both together:
  an irregularity never says how it is ruled.
  ``lapsed``: it is too late to rule on it (its effects stand as they are).
- :class:`~app.study.table.living.LivingTable` shows one act after the other (``step``), is stopped (``stop``), rules by a tree
  (``open``, ``ask``, ``answer``, ``give``, or ``dismiss``), and goes on from what the ruling left: ``Game.ruled(position, given)``
  gets the ruling, the facts it leaves on the table and what was chosen, and must find a position to play on from for *every*
  ruling, a wrong one and one by a wrong tree too. It never raises, and every table comes to ``score``.
- :class:`~app.study.table.debrief.Debrief`: what was missed, what was ruled otherwise than the tree rules, seconds, the clause.
"""

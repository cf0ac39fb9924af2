"""Accounts of a hall: a name and a password give a code, as the chief's invitation does, where people come again and again.

A password is kept as its argon2id hash (argon2-cffi). Every attempt is on record before it is looked at, so that many at once are
counted, too; after a few wrong ones the name is closed for a while, whether there is such an account or not, and either way takes
as long to answer. Raises :class:`app.hall.protocol.HallError` in one sentence.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from app.exams.admission import Bucket
from app.hall.protocol import NAMES, HallError, Role

if TYPE_CHECKING:
    from argon2 import PasswordHasher

    from app.hall.hall_file import Pass
    from app.hall.kept_by import HallState

What = Literal["in", "wrong", "locked"]
WHAT: dict[str, str] = {"in": "登录了", "wrong": "密码不对", "locked": "试错太多，没有看"}
MOST_WRONG, CLOSED = 5, 15 * 60.0  # wrong ones after which a name is closed, and for how many seconds
SHORTEST, LONGEST = 10, 200  # characters of a password
LONGEST_NAME = 64
LASTS = 12 * 3600.0  # seconds a code lasts that somebody signed in for
KEPT = 10_000  # attempts on record
AT_ONCE = 2  # that are looked at: each takes a core and 64 MB for a moment
TRIES, TRY_AGAIN = 10.0, 6.0  # of one address; seconds until it may try once more
MAY: tuple[Role, ...] = ("chief", "referee")
WRONG = "名字或密码不对。忘了的请裁判长重设，或向他要一个码。"
LOCKED = f"这个名字试错了 {MOST_WRONG} 次，{CLOSED / 60:.0f} 分钟以后再试；急用请向裁判长要一个码。"


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who may sign in."""

    name: str
    role: Role
    hash: str
    made: float  # seconds since 1970
    ended: float | None = None


@dataclass(frozen=True, slots=True)
class SignIn:
    """One attempt."""

    at: float  # seconds since 1970
    name: str
    address: str
    what: What


def _hasher() -> PasswordHasher:
    try:
        from argon2 import PasswordHasher
    except ImportError:
        raise HallError("用账号要装 argon2-cffi：pip install 'zhicai[hall]' 或 'zhicai[database]'。") from None
    return PasswordHasher()


def password_fault(password: str) -> str:
    """Why a password is none, in one sentence; nothing where it is one."""
    if len(password) < SHORTEST:
        return f"密码至少 {SHORTEST} 个字。"
    return f"密码至多 {LONGEST} 个字。" if len(password) > LONGEST else ""


def keep_account(state: HallState, name: str, role: Role, password: str, now: float) -> None:
    """Make an account, or give it another password: whoever was signed in by the former one is out."""
    name = name.strip()
    if not name or len(name) > LONGEST_NAME:
        raise HallError(f"名字要写，至多 {LONGEST_NAME} 个字。")
    if role not in MAY:
        raise HallError(f"账号只给{'、'.join(NAMES[each] for each in MAY)}；别的用码。")
    if fault := password_fault(password):
        raise HallError(fault)
    state.keep_account(Account(name, role, _hasher().hash(password), now))


class Desk:
    """Where people sign in."""

    def __init__(self, state: HallState) -> None:
        self.state = state
        self._looking = threading.BoundedSemaphore(AT_ONCE)
        self._addresses: dict[str, Bucket] = {}
        self._nobody = ""  # a hash that nobody's password has, for names that are none

    def sign_in(self, name: str, password: str, address: str, now: float) -> tuple[Pass, str]:
        """The pass and the code of whoever signs in. Raises :class:`HallError` where he does not."""
        name = name.strip()[:LONGEST_NAME]
        if len(self._addresses) > KEPT:
            self._addresses.clear()
        if not self._addresses.setdefault(address, Bucket(TRIES, TRY_AGAIN)).take():
            raise HallError("从这里试得太多，请过十秒再试。")
        hasher = _hasher()
        attempt = self.state.attempt(name, address, now, MOST_WRONG, CLOSED)
        if attempt is None:
            raise HallError(LOCKED)
        account = self.state.account(name)
        with self._looking:
            self._nobody = self._nobody or hasher.hash("nobody has this password")
            right = _is(hasher, account.hash if account is not None else self._nobody, password)
        if account is None or account.ended is not None or not right:
            raise HallError(WRONG)
        self.state.signed_in(attempt)
        if hasher.check_needs_rehash(account.hash):
            with self._looking:
                self.state.rehash(name, hasher.hash(password))
        return self.state.invite(account.role, account.name, now, now + LASTS)


def _is(hasher: PasswordHasher, hashed: str, password: str) -> bool:
    from argon2.exceptions import VerificationError

    try:
        return len(password) <= LONGEST and hasher.verify(hashed, password)
    except VerificationError:
        return False

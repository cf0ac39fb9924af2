"""``zhicai publish --apk``: one file for Android phones, signed, with a page for those who install it."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import typer

from app import __version__
from app.cli.output import fail, prepare
from rules_data.disk_faults import where

if TYPE_CHECKING:
    from app.publishing.android.apk import Signer
    from app.publishing.android.issued import Issue
    from app.publishing.android.manifest import Edition

NAME, ID = "执裁", "cn.zhicai.app"
PASSWORD = "ZHICAI_KEY_PASSWORD"
OWN_KEY = "key.p12"  # in the user's folder, unless another file is named


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for."""

    file: Path
    name: str
    id: str
    key: Path | None
    new_key: bool
    site: str | None


def make_app(wanted: Wanted) -> None:
    """Make the package and what lies beside it; stops with a sentence where that cannot be."""
    from app.publishing.android.apk import ApkError
    from app.publishing.android.issued import RecordError
    from app.publishing.android.keys import KeyFileError
    from app.publishing.compiler import CompilerError
    from app.publishing.site import PublishingError

    try:
        _make(wanted)
    except (ApkError, RecordError, KeyFileError, PublishingError, CompilerError) as e:
        fail(str(e), 1)
    except OSError as e:
        fail(f"没有做成。{where(e)}；请检查文件夹的权限和空间。", 1)


def _make(wanted: Wanted) -> None:
    from app.publishing.android import apk, content, issued, keys
    from app.publishing.android.manifest import Edition
    from app.publishing.site import publish

    file = _checked(wanted)
    shell = apk.read_shell()
    if not _outside():
        keys.need_library()
    last = issued.issues().get(wanted.id)
    key = _key(wanted, last)
    _same_key(wanted, last, key)
    edition = Edition(wanted.name, wanted.id, issued.next_code(last), __version__)
    with tempfile.NamedTemporaryFile(prefix=f".{file.name}-", dir=file.parent):
        pass  # where it cannot be written, that is said now
    prepare()
    typer.echo("正在做网站，一般不到一分钟……")
    with tempfile.TemporaryDirectory(prefix="zhicai-") as scratch:
        site = publish(Path(scratch) / "site")
        compiled, parts = site.compiled, content.site_files(site.folder, "" if wanted.name == NAME else wanted.name)
    typer.echo("正在打包、签名……")
    whole = apk.build(parts, shell, edition, key, {content.LICENCES: content.licences()})
    beside = _beside(wanted, edition, file, whole, key)
    issued.record(wanted.id, issued.Issue(key.fingerprint, edition.code, wanted.name))
    for path, data in ((file, whole), *beside.items()):
        _write(path, data)
    typer.echo(f"已做好 {file}（{len(whole) / 1_000_000:.1f} MB）")
    typer.echo(f"{wanted.name} {__version__}，编号 {wanted.id}，版本号 {edition.code}")
    typer.echo(f"签名证书的 SHA-256：{keys.spelled(key.fingerprint)}")
    note, sheet = (path.name for path in beside)
    typer.echo(f"旁边还有：{note}（核对用）；{sheet}（一页，发给裁判）")
    if not compiled:
        typer.echo("这里没有 Node.js，也没有相同版本的 Python：程序没有预先编译，每次打开约慢两秒。")


def _checked(wanted: Wanted) -> Path:
    from app.publishing.android import apk

    file = wanted.file.resolve()
    if file.suffix != ".apk":
        fail(f"--apk 要写一个以 .apk 结尾的文件名，如 zhicai.apk，不是“{wanted.file}”。")
    if file.is_dir():
        fail(f"{file} 是文件夹，请换一个文件名。")
    if not file.parent.is_dir():
        fail(f"没有 {file.parent} 这个文件夹，请先建好。")
    for fault in (apk.name_fault(wanted.name), apk.id_fault(wanted.id)):
        if fault:
            fail(fault)
    if wanted.site is not None:
        parts = urlsplit(wanted.site)
        if parts.scheme != "https" or not parts.netloc or len(wanted.site) > 300 or not wanted.site.isprintable():
            fail(f"--site 写作“{apk.shown(wanted.site)}”：要写裁判在手机上打开的网址，以 https:// 开头。")
    return file


def _key(wanted: Wanted, last: Issue | None) -> Signer:
    """Return the key, made now where there is none yet: that it must be kept is said at once, whatever comes after."""
    from app.publishing.android import apksigner, issued, keys

    tool = apksigner if _outside() else keys
    file = (wanted.key or issued.own_folder() / OWN_KEY).absolute()
    if file.exists():
        found: Signer = tool.load(file, _password(f"{file} 的密码"))
        return found
    if not wanted.new_key:
        if last is not None:
            fail(
                f"{wanted.id} 从前发布过，那把钥匙（指纹 {keys.spelled(last.key)}）不在 {file}。请找到它，用 --key 写明；"
                f"真的没有了，才加 --new-key 另做一把：{_COST}",
                1,
            )
        if wanted.key is not None:
            fail(f"没有 {file} 这把钥匙。要在那里新做一把，加 --new-key。", 1)
    made: Signer = tool.create(file, _new_password(), wanted.name)
    typer.echo(
        f"新做了一把钥匙：{file}。请把它抄两份收在别处，密码也记下，都不要发给别人。以后每一版都要用它；"
        "丢了，装了的手机就不能更新，只能卸载重装。"
    )
    return made


def _outside() -> bool:
    """Whether Android's own tools sign: they are installed, and cryptography is not."""
    from app.publishing.android import apksigner, keys

    return not keys.has_library() and apksigner.at_hand()


_COST = "装了的手机不能更新，只能卸载重装，手机里的日志会没有，所以先请每位裁判用“搬到另一台设备”搬走。"


def _same_key(wanted: Wanted, last: Issue | None, key: Signer) -> None:
    """Refuse another key for an id that phones know already, unless that is meant."""
    from app.publishing.android import keys

    if last is not None and last.key != key.fingerprint and not wanted.new_key:
        fail(
            f"{wanted.id} 从前用另一把钥匙发布过（指纹 {keys.spelled(last.key)}），这一把是 {keys.spelled(key.fingerprint)}。"
            f"请用原来的，写 --key；一定要换，加 --new-key：{_COST}",
            1,
        )


def _password(what: str) -> str:
    """Return the password from the environment, or asked for."""
    try:
        return os.environ.get(PASSWORD) or str(typer.prompt(what, hide_input=True))
    except typer.Abort:
        fail(f"没有写密码。也可以放在环境变量 {PASSWORD} 里。", 1)


def _new_password() -> str:
    """Return the password of a key that is made now; what is typed is asked for twice, until it serves."""
    from app.publishing.android import keys

    what = f"给新钥匙定一个密码（至少 {keys.SHORTEST} 个字符）"
    while True:
        password = _password(what)
        if os.environ.get(PASSWORD):
            return password
        fault = keys.password_fault(password)
        if fault is None and _password("再写一遍") == password:
            return password
        typer.echo(fault or "两次写的不一样，请再来。")


def _beside(wanted: Wanted, edition: Edition, file: Path, whole: bytes, key: Signer) -> dict[Path, bytes]:
    """Return what is written beside the package: by what it is known, and the page for referees."""
    import hashlib

    from app.publishing.android import keys
    from app.publishing.android.install_sheet import install_sheet

    fingerprint = keys.spelled(key.fingerprint)
    lines = [
        f"名称：{edition.name}",
        f"编号：{edition.id}",
        f"版本：{edition.version}，版本号 {edition.code}",
        f"文件：{file.name}，{len(whole)} 字节",
        f"文件的 SHA-256：{hashlib.sha256(whole).hexdigest()}",
        f"签名证书的 SHA-256：{fingerprint}",
    ]
    return {
        file.with_name(f"{file.stem}-指纹.txt"): ("\n".join(lines) + "\n").encode(),
        file.with_name(f"{file.stem}-安装说明.pdf"): install_sheet(
            edition, file.name, len(whole), fingerprint, wanted.site
        ),
    }


def _write(path: Path, content: bytes) -> None:
    """Put a file in place of one before, whole or not at all."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    finally:
        Path(name).unlink(missing_ok=True)

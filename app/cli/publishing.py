"""``zhicai publish``: the app as a static site, or for Android."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.android import ID, NAME, Wanted, make_app
from app.cli.output import fail, prepare
from rules_data.disk_faults import where

if TYPE_CHECKING:
    from app.publishing.site import Site


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command()(publish)


def publish(
    folder: Annotated[
        Path | None, typer.Argument(metavar="文件夹", help="写到哪里：空的，或从前发布到的。只做 --apk 时不写。")
    ] = None,
    base: Annotated[str, typer.Option(metavar="/路径/", help="网站里的路径；放在网站的根上时不写。")] = "/",
    phone: Annotated[
        bool, typer.Option("--phone", help="不做网站，改为写出 flet build apk 要用的文件夹（Android）。")
    ] = False,
    apk: Annotated[
        Path | None, typer.Option("--apk", metavar="文件.apk", help="做成安卓应用，签好名，不要别的工具。")
    ] = None,
    name: Annotated[str | None, typer.Option(metavar="名称", help="应用的名称，1 至 50 个字。")] = None,
    id_: Annotated[str | None, typer.Option("--id", metavar="编号", help="应用的编号，如 cn.example.referee。")] = None,
    key: Annotated[
        Path | None, typer.Option(metavar="文件.p12", help="签名的钥匙；不写时第一次新做一把，以后用它。")
    ] = None,
    new_key: Annotated[bool, typer.Option("--new-key", help="这个编号换一把钥匙：装了的手机要卸载重装。")] = False,
    site: Annotated[
        str | None, typer.Option(metavar="网址", help="网站放在哪里，印在安装说明上：装不了 APK 的手机用它。")
    ] = None,
    serve: Annotated[bool, typer.Option("--serve", help="发布后在本机试用。")] = False,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="试用的端口；不写时任选。")] = None,
) -> None:
    """把执裁做成静态网站：任何网站空间都能放，手机可以装到主屏幕，第二次打开起断网可用。"""
    from app.publishing.compiler import CompilerError
    from app.publishing.site import PublishingError, sizes
    from app.publishing.site import publish as make
    from app.publishing.sizes import table

    if phone and (serve or base != "/"):
        fail("--phone 写出的是 flet build 用的文件夹，不是网站，不能同时写 --serve 或 --base。")
    if apk is not None:
        if phone or serve or base != "/" or folder is not None:
            fail("--apk 做的是一个文件，不能同时写文件夹、--phone、--serve 或 --base。")
        make_app(Wanted(apk, NAME if name is None else name, ID if id_ is None else id_, key, new_key, site))
        return
    if name is not None or id_ is not None or key is not None or new_key or site is not None:
        fail("--name、--id、--key、--new-key、--site 是做安卓应用时用的，要和 --apk 一起写。")
    if folder is None:
        fail("没有写发布到哪个文件夹；做安卓应用请写 --apk 文件.apk。")
    if port is not None:
        if not serve:
            fail("--port 是试用的端口，要和 --serve 一起写。")
        _ask_for(port)
    prepare()
    if phone:
        _for_phones(folder.resolve())
        return
    try:
        made = make(folder.resolve(), base)
    except (PublishingError, CompilerError) as e:
        fail(str(e), 1)
    except OSError as e:
        fail(f"没有发布成。{where(e)}；请检查文件夹的权限和空间。", 1)
    typer.echo("\n".join(table(sizes(made))))
    if not made.compiled:
        typer.echo(
            "这里没有 Node.js，也没有相同版本的 Python：程序没有预先编译，每次打开约慢两秒。装上 Node.js 再发布即可。"
        )
    typer.echo(f"已发布到 {made.folder}（版本 {made.version}）")
    if serve:
        _try_out(made, port)


def _ask_for(port: int) -> None:
    """Stop where another program has a port: said before the site is made, which takes a while."""
    from app.frame.server import PortTakenError, listen

    try:
        listen(port).close()
    except PortTakenError as e:
        fail(str(e))


def _try_out(site: Site, port: int | None) -> None:
    from app.publishing.serving import HOST, build_server

    try:
        server = build_server(site.folder, site.base, port or 0)
    except OSError:
        fail(f"网站做好了，但 {port} 端口这时已被别的程序占用，没有试用。请用 --port 换一个再运行。", 1)
    with server, suppress(KeyboardInterrupt):
        typer.echo(f"正在试用：http://{HOST}:{server.server_address[1]}{site.base}\n按 Ctrl+C 结束。")
        server.serve_forever()


def _for_phones(folder: Path) -> None:
    from app.publishing.phone import PhoneFolderError, write

    try:
        write(folder)
    except PhoneFolderError as e:
        fail(str(e), 1)
    except OSError as e:
        fail(f"没有写成。{where(e)}；请检查文件夹的权限和空间。", 1)
    typer.echo(f"已写到 {folder}。装好 Flutter 和 Android 工具后，在那里运行 flet build apk 或 flet build aab。")

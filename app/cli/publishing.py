"""``zhicai publish``: the app as a static site."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.output import fail, prepare
from rules_data.disk_faults import where

if TYPE_CHECKING:
    from app.publishing.site import Site


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command()(publish)


def publish(
    folder: Annotated[Path, typer.Argument(metavar="文件夹", help="写到哪里：空的，或从前发布到的。")],
    base: Annotated[str, typer.Option(metavar="/路径/", help="网站里的路径；放在网站的根上时不写。")] = "/",
    phone: Annotated[
        bool, typer.Option("--phone", help="不做网站，改为写出 flet build apk 要用的文件夹（Android）。")
    ] = False,
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
    if port is not None:
        if not serve:
            fail("--port 是试用的端口，要和 --serve 一起写。")
        _ask_for(port)
    prepare()
    if phone:
        _for_phones(folder.resolve())
        return
    try:
        site = make(folder.resolve(), base)
    except (PublishingError, CompilerError) as e:
        fail(str(e), 1)
    except OSError as e:
        fail(f"没有发布成。{where(e)}；请检查文件夹的权限和空间。", 1)
    typer.echo("\n".join(table(sizes(site))))
    if not site.compiled:
        typer.echo(
            "这里没有 Node.js，也没有相同版本的 Python：程序没有预先编译，每次打开约慢两秒。装上 Node.js 再发布即可。"
        )
    typer.echo(f"已发布到 {site.folder}（版本 {site.version}）")
    if serve:
        _try_out(site, port)


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

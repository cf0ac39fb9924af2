"""One page for referees: how the file gets onto a phone, what asks when, and what those do whose phones take no such file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.papers.sheet import SMALL, Letters, Sheet, fitted

if TYPE_CHECKING:
    from app.publishing.android.manifest import Edition


def install_sheet(edition: Edition, file: str, size: int, fingerprint: str, site: str | None) -> bytes:
    """Return the page as PDF; ``site`` is where the published site lies, for phones that take no package."""
    return fitted(lambda letters: _composed(edition, file, size, fingerprint, site, letters))


def _composed(edition: Edition, file: str, size: int, fingerprint: str, site: str | None, letters: Letters) -> Sheet:
    sheet = Sheet(f"安装{edition.name}", f"{edition.name} {edition.version}　{edition.id}", letters=letters)
    if site:
        import segno

        sheet.corner(segno.make_qr(site, error="m").matrix)
    sheet.title(f"安装“{edition.name}”", f"版本 {edition.version}　　文件 {file}　　{size / 1_000_000:.1f} MB")

    sheet.heading("安卓手机，HarmonyOS 4 和更早的华为手机")
    for number, line in enumerate(_on_android(edition.name, file), 1):
        sheet.text(line, mark=f"{number}.")
    sheet.heading("换新版本")
    sheet.text(
        "新的文件直接点开，装在旧的上面，日志都在。不要先卸载：卸载了，手机里的日志就没有了。"
        "换手机以前，在“工具 → 日志”里用“搬到另一台设备”。",
        mark="·",
    )
    sheet.text(
        "手机说“签名不一致”或“与已安装的冲突”，就是这个文件不是原来那里出的：不要卸载旧的，先问组织者。", mark="·"
    )
    sheet.heading("iPhone、iPad，HarmonyOS 5 和以后的华为手机：装不了 APK")
    where = f"网址（右上角的码也是它）：{site}" if site else "网址（组织者填写）："
    sheet.text(where, bold=bool(site))
    if not site:
        sheet.blanks(1)
    for line in _on_others():
        sheet.text(line, mark="·")
    sheet.heading("给组织者核对")
    sheet.text(f"签名证书的 SHA-256：{fingerprint}", SMALL, grey=True)
    sheet.text(
        "这份说明和应用是同一条命令做的。没有在真的手机上试过；各家手机问话的字样不同，照意思选。", SMALL, grey=True
    )
    return sheet


def _on_android(name: str, file: str) -> tuple[str, ...]:
    return (
        f"拿到文件 {file}：微信、QQ 传来，或用数据线、存储卡拷来。装和用都不要网络。",
        f"聊天软件传来的，名字末尾会多一截，变成 {file}.1，点了打不开：在手机的“文件管理”里找到它，改名，去掉末尾的“.1”，"
        "再点它。也可以在聊天里选“用其他应用打开”，选“安装程序”。",
        "手机会问“未知来源的应用”“允许从此来源安装吗”：允许这一次用的那个程序（文件管理或聊天软件），装好以后可以关掉。"
        "有的手机要先关“纯净模式”，或输入账号密码；说“未经检测”“有风险”的，选继续安装。",
        f"桌面上出现“{name}”，点开。它说“请更新 WebView”的，照它写的更新以后再开。",
        "相机只在读二维码时问，不用可以不给。应用不要联网的权限，记的都只在这台手机里。",
    )


def _on_others() -> tuple[str, ...]:
    return (
        "iPhone、iPad：用 Safari 打开网址，点分享，选“添加到主屏幕”。华为：用自带的浏览器打开，在菜单里选“添加到桌面”。",
        "在有网络的地方从桌面打开一次，等首页写出“已存进本机，断网也能用”，再带进赛场。",
        "记的存在浏览器里。清除浏览器的数据、删掉图标，日志就没有了；隔了一阵没有打开的网站，有的浏览器也会自己清掉它存的"
        "东西。每场比赛以后把日志导出一份。",
    )

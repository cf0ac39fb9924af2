"""Why a file could not be read or written, in Chinese: what the system says is English, or in the words of its makers."""

from __future__ import annotations

import errno

_SAID = {
    errno.ENOENT: "没有这个文件或文件夹",
    errno.EACCES: "没有权限",
    errno.EPERM: "没有权限",
    errno.EISDIR: "这是文件夹，不是文件",
    errno.ENOTDIR: "路径里有一段不是文件夹",
    errno.EEXIST: "已经有了",
    errno.ENAMETOOLONG: "路径太长",
    errno.ENOSPC: "磁盘已满",
    errno.EDQUOT: "磁盘配额已用完",
    errno.EROFS: "磁盘是只读的",
    errno.EFBIG: "文件太大",
    errno.ELOOP: "链接绕成了圈",
    errno.EINVAL: "名字里有不能用的字",
    errno.EIO: "磁盘读写出错",
    errno.EMFILE: "打开的文件太多",
    errno.ENFILE: "打开的文件太多",
    errno.ETXTBSY: "文件正被别的程序使用",
    errno.EBUSY: "文件正被别的程序使用",
    errno.ENOTEMPTY: "文件夹不是空的",
    errno.ENXIO: "没有这个设备",
    errno.ENODEV: "没有这个设备",
    errno.EXDEV: "不在同一个磁盘上",
}


def why(fault: OSError) -> str:
    """Return the reason as one clause without a full stop; the system's own words where there are no better ones."""
    return _SAID.get(fault.errno or 0) or fault.strerror or str(fault).rstrip("。") or "系统没有说明"


def where(fault: OSError) -> str:
    """Return the file and the reason as one clause without a full stop."""
    return f"{fault.filename}：{why(fault)}" if fault.filename is not None else why(fault)

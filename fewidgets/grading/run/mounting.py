"""A view of the machine for a student's process: only Python, and an empty folder. Linux only."""

from __future__ import annotations

import contextlib
import ctypes
import os
from pathlib import Path

from fewidgets.grading import Json
from fewidgets.grading.run.confine import libc

_NEWNS, _NEWUTS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET = 0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
_RDONLY, _NOSUID, _NODEV, _NOEXEC, _REMOUNT, _BIND, _MOVE, _REC, _PRIVATE = 1, 2, 4, 8, 32, 4096, 8192, 16384, 1 << 18
_RELATIME, _NOATIME, _NODIRATIME = 1 << 21, 1024, 2048

#: Devices that programs expect.
_DEVICES = ("null", "zero", "full", "random", "urandom")


class NamespaceError(OSError):
    """The kernel does not allow a namespace or a mount; the message says which."""


def unshare() -> None:
    """Leave the namespaces of the machine; the next child is the first process in a new world."""
    user, group = os.geteuid(), os.getegid()
    flags = _NEWNS | _NEWPID | _NEWNET | _NEWIPC | _NEWUTS | (0 if user == 0 else _NEWUSER)
    if libc().unshare(flags) != 0:
        raise _error("namespaces")
    if user != 0:
        with contextlib.suppress(FileNotFoundError):
            Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def change_view(view: Json, user: int | None) -> None:
    """Replace the root of this process by an empty one with a few folders."""
    owner = os.geteuid() if user is None else user
    _mount("none", "/", None, _REC | _PRIVATE)
    root = Path(view["root"])
    _mount("tmpfs", str(root), "tmpfs", _NOSUID | _NODEV, "mode=755,size=8m")
    for name in (view["home"], "/tmp", "/dev/shm"):
        place = root / Path(name).relative_to("/")
        place.mkdir(parents=True, exist_ok=True)
        options = f"mode=700,size={view['megabytes']}m,nr_inodes=20k,uid={owner},gid={owner if user else os.getegid()}"
        _mount("tmpfs", str(place), "tmpfs", _NOSUID | _NODEV, options)
    for folder in view["folders"]:
        _show(Path(folder), root)
    for folder in view["hidden"]:
        place = root / Path(folder).relative_to("/")
        if place.is_dir():
            _mount("tmpfs", str(place), "tmpfs", _NOSUID | _NODEV | _RDONLY, "mode=555,size=4k")
        elif place.exists():
            _mount("/dev/null", str(place), None, _BIND)
    _devices(root)
    _processes(root)
    _mount(str(root), str(root), None, _BIND | _REMOUNT | _RDONLY | _NOSUID | _NODEV)
    os.chdir(root)
    _mount(".", "/", None, _MOVE)
    os.chroot(".")
    os.chdir(view["home"])


def _show(folder: Path, root: Path) -> None:
    """Make a folder or a file readable at the same path below a new root."""
    if folder.is_symlink():  # such as /lib, which leads to /usr/lib
        target = root / folder.relative_to("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        if not os.path.lexists(target):
            target.symlink_to(os.readlink(folder))
        return
    place = root / folder.relative_to("/")
    place.parent.mkdir(parents=True, exist_ok=True)
    if folder.is_dir():
        place.mkdir(exist_ok=True)
    elif folder.exists():
        place.touch()
    else:
        return
    _mount(str(folder), str(place), None, _BIND | _REC)
    # A mount keeps the restrictions that it has: the kernel refuses to lift them.
    now = os.statvfs(place).f_flag
    kept = now & (_NOSUID | _NODEV | _NOEXEC | _NOATIME | _NODIRATIME) | (_RELATIME if now & 4096 else 0)
    _mount("none", str(place), None, _BIND | _REMOUNT | _RDONLY | _NOSUID | kept)


def _devices(root: Path) -> None:
    for name in _DEVICES:
        place = root / "dev" / name
        place.parent.mkdir(exist_ok=True)
        place.touch()
        _mount(f"/dev/{name}", str(place), None, _BIND)


def _processes(root: Path) -> None:
    """Show the processes of the new world, where the kernel allows it."""
    (root / "proc").mkdir()
    with contextlib.suppress(NamespaceError):
        _mount("proc", str(root / "proc"), "proc", _NOSUID | _NODEV | _NOEXEC)


def _mount(source: str, target: str, kind: str | None, flags: int, options: str = "") -> None:
    call = libc().mount
    texts = [None if text is None else os.fsencode(text) for text in (source, target, kind)]
    if call(*texts, ctypes.c_ulong(flags), os.fsencode(options) if options else None) != 0:
        raise _error(f"the mount of {target}")


def _error(what: str) -> NamespaceError:
    number = ctypes.get_errno()
    return NamespaceError(number, f"the kernel does not allow {what}: {os.strerror(number)}")

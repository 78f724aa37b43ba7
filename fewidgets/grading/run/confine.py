"""System calls that confine a student's process."""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import signal
import struct
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from fewidgets.grading import Json
from fewidgets.grading.run.removing import remove_tree

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

LINUX = sys.platform.startswith("linux")

_PR_SET_PDEATHSIG = 1
_PR_SET_KEEPCAPS = 8
_PR_CAPBSET_DROP = 24
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_SECCOMP, _SECCOMP_FILTER = 22, 2
_PR_SET_NO_NEW_PRIVS = 38
_CAPABILITY_VERSION = 0x20080522
_CAP_DAC_READ_SEARCH = 2
_LAST_CAP = 63

#: By machine: its number in the kernel, and two lists of system calls. The first are refused: memory outside of all processes
#: (memfd_create, memfd_secret, shmget), and pidfd_send_signal. The second are refused for some processes: kill, tkill, tgkill,
#: rt_sigqueueinfo, rt_tgsigqueueinfo.
_CALLS = {
    "x86_64": (0xC000003E, (319, 447, 29, 424), (62, 200, 234, 129, 297)),
    "aarch64": (0xC00000B7, (279, 447, 194, 424), (129, 130, 131, 138, 240)),
}

#: Folders in which every user may write. In the tiers with a file system of their own they are the process's own.
PUBLIC = ("/tmp", "/var/tmp", "/dev/shm")

#: Each student's process gets a user of its own, a random one of the ``USERS`` from here. No account has it.
FIRST_USER = 1_500_000_000
USERS = 1 << 24


def libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def prctl(option: int, value: int) -> bool:
    return LINUX and libc().prctl(option, ctypes.c_ulong(value), 0, 0, 0) == 0


def die_with_parent(number: int = signal.SIGTERM) -> None:
    """Ask for a signal when the parent of this process ends, also where it is killed."""
    prctl(_PR_SET_PDEATHSIG, number)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, so that none of them escapes."""
    prctl(_PR_SET_CHILD_SUBREAPER, 1)


def set_limits(limits: Json, *, own_user: bool) -> None:
    """Set the limits of this process and of all that it starts.

    Unless it has a user to itself (``own_user``), the limit of processes counts those that the user already has.
    """
    if resource is None:
        return
    seconds = int(limits["submission_seconds"]) + 1
    bounds = {
        "RLIMIT_CPU": seconds,
        "RLIMIT_AS": int(limits["memory_mb"]) << 20,
        "RLIMIT_FSIZE": int(limits["file_mb"]) << 20,
        "RLIMIT_NOFILE": int(limits["open_files"]),
        "RLIMIT_NPROC": int(limits["processes"]) + (0 if own_user else _tasks_of_user()),
        "RLIMIT_CORE": 0,
    }
    for name, most in bounds.items():
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        hard = resource.getrlimit(kind)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        # macOS refuses a limit of the address space.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most + (name == "RLIMIT_CPU")))  # first a signal that says why, then the end


def be_ended_first() -> None:
    """Where the machine's memory is exhausted, have the kernel end this process and not the grader."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")


def refuse_calls() -> None:
    """Have the kernel refuse memory outside of processes, and signals to everybody and to ancestors."""
    if not LINUX or platform.machine() not in _CALLS:
        return
    machine, calls, signals = _CALLS[platform.machine()]
    spared = [-1, *(sign * pid for pid in _ancestors() for sign in (1, -1))]
    load, equal, at_least, give, allow, refuse = 0x20, 0x15, 0x35, 0x06, 0x7FFF0000, 0x00050001  # 1 is EPERM
    # A step is (what, jump if true, jump if not, operand). The last two give the verdict; the others jump to them.
    steps = [(load, 0, 0, 4), (equal, 0, -1, machine), (load, 0, 0, 0), (at_least, -1, 0, 1 << 30)]
    steps += [(equal, -1, 0, number) for number in calls]
    steps += [(equal, len(signals) - place, 0, number) for place, number in enumerate(signals)]
    steps += [(give, 0, 0, allow), (load, 0, 0, 16)]
    steps += [(equal, -1, 0, pid & 0xFFFFFFFF) for pid in spared]
    steps += [(give, 0, 0, allow), (give, 0, 0, refuse)]
    last = len(steps) - 1
    program = b"".join(
        struct.pack("HBBI", what, *(last - place - 1 if jump < 0 else jump for jump in jumps), operand)
        for place, (what, *jumps, operand) in enumerate(steps)
    )
    prctl(_PR_SET_NO_NEW_PRIVS, 1)
    held = ctypes.create_string_buffer(program, len(program))
    head = struct.pack("HP", len(steps), ctypes.addressof(held))
    libc().prctl(_PR_SET_SECCOMP, ctypes.c_ulong(_SECCOMP_FILTER), head, 0, 0)


def _ancestors() -> Iterator[int]:
    parents, pid = _parents(), os.getpid()
    while pid := parents.get(pid, 0):
        yield pid


def left_by(user: int | None) -> list[str]:
    """Return what a user has put into folders in which everybody may write."""
    found = []
    for folder in PUBLIC if user is not None else ():
        with contextlib.suppress(OSError):
            for name in os.listdir(folder):
                path = os.path.join(folder, name)
                with contextlib.suppress(OSError):  # others may have removed theirs meanwhile
                    found += [path] * (os.lstat(path).st_uid == user)
    return found


def remove_left(user: int | None) -> None:
    for path in map(Path, left_by(user)):
        if path.is_dir() and not path.is_symlink():
            remove_tree(path)
        else:
            with contextlib.suppress(OSError):
                path.unlink()


def take_user(user: int, *, read_everything: bool) -> bool:
    """Give up being root for good; return whether it was possible.

    With ``read_everything``, keep the right to read all files, for a Python in a folder that only root can open.
    """
    if read_everything:
        prctl(_PR_SET_KEEPCAPS, 1)
    try:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    except OSError:
        return False
    keep_capabilities(1 << _CAP_DAC_READ_SEARCH if read_everything else 0)
    return True


def keep_capabilities(mask: int) -> None:
    """Give up all rights of root but those of a mask, and the way to get them back."""
    if not LINUX:
        return
    for number in range(_LAST_CAP + 1):
        prctl(_PR_CAPBSET_DROP, number)  # fails where there is no such right, or none at all
    head = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    data = (ctypes.c_uint32 * 6)(mask, mask, 0, 0, 0, 0)
    libc().capset(head, data)
    prctl(_PR_SET_NO_NEW_PRIVS, 1)


def end_descendants(user: int | None) -> None:
    """End every process below this one, however fast they start others.

    The kernel ends all processes of ``user`` at once.
    """
    until = time.monotonic() + 2.0
    while time.monotonic() < until and _reap():
        if user is not None:
            _end_user(user)
            continue
        found = descendants()
        if not found:
            return
        for number in (signal.SIGSTOP, signal.SIGKILL):  # a stopped process starts no others
            for pid in found:
                with contextlib.suppress(OSError):
                    os.kill(pid, number)


def _end_user(user: int) -> None:
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(OSError):
            os.setresuid(user, user, user)
            os.kill(-1, signal.SIGKILL)
        os._exit(0)
    with contextlib.suppress(OSError):
        os.waitpid(pid, 0)


def _reap() -> bool:
    """Collect the children that have ended; say whether there are others."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def descendants() -> set[int]:
    """Return the processes below this one, from ``/proc``; zombies do not count."""
    parents, top = _parents(), os.getpid()
    found = {top}
    while True:
        more = {pid for pid, parent in parents.items() if parent in found} - found
        if not more:
            return found - {top}
        found |= more


def _parents() -> dict[int, int]:
    found = {}
    for pid in _processes():
        with contextlib.suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/stat", "rb") as file:
            # The name of the program stands in parentheses and may hold anything.
            state, parent = file.read().rpartition(b")")[2].split()[:2]
            if state not in (b"Z", b"X"):
                found[pid] = int(parent)
    return found


def _tasks_of_user() -> int:
    count, user = 0, os.getuid()
    for pid in _processes():
        with contextlib.suppress(OSError):
            if os.stat(f"/proc/{pid}").st_uid == user:
                count += len(os.listdir(f"/proc/{pid}/task"))
    return count


def _processes() -> list[int]:
    with contextlib.suppress(OSError):
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    return []

"""Four tiers that keep a student's process apart from the machine; docs/teach/isolation.md has a table of them.

No tier keeps a student's code from tampering with its own process. So expected values never enter it.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import site
import stat
import sys
import sysconfig
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from pathlib import Path

from fewidgets.grading import Json, Texts
from fewidgets.grading.errors import GradingError
from fewidgets.grading.limits import Limits
from fewidgets.grading.result import Tier
from fewidgets.grading.run.confine import FIRST_USER, LINUX, USERS
from fewidgets.grading.run.container import CONTAINER_USERS, container_command, engine
from fewidgets.grading.run.conversation import Launch, works
from fewidgets.grading.run.hidden_modules import files_of
from fewidgets.site import SITE

#: The home of a student's process, where it has a file system of its own.
HOME = "/home/student"

#: Folders of the system that programs need. They are shown where they exist.
_SYSTEM = (
    "/usr",
    "/bin",
    "/lib",
    "/lib64",
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/mime.types",
)

#: Whoever looks at the command of a student's process sees Python, this line and the limits: no name and no path of a course.
_BOOT = (
    "import sys; sys.path[:0] = filter(None, sys.argv[2:]); "
    "from fewidgets.grading.run.student_process import main; sys.exit(main(sys.argv[1:2]))"
)


#: Where the kernel says whether only root and programs with a profile may use namespaces.
_APPARMOR = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")

#: How the folders of students' processes begin, and the seconds after which one must be left from a grader that was killed.
_PREFIX, _ABANDONED = "fewidgets-student-", 3600


def launch(tier: Tier, limits: Limits, without: Sequence[str] = ()) -> Launch:
    container = f"{_PREFIX}{secrets.token_hex(8)}" if tier == "container" else ""
    outside = container_command(limits, container, HOME, without) if container else ()
    scratch = Path(tempfile.mkdtemp(prefix=_PREFIX))
    own = tier in ("namespaces", "bubblewrap")
    home = HOME if tier != "limits" else str(scratch)
    parent = _parent_of_package()
    settings: Json = {
        "limits": asdict(limits),
        "home": home,
        "drop": _drop(own),
        "user": FIRST_USER + secrets.randbelow(USERS) if tier != "container" else secrets.choice(CONTAINER_USERS),
        "view": None,
        "fonts": _font_lists() if tier != "container" else [],
    }
    folders = [*_readable_folders(), *settings["fonts"]]
    if tier == "namespaces":
        settings["view"] = {
            "root": str(scratch),
            "folders": folders,
            "hidden": files_of(without),
            "home": HOME,
            "megabytes": limits.file_mb,
        }
    python = (sys.executable, "-I", "-B", "-X", "utf8", "-c", _BOOT)
    command: Texts = (*python, json.dumps(settings), parent)
    if tier == "bubblewrap":
        command = (*_bubblewrap(folders, files_of(without), limits), *command)
    if container:
        command = (*outside, "python", *python[1:], json.dumps({**settings, "drop": "yes"}))
    return Launch(command, _environment(home, tier), scratch, container)


def remove_abandoned() -> None:
    """Remove the folders of students' processes whose grader was killed."""
    with suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            if entry.name.startswith(_PREFIX) and entry.is_dir(follow_symlinks=False):
                found = entry.stat(follow_symlinks=False)
                if found.st_mtime < time.time() - _ABANDONED:
                    Launch((), {}, Path(entry.path)).remove()


def best_tier() -> Tier:
    return next((tier for tier in ("bubblewrap", "namespaces") if not why_not(tier)), "limits")


@cache
def why_not(tier: Tier) -> str:
    """Start a process in a tier, and return why that fails, or an empty text."""
    if tier == "limits":
        return ""
    if not LINUX and tier != "container":
        return f"{tier} need Linux" if tier == "namespaces" else f"{tier} needs Linux"
    if tier == "bubblewrap" and shutil.which("bwrap") is None:
        return "the program bwrap is not installed (package bubblewrap)"
    if tier == "container" and engine() is None:
        return "neither podman nor docker is installed"
    reason = works(launch(tier, Limits()))
    if reason and tier != "container" and _restricted():
        how = f"{SITE}teach/isolation.html#user-namespaces-on-ubuntu"
        reason += f" (kernel.apparmor_restrict_unprivileged_userns is 1; how to allow it: {how})"
    return reason


def _restricted() -> bool:
    """Say whether AppArmor refuses namespaces to those who are not root, as on Ubuntu since 23.10."""
    with suppress(OSError):
        return os.geteuid() != 0 and _APPARMOR.read_text().strip() == "1"
    return False


def require(tier: Tier) -> None:
    reason = why_not(tier)
    if reason:
        raise GradingError(f"--tier {tier} is not available here: {reason}. Without --tier, the best one that works is taken.")


def _readable_folders() -> list[str]:
    """Return what a student's process may read: programs, Python, this package and its data."""
    prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, *site.getsitepackages(), *sysconfig.get_paths().values()}
    if site.ENABLE_USER_SITE:
        prefixes.add(site.getusersitepackages())
    prefixes |= _named_in_path_files()
    found = {os.path.realpath(each) for each in prefixes} | prefixes | {str(Path(sys.executable).parent)}
    found.add(str(Path(os.path.realpath(sys.executable)).parent.parent))
    found.add(str(Path(__file__).resolve().parents[2]))
    data = data_folder()
    found |= {str(data)} if data else set()
    outer = [each for each in _SYSTEM if os.path.lexists(each)]
    inner = sorted(each for each in found if os.path.isdir(each) and each not in ("/", "/home", "/root", "/tmp"))
    kept: list[str] = []
    for each in inner:
        if not any(Path(each).is_relative_to(other) for other in [*kept, *(o for o in outer if not os.path.islink(o))]):
            kept.append(each)
    return outer + kept


def _named_in_path_files() -> set[str]:
    """Return the folders that ``.pth`` files add to the path.

    A checkout of ours is left out, because the solutions of graded sets lie in it.
    """
    named = set(os.environ.get("PYTHONPATH", "").split(os.pathsep))
    return {
        each for each in sys.path[1:] if os.path.isdir(each) and each not in named and not os.path.isdir(f"{each}/fewidgets")
    }


def data_folder() -> Path | None:
    named = os.environ.get("FEWIDGETS_DATA")
    return Path(named).resolve() if named and os.path.isdir(named) else None


@cache
def _font_lists() -> list[str]:
    """Return Matplotlib's lists of this machine's fonts, one a version, as far as it has made them."""
    named = os.environ.get("MPLCONFIGDIR"), os.environ.get("XDG_CACHE_HOME")
    folders = [Path(named[0])] if named[0] else []
    folders += [Path(named[1] or Path.home() / ".cache") / "matplotlib", Path.home() / ".matplotlib"]
    return [str(path.resolve()) for folder in folders for path in folder.glob("fontlist-v*.json") if path.is_file()]


def _parent_of_package() -> str:
    """Return the folder of this package, or "" if an isolated Python finds it anyway."""
    parent = str(Path(__file__).resolve().parents[3])
    return "" if parent in {os.path.realpath(each) for each in site.getsitepackages()} else parent


@cache
def _drop(own_view: bool) -> str:
    """Return whether a process that starts as root can be another user: "", "yes" or "but reading"."""
    if not LINUX or os.geteuid() != 0:
        return ""
    for folder in _readable_folders():
        place = Path(os.path.realpath(folder))
        needed = [place] if own_view else [place, *place.parents]
        if any(each.is_dir() and not each.stat().st_mode & stat.S_IXOTH for each in needed):
            return "but reading"
    return "yes"


def _bubblewrap(folders: Sequence[str], hidden: Sequence[str], limits: Limits) -> Texts:
    size = str(limits.file_mb << 20)
    command = [shutil.which("bwrap") or "bwrap", "--die-with-parent", "--new-session"]
    command += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    if os.geteuid() == 0:
        rights = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP", "CAP_CHOWN", "CAP_KILL", "CAP_DAC_READ_SEARCH")
        command += ["--cap-drop", "ALL", *(word for right in rights for word in ("--cap-add", right))]
    else:
        command += ["--unshare-user"]
    command += ["--proc", "/proc", "--dev", "/dev"]
    for place in (HOME, "/tmp", "/dev/shm"):
        command += ["--perms", "1777", "--size", size, "--tmpfs", place]
    # The program would make the folders above with rights for root alone.
    above = {str(parent) for folder in folders for parent in Path(folder).parents} - {"/", "/tmp"}
    for place in sorted(above):
        command += ["--perms", "0755", "--dir", place]
    for folder in folders:
        if os.path.islink(folder):
            command += ["--symlink", os.readlink(folder), folder]
        else:
            command += ["--ro-bind", folder, folder]
    for place in hidden:
        command += ["--perms", "0555", "--tmpfs", place] if os.path.isdir(place) else ["--ro-bind", "/dev/null", place]
    return (*command, "--chdir", HOME)


def _environment(home: str, tier: Tier) -> dict[str, str]:
    """Return the environment of a student's process: nothing of the grader's but where data lie."""
    if tier == "container":
        # It is the engine's, which looks in it for its own settings. The container has the environment of its image.
        return dict(os.environ)
    found = {
        "HOME": home,
        "TMPDIR": home if home != HOME else "/tmp",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "USER": "student",
        "MPLBACKEND": "Agg",
        "MPLCONFIGDIR": f"{home}/.matplotlib",
        "PYTHONHASHSEED": "0",
        # One thread: two submissions at a time use two cores already, and threads count as processes.
        **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
    }
    data = data_folder()
    if data:
        found["FEWIDGETS_DATA"] = str(data)
    if os.name == "nt":
        found |= {name: os.environ[name] for name in ("SYSTEMROOT", "PATH") if name in os.environ}
    return found

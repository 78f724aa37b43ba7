"""Commands for Podman and Docker: a container for one student's process."""

from __future__ import annotations

import json
import secrets
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from fewidgets.grading import Texts
from fewidgets.grading.errors import GradingError
from fewidgets.grading.limits import Limits

#: The image of `--tier container`; ``Containerfile`` beside this file builds it.
IMAGE = "fewidgets-grading"

#: Users in a container. Engines without root have no more than 65,536 of them.
CONTAINER_USERS = range(20_000, 60_000)

#: What the image is asked: which of its folders and files belong to some modules.
_ASK = "import json, sys; from fewidgets.grading.run.hidden_modules import files_of; print(json.dumps(files_of(sys.argv[1:])))"


def engine() -> str | None:
    return shutil.which("podman") or shutil.which("docker")


def container_command(limits: Limits, name: str, home: str, without: Sequence[str] = ()) -> Texts:
    """Return the command that runs what follows it in a container of Podman or Docker."""
    program = engine() or "podman"
    hidden = _files_in_image(program, tuple(without)) if without else ()
    size = f"size={limits.file_mb}m,mode=1777"
    return (
        *_run(program, name),
        "--interactive",
        "--log-driver=none",  # the answers come on the standard output, and would fill the disk a second time
        "--cap-add=SETUID",
        "--cap-add=SETGID",
        "--cap-add=SETPCAP",
        "--cap-add=CHOWN",
        f"--memory={limits.memory_mb}m",
        f"--memory-swap={limits.memory_mb}m",  # no more with swap than without
        f"--pids-limit={limits.processes + 8}",
        f"--tmpfs={home}:{size}",
        f"--tmpfs=/tmp:{size}",
        *(_hiding(path, program) for path in hidden),
        f"--workdir={home}",
        IMAGE,
    )


def _run(program: str, name: str) -> Texts:
    return (
        program,
        "run",
        "--rm",
        f"--name={name}",
        "--pull=never",  # an image of this name from elsewhere would be somebody else's
        "--network=none",
        "--read-only",
        "--cap-drop=ALL",
        "--security-opt=no-new-privileges",
    )


def _hiding(path: str, program: str) -> str:
    if path.endswith((".py", ".pyc")):
        return f"--volume=/dev/null:{path}:ro"
    empty = ",notmpcopyup" if Path(program).name == "podman" else ""  # Podman alone copies what lies there in the image
    return f"--tmpfs={path}:ro,size=4k,mode=0555{empty}"


@cache
def _files_in_image(program: str, modules: Texts) -> Texts:
    """Ask the image for the folders and files of modules, because its Python lies elsewhere."""
    command = (*_run(program, f"fewidgets-asked-{secrets.token_hex(8)}"), IMAGE, "python", "-I", "-c", _ASK, *modules)
    said = ""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        said = done.stderr.strip().rpartition("\n")[2]
        found = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise GradingError(f"the image {IMAGE} does not say where {', '.join(modules)} lie: {said or error}") from error
    # Nothing can be put over what lies in a folder that is empty now.
    return tuple(path for path in found if not any(path.startswith(f"{other}/") for other in found))

"""Python without what it has not in a browser, with the errors of Pyodide 314.0.6.

``python taken_away.py STEP`` runs a function of steps.py.
"""

import _thread
import json
import os
import resource
import signal
import sys
import sysconfig
import threading
import time
import types

#: What the browser finds in the network.
WEB: dict[str, bytes] = {}


def take_away() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (2 * 2**30, 2 * 2**30))
    sysconfig.get_paths()  # from a file that has another name there
    sys.platform = "emscripten"  # the standard library itself then starts no process
    refuse(os, "fork", OSError(52, "Function not implemented"))
    refuse(time, "pthread_getcpuclockid", FileNotFoundError(44, "No such file or directory"))
    for name in ("start_new_thread", "start_joinable_thread"):
        refuse(_thread, name, RuntimeError("can't start new thread"))
    threading._start_new_thread = _thread.start_new_thread
    threading._start_joinable_thread = getattr(_thread, "start_joinable_thread", None)
    for module, names in ((signal, ("setitimer", "alarm")), (os, ("geteuid", "posix_spawn", "sched_getaffinity"))):
        for name in names:
            vars(module).pop(name, None)
    for name in ("resource", "fcntl", "termios"):  # the kernel of JupyterLite has them, without a content
        sys.modules[name] = types.ModuleType(name)
    for name in ("pwd", "grp", "curses", "_multiprocessing", "_posixshmem"):
        sys.modules[name] = None
    add_browser()


def refuse(module: types.ModuleType, name: str, error: Exception) -> None:
    def refused(*_arguments: object, **_keywords: object) -> None:
        raise error

    if hasattr(module, name):
        setattr(module, name, refused)


class JsException(Exception):
    name, message = "TypeError", "Failed to fetch"


class XMLHttpRequest:
    """The browser's request, as far as urllib3 uses it."""

    new = classmethod(lambda cls: cls())
    status = 200

    def open(self, _method: str, url: str, _later: bool) -> None:
        self.url = url.replace(":443/", "/")

    def setRequestHeader(self, _name: str, _value: str) -> None:
        pass

    def send(self, _body: object) -> None:
        if self.url not in WEB:
            raise JsException
        self.response = types.SimpleNamespace(to_py=lambda: memoryview(WEB[self.url]))

    def getAllResponseHeaders(self) -> str:
        return ""


def add_browser() -> None:
    """Add the two modules through which Python reaches the browser. There are no sockets."""
    same = dict.fromkeys(("JsArray", "JsProxy"), object)
    modules = {
        "js": {"XMLHttpRequest": XMLHttpRequest, "console": types.SimpleNamespace(warn=bool)},
        "pyodide": {},
        "pyodide.ffi": {**same, "JsException": JsException, "to_js": lambda value, **_: value},
    }
    for name, content in modules.items():
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(content)
    import socket

    refuse(socket.socket, "connect", OSError(23, "Host is unreachable"))


if __name__ == "__main__":
    sys.modules["taken_away"] = sys.modules["__main__"]
    take_away()
    import steps

    print(json.dumps(getattr(steps, sys.argv[1])(*sys.argv[2:])))

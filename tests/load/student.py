"""A student at a browser: runs the cells of a lesson, commits predictions and moves controls, and notes each wait."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from jupyter_client.jsonutil import json_default
from jupyter_client.session import Session
from jupyter_server.services.kernels.connection.base import deserialize_binary_message
from tornado.httpclient import AsyncHTTPClient
from tornado.websocket import websocket_connect

from tests.load.server import Server

Json = dict[str, Any]
VIEW = "application/vnd.jupyter.widget-view+json"
LOST = 300  # seconds after which an answer counts as lost


def cells_of(lesson: Path) -> list[str]:
    cells = json.loads(lesson.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


class Student:
    """``waits`` has the kind, the name and the seconds of each answer; ``failures`` what came back wrong or never."""

    def __init__(self, server: Server, name: str, random: Random) -> None:
        self.name = name
        self.waits: list[tuple[str, str, float]] = []
        self.failures: list[str] = []
        self._server, self._random, self._session = server, random, Session()
        self._models: dict[str, Json] = {}  # the state of each widget
        self._shown: list[str] = []  # the models of explorables that have come on screen and were not moved yet
        self._awaited: dict[str, asyncio.Future[Json]] = {}  # by what the answer repeats
        self._asked = 0

    async def learn(self, cells: list[str], pause: float) -> None:
        await self._rest(pause)
        await self._open()
        reading = asyncio.create_task(self._read())
        try:
            for number, source in enumerate(cells, start=1):
                await self._rest(pause)
                await self._run(number, source)
                while self._shown:  # a commit shows what the prediction held back
                    await self._move_controls(self._shown.pop(0), pause)
        finally:
            reading.cancel()

    async def _rest(self, pause: float) -> None:
        if pause:
            await asyncio.sleep(self._random.expovariate(1 / pause))

    async def _open(self) -> None:
        """Start a kernel and connect to it."""
        (self._server.folder / self.name).mkdir()
        body = json.dumps({"name": "python3", "path": self.name})
        start = time.monotonic()
        address = f"{self._server.address}/api/kernels"
        started = await AsyncHTTPClient().fetch(f"http://{address}", method="POST", body=body, request_timeout=LOST)
        self._socket = await websocket_connect(f"ws://{address}/{json.loads(started.body)['id']}/channels")
        self.waits.append(("kernel", self.name, time.monotonic() - start))

    async def _read(self) -> None:
        while (raw := await self._socket.read_message()) is not None:
            self._receive(json.loads(raw) if isinstance(raw, str) else deserialize_binary_message(raw))

    async def _send(self, kind: str, content: Json, awaited: str = "") -> Json | None:
        """Send a message; return its answer, or None if it is lost."""
        message = self._session.msg(kind, content) | {"channel": "shell", "buffers": []}
        answer = self._awaited[awaited or message["header"]["msg_id"]] = asyncio.get_running_loop().create_future()
        await self._socket.write_message(json.dumps(message, default=json_default))
        try:
            return await asyncio.wait_for(answer, LOST)
        except TimeoutError:
            return None

    async def _run(self, number: int, source: str) -> None:
        start = time.monotonic()
        content = {"code": source, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False}
        answer = await self._send("execute_request", content)
        name = f"cell {number}, {source.strip().splitlines()[-1][:60]}"
        if answer is None or answer["status"] != "ok":
            self.failures.append(f"{name}: {'lost' if answer is None else answer.get('evalue')}")
        self.waits.append(("cell", name, time.monotonic() - start))

    def _receive(self, message: Json) -> None:
        kind, content = message["header"]["msg_type"], message["content"]
        if kind == "execute_reply":
            self._answer(message["parent_header"]["msg_id"], content)
        elif kind in ("display_data", "execute_result"):
            self._show(content["data"].get(VIEW, {}).get("model_id", ""))
        elif kind == "comm_open" and "_scene" in content["data"].get("state", {}):
            self._models[content["comm_id"]] = self._with_buffers(message)
        elif kind == "comm_msg" and content["comm_id"] in self._models and "state" in content["data"]:
            state = self._with_buffers(message)
            if content["data"]["method"] == "update":
                self._models[content["comm_id"]].update(state)
                self._show((state.get("_then") or "").removeprefix("IPY_MODEL_"))
                self._answer(state.get("_answered", ""), state)
            else:
                for name in state:  # echoes of what this browser has set
                    self._answer(f"{content['comm_id']} {name}", state)

    def _show(self, model: str) -> None:
        if model in self._models:
            self._shown.append(model)

    def _answer(self, awaited: str, content: Json) -> None:
        if awaited in self._awaited:
            self._awaited.pop(awaited).set_result(content)

    @staticmethod
    def _with_buffers(message: Json) -> Json:
        data = message["content"]["data"]
        for path, buffer in zip(data.get("buffer_paths", ()), message.get("buffers", ()), strict=True):
            *way, last = path
            place = data["state"]
            for key in way:
                place = place[key]
            place[last] = bytes(buffer)
        return data["state"]

    async def _move_controls(self, model: str, pause: float) -> None:
        """Move each control of an explorable once."""
        for control in self._models[model]["_scene"]["controls"]:
            if control["kind"] == "stage":
                continue
            value = self._place(control)
            if value is None:
                continue
            await self._rest(pause)
            start = time.monotonic()
            if control.get("compute"):
                self._asked += 1
                serial = f"{self.name}-{self._asked}"
                ask = {control["name"]: value} | ({"stage": "committed"} if control["kind"] == "ask" else {})
                data = {"method": "custom", "content": {"ask": ask, "serial": serial}}
            else:
                serial = f"{model} {control['name']}"
                data = {"method": "update", "state": {control["name"]: value}, "buffer_paths": []}
            answer = await self._send("comm_msg", {"comm_id": model, "data": data}, serial)
            name = f"{control['label']} to {value}"[:80]
            if answer is None or answer.get("message"):
                self.failures.append(f"{name}: {'lost' if answer is None else answer['message']}")
            self.waits.append(("control", name, time.monotonic() - start))

    def _place(self, control: Json) -> Any:
        """Choose a value for a control, or None for one that takes a text, a file or a drawing."""
        random = self._random
        match control:
            case {"kind": "ask", "form": form}:
                return self._prediction(form)
            case {"kind": "number", "low": low, "high": high, "whole": whole}:
                return random.randint(int(low), int(high)) if whole else random.uniform(low, high)
            case {"kind": "point", "x": x, "y": y}:
                return [random.uniform(*x), random.uniform(*y)]
            case {"kind": "slider", "values": {"data": data, "dtype": dtype}}:
                values = np.frombuffer(data, dtype)
                return random.uniform(values.min(), values.max())
            case {"kind": "stepper", "length": length}:
                return random.randrange(length)
            case {"kind": "choice" | "pick", "options": options}:
                return random.choice(options)
            case {"kind": "toggle"}:
                return True
        return None

    def _prediction(self, form: Json) -> Any:
        match form:
            case {"type": "one", "options": options}:
                return self._random.choice(options)[0]
            case {"type": "several", "options": options}:
                return [options[0][0]]
            case {"type": "order", "items": items}:
                return [item for item, _ in items]
            case {"type": "sketch", "curves": curves, "places": places, "low": low, "high": high}:
                return [[(low + high) / 2] * len(places) for _ in curves]
            case {"type": "number", "low": low}:
                return low
        raise ValueError(f"no answer to a prediction of the kind {form['type']}")

"""How much a widget sends to a browser."""

import json

from ipywidgets.widgets.widget import _remove_buffers


def size_of(state):
    """Count the bytes of a widget's state, its buffers included."""
    plain, _, buffers = _remove_buffers(state)
    return len(json.dumps(plain)) + sum(len(buffer) for buffer in buffers)

"""The base class of the explorables, the intake of data, messages from a browser, and the renderer."""

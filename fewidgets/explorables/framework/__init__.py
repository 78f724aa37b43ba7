"""What every explorable stands on: the base class, the intake of data, messages and the renderer."""

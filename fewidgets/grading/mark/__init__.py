"""Mark what was observed: points, reasons and messages."""

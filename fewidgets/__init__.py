"""fewidgets: learn feature engineering and selection by moving things.

Heavy modules (the widgets, Matplotlib, scikit-learn) load on first use, so that ``import fewidgets`` stays quick.
"""

from __future__ import annotations

__version__ = "0.1.0"

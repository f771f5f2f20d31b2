"""The benchmarks lie in the checkout, which pytest has not on its path."""

from __future__ import annotations

import sys
from pathlib import Path

# At the end: the package of the checkout must not be found before the installed one, which has its compiled modules.
sys.path.append(str(Path(__file__).parents[2]))

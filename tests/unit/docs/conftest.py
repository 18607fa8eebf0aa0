"""What makes the documentation can be imported here."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[3] / "docs"))

"""How much of the matrix of faults a run goes through: all of it with FAULTS=all (`make faults`), else a sample."""

import os

WHOLE = os.environ.get("FAULTS") == "all"

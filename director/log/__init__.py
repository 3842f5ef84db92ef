"""The log: what an act says of itself, in a sentence."""

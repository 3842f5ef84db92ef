"""Prizes, deals and the books of a tournament."""

"""The to-do rail: what waits for the director, from the most pressing down."""

from director.todo import clock, money, people, reports, tables  # each registers its items

__all__ = ["clock", "money", "people", "reports", "tables"]

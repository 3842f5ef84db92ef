"""The forms that a tournament and its structure are made with."""

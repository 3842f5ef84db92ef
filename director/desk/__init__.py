"""The registration desk and the finding of players and entries."""

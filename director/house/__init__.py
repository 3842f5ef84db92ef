"""The club's own pages: tournaments, players, staff, screens, import and export, the door."""

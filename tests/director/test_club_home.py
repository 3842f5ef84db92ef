"""The door, the first page, the settings of the club, its templates."""

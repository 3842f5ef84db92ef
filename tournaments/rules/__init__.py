"""Pure rules shared by several apps: no Django, no clock, no global random."""

"""Pure rules of the clock: no Django, no now(), no global random. Times are whole milliseconds."""

"""The cockpit and the floor page of a running tournament."""

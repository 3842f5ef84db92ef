"""A tournament as pages show it, read in a fixed number of queries."""

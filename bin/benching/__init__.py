"""The measures of `make bench`, a module for each part of the product."""

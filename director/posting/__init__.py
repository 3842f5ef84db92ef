"""Where buttons and forms post to: parse, one verb, the answer."""

"""The one error of the pure rules."""


class RuleError(ValueError):
    """A rule refused its input: `code` says which rule, `facts` hold the numbers a message needs.

    Rules know no language: whoever calls them turns the code into a translated sentence.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

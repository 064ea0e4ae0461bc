"""The one kind of error that a user can mend."""


class InputError(Exception):
    """Bad input: one clear line that names it and says what would be right. Exit status 2."""

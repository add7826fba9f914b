"""Tools of the Fenland Amateur Weather Network."""

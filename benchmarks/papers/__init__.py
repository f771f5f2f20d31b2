"""The tables of the five papers, made by this package's implementations."""

"""Numbers that describe the text blocks of a page.

A `Page` and its blocks in, NumPy arrays out: measures, structure, and matrices of features for the methods.
"""

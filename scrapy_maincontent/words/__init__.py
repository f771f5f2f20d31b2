"""What short strings mean: class names, phrases of many languages, lines such as datelines and bylines.

Strings in, bits and kinds out; the words themselves are TOML files beside the modules.
"""

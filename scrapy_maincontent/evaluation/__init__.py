"""Annotated pages and extractors -> scores, tables and floors.

`run` scores methods and the `peers`, `tables` prints and keeps what comes out, `gate` compares it with floors;
`regions` scores detected regions and trails.
"""

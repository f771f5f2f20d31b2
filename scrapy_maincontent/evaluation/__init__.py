"""Annotated pages and extractors -> scores and tables.

`run` scores methods and other extractors, `tables` prints and keeps what comes out;
`regions` scores detected regions and trails.
"""

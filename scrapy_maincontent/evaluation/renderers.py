"""The names of the text browsers that pages may be read with; the command line knows them without loading any."""

BUILTIN, LYNX = RENDERERS = ("builtin", "lynx")

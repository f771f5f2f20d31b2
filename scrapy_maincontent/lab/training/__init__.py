"""Training: reference texts -> labels, labels -> models. Only the command line imports it."""

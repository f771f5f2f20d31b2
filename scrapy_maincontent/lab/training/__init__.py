"""Training: reference texts -> labels, labels -> models."""

"""The spiders of the example project."""

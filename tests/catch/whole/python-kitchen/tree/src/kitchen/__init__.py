"""Back office for Saltbush Catering."""

__version__ = "1.8.0"

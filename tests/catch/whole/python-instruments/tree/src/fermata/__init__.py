"""Lends the musical instruments of Calder Vale Libraries."""

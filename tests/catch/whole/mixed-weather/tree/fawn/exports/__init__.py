"""What we give away, one module for each format. See docs/wiki/Exports.md."""

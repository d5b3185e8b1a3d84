"""The shuffle."""

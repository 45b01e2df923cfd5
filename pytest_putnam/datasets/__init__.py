"""Readers of benchmark layouts, one module each."""

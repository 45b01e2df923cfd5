"""Readers of benchmarks, one module per layout."""

from __future__ import annotations

from pytest_putnam.datasets.putnambench import Dataset, find_dataset, language_of

__all__ = ["Dataset", "find_dataset", "language_of"]

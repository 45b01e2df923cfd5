"""Readers of benchmarks, one module per layout."""

from __future__ import annotations

from pytest_putnam.datasets.base import Benchmark, Entry
from pytest_putnam.datasets.files import language_of
from pytest_putnam.datasets.layouts import LAYOUTS, find_dataset
from pytest_putnam.datasets.putnambench import Dataset

__all__ = ["LAYOUTS", "Benchmark", "Dataset", "Entry", "find_dataset", "language_of"]

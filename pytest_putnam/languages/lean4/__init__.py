"""Lean 4: lexing, sessions, the checker."""

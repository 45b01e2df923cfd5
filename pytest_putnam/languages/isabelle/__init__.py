"""Isabelle/HOL: lexing, sessions, the checker."""

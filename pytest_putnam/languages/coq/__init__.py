"""Coq: lexing, sessions, the checker."""

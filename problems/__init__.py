"""The built-in problems, in the layout of PutnamBench."""

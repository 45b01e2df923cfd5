"""Language models: what is asked of them, what they answer, what it costs, what is kept.

Provers use `pytest_putnam.llm`, which is the door to this package and the only module that talks to
a server.
"""

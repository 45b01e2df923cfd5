"""Formalized Putnam problems as pytest items; real proof assistants give the verdicts."""

"""What methods return while a test looks on."""

from __future__ import annotations

from typing import Any

import pytest


def recorded(monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> list[Any]:
    """What the method returns from now on, call by call; it does its work as ever."""
    returned: list[Any] = []
    method = getattr(owner, name)

    def recording(*given: Any, **named: Any) -> Any:
        returned.append(method(*given, **named))
        return returned[-1]

    monkeypatch.setattr(owner, name, recording)
    return returned

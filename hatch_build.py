"""The wheel needs exactly what was tested: its dependencies are the pins of requirements.txt."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PIN = re.compile(
    r"^(?P<pin>[\w.-]+(?:\[[\w,-]+\])?==[^\s;\\]+)(?P<marker> ; [^\\\n]+?)? *\\?$", re.M
)


class CustomMetadataHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        """Adds the pinned requirements as dependencies."""
        text = (Path(self.root) / "requirements.txt").read_text("utf-8")
        metadata["dependencies"] = [
            match["pin"] + (match["marker"] or "") for match in PIN.finditer(text)
        ]

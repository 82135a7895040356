"""What a page does with shortened news, as static/js/swap.js does it."""

from delivery.shorter import Said


def longer(said: str | Said, before: str) -> str:
    """The text that `shorter` was given: the opposite of `shorter`."""
    if isinstance(said, str):
        return said
    return "".join(
        piece if isinstance(piece, str) else before[piece[0] : piece[0] + piece[1]]
        for piece in said
    )

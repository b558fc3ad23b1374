"""What page and server say to each other: one JSON object a message, named by `type`.

Points are vertices as people write them ("D4", "pass"), colours "black" and "white", win rates and owners are
Black's unless a field says otherwise.

What all messages share.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Colour = Literal["black", "white"]
Vertex = Annotated[str, Field(min_length=2, max_length=4)]


class Message(BaseModel):
    """Nothing that is not named here is taken."""

    model_config = ConfigDict(extra="forbid")

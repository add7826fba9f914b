"""What a station can measure. Keep in step with logger/src/channel.c."""

from dataclasses import dataclass
from typing import Dict


@dataclass(frozen=True)
class Channel:
    code: str        # the letter in the spool line and in the database
    name: str
    unit: str
    decimals: int
    aggregate: str   # "mean": a day has min, max and mean; "sum": a day has a total

    def text(self, value: float) -> str:
        """The value as we print it everywhere."""
        return f"{value:.{self.decimals}f}"

    def rounded(self, value: float) -> float:
        return round(value, self.decimals)


CHANNELS: Dict[str, Channel] = {
    channel.code: channel
    for channel in (
        Channel("T", "temperature", "degC", 1, "mean"),
        Channel("H", "humidity", "%", 0, "mean"),
        Channel("P", "pressure", "hPa", 1, "mean"),
        Channel("R", "rain", "mm", 1, "sum"),
        Channel("W", "wind", "m/s", 1, "mean"),
    )
}

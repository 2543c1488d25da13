"""Writes a run, or several, as one HTML page that plays offline: the app's own picture and player, and nothing from the network."""

from __future__ import annotations

import html
import json
from typing import Any

from planviz.render.physics_board import Board
from planviz.render.physics_payload import board_to_payload, player_data
from planviz.render.physics_theme import PALETTES
from planviz.render.web import web_file

_RUN = "page"
"""How picture and player know that they belong together."""
_MODULE = "export default function"


def board_to_page(board: Board, theme: str = "light") -> str:
    """The whole page as text."""
    colors = PALETTES[theme]
    picture, player = board_to_payload(board, theme, _RUN), player_data(board, _RUN)
    title = " and ".join(filter(None, board.titles))
    remarks = "".join(f"<p>{html.escape(note)}</p>" for note in board.notes)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{html.escape(title or "planviz")}</title>
<style>
:root {{
  --st-font: "Source Sans Pro", "Source Sans 3", Inter, "Helvetica Neue", Arial, sans-serif;
  --st-text-color: {colors.text}; --st-background-color: {colors.background};
  --st-border-color: {colors.grid}; --st-primary-color: {colors.seen};
}}
body {{ margin: 0 auto; max-width: 1280px; padding: 16px; font-family: var(--st-font); font-size: 16px;
  background: {colors.background}; color: {colors.text}; }}
p {{ color: {colors.muted}; font-size: 14px; margin: 6px 0; }}
{web_file("player.css")}
{web_file("picture.css")}
</style>
</head>
<body>
<div id="player">{web_file("player.html")}</div>
<div id="picture">{web_file("picture.html")}</div>
{remarks}
<p>Drawn by planviz from a real run of Apache Spark. Space plays, arrows step.</p>
<script type="application/json" id="data">{_inline({"player": player, "picture": picture})}</script>
<script>
const show = {_function("picture.js")};
const play = {_function("player.js")};
const data = JSON.parse(document.getElementById("data").textContent);
play({{ parentElement: document.getElementById("player"), data: data.player, setTriggerValue() {{}} }});
show({{ parentElement: document.getElementById("picture"), data: data.picture }});
</script>
</body>
</html>
"""


def _function(name: str) -> str:
    """A module of the browser's side as an expression, for a page that loads no modules."""
    body = web_file(name)
    assert body.count(_MODULE) == 1, f"{name} has to export one function"
    return f"(() => {{\n{body.replace(_MODULE, 'return function')}\n}})()"


def _inline(value: Any) -> str:
    """JSON that cannot end the script element it stands in."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")

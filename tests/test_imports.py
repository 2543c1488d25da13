"""The layout's import rules hold: only downward, and each library only where it belongs."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

MAY_IMPORT = {
    "model": set(),
    "analysis": {"model"},
    "readers": {"model"},
    "render": {"analysis", "model"},
    "worker": {"model"},
    "capture": {"model", "scenario_files"},
    "scenario_files": {"model"},
    "own_scenarios": {"model", "scenario_files"},
    "cli": {"render", "analysis", "readers", "model", "worker", "scenario_files", "own_scenarios", "version"},
    "ui": {"render", "analysis", "readers", "model", "worker", "scenario_files", "own_scenarios", "version"},
}
"""Which parts of planviz each part may import, besides itself."""

ONLY_IN = {
    "streamlit": {"ui"},
    "plotly": {"render"},
    "graphviz": {"render"},
    "resvg_py": {"render"},
    "pyspark": {"capture"},
    "py4j": {"capture"},
}


def modules() -> list[Path]:
    return sorted((ROOT / "planviz").rglob("*.py"))


def imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def part_of(path: Path) -> str:
    return path.relative_to(ROOT / "planviz").parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_module(path: Path) -> None:
    """A module imports only what its layer may, and opens with a line that says what it does."""
    part = part_of(path)
    for name in imports(path):
        top, _, rest = name.partition(".")
        if top in ONLY_IN:
            assert part in ONLY_IN[top], f"{name} belongs in {ONLY_IN[top]}"
        if top == "planviz" and part in MAY_IMPORT:
            assert rest.split(".")[0] in MAY_IMPORT[part] | {part}, f"{part} must not import {name}"
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_the_app_does_not_load_spark() -> None:
    """Opening the app's modules and the scenarios imports neither PySpark nor py4j."""
    program = (
        "import sys, planviz.ui.main, planviz.cli, scenarios\n"
        "sys.exit(any(name.split('.')[0] in ('pyspark', 'py4j') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0

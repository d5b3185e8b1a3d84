"""The oracle is worth something only as long as it reads nothing of ours."""

import ast
import sys
from pathlib import Path


def test_the_oracle_imports_only_itself_and_the_standard_library() -> None:
    """No module of the oracle, tests left out, imports the product or anything installed."""
    modules = [path for path in Path(__file__).parent.glob("*.py") if "test_" not in path.name]
    assert len(modules) >= 5
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0
                names = [node.module or ""]
            for name in names:
                ours = name.startswith("tests.oracle")
                assert ours or name.split(".")[0] in sys.stdlib_module_names, (path.name, name)

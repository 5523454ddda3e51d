"""Prints the reference of the Python package from its docstrings: python3 engine/docs/.site/python_api.py > engine/docs/python.md"""

import ast
import inspect
import re
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[3] / "spark-jobs/src/main/python/credence"

HEAD = """# Python reference

Written from the docstrings of the package by `engine/docs/.site/python_api.py`; a test compares. The [guide](notebooks.md#python) shows how these go together.

```sh
pip install "credence[spark]"                                     # once it is published; PySpark with it
pip install spark-jobs/target/python/credence-*.whl               # the wheel of a build; extras: spark, arviz, mlflow
```
"""


def modules():
    """Trees of the public modules with what each lists in ``__all__``, by module name."""
    for name in ("_session", "_errors", "ml", "likelihood", "mlflow"):
        tree = ast.parse((PACKAGE / f"{name}.py").read_text(encoding="utf-8"))
        listed = [ast.literal_eval(node.value) for node in tree.body
                  if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"]
        yield name, tree, listed[0]


def text(node):
    """Its docstring as Markdown."""
    doc = re.sub(r"``(.+?)``", r"`\1`", inspect.cleandoc(ast.get_docstring(node) or ""))
    return re.sub(r"(?m)^>>> (.*?)(  # doctest.*)?$", r"```python\n\1\n```", doc)


def public(node):
    return isinstance(node, ast.FunctionDef) and not node.name.startswith("_")


def signature(node):
    """Its parameters without types."""
    given = node.args
    names = [one.arg for one in given.args if one.arg not in ("self", "cls")]
    values = [ast.literal_eval(one) for one in given.defaults]
    plain = names[:len(names) - len(values)]
    optional = [f"{name}={value!r}" for name, value in zip(names[len(plain):], values)]
    rest = [f"**{given.kwarg.arg}"] if given.kwarg else []
    return f"{node.name}({', '.join(plain + optional + rest)})".replace("'", '"')


def methods(name, classes):
    """Those of a class and of classes of this package above it that are no part of the API themselves."""
    node = classes[name]
    found = {one.name: one for one in node.body if public(one)}
    for base in node.bases:
        above = getattr(base, "id", "")
        if above.startswith("_") and above in classes:
            found = {**methods(above, classes), **found}
    return found


def entry(level, title, node):
    return [f"{'#' * level} {title}", "", text(node), ""] if text(node) else [f"{'#' * level} {title}", ""]


def main():
    lines = [HEAD]
    for module, tree, listed in modules():
        classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        functions = {node.name: node for node in tree.body if public(node)}
        prefix = "credence.mlflow." if module == "mlflow" else "credence."
        for name in listed:
            if name in functions:
                lines += entry(2, f"`{prefix}{signature(functions[name])}`", functions[name])
                continue
            lines += entry(2, f"`{prefix}{name}`", classes[name])
            for method in methods(name, classes).values():
                lines += entry(3, f"`{signature(method)}`", method)
    print("\n".join(lines).rstrip())


main()

"""Writes the reference of the Python package from its docstrings and Params: python3 engine/docs/.site/python_api.py engine/docs"""

import ast
import inspect
import re
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[3] / "spark-jobs/src/main/python/credence"

HEAD = """# Python: {title}

Written from the package by `engine/docs/.site/python_api.py`. {others} Guide: [notebooks](notebooks.md).
"""

INSTALL = """
<!-- not run: builds and installs -->
```sh
pip install "credence[spark]"                                     # once it is published; PySpark with it
pip install spark-jobs/target/python/credence-*.whl               # the wheel of a build; extras: spark, arviz, mlflow
```
"""

PARAMS = """
Params by section of the configuration, with their types. `explainParam(name)` tells meaning, default and key; the
[guide](notebooks.md#params) tells how names follow from keys. Type `str` takes a number if the key does: `priorSd=2.5`.
"""

TYPES = {"text": "str", "word": "str", "flag": "bool", "number": "float", "whole": "int", "texts": "list of str",
         "wholes": "list of int", "mapping": "dict"}

PAGES = {"python.md": "stages", "python-models.md": "models", "python-params.md": "Params"}


def tree(module):
    return ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8"))


def modules():
    """Trees of the public modules with what each lists in ``__all__``, by module name."""
    for name in ("_session", "_progress", "_errors", "ml", "likelihood", "mlflow"):
        body = tree(name)
        listed = [ast.literal_eval(node.value) for node in body.body
                  if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"]
        yield name, body, listed[0]


def text(node):
    """Its docstring as Markdown, with the example of a method on a line of text."""
    doc = re.sub(r"(?s)``(.+?)``", r"`\1`", inspect.cleandoc(ast.get_docstring(node) or ""))
    code = "`{}`" if isinstance(node, ast.FunctionDef) else "```python\n{}\n```"
    return re.sub(r"(?m)^>>> (.*?)(  # doctest.*)?$", lambda found: code.format(found.group(1)), doc)


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


def returned(node):
    """The type that it returns, where that is stated."""
    name = ast.unparse(node.returns) if isinstance(node, ast.FunctionDef) and node.returns else "None"
    return "" if name in ("None", "Any") else f"`{name}`: "


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
    return [f"{'#' * level} {title}", "", returned(node) + text(node), ""] if text(node) else [f"{'#' * level} {title}", ""]


def described(is_on_page):
    """Functions and classes of a page; a method that several classes have is described with the first of them."""
    lines = []
    first = {}
    for module, body, listed in modules():
        classes = {node.name: node for node in body.body if isinstance(node, ast.ClassDef)}
        functions = {node.name: node for node in body.body if public(node)}
        prefix = "credence.mlflow." if module == "mlflow" else "credence."
        for name in listed:
            if name in functions:
                found = entry(2, f"`{prefix}{signature(functions[name])}`", functions[name])
            else:
                found = entry(2, f"`{prefix}{name}`", classes[name])
                again = {}
                for method in methods(name, classes).values():
                    above = first.setdefault((method.name, text(method)), name)
                    if above == name:
                        found += entry(3, f"`{signature(method)}`", method)
                    else:
                        again.setdefault(above, []).append(f"`{method.name}`")
                found += [line for above, names in again.items() for line in (f"Also, as in `{above}`: {', '.join(names)}.", "")]
            lines += found if is_on_page(name) else []
    return lines


def params():
    """Names of Params by section and type, for stages and for models; those of networks too in bold."""
    classes = {node.name: by_section(node) for node in tree("_params").body
               if isinstance(node, ast.ClassDef) and node.name.endswith("Params")}
    lines = []
    for what in ("Estimator", "Model"):
        network = "NetworkModel" if what == "Model" else "Network"
        shown, of_networks = classes[what + "Params"], classes[network + "Params"]
        bold = {one: f"**{one}**" for one in of_networks}
        further = {one: where for one, where in of_networks.items() if one not in shown}
        lines += ["", f"## `Variational{what}`, in bold `Variational{network}` too", ""]
        lines += listed_by_section({bold.get(one, one): where for one, where in shown.items()})
        lines += ["", f"## `Variational{network}` alone", ""] + listed_by_section(further) if further else []
    return lines


def by_section(node):
    """Section and type of each Param."""
    found = {}
    for one in node.body:
        if isinstance(one, ast.AnnAssign):
            key = re.search(r"\(([a-z]\w*)[\w.]*\)$", ast.literal_eval(one.value.args[2]))
            found[f"`{one.target.id}`"] = (f"`{key.group(1)}`" if key else "without a key", TYPES[one.value.args[3].func.id])
    return found


def listed_by_section(places):
    sections = {}
    for name, (section, kind) in places.items():
        sections.setdefault(section, {}).setdefault(kind, []).append(name)
    return [f"- {section}: " + "; ".join(f"{kind} {', '.join(names)}" for kind, names in kinds.items())
            for section, kinds in sections.items()]


def page(name):
    others = ", ".join(f"[{title}]({other})" for other, title in PAGES.items() if other != name)
    lines = [HEAD.format(title=PAGES[name], others=f"Other pages: {others}.").rstrip()]
    is_model = re.compile(r"Variational(Network)?Model").fullmatch
    if name == "python-params.md":
        lines += [PARAMS.rstrip(), *params()]
    elif name == "python-models.md":
        lines += ["", *described(is_model)]
    else:
        lines += [INSTALL, *described(lambda one: not is_model(one))]
    return "\n".join(lines).rstrip() + "\n"


for file in PAGES:
    (Path(sys.argv[1]) / file).write_text(page(file), encoding="utf-8")

"""Compiles blocks of Python and tests that the names of the package which they use exist. Arguments: the package's sources, and a folder of
blocks, as the class Manual of the tests writes them."""

import ast
import re
import sys
from pathlib import Path

package, folder = map(Path, sys.argv[1:3])
texts = {file.stem: file.read_text(encoding="utf-8") for file in package.glob("*.py")}
trees = {name: ast.parse(text) for name, text in texts.items()}
functions = {}
for tree in trees.values():
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            functions.setdefault(node.name, []).append(node.args)
classes = {node.name for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
stage_params = {"likelihood", *re.findall(r"[\"'](\w+)[\"']", texts["_params"]), *re.findall(r"\b(\w+): ", texts["_params"])}
effect_options = {*re.findall(r"(?m)^    \"(\w+)\": ", texts["_arguments"]), *(arg.arg for arg in functions["_effects"][0].args)}
SPARK = {"fit", "transform", "write", "read", "save", "load", "overwrite", "copy"}
"""Methods that stages have from Spark."""
faults = []


def root(node):
    """What a chain of calls and attributes begins with."""
    while isinstance(node, (ast.Call, ast.Attribute, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None


def is_stage(node, known):
    begin = root(node)
    return begin in known or (begin or "").startswith("Variational")


def unknown_arguments(name, call):
    """Keywords of a call that are no Params of that stage, or that the nearest function of that name does not take."""
    given = {keyword.arg for keyword in call.keywords} - {None}
    if name.startswith("Variational"):
        return given - stage_params
    missing = []
    for each in functions[name]:
        own = {arg.arg for arg in each.args + each.kwonlyargs}
        if each.kwarg and each.kwarg.arg == "options":  # those of all effects
            own |= effect_options
        elif each.kwarg:
            own |= stage_params if name == "setParams" else given
        missing.append(given - own)
    return min(missing, key=len)


known = {"model", "estimator", "network"}
count = 0
for file in sorted(folder.glob("*.py")):
    head, _, code = file.read_text(encoding="utf-8").partition("\n")
    page, line, _ = head[2:].split("\t")
    tree = ast.parse("\n" * (int(line) - 1) + code, page)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and is_stage(node.value, known):
            chain = [each.attr for each in ast.walk(node.value) if isinstance(each, ast.Attribute)]
            if set(chain) <= {"fit", "load", "setParams"}:
                known |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    for node in ast.walk(tree):
        where = f"{page}:{getattr(node, 'lineno', 0)}: "
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "credence":
            unknown = [name.name for name in node.names if name.name not in classes and name.name not in functions]
            faults += [where + f"credence has no {name}" for name in unknown]
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id.startswith(("Variational", "Likelihood")):
            name = node.func.id
            if name not in classes:
                faults.append(where + f"credence has no {name}")
            elif name.startswith("Variational") and (unknown := unknown_arguments(name, node)):
                faults.append(where + f"{name} has no {unknown}")
            count += 1
        elif isinstance(node.func, ast.Attribute):
            name = node.func.attr
            inner = node.func.value
            direct = isinstance(inner, ast.Name) and inner.id in known | {"credence"}
            made = isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute) and inner.func.attr in ("fit", "setParams")
            if not direct and not (made and is_stage(inner, known)):
                continue
            count += 1
            if name not in functions:
                if name not in SPARK:
                    faults.append(where + f"no method {name}")
            elif unknown := unknown_arguments(name, node):
                faults.append(where + f"{name} has no {unknown}")
if count < 100:
    faults.append(f"only {count} calls were found")
print("\n".join(faults))
sys.exit(bool(faults))

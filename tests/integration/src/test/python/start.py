"""Runs the lines of pages of the manual as they stand, one after the other. Arguments: a folder for what they write, and the pages."""

import os
import re
import sys

import matplotlib

matplotlib.use("Agg")
folder, pages = sys.argv[1], [os.path.abspath(page) for page in sys.argv[2:]]
os.symlink(os.path.abspath("conf"), os.path.join(folder, "conf"))
os.chdir(folder)
lines = {}
for page in pages:
    with open(page, encoding="utf-8") as file:
        blocks = re.findall(r"```python\n(.*?)```", file.read(), re.DOTALL)
    for block in blocks:
        exec(block, lines)
    print(len(blocks), "blocks of", os.path.basename(page))
effect = lines["model"].comparisons(variables={"fin": [0, 1]}).iloc[0]
assert abs(effect["mean"] + 0.072) < 0.005 and 0.03 < effect["positive"] < 0.06, effect
assert abs(lines["first"].prior_summary()["sd"]["age"] - 0.41) < 0.01
assert 0.7 < ((lines["share"] < 0.01) | (lines["share"] > 0.99)).mean() < 0.8
assert os.path.getsize("arrest.html") > 10_000
print("lines of the manual on Spark", lines["credence"].session().version)

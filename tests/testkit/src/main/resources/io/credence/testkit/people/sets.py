"""Writes data sets of scikit-learn and statsmodels as a person saves them from pandas: python3 sets.py STATSMODELS FOLDER, where the
first is the folder that holds the package's datasets. glm.R, which runs afterwards, reads them."""

import sys

import pandas as pd
from sklearn.datasets import load_diabetes

datasets, folder = sys.argv[1:]


def save(name, frame, **options):
    frame.to_csv(f"{folder}/{name}.csv", lineterminator="\n", **options)


# The index without a name, numbers as text
diabetes = load_diabetes(as_frame=True, scaled=False).frame
diabetes["sex"] = diabetes["sex"].map({1.0: "first", 2.0: "second"})
save("diabetes", diabetes[["age", "sex", "bmi", "bp", "s5", "target"]])

# A label of words, and classes in an order
election = pd.read_csv(f"{datasets}/anes96/anes96.csv", sep="\t", quotechar="'")
election["vote"] = election["vote"].map({0: "Clinton", 1: "Dole"})
save("election", election[["TVnews", "PID", "age", "educ", "income", "vote"]].head(400))

# Counts of a group-by, which leaves its keys in columns
votes = election.groupby(["educ", "vote"]).size().unstack(fill_value=0).reset_index()
save("votes", votes, index=False)

# An index of words, one of dates
save("states", pd.read_csv(f"{datasets}/statecrime/statecrime.csv", index_col="state"))
nile = pd.read_csv(f"{datasets}/nile/nile.csv")
nile.index = pd.to_datetime(nile.pop("year").astype(str) + "-07-01").rename("date")
save("nile", nile)
save("food", pd.read_csv(f"{datasets}/engel/engel.csv"))

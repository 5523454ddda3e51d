"""Scores rows of a CSV file by a scorer that `credence export CONFIG scorer.json` wrote; nothing but Python is needed.

    python3 conf/examples/score.py scorer.json rows.csv
"""
import csv, json, math, sys


def factor(known, cell):
    if "levels" in known:
        return known["levels"][cell]  # a level that was not in the fit is a KeyError
    x = float(cell)
    for piece in known.get("pieces", []):
        if x < piece.get("to", math.inf):
            t = (x - piece["centre"]) / piece["scale"]
            return sum(c * t**k for k, c in enumerate(piece["coefficients"]))
    return x


def predictions(scorer, row):
    offset = float(row[scorer["offset"]]) if "offset" in scorer else 0.0
    terms = [[t["coefficient"] * math.prod(factor(f, row[f["column"]]) for f in t["factors"]) for t in p["terms"]]
             for p in scorer["predictors"]]
    etas = [offset + math.fsum(each) for each in terms]
    if scorer["response"] == "softmax":
        largest = max([0.0] + etas)
        powers = [math.exp(eta - largest) for eta in [0.0] + etas]
        return [power / sum(powers) for power in powers]
    inverse = {"identity": lambda eta: eta, "exp": math.exp, "logistic": lambda eta: 0.5 * (1 + math.tanh(eta / 2)),
               "normal": lambda eta: 0.5 * math.erfc(-eta / math.sqrt(2))}
    return [inverse[scorer["response"]](etas[0])]


if __name__ == "__main__":
    with open(sys.argv[1]) as scorer_file, open(sys.argv[2], newline="") as rows:
        scorer = json.load(scorer_file)
        for row in csv.DictReader(rows):
            print(*predictions(scorer, row))

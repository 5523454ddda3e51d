"""What a notebook shows of a fit. Arguments: a folder, and a Spark Connect server if there is one."""

import contextlib
import html.parser
import io
import sys

import credence
import matplotlib
import numpy
import pandas
from credence import CredenceError, VariationalEstimator, VariationalLogisticRegression, VariationalMixedModel
from session import session

matplotlib.use("Agg")

server = sys.argv[2] if len(sys.argv) > 2 else None
spark = session(server)
assert credence.session().version == spark.version

printed = io.StringIO()
with contextlib.redirect_stdout(printed):
    credence.show_versions()
assert f"credence: {credence.__version__}" in printed.getvalue() and f"spark: {spark.version}" in printed.getvalue()

random = numpy.random.default_rng(7)
rows = pandas.DataFrame({"x": random.normal(size=600), "town": numpy.repeat([f"t{k}" for k in range(20)], 30)})
effects = numpy.repeat(random.normal(size=20), 30)
rows["y"] = 2 + rows.x + effects + random.normal(size=600)
rows["won"] = (random.uniform(size=600) < 1 / (1 + numpy.exp(-rows.x))).astype(float)


class Tags(html.parser.HTMLParser):
    """Each tag that opens also closes."""

    def __init__(self):
        super().__init__()
        self.open, self.text, self.bars = [], "", 0

    def handle_starttag(self, tag, attributes):
        self.bars += tag == "svg"
        if tag not in ("br", "line", "circle"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data + "\n"


def look(shown):
    tags = Tags()
    tags.feed(shown._repr_html_())
    assert not tags.open
    return tags


def refused(call):
    try:
        call()
    except CredenceError as error:
        return str(error)
    raise AssertionError("not refused")


model = VariationalMixedModel(formula="y ~ x + (1 + x | town)").fit(rows)
components = model.variance_components()
assert list(components["kind"]) == ["sd", "sd", "correlation", "intraclass correlation", "sd"][: len(components)], components
assert 0.5 < components.loc["sd[town:(Intercept)]", "mean"] < 2 and 0.9 < components.loc["sigma", "mean"] < 1.1

# Draws: named and scaled like the summaries, variance components and, where asked, effects of levels with them
shown = [*model.summary().index, *components.index[components["kind"] != "intraclass correlation"]]
draws = model.draws(4000)
assert list(draws.columns) == shown, draws.columns
table = pandas.concat([model.summary(), components])
assert (abs(draws.mean() - table["mean"][shown]) < 4.5 * table["sd"][shown] / 4000**0.5).all(), "seed 1"
assert (abs(draws.std() / table["sd"][shown] - 1) < 0.1).all(), "seed 1"
levels = model.draws(4000, levels="town")
assert levels[shown].equals(draws) and levels.shape == (4000, len(shown) + 40)
effects = model.random_effects().set_index(["level", "term"])
name = "effect[town:t3,x]"
assert abs(levels[name].mean() - effects.loc[("t3", "x"), "mean"]) < 4.5 * effects.loc[("t3", "x"), "sd"] / 4000**0.5, "seed 1"
assert "some of the grouping factors ['town'], found ['city']" in refused(lambda: model.draws(levels="city"))
inference = model.to_arviz(4000, levels=True)
assert dict(inference.posterior.sizes) == {"chain": 4, "draw": 1000, "coefficient": 2, "town": 20, "town_term": 2}, inference.posterior.sizes
chained = inference.posterior["effect[town]"].sel(town="t3", town_term="x").values.reshape(-1)
assert numpy.array_equal(chained, levels[name])
assert numpy.array_equal(inference.posterior["sd[town:x]"].values.reshape(-1), draws["sd[town:x]"])
assert "divided" in refused(lambda: model.to_arviz(1000, chains=3))
smooth = VariationalEstimator(family="gaussian", formula="y ~ s(x, k = 5)").fit(rows)
assert list(smooth.variance_components().index) == ["sd[s(x)]", "sigma"]
assert list(smooth.draws(10).columns) == [*smooth.summary().index, *smooth.variance_components().index]

page = look(model)
assert "variance components" in page.text and "sd[town:(Intercept)]" in page.text and "(Intercept)" in page.text
assert page.bars >= 2 + len(components) - 1
assert "converged" in page.text and "passed" in model._repr_html_()

summary = model.summary()
assert isinstance(summary, pandas.DataFrame) and type(summary.head()) is pandas.DataFrame
beneath = look(summary)
assert "variance components" in beneath.text and beneath.bars >= len(summary) + len(components) - 1
assert summary.plot().get_title() == "posterior"
assert model.plot().get_title() == "coefficients"
assert len(model.plot("levels")) == 2 and len(model.plot("posterior", n=200)) >= 2
assert "checkPredictive" in refused(lambda: model.plot("predictive"))
assert "one of 'coefficients'" in refused(lambda: model.plot("coefficient"))
assert model.prior_summary().index.tolist() == model.names()
assert isinstance(model.decisions(), list) and any("converged" in line for line in model.decisions())

logistic = VariationalLogisticRegression(formula="won ~ x").fit(rows)
ratios = logistic.odds_ratios()
assert numpy.isclose(ratios.loc["x", "ratio"], numpy.exp(logistic.mean()["x"]))
assert ratios.loc["x", "lower"] < ratios.loc["x", "ratio"] < ratios.loc["x", "upper"]
assert "logit" in refused(lambda: model.odds_ratios())
predicted = logistic.plot_predictions(variables={"x": [-1.0, 0.0, 1.0]})
assert predicted.get_xlabel() == "x" and list(predicted.lines[0].get_xdata()) == [-1, 0, 1]
assert logistic.plot_predictions(by="town").get_xlabel() == "town"
assert len(logistic.comparisons().plot().get_yticks()) == 1
assert logistic.plot_slopes() is not None and logistic.plot_comparisons() is not None
assert logistic.plot("calibration").get_ylabel() == "observed frequency" and logistic.plot("predictive") is not None
assert look(logistic.predictions(by="town")).bars == 20

# Effects of sampled rows state their error; numbers that are 0 and 1 are compared at these
sampled = logistic.predictions(rows=200, weights="rows")
assert sampled["averaged_over"][0].endswith("rows, sampled from 600") and 0 < sampled["sampling_sd"][0] < 0.05, sampled
assert abs(sampled["mean"][0] - logistic.predictions()["mean"][0]) < 4 * sampled["sampling_sd"][0]
assert "sampling_sd" not in logistic.predictions(method="delta")
assert "one of 'auto'" in refused(lambda: logistic.slopes(method="exact"))
assert "from 40" in refused(lambda: logistic.slopes(rows=5))
rows["new"] = rows.won
assert VariationalMixedModel(formula="y ~ x + new + (1 | town)").fit(rows).comparisons(variables="new")["contrast"][0] == "1 - 0"

# A typical row, and combinations of values beside it
typical = logistic.datagrid()
assert typical.shape == (1, 4) and numpy.isclose(typical.x[0], rows.x.mean()) and typical.town[0] in set(rows.town)
grid = logistic.datagrid({"x": [-1.0, 1.0], "town": ["t1", "t2", "t3"]})
assert len(grid) == 6 and grid.y.nunique() == 1 and set(grid.town) == {"t1", "t2", "t3"}
tagged = logistic.datagrid({"tags": [[1], [2]]}, rows.assign(tags=[[1]] * len(rows)))
assert tagged.tags.tolist() == [[1], [2]]
assert logistic.predictions("mean")["mean"][0] == logistic.predictions(typical)["mean"][0]
assert sorted(map(float, logistic.predictions(grid, by="x")["x"])) == [-1, 1]
assert "found ['age']" in refused(lambda: logistic.datagrid({"age": [30]}))
assert "or 'mean'" in refused(lambda: logistic.predictions("median"))
assert look(logistic.summary()).bars == 2

beside = VariationalLogisticRegression(formula="won ~ 1").fit(rows)
compared = logistic.compare(beside)
assert credence.compare(logistic, beside).equals(compared)
assert compared.index.tolist() == ["A", "B", "A - B"] and compared.loc["A - B", "note"].startswith("A predicts better")
mixed = model.compare(VariationalMixedModel(formula="y ~ 1 + (1 | town)").fit(rows))
assert mixed.loc["A", "measure"] == "log marginal likelihood" and mixed.loc["A - B", "value"] > 3
assert "a fitted VariationalModel" in refused(lambda: logistic.compare(rows))

# what a kind of model of a user's adds to its report
table = {"title": "", "omitted": 0, "columns": [{"name": "number"}, {"name": "value", "decimals": 2}, {"name": "range"}],
         "rows": [{"cells": ["sd", 2.0, [1.0, 4.0]], "emphasis": "strong"}, {"cells": ["error", {"value": 2.0, "error": 0.25}, None]}]}
(own,) = credence._tables.of_sections([{"name": "known", "title": "known numbers", "tables": [table]}])
assert "known numbers" in own and "1 to 4" in own and "2 ± 0.25" in own, own

# Without matplotlib pictures are those of the report
loaded = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "matplotlib"}
for name in loaded:
    sys.modules[name] = None
try:
    for kind, fit in [("coefficients", model), ("levels", model), ("posterior", logistic), ("predictive", logistic),
                      ("calibration", logistic), ("smooth", smooth)]:
        assert look(fit.plot(kind)).bars >= 1, kind
    assert look(model.plot("levels")).bars == 2, "one for each term"
    table = logistic.comparisons(variables="x", by="town")
    shown = look(table.plot())
    assert shown.bars == 1 and "t17" in shown.text, shown.text
    along = logistic.plot_predictions(variables={"x": [-1.0, 0.0, 1.0]}, by="town")
    assert look(along).bars == 20 and "predictions, t3" in look(along).text, look(along).text
    assert look(logistic.plot_predictions(by="town")).bars == 1
    assert look(logistic.plot_slopes()).bars == look(logistic.plot_comparisons()).bars == 1
    assert "pip install" in repr(along)
    assert "checkPredictive" in refused(lambda: model.plot("predictive"))
    assert "nothing to draw" in refused(lambda: logistic.plot("levels"))
finally:
    sys.modules.update(loaded)
assert summary.plot().get_title() == "posterior"
assert "nothing to draw" in refused(lambda: logistic.plot("levels"))

segments = VariationalLogisticRegression(formula="won ~ x", by=["town"]).fit(rows)
assert "posteriors by segment" in look(segments).text
assert logistic.report(sys.argv[1] + "/report.html") == sys.argv[1] + "/report.html"

# How far a fit is, while it lasts: here every tenth of a second, of one that lasts some seconds.
credence._progress._SECONDS = 0.1
lasting = VariationalLogisticRegression(
    formula="won ~ x", estimator="score", mcse=1e-12, patience=10**9, maxIterations=400, checkKhat=False
)
said = io.StringIO()
with contextlib.redirect_stderr(said):
    lasting.fit(rows)
lines = [line for line in said.getvalue().splitlines() if line.startswith("iteration ")]
assert server or lines and all(line.endswith(" s") for line in lines), said.getvalue()
credence.show_progress(False)
said = io.StringIO()
with contextlib.redirect_stderr(said):
    lasting.fit(rows)
assert "iteration" not in said.getvalue(), said.getvalue()
credence.show_progress()

print("views on Spark", spark.version, "by Connect" if server else "classic")

"""Likelihoods as expressions, from a look at the first rows to scores. Arguments: a folder, and a Spark Connect server if there is one."""

import sys

from credence import CredenceError, Likelihood, VariationalEstimator, VariationalModel
from session import session

folder = sys.argv[1]
server = sys.argv[2] if len(sys.argv) > 2 else None
spark = session(server)

rows = spark.range(0, 400, 1, 2).selectExpr(
    "least(exp(1.0 + 0.4 * (id % 7) / 3 + 0.7 * sin(9.7 * id)), 6.0D) as time",
    "cast((id % 7) as double) / 3 as x",
    "if(exp(1.0 + 0.4 * (id % 7) / 3 + 0.7 * sin(9.7 * id)) > 6, 1.0D, 2.0D) as status",
    "if(id % 2 = 0, 'a', 'b') as kind",
).cache()
DENSITY = "if(status == 2, lognormal_lpdf(time, mu, sigma), lognormal_lccdf(time, mu, sigma))"
likelihood = Likelihood(
    density=DENSITY,
    parameters={"mu": "~ x", "sigma": {"constraint": "positive", "prior": {"kind": "half-normal", "sd": 1}}},
    mean="exp(mu + sigma ^ 2 / 2)",
    draw="exp(mu + sigma * normal())",
)


def refused(call):
    try:
        call()
    except CredenceError as error:
        return str(error)
    raise AssertionError("not refused")


# Before any fit
seen = likelihood.check(rows, label="time", at={"mu": 1.2, "sigma": 0.7}, n=5)
assert list(seen.columns) == ["time", "status", "mu", "sigma", "logDensity", "gradient_mu", "gradient_sigma", "mean", "draw", "problem"]
assert len(seen) == 5 and seen.logDensity.notna().all() and (seen.problem == "").all()
assert (seen["mu"] == 1.2).all()
assert "did you mean status?" in refused(lambda: Likelihood(DENSITY.replace("status", "stauts"), likelihood.parameters).check(rows, label="time"))
assert "lognormal_lpdf(y, mu, sigma)" in refused(lambda: Likelihood("lognormal_lpdf(y, mu)", {"mu": "~ x"}).check(rows, label="time"))
assert "max(a, b)" in refused(lambda: Likelihood("if(mu > 0, mu, 0)", {"mu": "~ x"}).check(rows, label="time"))
assert "kind" in refused(lambda: Likelihood("gaussian_lpdf(y, mu, kind)", {"mu": "~ x"}).check(rows, label="time"))
assert "log(x)" in Likelihood("gaussian_lpdf(log(x), mu, 1)", {"mu": "~ 1"}).check(rows, label="time").problem[0]
refused(lambda: Likelihood("y", "mu"))

# A fit, what it knows, and scores
model = VariationalEstimator(likelihood=likelihood, labelCol="time", seed=3).fit(rows)
assert model.names() == ["(Intercept)", "x", "log(sigma)"], model.names()
assert abs(model.mean()["x"] - 0.4) < 0.25 and model.isReliable(), model.checkReason()
scored = model.transform(rows.drop("status", "time")).limit(3).collect()
assert all(row.prediction > 0 and row.responseLower < row.responseUpper for row in scored)
model.write().overwrite().save(folder + "/expression" + ("-connect" if server else ""))
again = VariationalModel.load(folder + "/expression" + ("-connect" if server else ""))
assert again.transform(rows.drop("status", "time")).limit(3).collect() == scored
assert len(model.comparisons()) > 0
apart = VariationalEstimator(
    likelihood=Likelihood("lognormal_lpdf(y, mu, sigma)", {"mu": {}, "sigma": {"formula": "~ kind", "link": "log"}}),
    formula="time ~ x",
).fit(rows)
assert apart.names() == ["mu:(Intercept)", "mu:x", "sigma:(Intercept)", "sigma:kindb"], apart.names()
assert "one of them" in refused(lambda: VariationalEstimator(likelihood=likelihood, family="gaussian", labelCol="time").fit(rows))

print(f"expressions on Spark {spark.version} {'by Connect' if server else 'classic'}")
spark.stop()

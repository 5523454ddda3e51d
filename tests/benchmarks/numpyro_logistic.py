"""NumPyro on the rows of WholeCommands: seconds, and errors against the exact fit.

Needs numpyro, pyarrow and pandas. Arguments: the folder that WholeCommands kept (it has rows.parquet and exact/posterior.json).
"""

import json
import pathlib
import sys
import time

BEGIN = time.perf_counter()

import jax
import jax.numpy as jnp
import numpy as np
import numpyro
import numpyro.distributions as dist
import pandas
from numpyro.infer import SVI, Trace_ELBO
from numpyro.infer.autoguide import AutoLaplaceApproximation, AutoMultivariateNormal, AutoNormal

PRIOR_SD = 5**0.5
BATCH = 10_000


def regression(x, y, batch=None):
    beta = numpyro.sample("beta", dist.Normal(0, PRIOR_SD).expand([x.shape[1]]).to_event(1))
    with numpyro.plate("rows", x.shape[0], subsample_size=batch) as rows:
        numpyro.sample("y", dist.Bernoulli(logits=x[rows] @ beta), obs=y[rows])


def fit(guide, x, y, batch, steps, rate):
    """Mean and sd of the coefficients after that many steps of Adam whose rate falls to a hundredth."""
    optimiser = numpyro.optim.Adam(lambda step: rate * 0.01 ** (step / steps))
    svi = SVI(regression, guide, optimiser, Trace_ELBO(), x=x, y=y, batch=batch)
    result = svi.run(jax.random.PRNGKey(1), steps, progress_bar=False)
    draws = np.asarray(guide.sample_posterior(jax.random.PRNGKey(2), result.params, sample_shape=(20_000,))["beta"])
    return draws.mean(0), draws.std(0)


def main(folder):
    frame = pandas.read_parquet(folder / "rows.parquet")
    y = jnp.asarray(frame.pop("label").to_numpy(), dtype=jnp.float32)
    x = jnp.asarray(np.column_stack([np.ones(len(frame)), frame.to_numpy()]), dtype=jnp.float32)
    exact = json.loads((folder / "exact" / "posterior.json").read_text())["posterior"]
    mean, sd = np.array(exact["mean"]), np.array(exact["sd"])
    print(f"NumPyro {numpyro.__version__}, JAX {jax.__version__}; imports and rows {time.perf_counter() - BEGIN:.1f} s\n")
    print("| guide | rows a step | steps | rate | s of fitting | largest error, sd | of log sd |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for guide, batch, steps, rate in [
        (AutoLaplaceApproximation, None, 300, 0.05),
        (AutoMultivariateNormal, BATCH, 2_000, 0.01),
        (AutoMultivariateNormal, BATCH, 10_000, 0.01),
        (AutoMultivariateNormal, None, 300, 0.05),
        (AutoNormal, BATCH, 5_000, 0.01),
    ]:
        begin = time.perf_counter()
        means, sds = fit(guide(regression), x, y, batch, steps, rate)
        seconds = time.perf_counter() - begin
        error = np.max(np.abs(means - mean) / sd)
        spread = np.max(np.abs(np.log(sds / sd)))
        rows = batch or len(frame)
        print(f"| {guide.__name__} | {rows} | {steps} | {rate} | {seconds:.1f} | {error:.3f} | {spread:.3f} |", flush=True)


main(pathlib.Path(sys.argv[1]))

package io.credence.config.key;

import static io.credence.config.key.FitKind.DRAWS;
import static io.credence.config.key.FitKind.EXACT;
import static io.credence.config.key.FitKind.FIXED_DRAWS;
import static io.credence.config.key.FitKind.LEVELS;
import static io.credence.config.key.FitKind.NETWORK;
import static io.credence.config.key.FitKind.REGRESSION;
import static io.credence.config.key.FitKind.SEGMENTS;
import static io.credence.config.key.FitKind.SMOOTHS;

import java.util.List;

/** Keys of the posterior, the objective and the algorithm that fits them. */
final class AlgorithmKeys {

    static final List<Key> ALL = List.of(
            Key.section("posterior", "").notBesideNetworks(),
            Key.of(
                            "posterior.family",
                            "gaussian-full",
                            "gaussian-full | gaussian-diagonal | gaussian-block | gaussian-low-rank | student-t-diagonal | student-t-full | gamma | inverse-gamma | beta | normal-inverse-gamma | dirichlet | wishart | gaussian-mixture | planar-flow | coupling-flow | product | auto")
                    .notBeside("their posterior is a mixture of normals over the variance components", LEVELS, SMOOTHS),
            Key.of("posterior.blocks", "[]", "of gaussian-block: sizes of consecutive blocks of parameters"),
            Key.of(
                    "posterior.rank",
                    "5",
                    "of gaussian-low-rank and gaussian-mixture: directions besides the diagonal, of low-rank components in a mixture"),
            Key.of("posterior.degreesOfFreedom", "5.0", "of student-t-diagonal, student-t-full and auto: above 2"),
            Key.of("posterior.components", "3", "of gaussian-mixture"),
            Key.of("posterior.component", "diagonal", "of gaussian-mixture: diagonal | full | low-rank"),
            Key.of("posterior.layers", "8", "of planar-flow and auto"),
            Key.of("posterior.couplings", "4", "of coupling-flow: layers, every other one with the halves exchanged"),
            Key.of("posterior.hidden", "4", "of coupling-flow: hidden units of a layer"),
            Key.of(
                    "posterior.factors",
                    "[]",
                    "of product: [{ size = 2, family = gaussian-full }, { size = 3, family = student-t-diagonal, degreesOfFreedom = 7 }]"),
            Key.section("objective", ""),
            Key.of(
                            "objective.kind",
                            "elbo",
                            "elbo | gvi | eubo | chivi | renyi | iwae | tail-adaptive | entropic-risk | mean-variance | weighted-mean-variance | density-variance | black-box-alpha | conditional-value-at-risk | monotone-mean-variance")
                    .notBeside("their posterior is that of the likelihood", LEVELS, SMOOTHS),
            Key.of("objective.order", "2.0", "of chivi"),
            Key.of("objective.alpha", "0.5", "of renyi and black-box-alpha"),
            Key.of("objective.draws", "5", "of iwae: draws of a replicate"),
            Key.of("objective.gamma", "1.0", "of entropic-risk"),
            Key.of(
                    "objective.c",
                    "0.5",
                    "of mean-variance, weighted-mean-variance, density-variance and monotone-mean-variance"),
            Key.of("objective.level", "0.1", "of conditional-value-at-risk"),
            Key.of("objective.temperature", "1.0", "of the risks: by which the divergence from the prior is divided"),
            Key.section("objective.loss", "of gvi and the risks"),
            Key.of(
                    "objective.loss.kind",
                    "log-likelihood",
                    "log-likelihood | power | beta | gamma | absolute | huber | quantile | hinge"),
            Key.of(
                    "objective.loss.weight",
                    "1.0",
                    "of power, absolute, huber, quantile and hinge; auto: as the spread of the rows has it"),
            Key.of("objective.loss.beta", "1.5", "of beta"),
            Key.of("objective.loss.gamma", "1.5", "of gamma"),
            Key.of("objective.loss.delta", "1.0", "of huber"),
            Key.of("objective.loss.tau", "0.5", "of quantile"),
            Key.section("objective.divergence", "of gvi"),
            Key.of(
                    "objective.divergence.kind",
                    "kl",
                    "kl | weighted-kl | alpha | renyi | beta | gamma | alpha-beta-gamma | blocks | sum"),
            Key.of("objective.divergence.weight", "1.0", "of weighted-kl: KL / weight"),
            Key.of("objective.divergence.alpha", "0.5", "of alpha, renyi and alpha-beta-gamma"),
            Key.of("objective.divergence.beta", "1.5", "of beta and alpha-beta-gamma"),
            Key.of("objective.divergence.gamma", "1.5", "of gamma"),
            Key.of("objective.divergence.r", "1.0", "of alpha-beta-gamma"),
            Key.of(
                    "objective.divergence.parts",
                    "[]",
                    "of blocks and sum: [{ size = 2, kind = renyi, alpha = 0.3 }, { size = 3, kind = kl }]; of sum with factor for size"),
            Key.of("objective.divergence.of", "identity", "of sum: identity | log | square | exponential"),
            Key.section("estimator", ""),
            Key.of(
                            "estimator.kind",
                            "auto",
                            "auto | exact | partitioned | regression | curvature | fresh-draws | score | reparameterized | fixed-draws; auto: exact where it can be, else by draws")
                    .notBeside("variance components are integrated, not drawn", LEVELS, SMOOTHS),
            Key.of("estimator.draws", "100", "per step")
                    .idleIn("the exact estimator takes no draws", EXACT)
                    .idleIn("a regression takes as many antithetic draws as it needs", REGRESSION),
            Key.of("estimator.controlVariate", "quadratic", "quadratic | constant | none")
                    .notBesideNetworks()
                    .idleIn("the exact estimator takes no draws", EXACT)
                    .idleIn("a regression takes as many antithetic draws as it needs", REGRESSION)
                    .idleIn("the draws stay the same", FIXED_DRAWS),
            Key.of(
                            "estimator.raoBlackwell",
                            "auto",
                            "auto | true | false: score estimator of a factorised posterior takes each factor's own terms of the loss")
                    .notBesideNetworks()
                    .idleIn("the exact estimator takes no draws", EXACT)
                    .idleIn("a regression takes as many antithetic draws as it needs", REGRESSION)
                    .idleIn("the draws stay the same", FIXED_DRAWS),
            Key.of("estimator.antithetic", "true", "draws in pairs of opposite deviation")
                    .notBesideNetworks()
                    .idleIn("the exact estimator takes no draws", EXACT)
                    .idleIn("a regression takes as many antithetic draws as it needs", REGRESSION),
            Key.of("estimator.quasiMonteCarlo", "false", "Sobol points in place of random draws")
                    .notBesideNetworks()
                    .idleIn("the exact estimator takes no draws", EXACT)
                    .idleIn("a regression takes as many antithetic draws as it needs", REGRESSION),
            Key.of("estimator.adaptive", "true", "more draws where their noise holds the fit up")
                    .notBesideNetworks()
                    .idleIn("the exact estimator takes no draws", EXACT)
                    .idleIn("a regression takes as many antithetic draws as it needs", REGRESSION),
            Key.of("estimator.maxDraws", "10000", "limit of that")
                    .notBesideNetworks()
                    .idleIn("the exact estimator takes no draws", EXACT)
                    .idleIn("a regression takes as many antithetic draws as it needs", REGRESSION),
            Key.section("update", "")
                    .notBesideNetworks()
                    .idleIn("an exact fit chooses its steps by line search", EXACT)
                    .idleIn("a regression has steps of its own", REGRESSION)
                    .idleIn("fixed-draws has a deterministic optimiser of its own", FIXED_DRAWS),
            Key.of(
                            "update.kind",
                            "natural-gradient",
                            "natural-gradient | manifold | cholesky | adam | adagrad | rmsprop | gradient-ascent")
                    .notBeside("they are found by Newton steps", LEVELS, SMOOTHS),
            Key.of(
                    "update.constraint",
                    "retraction",
                    "of natural-gradient: retraction | step-bound | log-transform: how the precision stays positive definite"),
            Key.of("update.stepSize", "auto", "auto | a number up to 1"),
            Key.of(
                    "update.decayFrom",
                    "0",
                    "step from which the step size falls as 1/step; 0: when the stopping rule requires it"),
            Key.of(
                    "update.meanFactor",
                    "1",
                    "of natural-gradient: how many times the step of a Gaussian's precision that of its mean is"),
            Key.of(
                    "update.momentum",
                    "0",
                    "of natural-gradient, manifold and gradient-ascent: share of the previous direction that is kept"),
            Key.of("update.clip", "null", "of natural-gradient: longest gradient; null: no limit"),
            Key.section(
                            "sites",
                            "of estimator.kind = partitioned: the partition factors of the posterior, each what some rows contribute, such as those of a day; kept apart, so that one can be taken out again")
                    .notBesideNetworks(),
            Key.of(
                            "sites.column",
                            "null",
                            "column whose equal cells make one partition factor, such as a day; null: all rows are one")
                    .notBeside("standard deviations of coefficients are no partition factors", LEVELS, SMOOTHS)
                    .notBeside("a partition factor is a part of one fit", SEGMENTS),
            Key.of(
                    "sites.name",
                    "null",
                    "of the partition factor that all rows make; null: the last part of data.path"),
            Key.of(
                    "sites.remove",
                    "[]",
                    "with prior.kind = posterior: names of earlier partition factors to take out; to be fitted again where their rows are here"),
            Key.of(
                    "sites.keep",
                    "null",
                    "how many of the newest partition factors are kept apart, older ones merged into the prior; null: all"),
            Key.of(
                            "method",
                            "null",
                            "qbvi | qbvi-diagonal | qbvi-inverse-gamma | bbvi | bbvi-full | cgvb | mgvb | advi-meanfield | advi-fullrank | dadvi | regression | gvi | bbgvi | vrbbgvi | eubo-vi | chivi | renyi-vi | iwvi | tail-adaptive-vi | ent-vi | pb-vi | mv-vi")
                    .notBeside("the published methods know neither levels nor smooths", LEVELS, SMOOTHS)
                    .notBesideNetworks(),
            Key.section("start", "of fits by draws")
                    .notBesideNetworks()
                    .idleIn("an exact fit has a start of its own", EXACT)
                    .idleIn("a mixed model has a start of its own", LEVELS, SMOOTHS),
            Key.of(
                    "start.search",
                    "true",
                    "true | false: search for a start near a mode, by gradients of a Gaussian's log density; false: begin at the prior"),
            Key.of(
                            "start.mean",
                            "null",
                            "unconstrained numbers, one for each parameter or one for all; null: the prior's mode")
                    .notBeside("they have a start of their own", LEVELS, SMOOTHS),
            Key.of("start.restarts", "1", "points to begin at, at least; up to 10 parameters there are 4 by default"),
            Key.section("minibatch", "").notBesideNetworks().idleIn("every step reads all rows", EXACT, FIXED_DRAWS),
            Key.of(
                            "minibatch.rows",
                            "auto",
                            "auto | all: of fits that read all partitions; auto: a step reads a random part of the rows where they are many")
                    .notBeside("the rows of a segment are in one task", SEGMENTS)
                    .idleIn("a regression takes ever more of the rows by itself", REGRESSION),
            Key.of(
                            "minibatch.partitions",
                            "all",
                            "all | auto | a number: partitions that a step reads; auto begins with one")
                    .notBeside("every step reads all levels", LEVELS, SMOOTHS)
                    .notBeside("the rows of a segment are in one task", SEGMENTS)
                    .idleIn("a regression takes ever more of the rows by itself", REGRESSION),
            Key.of("minibatch.controlVariate", "true", "correct a step's partitions by all rows at an anchor")
                    .idleIn("every step reads all partitions", REGRESSION),
            Key.of("minibatch.anchorEvery", "100", "most steps between two anchors")
                    .idleIn("every step reads all partitions", REGRESSION),
            Key.of(
                            "minibatch.biased",
                            "false",
                            "true: importance-weighted objectives read partitions too, which biases their steps")
                    .idleIn("every step reads all partitions", REGRESSION),
            Key.section("train", "of networks"),
            Key.of(
                            "train.epochs",
                            "auto",
                            "auto | a number: visits of each row; auto: 20,000 divided by the root of the number of rows")
                    .onlyOf(NETWORK),
            Key.of("train.batch", "auto", "auto | a number: rows of a step; auto: 100, of processes 1,000")
                    .onlyOf(NETWORK),
            Key.of(
                            "train.validation",
                            "0.1",
                            "share of the rows held out to weigh the networks, which are then trained again on all rows; 0: all weigh the same")
                    .onlyOf(NETWORK),
            Key.of("train.stepSize", "0.01", "of Adam's first step").onlyOf(NETWORK),
            Key.of(
                            "train.schedule",
                            "cosine",
                            "cosine | constant: half a cosine down to 0 over all epochs, or no change")
                    .onlyOf(NETWORK),
            Key.section("stop", ""),
            Key.of(
                            "stop.maxIterations",
                            "1000",
                            "steps; as many again for a fit that begins where that of the ELBO ends")
                    .notBesideNetworks(),
            Key.of("stop.maxPasses", "null", "passes over all rows; null: no limit"),
            Key.of(
                    "stop.maxSeconds",
                    "null",
                    "of wall time; null: no limit. A fit that it ends does not repeat bit for bit"),
            Key.of(
                            "stop.tolerance",
                            "1e-8",
                            "of exact and fixed-draws fits: what may be left to gain, relative to the ELBO")
                    .notBesideNetworks()
                    .idleIn("a fit by draws stops by stop.mcse", REGRESSION)
                    .idleIn("a fit by draws stops by stop.rule", DRAWS)
                    .idleIn("a mixed model searches up to a precision of its own", LEVELS, SMOOTHS),
            Key.of("stop.acceptUnconverged", "false", "true: a spent budget ends with status 0"),
            Key.of("stop.rule", "auto", "of other fits by draws: auto | mcse | patience; auto is mcse")
                    .notBesideNetworks()
                    .idleIn("an exact fit stops by stop.tolerance", EXACT)
                    .idleIn("a regression stops by stop.mcse and an assessment over all rows", REGRESSION)
                    .idleIn("a fit with fixed draws stops by stop.tolerance and stop.mcse", FIXED_DRAWS)
                    .idleIn("a mixed model searches up to a precision of its own", LEVELS, SMOOTHS),
            Key.of("stop.mcse", "0.02", "largest Monte Carlo error of a mean, in posterior standard deviations")
                    .notBesideNetworks()
                    .idleIn("an exact fit stops by stop.tolerance", EXACT)
                    .idleIn("a mixed model searches up to a precision of its own", LEVELS, SMOOTHS),
            Key.of("stop.rhat", "1.1", "largest R-hat of iterates that count as stationary")
                    .notBesideNetworks()
                    .idleIn("an exact fit stops by stop.tolerance", EXACT)
                    .idleIn("a regression stops by stop.mcse and an assessment over all rows", REGRESSION)
                    .idleIn("a fit with fixed draws stops by stop.tolerance and stop.mcse", FIXED_DRAWS)
                    .idleIn("a mixed model searches up to a precision of its own", LEVELS, SMOOTHS),
            Key.of("stop.window", "30", "of patience: iterations over which the bound is smoothed")
                    .notBesideNetworks()
                    .idleIn("an exact fit stops by stop.tolerance", EXACT)
                    .idleIn("a regression stops by stop.mcse and an assessment over all rows", REGRESSION)
                    .idleIn("a fit with fixed draws stops by stop.tolerance and stop.mcse", FIXED_DRAWS)
                    .idleIn("a mixed model searches up to a precision of its own", LEVELS, SMOOTHS),
            Key.of("stop.patience", "500", "of patience: iterations without a better smoothed bound")
                    .notBesideNetworks()
                    .idleIn("an exact fit stops by stop.tolerance", EXACT)
                    .idleIn("a regression stops by stop.mcse and an assessment over all rows", REGRESSION)
                    .idleIn("a fit with fixed draws stops by stop.tolerance and stop.mcse", FIXED_DRAWS)
                    .idleIn("a mixed model searches up to a precision of its own", LEVELS, SMOOTHS),
            Key.section("check", "").notBesideNetworks(),
            Key.of(
                    "check.khat",
                    "true",
                    "true | false: weigh the posterior's draws by the exact posterior when the fit ends: k-hat, bounds of the evidence, corrected moments"),
            Key.of(
                            "check.loo",
                            "auto",
                            "auto | true | false: predict each row from the others (PSIS-LOO, WAIC), from the weighed draws; auto: a random part of many rows")
                    .notBeside(
                            "a row that is left out alone is predicted from others of its level, and does not assess the levels; credence compare weighs mixed models by their log marginal likelihoods",
                            LEVELS)
                    .notBeside("credence compare weighs models with smooths by log marginal likelihoods", SMOOTHS),
            Key.of(
                    "check.predictive",
                    "auto",
                    "auto | false: draw responses from the fitted model and set them against those observed: mean, sd, zeros, extremes, coverage, calibration"),
            Key.of("seed", "1", ""),
            Key.of(
                    "kernel",
                    "auto",
                    "auto | java | native | mixed: dense algebra of driver and executors; mixed: each its own"));

    private AlgorithmKeys() {}
}

package io.credence.config.key;

import static io.credence.config.key.FitKind.AUTOENCODER;
import static io.credence.config.key.FitKind.BANDIT;
import static io.credence.config.key.FitKind.DRAWS;
import static io.credence.config.key.FitKind.EXACT;
import static io.credence.config.key.FitKind.FIXED_DRAWS;
import static io.credence.config.key.FitKind.LEVELS;
import static io.credence.config.key.FitKind.NETWORK;
import static io.credence.config.key.FitKind.PARTITIONED;
import static io.credence.config.key.FitKind.REGRESSION;
import static io.credence.config.key.FitKind.SEGMENTS;
import static io.credence.config.key.FitKind.SMOOTHS;

import io.credence.part.Domain;
import io.credence.part.NumberRange;
import java.util.List;

/** Keys of the posterior, the objective and the algorithm that fits them. */
final class AlgorithmKeys {

    private static final Domain STEP = Domain.number(NumberRange.aboveUpTo(0, 1));
    private static final Domain VALIDATION = Domain.number(NumberRange.fromBelow(0, 1));

    private static final String BOUND = "is of a posterior of parameters: an autoencoder has the bound of model.latent";

    static final List<Key> ALL = List.of(
            Key.section("posterior", "").notBesideNetworks(),
            Key.part("posterior.family", "gaussian-full", "")
                    .definingMethods()
                    .notBeside("their posterior is a mixture of normals over the variance components", LEVELS, SMOOTHS),
            Key.section("objective", "").notBesideAutoencoders(BOUND),
            Key.part("objective.kind", "elbo", "")
                    .definingMethods()
                    .notBeside("their posterior is that of the likelihood", LEVELS, SMOOTHS),
            Key.of(
                    "objective.temperature",
                    Domain.above(0),
                    "1.0",
                    "of the risks: by which the divergence from the prior is divided"),
            Key.section("objective.loss", "of gvi and the risks").notBesideAutoencoders(BOUND),
            Key.part("objective.loss.kind", "log-likelihood", ""),
            Key.section("objective.divergence", "of gvi").notBesideAutoencoders(BOUND),
            Key.part("objective.divergence.kind", "kl", ""),
            Key.section("estimator", "").notBesideAutoencoders(BOUND),
            Key.word(
                            "estimator.kind",
                            List.of(
                                    "auto",
                                    "exact",
                                    "partitioned",
                                    "regression",
                                    "curvature",
                                    "fresh-draws",
                                    "score",
                                    "reparameterized",
                                    "fixed-draws"),
                            "how gradients are computed; auto: exact where it can be, else by draws")
                    .definingMethods()
                    .notBeside("variance components are integrated, not drawn", LEVELS, SMOOTHS),
            Key.of("estimator.draws", Domain.whole(2), "100", "per step")
                    .idleIn("the exact estimator takes no draws", EXACT)
                    .idleIn("a regression takes as many antithetic draws as it needs", REGRESSION),
            Key.word(
                            "estimator.controlVariate",
                            List.of("quadratic", "constant", "none"),
                            "what is taken from the loss of each draw")
                    .notBesideNetworks()
                    .idleIn("the exact estimator takes no draws", EXACT)
                    .idleIn("a regression takes as many antithetic draws as it needs", REGRESSION)
                    .idleIn("the draws stay the same", FIXED_DRAWS),
            Key.word(
                            "estimator.raoBlackwell",
                            List.of("auto", "true", "false"),
                            "score estimator of a factorised posterior takes each factor's own terms of the loss")
                    .definingMethods()
                    .notBesideNetworks()
                    .idleIn("the exact estimator takes no draws", EXACT)
                    .idleIn("a regression takes as many antithetic draws as it needs", REGRESSION)
                    .idleIn("the draws stay the same", FIXED_DRAWS),
            Key.flag("estimator.antithetic", true, "draws in pairs of opposite deviation")
                    .notBesideNetworks()
                    .idleIn("the exact estimator takes no draws", EXACT)
                    .idleIn("a regression takes as many antithetic draws as it needs", REGRESSION),
            Key.flag("estimator.quasiMonteCarlo", false, "Sobol points in place of random draws")
                    .notBesideNetworks()
                    .idleIn("the exact estimator takes no draws", EXACT)
                    .idleIn("a regression takes as many antithetic draws as it needs", REGRESSION),
            Key.flag("estimator.adaptive", true, "more draws where their noise holds the fit up")
                    .notBesideNetworks()
                    .idleIn("the exact estimator takes no draws", EXACT)
                    .idleIn("a regression takes as many antithetic draws as it needs", REGRESSION),
            Key.of("estimator.maxDraws", Domain.whole(2), "10000", "limit of that")
                    .notBesideNetworks()
                    .idleIn("the exact estimator takes no draws", EXACT)
                    .idleIn("a regression takes as many antithetic draws as it needs", REGRESSION),
            Key.section("update", "")
                    .notBesideNetworks()
                    .idleIn("an exact fit chooses its steps by line search", EXACT)
                    .idleIn("a regression has steps of its own", REGRESSION)
                    .idleIn("fixed-draws has a deterministic optimiser of its own", FIXED_DRAWS),
            Key.part("update.kind", "natural-gradient", "")
                    .definingMethods()
                    .notBeside("they are found by Newton steps", LEVELS, SMOOTHS),
            Key.of("update.stepSize", STEP.or("auto"), "auto", ""),
            Key.of(
                    "update.decayFrom",
                    Domain.whole(0),
                    "0",
                    "step from which the step size falls as 1/step; 0: when the stopping rule requires it"),
            Key.section(
                            "sites",
                            "of estimator.kind = partitioned: the partition factors of the posterior, each what some rows contribute, such as those of a day; kept apart, so that one can be taken out again")
                    .onlyOf(PARTITIONED)
                    .notBesideNetworks(),
            Key.optionalText(
                            "sites.column",
                            "column whose equal cells make one partition factor, such as a day; null: all rows are one")
                    .notBeside("standard deviations of coefficients are no partition factors", LEVELS, SMOOTHS)
                    .notBeside("a partition factor is a part of one fit", SEGMENTS),
            Key.optionalText(
                    "sites.name", "of the partition factor that all rows make; null: the last part of data.path"),
            Key.of(
                    "sites.remove",
                    Domain.texts(),
                    "[]",
                    "with prior.kind = posterior: names of earlier partition factors to take out; to be fitted again where their rows are here"),
            Key.of(
                    "sites.keep",
                    Domain.whole(1).orNull(),
                    "null",
                    "how many of the newest partition factors are kept apart, older ones merged into the prior; null: all"),
            Key.part("method", "null", "")
                    .notBeside("the published methods know neither levels nor smooths", LEVELS, SMOOTHS)
                    .notBesideNetworks(),
            Key.section("start", "of fits by draws")
                    .notBesideNetworks()
                    .idleIn("an exact fit has a start of its own", EXACT)
                    .idleIn("a mixed model has a start of its own", LEVELS, SMOOTHS),
            Key.flag(
                    "start.search",
                    true,
                    "search for a start near a mode, by gradients of a Gaussian's log density; false: begin at the prior"),
            Key.of(
                            "start.mean",
                            Domain.numbers().orNull(),
                            "null",
                            "unconstrained numbers, one for each parameter or one for all; null: the prior's mode")
                    .notBeside("they have a start of their own", LEVELS, SMOOTHS),
            Key.of(
                    "start.restarts",
                    Domain.whole(1),
                    "1",
                    "points to begin at, at least; up to 10 parameters there are 4 by default"),
            Key.section("minibatch", "").notBesideNetworks().idleIn("every step reads all rows", EXACT, FIXED_DRAWS),
            Key.word(
                            "minibatch.rows",
                            List.of("auto", "all"),
                            "of fits that read all partitions; auto: a step reads a random part of the rows where they are many")
                    .notBeside("the rows of a segment are in one task", SEGMENTS)
                    .idleIn("a regression takes ever more of the rows by itself", REGRESSION),
            Key.of(
                            "minibatch.partitions",
                            Domain.whole(1).or("all", "auto"),
                            "all",
                            "partitions that a step reads; auto begins with one")
                    .notBeside("every step reads all levels", LEVELS, SMOOTHS)
                    .notBeside("the rows of a segment are in one task", SEGMENTS)
                    .idleIn("a regression takes ever more of the rows by itself", REGRESSION),
            Key.flag("minibatch.controlVariate", true, "correct a step's partitions by all rows at an anchor")
                    .idleIn("every step reads all partitions", REGRESSION),
            Key.of("minibatch.anchorEvery", Domain.whole(1), "100", "most steps between two anchors")
                    .idleIn("every step reads all partitions", REGRESSION),
            Key.flag(
                            "minibatch.biased",
                            false,
                            "true: importance-weighted objectives read partitions too, which biases their steps")
                    .idleIn("every step reads all partitions", REGRESSION),
            Key.section("train", "of networks"),
            Key.of(
                            "train.epochs",
                            Domain.whole(1).or("auto"),
                            "auto",
                            "visits of each row; auto: 20,000 divided by the root of the number of rows")
                    .onlyOf(NETWORK, AUTOENCODER)
                    .notBeside("has no use: a bandit has no last epoch", BANDIT),
            Key.of("train.batch", Domain.whole(1).or("auto"), "auto", "rows of a step; auto: 100, of processes 1,000")
                    .onlyOf(NETWORK, AUTOENCODER, BANDIT),
            Key.of(
                            "train.validation",
                            VALIDATION,
                            "0.1",
                            "rows held out to weigh the networks, which are then trained again on all rows; 0: all weigh the same")
                    .onlyOf(NETWORK, AUTOENCODER)
                    .notBeside("has no use: a bandit is trained on all rounds seen", BANDIT),
            Key.of(
                            "train.stepSize",
                            Domain.above(0).or("auto"),
                            "auto",
                            "of Adam's first step; auto: 0.01 of models that predict, 0.001 of others")
                    .onlyOf(NETWORK, AUTOENCODER, BANDIT),
            Key.word(
                            "train.schedule",
                            List.of("cosine", "constant"),
                            "half a cosine down to 0 over all epochs, or no change")
                    .onlyOf(NETWORK, AUTOENCODER)
                    .notBeside("has no use: a bandit has no last step", BANDIT),
            Key.section("stop", ""),
            Key.of(
                            "stop.maxIterations",
                            Domain.whole(1),
                            "1000",
                            "steps; as many again for a fit that begins where that of the ELBO ends")
                    .notBesideNetworks(),
            Key.of("stop.maxPasses", Domain.above(0).orNoLimit(), "null", "passes over all rows")
                    .notBeside("has no use: a round is played once", BANDIT),
            Key.of(
                    "stop.maxSeconds",
                    Domain.above(0).orNoLimit(),
                    "null",
                    "of wall time. A fit that it ends does not repeat bit for bit"),
            Key.of(
                            "stop.tolerance",
                            Domain.share(),
                            "1e-8",
                            "of exact and fixed-draws fits: what may be left to gain, relative to the ELBO")
                    .notBesideNetworks()
                    .idleIn("a fit by draws stops by stop.mcse", REGRESSION)
                    .idleIn("a fit by draws stops by stop.rule", DRAWS)
                    .idleIn("a mixed model searches up to a precision of its own", LEVELS, SMOOTHS),
            Key.flag("stop.acceptUnconverged", false, "true: a fit that did not converge ends with status 0"),
            Key.word("stop.rule", List.of("auto", "mcse", "patience"), "of other fits by draws; auto is mcse")
                    .notBesideNetworks()
                    .idleIn("an exact fit stops by stop.tolerance", EXACT)
                    .idleIn("a regression stops by stop.mcse and an assessment over all rows", REGRESSION)
                    .idleIn("a fit with fixed draws stops by stop.tolerance and stop.mcse", FIXED_DRAWS)
                    .idleIn("a mixed model searches up to a precision of its own", LEVELS, SMOOTHS),
            Key.of(
                            "stop.mcse",
                            Domain.above(0),
                            "0.02",
                            "largest Monte Carlo error of a mean, in posterior standard deviations")
                    .notBesideNetworks()
                    .idleIn("an exact fit stops by stop.tolerance", EXACT)
                    .idleIn("a mixed model searches up to a precision of its own", LEVELS, SMOOTHS),
            Key.of("stop.rhat", Domain.above(1), "1.1", "largest R-hat of iterates that count as stationary")
                    .notBesideNetworks()
                    .idleIn("an exact fit stops by stop.tolerance", EXACT)
                    .idleIn("a regression stops by stop.mcse and an assessment over all rows", REGRESSION)
                    .idleIn("a fit with fixed draws stops by stop.tolerance and stop.mcse", FIXED_DRAWS)
                    .idleIn("a mixed model searches up to a precision of its own", LEVELS, SMOOTHS),
            Key.of("stop.window", Domain.whole(1), "30", "of patience: iterations over which the bound is smoothed")
                    .notBesideNetworks()
                    .idleIn("an exact fit stops by stop.tolerance", EXACT)
                    .idleIn("a regression stops by stop.mcse and an assessment over all rows", REGRESSION)
                    .idleIn("a fit with fixed draws stops by stop.tolerance and stop.mcse", FIXED_DRAWS)
                    .idleIn("a mixed model searches up to a precision of its own", LEVELS, SMOOTHS),
            Key.of("stop.patience", Domain.whole(1), "500", "of patience: iterations without a better smoothed bound")
                    .notBesideNetworks()
                    .idleIn("an exact fit stops by stop.tolerance", EXACT)
                    .idleIn("a regression stops by stop.mcse and an assessment over all rows", REGRESSION)
                    .idleIn("a fit with fixed draws stops by stop.tolerance and stop.mcse", FIXED_DRAWS)
                    .idleIn("a mixed model searches up to a precision of its own", LEVELS, SMOOTHS),
            Key.section("check", "").notBesideNetworks(),
            Key.flag(
                            "check.khat",
                            true,
                            "weigh the posterior's draws by the exact posterior when the fit ends: k-hat, bounds of the evidence, corrected moments")
                    .idleIn(
                            "the fit of a mixed model weighs its points itself, and cannot do without",
                            LEVELS,
                            SMOOTHS),
            Key.word(
                            "check.loo",
                            List.of("auto", "true", "false"),
                            "predict each row from the others (PSIS-LOO, WAIC), from the weighed draws; auto: a random part of many rows")
                    .idleIn("one fit per segment has neither", SEGMENTS)
                    .notBeside(
                            "a row that is left out alone is predicted from others of its level, and does not assess the levels; credence compare weighs mixed models by their log marginal likelihoods",
                            LEVELS)
                    .notBeside("credence compare weighs models with smooths by log marginal likelihoods", SMOOTHS),
            Key.word(
                            "check.predictive",
                            List.of("auto", "false"),
                            "draw responses from the fitted model and set them against those observed: mean, sd, zeros, extremes, coverage, calibration")
                    .idleIn("responses of a mixed model are not drawn anew", LEVELS, SMOOTHS)
                    .idleIn("one fit per segment has neither", SEGMENTS),
            Key.of("seed", Domain.whole(), "1", "of random numbers"),
            Key.word(
                    "kernel",
                    List.of("auto", "java", "native", "mixed"),
                    "dense algebra of driver and executors; mixed: each its own"));

    private AlgorithmKeys() {}
}

package io.credence.config.key;

import static io.credence.config.key.FitKind.CLASS;
import static io.credence.config.key.FitKind.LEVELS;
import static io.credence.config.key.FitKind.NETWORK;
import static io.credence.config.key.FitKind.SEGMENTS;
import static io.credence.config.key.FitKind.SMOOTHS;

import java.util.List;

/** Keys of the likelihood and of the prior. */
final class ModelKeys {

    static final List<Key> ALL = List.of(
            Key.section("model", ""),
            Key.of(
                    "model.family",
                    "null",
                    "gaussian | bernoulli | bernoulli-probit | poisson | negative-binomial | zero-inflated-poisson | zero-inflated-negative-binomial | hurdle-poisson | hurdle-negative-binomial | gamma | beta | beta-binomial | exponential | weibull | tweedie | student-t | softmax | ordinal"),
            Key.of(
                            "model.class",
                            "null",
                            "in place of a family: full name of a class of your own, its jar given with --jars")
                    .notBeside("their likelihood is one of linear predictors", LEVELS, SMOOTHS)
                    .notBeside("the likelihood of each segment is one that comes with Credence", SEGMENTS)
                    .notBesideNetworks(),
            Key.of(
                            "model.density",
                            "null",
                            "in place of a family: log density of a row, an expression of columns, y and parameters")
                    .notBesideNetworks(),
            Key.of(
                            "model.parameters",
                            "{}",
                            "of density: mu { formula = \"~ a + b\", link = identity }, sigma { constraint = positive, prior { kind = half-normal, sd = 1 } }, or a number")
                    .notBesideNetworks(),
            Key.of(
                            "model.mean",
                            "null",
                            "of density: expected response, an expression of columns and parameters; null: none is predicted")
                    .notBesideNetworks(),
            Key.of(
                            "model.draw",
                            "null",
                            "of density: a new response, an expression with random numbers; null: none is drawn")
                    .notBesideNetworks(),
            Key.of(
                            "model.groups",
                            "[]",
                            "effects that vary between the levels of grouping factors: [{ by = county, columns = [(Intercept), x], correlated = true }]; or (1 + x | county) in a formula")
                    .notBesideNetworks(),
            Key.of("model.options", "{}", "arguments of that class: name = value")
                    .notBesideNetworks(),
            Key.of("model.dispersion", "estimate", "estimate | a number")
                    .notBeside("a mixed model estimates it, unless data.sd gives that of each row", LEVELS, SMOOTHS)
                    .notBesideNetworks(),
            Key.of(
                            "model.dispersionFactor",
                            "joint",
                            "joint | inverse-gamma: factor of an estimated dispersion in fits by draws")
                    .notBeside("a dispersion is one of the variance components", LEVELS, SMOOTHS)
                    .notBesideNetworks(),
            Key.of(
                    "model.power",
                    "1.5",
                    "of tweedie: power p of the mean that the variance grows with, between 1 and 2; auto: that of the highest evidence"),
            Key.of("model.degreesOfFreedom", "4.0", "of student-t"),
            Key.of("model.classes", "0", "of softmax and ordinal; 0: as many as the data have"),
            Key.section("model.latent", "of a class whose rows have latent numbers: how these are integrated out"),
            Key.of(
                            "model.latent.bound",
                            "vi-var",
                            "vi | iwae | vi-var | iwae-var: lower bounds on a row's log-likelihood, by draws of the class's encoder")
                    .onlyOf(CLASS),
            Key.of("model.latent.draws", "10", "latent draws per row and draw of the parameters")
                    .onlyOf(CLASS),
            Key.of("model.latent.groups", "5", "of iwae-var: replicates into which the draws are divided")
                    .onlyOf(CLASS),
            Key.section(
                    "model.network",
                    "of gaussian, bernoulli, bernoulli-probit, poisson and softmax: a neural network in place of linear predictors"),
            Key.of("model.network.layers", "[]", "units of each hidden layer, such as [50]; []: none"),
            Key.of("model.network.activation", "relu", "relu | tanh").onlyOf(NETWORK),
            Key.of("model.network.noise", "auto", "of gaussian: constant | predicted | auto: networks of both kinds")
                    .onlyOf(NETWORK),
            Key.of(
                            "model.network.ensemble",
                            "auto",
                            "auto | a number: networks of one kind; auto: two of each of several kinds, weighed by rows held out")
                    .onlyOf(NETWORK),
            Key.of(
                    "model.network.processes",
                    "0",
                    "of gaussian, in place of layers of units: layers of a deep Gaussian process; 0: none"),
            Key.of("model.network.inducing", "100", "of processes: inducing inputs of each layer")
                    .onlyOf(NETWORK),
            Key.section("prior", "").notBesideNetworks(),
            Key.of(
                            "prior.kind",
                            "normal",
                            "normal | laplace | student-t | horseshoe | posterior: of every coefficient, on the scale of the columns as they are given")
                    .notBeside("coefficients beside them have normal priors", LEVELS, SMOOTHS),
            Key.of(
                    "prior.path",
                    "null",
                    "of posterior: folder of an earlier fit, whose posterior this is; or its posterior.json"),
            Key.of(
                    "prior.forgetting",
                    "1.0",
                    "of posterior: share of the precision that is kept, above 0; 1: nothing is forgotten"),
            Key.of(
                    "prior.mean",
                    "0.0",
                    "of normal, laplace, student-t, horseshoe and posterior: centre of the coefficients; there of those that are new"),
            Key.of(
                    "prior.sd",
                    "auto",
                    "standard deviation of a normal prior, and of the intercept under any other; auto: 2.5 divided by the column's unit"),
            Key.of(
                            "prior.coefficients",
                            "{}",
                            "of normal and, for new coefficients, posterior: priors of single coefficients, \"age\" { sd = 0.1, mean = 0 }")
                    .notBesideNetworks(),
            Key.of(
                    "prior.scale",
                    "auto",
                    "of laplace and student-t; auto: 2.5 divided by the column's unit, in units of the response as sd"),
            Key.of("prior.degreesOfFreedom", "3.0", "of student-t"),
            Key.of(
                    "prior.globalScale",
                    "auto",
                    "of horseshoe: median of the scale that all coefficients share; auto: 1 divided by the column's unit, in units of the response as sd"),
            Key.of(
                    "prior.nonCentred",
                    "false",
                    "of laplace and student-t: fit standard normal numbers and log scales; a horseshoe always does"),
            Key.of(
                            "prior.groups",
                            "[]",
                            "of laplace, student-t and horseshoe: sizes of shrinkage blocks, consecutive coefficients that share a scale; of model.groups: a section { sd { kind = half-student-t, df = 3, scale = auto }, correlation { kind = lkj, eta = 2 } }, and the same within it by the name of a factor")
                    .notBesideNetworks(),
            Key.section("prior.sigma", "of model.groups: the residual standard deviation of a normal response"),
            Key.of("prior.sigma.kind", "half-student-t", "half-student-t | half-normal | half-cauchy | exponential")
                    .onlyOf(LEVELS, SMOOTHS),
            Key.of("prior.sigma.df", "3.0", "of half-student-t: degrees of freedom")
                    .onlyOf(LEVELS, SMOOTHS),
            Key.of(
                            "prior.sigma.scale",
                            "auto",
                            "auto: 2.5, times the sd of the response where the link is the identity")
                    .onlyOf(LEVELS, SMOOTHS),
            Key.section("prior.dispersion", "").notBesideNetworks(),
            Key.of("prior.dispersion.kind", "inverse-gamma", "prior of an estimated dispersion"),
            Key.of(
                    "prior.dispersion.shape",
                    "auto",
                    "auto: 0.25; of gaussian, student-t, gamma and tweedie 1, of beta 0.01"),
            Key.of(
                    "prior.dispersion.scale",
                    "auto",
                    "auto: a hundredth of the unit that rows show (gaussian, student-t, gamma, tweedie: that without columns; counts: one over their mean beside zeros; weibull: sd of times over their mean), of beta 0.01"));

    private ModelKeys() {}
}

package io.credence.config.key;

import static io.credence.config.key.FitKind.AUTOENCODER;
import static io.credence.config.key.FitKind.BANDIT;
import static io.credence.config.key.FitKind.CLASS;
import static io.credence.config.key.FitKind.LEVELS;
import static io.credence.config.key.FitKind.NETWORK;
import static io.credence.config.key.FitKind.SEGMENTS;
import static io.credence.config.key.FitKind.SMOOTHS;

import io.credence.loss.LatentBound;
import io.credence.part.Domain;
import java.util.List;
import java.util.Map;

/** Keys of the likelihood and of the prior. */
final class ModelKeys {

    /**
     * Largest shape of a dispersion's prior. Beyond it, an inverse gamma is a single number within a relative spread of
     * 3e-5. With a shape of 1e12, fits of counts did not converge in their iterations.
     */
    private static final double MOST_SHAPE = 1e9;

    private static final Domain SHAPE = Domain.number(
            "a number above 0 up to 1e9 (beyond, it is a number, which model.dispersion sets)",
            x -> x > 0 && x <= MOST_SHAPE);

    private static final String RELU = "is of networks that predict: those of an autoencoder have relu units";
    private static final String NO_LABELS = "is of labels, which the rows of an autoencoder have not";
    private static final String ONE_MODEL = "is of networks that predict, and an autoencoder is one model";

    private static final String GROUPS = "[{ by = county, columns = [(Intercept), x], correlated = true }]";

    static final List<Key> ALL = List.of(
            Key.section("model", ""),
            Key.part("model.family", "null", ""),
            Key.optionalText(
                            "model.class",
                            "in place of a family: full name of a class of your own, its jar given with --jars")
                    .notBeside("their likelihood is one of linear predictors", LEVELS, SMOOTHS)
                    .notBeside("the likelihood of each segment is one that comes with Credence", SEGMENTS)
                    .notBesideNetworks(),
            Key.optionalText(
                            "model.density",
                            "in place of a family: log density of a row, an expression of columns, y and parameters")
                    .notBesideNetworks(),
            Key.names(
                            "model.parameters",
                            "of density: mu { formula = \"~ a + b\", link = identity }, sigma { constraint = positive, prior { kind = half-normal, sd = 1 } }, or a number")
                    .notBesideNetworks(),
            Key.optionalText(
                            "model.mean",
                            "of density: expected response, an expression of columns and parameters; null: none is predicted")
                    .notBesideNetworks(),
            Key.optionalText(
                            "model.draw",
                            "of density: a new response, an expression with random numbers; null: none is drawn")
                    .notBesideNetworks(),
            Key.of(
                            "model.groups",
                            Domain.sections(GROUPS),
                            "[]",
                            "effects that vary between the levels of grouping factors: " + GROUPS
                                    + "; or (1 + x | county) in a formula")
                    .notBesideNetworks(),
            Key.names("model.options", "arguments of that class: name = value").notBesideNetworks(),
            Key.of(
                            "model.dispersion",
                            Domain.above(0).or("estimate"),
                            "estimate",
                            "of a family that has one; estimate: from the rows")
                    .notBeside("a mixed model estimates it, unless data.sd gives that of each row", LEVELS, SMOOTHS)
                    .notBesideNetworks(),
            Key.word(
                            "model.dispersionFactor",
                            List.of("joint", "inverse-gamma"),
                            "factor of an estimated dispersion in fits by draws")
                    .definingMethods()
                    .notBeside("a dispersion is one of the variance components", LEVELS, SMOOTHS)
                    .notBesideNetworks(),
            Key.section(
                    "model.latent",
                    "of an autoencoder, and of a class whose rows have latent numbers: how these are integrated out"),
            Key.of(
                            "model.latent.bound",
                            Domain.wordOf(LatentBound.NAMES),
                            "vi-var",
                            "lower bounds on a row's log-likelihood, by draws of the encoder")
                    .onlyOf(CLASS, AUTOENCODER),
            Key.of("model.latent.draws", Domain.whole(1), "10", "latent draws per row and draw of the parameters")
                    .onlyOf(CLASS, AUTOENCODER),
            Key.of(
                            "model.latent.groups",
                            Domain.whole(1),
                            "5",
                            "of iwae-var: replicates into which the draws are divided")
                    .onlyOf(CLASS, AUTOENCODER),
            Key.section(
                    "model.network",
                    "of gaussian, bernoulli, bernoulli-probit, poisson and softmax: a neural network in place of linear predictors"),
            Key.of("model.network.layers", Domain.wholes(1), "[]", "units of each hidden layer; []: none"),
            Key.word("model.network.activation", List.of("relu", "tanh"), "function of a unit")
                    .onlyOf(NETWORK, BANDIT)
                    .notBesideAutoencoders(RELU),
            Key.word(
                            "model.network.noise",
                            List.of("auto", "constant", "predicted"),
                            "of gaussian; auto: networks of both kinds")
                    .onlyOf(NETWORK, BANDIT)
                    .notBesideAutoencoders(NO_LABELS),
            Key.of(
                            "model.network.ensemble",
                            Domain.whole(1).or("auto"),
                            "auto",
                            "networks of one kind; auto: two of each of several kinds, weighed by rows held out")
                    .onlyOf(NETWORK, BANDIT)
                    .notBesideAutoencoders(ONE_MODEL),
            Key.flag(
                            "model.network.joint",
                            false,
                            "of an objective that is a risk, and a number of networks: the risk of a row is over draws of all networks together, which may drive them apart; false: over draws of each network by itself")
                    .onlyOf(NETWORK, BANDIT)
                    .notBesideAutoencoders(ONE_MODEL),
            Key.of(
                            "model.network.processes",
                            Domain.whole(0),
                            "0",
                            "of gaussian, in place of layers of units: layers of a deep Gaussian process; 0: none")
                    .notBesideAutoencoders(ONE_MODEL),
            Key.of("model.network.inducing", Domain.whole(1), "100", "of processes: inducing inputs of each layer")
                    .onlyOf(NETWORK)
                    .notBesideAutoencoders(ONE_MODEL),
            Key.of(
                    "model.network.autoencoder",
                    Domain.whole(0),
                    "0",
                    "of bernoulli, rows without a label: latent numbers that explain each row's features; layers are those of the encoder, in reverse those of the decoder; 0: none"),
            Key.section("prior", "").notBesideNetworks(),
            Key.part("prior.kind", "normal", "of every coefficient, on the scale of the columns as they are given")
                    .notBeside("coefficients beside them have normal priors", LEVELS, SMOOTHS),
            Key.optionalText(
                    "prior.path",
                    "of posterior: folder of an earlier fit, whose posterior this is; or its posterior.json"),
            Key.names(
                            "prior.coefficients",
                            "of normal, conjugate and, for new coefficients, posterior: priors of single coefficients, \"age\" { sd = 0.1, mean = 0 }")
                    .notBesideNetworks(),
            Key.section("prior.sigma", "of model.groups: the residual standard deviation of a normal response")
                    .onlyOf(LEVELS, SMOOTHS),
            Key.part("prior.sigma.kind", "half-student-t", ""),
            Key.section("prior.dispersion", "").notBesideNetworks(),
            Key.word("prior.dispersion.kind", List.of("inverse-gamma"), "prior of an estimated dispersion"),
            Key.of(
                    "prior.dispersion.shape",
                    SHAPE.or("auto"),
                    "auto",
                    "auto: 0.25; of gaussian, student-t, gamma and tweedie 1, of beta 0.01"),
            Key.of(
                    "prior.dispersion.scale",
                    Domain.above(0).or("auto"),
                    "auto",
                    "auto: a hundredth of the unit that rows show (gaussian, student-t, gamma, tweedie: that without columns; counts: one over their mean beside zeros; weibull: sd of times over their mean), of beta 0.01"));

    /** Further meanings of keys that are options of parts. */
    static final Map<String, String> FURTHER_MEANINGS = Map.of(
            "prior.groups",
            "of model.groups: a section { sd { kind = half-student-t, df = 3, scale = auto }, correlation { kind = lkj, eta = 2 } }, and the same within it by the name of a factor");

    private ModelKeys() {}
}

package io.credence.loss;

import java.util.List;

/** The likelihoods that come with Credence. */
public final class Likelihoods {

    /** Names, as in configuration. */
    public static final List<String> NAMES = List.of(
            "gaussian",
            "bernoulli",
            "bernoulli-probit",
            "poisson",
            "negative-binomial",
            "gamma",
            "student-t",
            "softmax");

    private Likelihoods() {}

    /**
     * The likelihood of that name.
     *
     * @param degreesOfFreedom ν of student-t, ignored by the others
     * @param classes number of classes of softmax, ignored by the others
     * @throws IllegalArgumentException if there is none of that name
     */
    public static Likelihood named(String name, double degreesOfFreedom, int classes) {
        return switch (name) {
            case "gaussian" -> new GaussianLikelihood();
            case "bernoulli" -> new BernoulliLikelihood("bernoulli", "logit", new BernoulliLogitLoss());
            case "bernoulli-probit" -> new BernoulliLikelihood("bernoulli-probit", "probit", new BernoulliProbitLoss());
            case "poisson" -> new PoissonLikelihood();
            case "negative-binomial" -> new NegativeBinomialLikelihood();
            case "gamma" -> new GammaLikelihood();
            case "student-t" -> new StudentLikelihood(degreesOfFreedom);
            case "softmax" -> new SoftmaxLikelihood(classes);
            default -> throw new IllegalArgumentException("unknown family '" + name + "'");
        };
    }
}

package io.credence.distributional;

import io.credence.expression.Link;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.positive.TweedieLikelihood;
import io.credence.likelihood.real.StudentLikelihood;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Table of the laws of the catalogue's likelihoods that have parameters beside the location. */
public final class DistributionalLaws {

    private static final DistributionalLaw.Refinement PLAIN = (likelihood, values) -> likelihood;
    private static final String POISSON = "poisson_lpmf(%s, mu)";
    private static final String NEGATIVE_BINOMIAL = "negative_binomial_lpmf(%s, mu, size)";

    private static final LawParameter IDENTITY_MEAN = LawParameter.location("mu", Link.IDENTITY);
    private static final LawParameter LOG_MEAN = LawParameter.location("mu", Link.LOG);
    private static final LawParameter LOGIT_MEAN = LawParameter.location("mu", Link.LOGIT);
    private static final LawParameter SIGMA = LawParameter.ofDispersion("sigma", 2);
    private static final LawParameter SIZE = LawParameter.ofDispersion("size", -1);
    private static final LawParameter SHAPE = LawParameter.ofDispersion("shape", -1);
    private static final LawParameter PRECISION = LawParameter.ofDispersion("phi", -1);
    private static final LawParameter INFLATED = LawParameter.zeroProbability("zi");
    private static final LawParameter HURDLE = LawParameter.zeroProbability("hu");

    private static final Map<String, Function<Likelihood, DistributionalLaw>> BY_NAME = Map.ofEntries(
            law("gaussian", "gaussian_lpdf(y, mu, sigma)", IDENTITY_MEAN, SIGMA),
            Map.entry("student-t", likelihood -> student((StudentLikelihood) likelihood)),
            law("gamma", "gamma_lpdf(y, mu, shape)", LOG_MEAN, SHAPE),
            law(
                    "weibull",
                    "if(censored == 1, weibull_lccdf(y, scale, shape), weibull_lpdf(y, scale, shape))",
                    LawParameter.location("scale", Link.LOG),
                    SHAPE),
            law("beta", "beta_lpdf(y, mu, phi)", LOGIT_MEAN, PRECISION),
            law("beta-binomial", "beta_binomial_lpmf(y, trials, mu, phi)", LOGIT_MEAN, PRECISION),
            law("negative-binomial", NEGATIVE_BINOMIAL.formatted("y"), LOG_MEAN, SIZE),
            Map.entry("tweedie", likelihood -> tweedie((TweedieLikelihood) likelihood)),
            law("zero-inflated-poisson", inflated(POISSON), LOG_MEAN, INFLATED),
            law("zero-inflated-negative-binomial", inflated(NEGATIVE_BINOMIAL), LOG_MEAN, SIZE, INFLATED),
            law("hurdle-poisson", hurdle(POISSON), LOG_MEAN, HURDLE),
            law("hurdle-negative-binomial", hurdle(NEGATIVE_BINOMIAL), LOG_MEAN, SIZE, HURDLE),
            Map.entry("ordinal", DistributionalLaws::ordinal));

    private DistributionalLaws() {}

    /** Names of the likelihoods that have such laws, in alphabetical order. */
    public static List<String> names() {
        return BY_NAME.keySet().stream().sorted().toList();
    }

    /** Law of a likelihood; null where it has no parameters beside the location. */
    public static @Nullable DistributionalLaw of(Likelihood likelihood) {
        Function<Likelihood, DistributionalLaw> found = BY_NAME.get(likelihood.name());
        return found == null ? null : found.apply(likelihood);
    }

    private static Map.Entry<String, Function<Likelihood, DistributionalLaw>> law(
            String name, String density, LawParameter... parameters) {
        return Map.entry(name, likelihood -> new DistributionalLaw(likelihood, List.of(parameters), density, PLAIN));
    }

    private static DistributionalLaw student(StudentLikelihood likelihood) {
        LawParameter degrees = LawParameter.ofConstant("nu", Link.LOGM1, likelihood.degreesOfFreedom());
        return new DistributionalLaw(
                likelihood,
                List.of(IDENTITY_MEAN, SIGMA, degrees),
                "student_t_lpdf(y, mu, sigma, nu)",
                (plain, values) -> new StudentLikelihood(Math.min(values[2], Double.MAX_VALUE)));
    }

    private static DistributionalLaw tweedie(TweedieLikelihood likelihood) {
        return new DistributionalLaw(
                likelihood,
                List.of(LOG_MEAN, LawParameter.ofDispersion("phi", 1)),
                "tweedie_lpdf(y, mu, phi, " + likelihood.power() + ")",
                PLAIN);
    }

    private static DistributionalLaw ordinal(Likelihood likelihood) {
        String cutpoints = IntStream.rangeClosed(1, likelihood.cutpointCount())
                .mapToObj(k -> likelihood.cutpointCount() == 1 ? "cutpoints" : "cutpoints" + k)
                .collect(Collectors.joining(", "));
        return new DistributionalLaw(
                likelihood,
                List.of(IDENTITY_MEAN, LawParameter.ofConstant("disc", Link.LOG, 1)),
                "ordinal_lpmf(y, mu, disc, " + cutpoints + ")",
                PLAIN);
    }

    /** Counts with zeros of a probability beside their own, by its log odds so that both tails are exact. */
    private static String inflated(String counts) {
        return "if(y == 0, log_sum_exp(logit_zi, %s), %s) - softplus(logit_zi)"
                .formatted(counts.formatted("y"), counts.formatted("y"));
    }

    /** Counts above zero, and zeros of a probability, by its log odds so that both tails are exact. */
    private static String hurdle(String counts) {
        return "if(y == 0, logit_hu, %s - log(-expm1(%s))) - softplus(logit_hu)"
                .formatted(counts.formatted("y"), counts.formatted("0"));
    }
}

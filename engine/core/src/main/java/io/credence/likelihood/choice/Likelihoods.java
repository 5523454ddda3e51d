package io.credence.likelihood.choice;

import io.credence.likelihood.LabelChecks;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.OrdinalLikelihood;
import io.credence.likelihood.SearchedOption;
import io.credence.likelihood.count.BetaBinomialLikelihood;
import io.credence.likelihood.count.NegativeBinomialLikelihood;
import io.credence.likelihood.count.PoissonLikelihood;
import io.credence.likelihood.positive.ExponentialLikelihood;
import io.credence.likelihood.positive.GammaLikelihood;
import io.credence.likelihood.positive.TweedieLikelihood;
import io.credence.likelihood.positive.WeibullLikelihood;
import io.credence.likelihood.proportion.BernoulliLikelihood;
import io.credence.likelihood.proportion.BetaLikelihood;
import io.credence.likelihood.proportion.BinaryLink;
import io.credence.likelihood.real.GaussianLikelihood;
import io.credence.likelihood.real.StudentLikelihood;
import io.credence.likelihood.softmax.SoftmaxLikelihood;
import io.credence.likelihood.zero.HurdleLikelihood;
import io.credence.likelihood.zero.ZeroInflatedLikelihood;
import io.credence.part.Catalogue;
import io.credence.part.Domain;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Catalogue of the likelihoods that come with Credence. */
public final class Likelihoods {

    private static final String DEGREES = "degreesOfFreedom";

    /** Name of the option of likelihoods whose number of classes can be stated. */
    static final String CLASSES = "classes";

    private static final Option STATED_CLASSES = Option.whole(
            CLASSES,
            0,
            "a whole number from 2 to " + LabelChecks.MOST_CLASSES + ", or 0 to count them in the data",
            x -> x == 0 || x >= 2 && x <= LabelChecks.MOST_CLASSES,
            "number of classes; 0: as many as the data have");

    /** All likelihoods, by name. */
    public static final Catalogue<LikelihoodPart> ALL = Catalogue.of(
            "family",
            LikelihoodPart.ofDispersed("gaussian", "normal labels with identity link", v -> new GaussianLikelihood()),
            LikelihoodPart.of(
                    "bernoulli",
                    "labels 0 and 1 with logit link",
                    new BernoulliLikelihood("bernoulli", BinaryLink.LOGIT)),
            LikelihoodPart.of(
                    "bernoulli-probit",
                    "labels 0 and 1 with probit link",
                    new BernoulliLikelihood("bernoulli-probit", BinaryLink.PROBIT)),
            LikelihoodPart.of("poisson", "counts with log link", new PoissonLikelihood()),
            LikelihoodPart.ofDispersed(
                    "negative-binomial",
                    "counts of variance μ + φμ² with log link",
                    v -> new NegativeBinomialLikelihood()),
            LikelihoodPart.of(
                    "zero-inflated-poisson",
                    "counts with log link, and zeros beside theirs with logit link",
                    new ZeroInflatedLikelihood(new PoissonLikelihood())),
            LikelihoodPart.ofDispersed(
                    "zero-inflated-negative-binomial",
                    "counts of variance μ + φμ² with log link, and zeros beside theirs with logit link",
                    v -> new ZeroInflatedLikelihood(new NegativeBinomialLikelihood())),
            LikelihoodPart.of(
                    "hurdle-poisson",
                    "zeros with logit link, and counts above zero with log link",
                    new HurdleLikelihood(new PoissonLikelihood())),
            LikelihoodPart.ofDispersed(
                    "hurdle-negative-binomial",
                    "zeros with logit link, and counts above zero, of variance μ + φμ² with those below, with log link",
                    v -> new HurdleLikelihood(new NegativeBinomialLikelihood())),
            LikelihoodPart.ofDispersed(
                    "gamma", "positive labels of variance φμ² with log link", v -> new GammaLikelihood()),
            LikelihoodPart.ofDispersed(
                    "beta", "shares between 0 and 1 of precision 1/φ with logit link", v -> new BetaLikelihood()),
            LikelihoodPart.ofDispersed(
                    "beta-binomial",
                    "successes of trials of beta probability with precision 1/φ and logit link",
                    v -> new BetaBinomialLikelihood()),
            LikelihoodPart.of(
                    "exponential",
                    "times of constant hazard, some censored, with log link of their mean",
                    new ExponentialLikelihood()),
            LikelihoodPart.ofDispersed(
                    "weibull",
                    "times of shape 1/φ, some censored, with log link of their scale",
                    v -> new WeibullLikelihood()),
            new TweediePart(),
            LikelihoodPart.ofDispersed(
                    "student-t",
                    "labels with heavy tails and identity link",
                    v -> new StudentLikelihood(v.number(DEGREES)),
                    Option.positive(DEGREES, 4, "degrees of freedom ν of the labels")),
            new LikelihoodPart.LikelihoodEntry(
                    "softmax",
                    "classes 0, 1, 2, … with logit link",
                    List.of(STATED_CLASSES),
                    (v, classes) -> new SoftmaxLikelihood(classes),
                    false,
                    true,
                    false),
            new LikelihoodPart.LikelihoodEntry(
                    "ordinal",
                    "ordered classes 0, 1, 2, … with cumulative logit link",
                    List.of(STATED_CLASSES),
                    (v, classes) -> new OrdinalLikelihood(classes),
                    false,
                    true,
                    true));

    private Likelihoods() {}

    /**
     * Finds a likelihood by the name that results have stored.
     *
     * @param degreesOfFreedom ν of student-t, ignored by those without
     * @param classes number of classes, ignored where labels are numbers
     * @throws IllegalArgumentException if there is none of that name
     */
    public static Likelihood named(String name, double degreesOfFreedom, int classes) {
        LikelihoodPart part = ALL.named(name);
        Map<String, Double> given = part.has(DEGREES) ? Map.of(DEGREES, degreesOfFreedom) : Map.of();
        return part.likelihood(part.values(given), classes);
    }

    /** Catalogue entry of the Tweedie likelihood, whose power is given or estimated. */
    record TweediePart() implements LikelihoodPart {

        private static final double INITIAL = 1.5;
        private static final Option POWER = Option.numberOrAuto(
                "power",
                Domain.number(TweedieLikelihood.POWERS),
                INITIAL,
                "power p of the mean that the variance grows with; auto: that of the highest evidence");

        @Override
        public String name() {
            return "tweedie";
        }

        @Override
        public String description() {
            return "amounts of variance φμ^p, of which some are 0, with log link";
        }

        @Override
        public List<Option> options() {
            return List.of(POWER);
        }

        @Override
        public Likelihood likelihood(OptionValues values, int classes) {
            SearchedOption searched = searchedOption(values);
            return new TweedieLikelihood(searched == null ? values.number(POWER.name()) : searched.initialValue());
        }

        @Override
        public boolean isDispersed() {
            return true;
        }

        @Override
        public @Nullable SearchedOption searchedOption(OptionValues values) {
            return POWER.isAutomatic(values) ? new SearchedOption(POWER.name(), 1, INITIAL, 2) : null;
        }
    }
}

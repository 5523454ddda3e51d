package io.credence.loss;

import io.credence.family.ScaleFactor;
import io.credence.statistics.PassStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
            case "gaussian" -> new Gaussian();
            case "bernoulli" -> new Bernoulli("bernoulli", "logit", new BernoulliLogitLoss());
            case "bernoulli-probit" -> new Bernoulli("bernoulli-probit", "probit", new BernoulliProbitLoss());
            case "poisson" -> new Poisson();
            case "negative-binomial" -> new NegativeBinomial();
            case "gamma" -> new GammaResponse();
            case "student-t" -> new Student(degreesOfFreedom);
            case "softmax" -> new Softmax(classes);
            default -> throw new IllegalArgumentException("unknown family '" + name + "'");
        };
    }

    private static @Nullable String requireFinite(double label) {
        return Double.isFinite(label) ? null : "required: a finite number";
    }

    private static @Nullable String requireCount(double label) {
        return label >= 0 && label == Math.rint(label) && Double.isFinite(label) ? null : "required: 0, 1, 2, …";
    }

    /** Normal response, identity link. */
    record Gaussian() implements Likelihood {
        @Override
        public String name() {
            return "gaussian";
        }

        @Override
        public String link() {
            return "identity";
        }

        @Override
        public String dispersionName() {
            return "sigma2";
        }

        @Override
        public @Nullable String refuse(double label) {
            return requireFinite(label);
        }

        @Override
        public RowLoss loss(ScaleFactor scale) {
            return scale instanceof ScaleFactor.InverseGamma factor
                    ? new GaussianLoss(factor.meanLog(), factor.meanInverse())
                    : new GaussianLoss(Math.log(scale.mean()), 1 / scale.mean());
        }

        @Override
        public ScaleFactor start(ScaleFactor.InverseGamma prior) {
            return prior;
        }

        /** The coordinate optimum IG(a0 + ½Σw, b0 + ½Σw E(y − η)²). */
        @Override
        public ScaleFactor target(
                ScaleFactor current, PassStatistics sums, double weight, ScaleFactor.InverseGamma prior) {
            return current instanceof ScaleFactor.InverseGamma
                    ? new ScaleFactor.InverseGamma(
                            prior.shape() + 0.5 * weight, prior.scale() + 0.5 * sums.scaleTotals()[0])
                    : current;
        }

        @Override
        public ResponseMoments respond(double mean, double variance, ScaleFactor scale) {
            return new ResponseMoments(mean, variance + scale.mean());
        }
    }

    /** Labels 0 and 1. */
    record Bernoulli(String name, String link, RowLoss loss) implements Likelihood {
        @Override
        public @Nullable String refuse(double label) {
            return label == 0 || label == 1 ? null : "required: 0 or 1";
        }

        @Override
        public RowLoss loss(ScaleFactor scale) {
            return loss;
        }

        @Override
        public ResponseMoments respond(double mean, double variance, ScaleFactor scale) {
            double p = link.equals("probit")
                    ? Math.exp(NormalTail.logCdf(mean / Math.sqrt(1 + variance)))
                    : Responses.expectedLogistic(mean, variance);
            return new ResponseMoments(p, p * (1 - p));
        }
    }

    /** Counts. */
    record Poisson() implements Likelihood {
        @Override
        public String name() {
            return "poisson";
        }

        @Override
        public String link() {
            return "log";
        }

        @Override
        public @Nullable String refuse(double label) {
            return requireCount(label);
        }

        @Override
        public RowLoss loss(ScaleFactor scale) {
            return new PoissonLoss();
        }

        @Override
        public ResponseMoments respond(double mean, double variance, ScaleFactor scale) {
            return Responses.logLink(mean, variance, 1, 0);
        }
    }

    /** Overdispersed counts. */
    record NegativeBinomial() implements Likelihood {
        @Override
        public String name() {
            return "negative-binomial";
        }

        @Override
        public String link() {
            return "log";
        }

        @Override
        public String dispersionName() {
            return "dispersion";
        }

        @Override
        public @Nullable String refuse(double label) {
            return requireCount(label);
        }

        @Override
        public RowLoss loss(ScaleFactor scale) {
            return new NegativeBinomialLoss(LogDispersion.nodes(scale));
        }

        @Override
        public ScaleFactor start(ScaleFactor.InverseGamma prior) {
            return LogDispersion.start(prior);
        }

        @Override
        public ScaleFactor target(
                ScaleFactor current, PassStatistics sums, double weight, ScaleFactor.InverseGamma prior) {
            return LogDispersion.target(current, sums, prior);
        }

        @Override
        public ResponseMoments respond(double mean, double variance, ScaleFactor scale) {
            return Responses.logLink(mean, variance, 1, scale.mean());
        }
    }

    /** Positive responses. */
    record GammaResponse() implements Likelihood {
        @Override
        public String name() {
            return "gamma";
        }

        @Override
        public String link() {
            return "log";
        }

        @Override
        public String dispersionName() {
            return "dispersion";
        }

        @Override
        public @Nullable String refuse(double label) {
            return label > 0 && Double.isFinite(label) ? null : "required: a positive number";
        }

        @Override
        public RowLoss loss(ScaleFactor scale) {
            return new GammaLoss(LogDispersion.nodes(scale));
        }

        @Override
        public ScaleFactor start(ScaleFactor.InverseGamma prior) {
            return LogDispersion.start(prior);
        }

        @Override
        public ScaleFactor target(
                ScaleFactor current, PassStatistics sums, double weight, ScaleFactor.InverseGamma prior) {
            return LogDispersion.target(current, sums, prior);
        }

        @Override
        public ResponseMoments respond(double mean, double variance, ScaleFactor scale) {
            return Responses.logLink(mean, variance, 0, scale.mean());
        }
    }

    /** Heavy-tailed response. */
    record Student(double degreesOfFreedom) implements Likelihood {
        Student {
            if (!(degreesOfFreedom > 0) || degreesOfFreedom == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException(
                        "degreesOfFreedom must be positive and finite but was " + degreesOfFreedom);
            }
        }

        @Override
        public String name() {
            return "student-t";
        }

        @Override
        public String link() {
            return "identity";
        }

        @Override
        public String dispersionName() {
            return "scale2";
        }

        @Override
        public @Nullable String refuse(double label) {
            return requireFinite(label);
        }

        @Override
        public RowLoss loss(ScaleFactor scale) {
            return new StudentLoss(degreesOfFreedom, LogDispersion.nodes(scale));
        }

        @Override
        public ScaleFactor start(ScaleFactor.InverseGamma prior) {
            return LogDispersion.start(prior);
        }

        @Override
        public ScaleFactor target(
                ScaleFactor current, PassStatistics sums, double weight, ScaleFactor.InverseGamma prior) {
            return LogDispersion.target(current, sums, prior);
        }

        @Override
        public ResponseMoments respond(double mean, double variance, ScaleFactor scale) {
            double noise = degreesOfFreedom > 2
                    ? scale.mean() * degreesOfFreedom / (degreesOfFreedom - 2)
                    : Double.POSITIVE_INFINITY;
            return new ResponseMoments(mean, variance + noise);
        }
    }

    /** Classes 0 … K. */
    record Softmax(int classes) implements Likelihood {
        /** The low-discrepancy draws of {@link NormalNodes} are good to forty dimensions. */
        static final int MAX_CLASSES = 41;

        Softmax {
            if (classes < 2 || classes > MAX_CLASSES) {
                throw new IllegalArgumentException(
                        "softmax requires 2 to " + MAX_CLASSES + " classes but found " + classes);
            }
        }

        @Override
        public String name() {
            return "softmax";
        }

        @Override
        public String link() {
            return "logit";
        }

        @Override
        public int predictors() {
            return classes - 1;
        }

        @Override
        public @Nullable String refuse(double label) {
            return label >= 0 && label < classes && label == Math.rint(label)
                    ? null
                    : "required: a class 0 to " + (classes - 1);
        }

        @Override
        public double accuracy() {
            return predictors() <= NormalNodes.MAX_PRODUCT_DIMENSION ? 1e-9 : 1e-5;
        }

        @Override
        public RowLoss loss(ScaleFactor scale) {
            return new SoftmaxLoss(classes);
        }

        @Override
        public ResponseMoments respond(double mean, double variance, ScaleFactor scale) {
            throw new IllegalStateException("a class has probabilities, not moments");
        }
    }
}

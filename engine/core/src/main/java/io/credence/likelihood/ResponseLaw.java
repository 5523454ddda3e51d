package io.credence.likelihood;

import io.credence.linalg.NormalTail;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Distribution of a response given its linear predictor and dispersion, from which intervals of new responses are
 * found.
 */
public interface ResponseLaw extends Serializable {

    /** Distribution function P(Y ≤ y | η, φ). */
    double cdf(double y, double eta, double dispersion);

    /** Spread of a response around its predictor, in units of η. It determines how finely η has to be resolved. */
    double predictorNoise(double eta, double dispersion);

    /** Set in which responses lie. */
    Support support();

    /** Recursion by which the probabilities of counts follow from the first; null where the law has none. */
    default @Nullable Recursion recursion(double eta, double dispersion) {
        return null;
    }

    /** Set in which responses lie, mapped to the real line of the predictors. */
    enum Support {
        REAL {
            @Override
            public double fromLine(double line) {
                return line;
            }

            @Override
            public double toLine(double response) {
                return response;
            }
        },
        POSITIVE {
            @Override
            public double fromLine(double line) {
                return Math.exp(line);
            }

            @Override
            public double toLine(double response) {
                return Math.log(Math.max(0, response));
            }
        },
        /** Zero, with a separate probability, or a positive number. */
        NONNEGATIVE {
            @Override
            public double fromLine(double line) {
                return POSITIVE.fromLine(line);
            }

            @Override
            public double toLine(double response) {
                return POSITIVE.toLine(response);
            }
        },
        COUNTS {
            @Override
            public double fromLine(double line) {
                return Math.rint(Math.exp(line));
            }

            @Override
            public double toLine(double response) {
                return POSITIVE.toLine(response);
            }
        },
        /** Interval from 0 to 1. */
        UNIT {
            @Override
            public double fromLine(double line) {
                return 1 / (1 + Math.exp(-line));
            }

            @Override
            public double toLine(double response) {
                double share = Math.max(0, Math.min(1, response));
                return Math.log(share) - Math.log1p(-share);
            }
        };

        /** Response at a point of the line. */
        public abstract double fromLine(double line);

        /** Point of the line at which a response lies; ±∞ for a number beyond an end of the set. */
        public abstract double toLine(double response);
    }

    /** Mean e^η of a count, finite where it overflows. */
    private static double finiteMean(double eta) {
        return Math.min(Double.MAX_VALUE, Math.exp(eta));
    }

    /** Normal distribution N(η, φ). */
    record Normal() implements ResponseLaw {
        @Override
        public double cdf(double y, double eta, double dispersion) {
            return NormalTail.cdf((y - eta) / Math.sqrt(dispersion));
        }

        @Override
        public double predictorNoise(double eta, double dispersion) {
            return Math.sqrt(dispersion);
        }

        @Override
        public Support support() {
            return Support.REAL;
        }
    }

    /**
     * Student-t distribution of η + √φ · t_ν.
     *
     * @param degreesOfFreedom ν, positive
     */
    record Student(double degreesOfFreedom) implements ResponseLaw {
        @Override
        public double cdf(double y, double eta, double dispersion) {
            double squared = (y - eta) * (y - eta) / dispersion;
            double whole = degreesOfFreedom + squared;
            double both = IncompleteBeta.regularisedBeta(
                    degreesOfFreedom / whole, squared / whole, 0.5 * degreesOfFreedom, 0.5);
            return y < eta ? 0.5 * both : 1 - 0.5 * both;
        }

        @Override
        public double predictorNoise(double eta, double dispersion) {
            return Math.sqrt(dispersion);
        }

        @Override
        public Support support() {
            return Support.REAL;
        }
    }

    /** Gamma distribution of mean e^η and shape 1/φ. */
    record GammaLaw() implements ResponseLaw {
        @Override
        public double cdf(double y, double eta, double dispersion) {
            double shape = 1 / dispersion;
            return IncompleteBeta.lowerGamma(shape, shape * y * Math.exp(-eta));
        }

        @Override
        public double predictorNoise(double eta, double dispersion) {
            return Math.sqrt(dispersion);
        }

        @Override
        public Support support() {
            return Support.POSITIVE;
        }
    }

    /** Beta distribution of mean 1/(1 + e^{−η}) and precision 1/φ. */
    record BetaLaw() implements ResponseLaw {
        @Override
        public double cdf(double y, double eta, double dispersion) {
            if (y <= 0 || y >= 1) {
                return y <= 0 ? 0 : 1;
            }
            double first = Math.max(Double.MIN_NORMAL, 1 / (dispersion * (1 + Math.exp(-eta))));
            double second = Math.max(Double.MIN_NORMAL, 1 / (dispersion * (1 + Math.exp(eta))));
            return IncompleteBeta.regularisedBeta(y, 1 - y, first, second);
        }

        @Override
        public double predictorNoise(double eta, double dispersion) {
            return Math.sqrt(dispersion / (1 + dispersion)) * 2 * Math.cosh(0.5 * eta);
        }

        @Override
        public Support support() {
            return Support.UNIT;
        }
    }

    /** Weibull distribution of scale e^η and shape 1/φ; exponential where φ = 1. */
    record WeibullLaw() implements ResponseLaw {
        @Override
        public double cdf(double y, double eta, double dispersion) {
            return y > 0 ? -Math.expm1(-Math.exp((Math.log(y) - eta) / dispersion)) : 0;
        }

        @Override
        public double predictorNoise(double eta, double dispersion) {
            return dispersion;
        }

        @Override
        public Support support() {
            return Support.POSITIVE;
        }
    }

    /**
     * Panjer's recursion P(Y = y) = (a + b/y) P(Y = y − 1) (Panjer 1981).
     *
     * @param first smallest count
     * @param probability probability of the smallest count
     * @param a part of the ratio that is the same for all counts
     * @param b part of the ratio that is divided by the count
     */
    record Recursion(int first, double probability, double a, double b) {

        /** Ratio P(Y = y) / P(Y = y − 1), y above the smallest count. */
        public double ratio(int y) {
            return a + b / y;
        }
    }

    /** Distribution of counts. */
    interface Counts extends ResponseLaw {

        /** Upper tail probability P(Y > y | η, φ), y ≥ 0, to full relative precision. */
        double upperTail(double y, double eta, double dispersion);

        @Override
        default double cdf(double y, double eta, double dispersion) {
            return y < 0 ? 0 : 1 - upperTail(y, eta, dispersion);
        }

        @Override
        default Support support() {
            return Support.COUNTS;
        }
    }

    /** Poisson distribution of mean e^η. */
    record PoissonLaw() implements Counts {

        @Override
        public Recursion recursion(double eta, double dispersion) {
            double mean = finiteMean(eta);
            return new Recursion(0, Math.exp(-mean), 0, mean);
        }

        @Override
        public double upperTail(double y, double eta, double dispersion) {
            return IncompleteBeta.lowerGamma(Math.floor(y) + 1, Math.exp(eta));
        }

        @Override
        public double predictorNoise(double eta, double dispersion) {
            return Math.sqrt(Math.exp(-eta));
        }
    }

    /** Negative binomial distribution of mean μ = e^η and variance μ + φμ². */
    record NegativeBinomialLaw() implements Counts {

        @Override
        public Recursion recursion(double eta, double dispersion) {
            double mean = finiteMean(eta);
            double size = 1 / dispersion;
            double share = mean / (size + mean);
            double ratio = mean / size;
            // where μφ is larger than a double, log(1 + μφ) is log μ + log φ
            double log = ratio < Double.POSITIVE_INFINITY ? Math.log1p(ratio) : eta + Math.log(dispersion);
            return new Recursion(0, Math.exp(-size * log), share, (size - 1) * share);
        }

        @Override
        public double cdf(double y, double eta, double dispersion) {
            if (y < 0) {
                return 0;
            }
            double mean = finiteMean(eta);
            double size = 1 / dispersion;
            return IncompleteBeta.regularisedBeta(size / (size + mean), mean / (size + mean), size, Math.floor(y) + 1);
        }

        @Override
        public double upperTail(double y, double eta, double dispersion) {
            double mean = finiteMean(eta);
            double size = 1 / dispersion;
            return IncompleteBeta.regularisedBeta(mean / (size + mean), size / (size + mean), Math.floor(y) + 1, size);
        }

        @Override
        public double predictorNoise(double eta, double dispersion) {
            return Math.sqrt(Math.exp(-eta) + dispersion);
        }
    }
}

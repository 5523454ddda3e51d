package io.credence.likelihood;

import io.credence.linalg.NormalTail;
import java.io.Serializable;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.special.Beta;
import org.apache.commons.math3.special.Gamma;

/** The distribution of a response given its linear predictor and dispersion, by which intervals of new responses are found. */
public interface ResponseLaw extends Serializable {

    /** P(Y ≤ y | η, φ). */
    double cdf(double y, double eta, double dispersion);

    /** Spread of a response around its predictor, in units of η: how finely η has to be resolved. */
    double noise(double eta, double dispersion);

    /** Where responses can lie. */
    Support support();

    /** Sets that responses can lie in, each mapped to the real line, on which predictors are. */
    enum Support {
        REAL {
            @Override
            public double response(double line) {
                return line;
            }

            @Override
            public double line(double response) {
                return response;
            }
        },
        POSITIVE {
            @Override
            public double response(double line) {
                return Math.exp(line);
            }

            @Override
            public double line(double response) {
                return Math.log(Math.max(0, response));
            }
        },
        /** 0 with a probability of its own, or positive. */
        NONNEGATIVE {
            @Override
            public double response(double line) {
                return POSITIVE.response(line);
            }

            @Override
            public double line(double response) {
                return POSITIVE.line(response);
            }
        },
        COUNTS {
            @Override
            public double response(double line) {
                return Math.rint(Math.exp(line));
            }

            @Override
            public double line(double response) {
                return POSITIVE.line(response);
            }
        },
        /** From 0 to 1. */
        UNIT {
            @Override
            public double response(double line) {
                return 1 / (1 + Math.exp(-line));
            }

            @Override
            public double line(double response) {
                double share = Math.max(0, Math.min(1, response));
                return Math.log(share) - Math.log1p(-share);
            }
        };

        /** The response at a point of the line. */
        public abstract double response(double line);

        /** Where a response lies on it; at an end where it is none. */
        public abstract double line(double response);
    }

    /** N(η, φ). */
    record Normal() implements ResponseLaw {
        @Override
        public double cdf(double y, double eta, double dispersion) {
            return NormalTail.cdf((y - eta) / Math.sqrt(dispersion));
        }

        @Override
        public double noise(double eta, double dispersion) {
            return Math.sqrt(dispersion);
        }

        @Override
        public Support support() {
            return Support.REAL;
        }
    }

    /**
     * η + √φ · t_ν.
     *
     * @param degreesOfFreedom ν, positive
     */
    record Student(double degreesOfFreedom) implements ResponseLaw {
        @Override
        public double cdf(double y, double eta, double dispersion) {
            return new TDistribution(null, degreesOfFreedom).cumulativeProbability((y - eta) / Math.sqrt(dispersion));
        }

        @Override
        public double noise(double eta, double dispersion) {
            return Math.sqrt(dispersion);
        }

        @Override
        public Support support() {
            return Support.REAL;
        }
    }

    /** Gamma of mean e^η and shape 1/φ. */
    record GammaLaw() implements ResponseLaw {
        @Override
        public double cdf(double y, double eta, double dispersion) {
            double shape = 1 / dispersion;
            return regularizedP(shape, shape * y * Math.exp(-eta));
        }

        @Override
        public double noise(double eta, double dispersion) {
            return Math.sqrt(dispersion);
        }

        @Override
        public Support support() {
            return Support.POSITIVE;
        }
    }

    /** Beta of mean 1/(1 + e^{−η}) and precision 1/φ. */
    record BetaLaw() implements ResponseLaw {
        @Override
        public double cdf(double y, double eta, double dispersion) {
            if (y <= 0 || y >= 1) {
                return y <= 0 ? 0 : 1;
            }
            double first = 1 / (dispersion * (1 + Math.exp(-eta)));
            double second = 1 / (dispersion * (1 + Math.exp(eta)));
            return Beta.regularizedBeta(y, first, second);
        }

        @Override
        public double noise(double eta, double dispersion) {
            return Math.sqrt(dispersion / (1 + dispersion)) * 2 * Math.cosh(0.5 * eta);
        }

        @Override
        public Support support() {
            return Support.UNIT;
        }
    }

    /** Weibull of scale e^η and shape 1/φ; exponential where φ = 1. */
    record WeibullLaw() implements ResponseLaw {
        @Override
        public double cdf(double y, double eta, double dispersion) {
            return y > 0 ? -Math.expm1(-Math.exp((Math.log(y) - eta) / dispersion)) : 0;
        }

        @Override
        public double noise(double eta, double dispersion) {
            return dispersion;
        }

        @Override
        public Support support() {
            return Support.POSITIVE;
        }
    }

    /**
     * Counts of mean μ = e^η.
     *
     * @param poisson whether their variance is μ, and not the μ + φμ² of a negative binomial
     */
    record Counts(boolean poisson) implements ResponseLaw {
        /** From here on a negative binomial is a gamma with the same two moments to four digits. */
        private static final double LARGE = 1e5;

        @Override
        public double cdf(double y, double eta, double dispersion) {
            if (y < 0) {
                return 0;
            }
            if (poisson) {
                return 1 - above(y, eta, dispersion);
            }
            double mean = Math.exp(eta);
            double count = Math.floor(y);
            if (Math.max(count, mean) > LARGE) {
                double shape = 1 / (dispersion + 1 / mean);
                return regularizedP(shape, shape * (count + 0.5) / mean);
            }
            double size = 1 / dispersion;
            return Beta.regularizedBeta(size / (size + mean), size, count + 1);
        }

        /** P(Y > y | η, φ), y ≥ 0, to its own last digits. */
        double above(double y, double eta, double dispersion) {
            double mean = Math.exp(eta);
            double count = Math.floor(y);
            if (poisson) {
                return regularizedP(count + 1, mean);
            }
            double size = 1 / dispersion;
            return Math.max(count, mean) > LARGE
                    ? 1 - cdf(y, eta, dispersion)
                    : Beta.regularizedBeta(mean / (size + mean), count + 1, size);
        }

        @Override
        public double noise(double eta, double dispersion) {
            return Math.sqrt(Math.exp(-eta) + (poisson ? 0 : dispersion));
        }

        @Override
        public Support support() {
            return Support.COUNTS;
        }
    }

    /** P(a, x), beyond a = 10⁴ by Wilson and Hilferty's cube root, whose error there is below 1e-5. */
    private static double regularizedP(double a, double x) {
        if (x <= 0) {
            return 0;
        }
        if (x == Double.POSITIVE_INFINITY) {
            return 1;
        }
        if (a > 1e4) {
            double shrink = 1 / (9 * a);
            return NormalTail.cdf((Math.cbrt(x / a) - 1 + shrink) / Math.sqrt(shrink));
        }
        return x > 20 * a + 200 ? 1 : Gamma.regularizedGammaP(a, x);
    }
}

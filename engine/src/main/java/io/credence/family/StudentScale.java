package io.credence.family;

import io.credence.linalg.NormalTail;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.math3.special.Erf;
import org.apache.commons.math3.special.Gamma;

/**
 * The standard normal number ε as the factor √(ν/χ²) that makes a normal vector one of Student's t, χ² being the quantile of
 * the χ² distribution of ν degrees of freedom at Φ(ε).
 */
final class StudentScale {

    private static final int MOST_KEPT = 64;
    private static final Map<Double, StudentScale> KNOWN = new ConcurrentHashMap<>();

    private final double root;
    private final NormalMap map;

    private StudentScale(double degreesOfFreedom) {
        this.root = Math.sqrt(degreesOfFreedom);
        this.map = new NormalMap(new LogCurve(0.5 * degreesOfFreedom), true);
    }

    /** The map for ν finite degrees of freedom. */
    static StudentScale of(double degreesOfFreedom) {
        if (KNOWN.size() > MOST_KEPT) {
            KNOWN.clear();
        }
        return KNOWN.computeIfAbsent(degreesOfFreedom, StudentScale::new);
    }

    /** √(ν/χ²). */
    double at(double epsilon) {
        return root * Math.exp(-0.5 * map.at(epsilon));
    }

    /**
     * y = log χ².
     *
     * @param half ν/2
     */
    private record LogCurve(double half) implements NormalMap.Curve {

        /** Wilson and Hilferty's median, or that of the leading term where ν is small. */
        @Override
        public double centre() {
            double cube = 1 - 1 / (9 * half);
            return half > 0.5
                    ? Math.log(2 * half * cube * cube * cube)
                    : Math.log(2) + (Math.log(0.5) + Gamma.logGamma(half + 1)) / half;
        }

        @Override
        public double correction(double epsilon, double y) {
            double x = 0.5 * Math.exp(y);
            double scaled = Math.abs(epsilon) / Math.sqrt(2);
            double required = 0.5 * Erf.erfc(scaled);
            double density = Math.exp(logDensity(y));
            if (epsilon <= 0) {
                double logLower = x > Double.MIN_NORMAL ? Math.log(Gamma.regularizedGammaP(half, x)) : logLeading(y);
                return (Math.log(required) - logLower) * Math.exp(logLower) / density;
            }
            double upper = Gamma.regularizedGammaQ(half, x);
            return -Math.log(required / upper) * upper / density;
        }

        /** log P(χ² ≤ e^y) for a tiny e^y. */
        private double logLeading(double y) {
            return half * (y - Math.log(2)) - Gamma.logGamma(half + 1);
        }

        /** Log density of y. */
        private double logDensity(double y) {
            return half * (y - Math.log(2)) - 0.5 * Math.exp(y) - Gamma.logGamma(half);
        }

        @Override
        public double slope(double epsilon, double y) {
            return Math.exp(-0.5 * epsilon * epsilon - NormalTail.HALF_LOG_2_PI - logDensity(y));
        }

        @Override
        public double curvature(double epsilon, double y, double slope) {
            return slope * ((0.5 * Math.exp(y) - half) * slope - epsilon);
        }
    }
}

package io.credence.family;

import io.credence.linalg.NormalTail;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.math3.special.Beta;
import org.apache.commons.math3.special.Erf;

/** The standard normal number ε as a number of Student's t distribution, F_ν⁻¹(Φ(ε)), to about thirteen digits. */
final class StudentQuantile {

    private static final int MOST_KEPT = 64;
    private static final Map<Double, StudentQuantile> KNOWN = new ConcurrentHashMap<>();

    private final double root;
    private final NormalMap map;

    private StudentQuantile(double degreesOfFreedom) {
        this.root = Math.sqrt(degreesOfFreedom);
        this.map = new NormalMap(new HyperbolicCurve(degreesOfFreedom), false);
    }

    /** The map for ν finite degrees of freedom. */
    static StudentQuantile of(double degreesOfFreedom) {
        if (KNOWN.size() > MOST_KEPT) {
            KNOWN.clear();
        }
        return KNOWN.computeIfAbsent(degreesOfFreedom, StudentQuantile::new);
    }

    /** F_ν⁻¹(Φ(ε)). */
    double at(double epsilon) {
        return Math.copySign(root * Math.sinh(map.at(Math.abs(epsilon))), epsilon);
    }

    /** y = arsinh(t/√ν), which grows like ε²/2ν in the tail, and of which P(0 ≤ T ≤ t) = ½ I(tanh²y; ½, ν/2). */
    private static final class HyperbolicCurve implements NormalMap.Curve {

        private static final double LOG_2 = Math.log(2);

        private final double nu;
        private final double logDensityAtZero;

        HyperbolicCurve(double nu) {
            this.nu = nu;
            this.logDensityAtZero = -Beta.logBeta(0.5, 0.5 * nu);
        }

        @Override
        public double centre() {
            return 0;
        }

        @Override
        public double correction(double epsilon, double y) {
            if (epsilon == 0) {
                return -y;
            }
            double tanh = Math.tanh(y);
            double cosh = Math.cosh(y);
            double scaled = epsilon / Math.sqrt(2);
            boolean central = epsilon < 1;
            double probability = 0.5
                    * (central
                            ? Beta.regularizedBeta(tanh * tanh, 0.5, 0.5 * nu)
                            : Beta.regularizedBeta(1 / (cosh * cosh), 0.5 * nu, 0.5));
            double required = 0.5 * (central ? Erf.erf(scaled) : Erf.erfc(scaled));
            double density = Math.exp(logDensity(y));
            return (central ? 1 : -1) * Math.log(required / probability) * probability / density;
        }

        /** Log density of y. */
        private double logDensity(double y) {
            return logDensityAtZero - nu * (y + Math.log1p(Math.exp(-2 * y)) - LOG_2);
        }

        @Override
        public double slope(double epsilon, double y) {
            return Math.exp(-0.5 * epsilon * epsilon - NormalTail.HALF_LOG_2_PI - logDensity(y));
        }

        @Override
        public double curvature(double epsilon, double y, double slope) {
            return slope * (nu * Math.tanh(y) * slope - epsilon);
        }
    }
}

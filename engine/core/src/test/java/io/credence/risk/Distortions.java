package io.credence.risk;

/** Distortions whose certainty equivalent is a risk in closed form. */
final class Distortions {

    private Distortions() {}

    /**
     * (e^{γt} − 1)/γ, which makes the entropic risk.
     *
     * @param gamma γ, positive
     */
    record Exponential(double gamma) implements Distortion {
        public Exponential {
            RowLossStatistics.requirePositive("gamma of an exponential distortion", gamma);
        }

        @Override
        public String name() {
            return "exponential(gamma=" + gamma + ")";
        }

        @Override
        public double value(double t) {
            return Math.expm1(gamma * t) / gamma;
        }

        @Override
        public double slope(double t) {
            return Math.exp(gamma * t);
        }

        @Override
        public double curvature(double t) {
            return gamma * Math.exp(gamma * t);
        }
    }

    /**
     * t + ct², which makes the mean–variance risk, although it decreases where t &lt; −1/2c.
     *
     * @param c positive
     */
    record Quadratic(double c) implements Distortion {
        public Quadratic {
            RowLossStatistics.requirePositive("c of a quadratic distortion", c);
        }

        @Override
        public String name() {
            return "quadratic(c=" + c + ")";
        }

        @Override
        public double value(double t) {
            return t + c * t * t;
        }

        @Override
        public double slope(double t) {
            return 1 + 2 * c * t;
        }

        @Override
        public double curvature(double t) {
            return 2 * c;
        }
    }
}

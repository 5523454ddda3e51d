package io.credence.likelihood.robust;

/**
 * Form of a robust loss of a density p(y | η). With I = ∫ p(z | η)^c dz it is the β-loss −p^{c−1}/(c−1) + I/c (GVI eq.
 * 44) or the γ-loss −c/(c−1) p^{c−1} / I^{(c−1)/c} (GVI eq. 45), each plus the constant that makes it −log p at c = 1.
 */
public enum RobustForm {
    BETA("beta") {
        @Override
        public double addedConstant(double order) {
            return 1 / (order - 1) - 1;
        }

        @Override
        public double logUnitSlope(double order, double value) {
            return 1 - (order - 1) * (1 + value);
        }

        @Override
        public double loss(double order, double log, double logIntegral) {
            return -scaledPower(log, order - 1) + scaledPower(logIntegral, 1) / order + (1 - order) / order;
        }

        @Override
        void writeLoss(double order, double[] log, double[] integral, double[] out) {
            double a = order - 1;
            double share = Math.exp(a * log[0]);
            double whole = Math.exp(integral[0]) / order;
            out[0] = loss(order, log[0], integral[0]);
            out[1] = productWithZero(whole, integral[1]) - productWithZero(share, log[1]);
            out[2] = productWithZero(whole, integral[2] + integral[1] * integral[1])
                    - productWithZero(share, log[2] + a * log[1] * log[1]);
        }
    },
    GAMMA("gamma") {
        @Override
        public double addedConstant(double order) {
            return order / (order - 1);
        }

        @Override
        public double logUnitSlope(double order, double value) {
            return 1 - (order - 1) / order * value;
        }

        @Override
        public double loss(double order, double log, double logIntegral) {
            return -order * scaledPower(log - logIntegral / order, order - 1);
        }

        @Override
        void writeLoss(double order, double[] log, double[] integral, double[] out) {
            double a = order - 1;
            double share = order * Math.exp(a * (log[0] - integral[0] / order));
            double slope = log[1] - integral[1] / order;
            out[0] = loss(order, log[0], integral[0]);
            out[1] = -productWithZero(share, slope);
            out[2] = -productWithZero(share, log[2] - integral[2] / order + a * slope * slope);
        }
    };

    private final String id;

    RobustForm(String id) {
        this.id = id;
    }

    /** Name in configuration. */
    public String configurationName() {
        return id;
    }

    /** Constant added to the loss of the paper, so that it tends to −log p as c → 1. */
    public abstract double addedConstant(double order);

    /**
     * Derivative of the loss in the logarithm of the response's unit, for a density of location and scale. All else is
     * in that unit.
     *
     * @param value the loss, or its expectation
     */
    public abstract double logUnitSlope(double order, double value);

    /** The loss, given log p and log I. */
    public abstract double loss(double order, double log, double logIntegral);

    /** Writes the loss with slope and curvature in η, given those of log p and log I. */
    abstract void writeLoss(double order, double[] log, double[] integral, double[] out);

    /** Scaled power (e^{a x} − 1)/a, which is x at a = 0. */
    static double scaledPower(double x, double a) {
        return a == 0 ? x : Math.expm1(a * x) / a;
    }

    /** Product in which zero times infinity is zero: densities vanish faster than their derivatives grow. */
    static double productWithZero(double share, double slope) {
        return share == 0 ? 0 : share * slope;
    }
}

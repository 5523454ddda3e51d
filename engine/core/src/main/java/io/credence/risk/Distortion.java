package io.credence.risk;

import java.io.Serializable;

/**
 * Distortion of losses by a non-decreasing convex function g with g(0) = 0 and g′(0) = 1. It is continuously
 * differentiable (Futami et al. 2022, appendix B.2 and table 3).
 */
interface Distortion extends Serializable {

    /** Name with hyperparameters, for logs. */
    String name();

    /** Value g(t). */
    double value(double t);

    /** First derivative g′(t). */
    double slope(double t);

    /** Second derivative g″(t). */
    double curvature(double t);

    /**
     * Quadratic t + ct² where it increases, and constant −1/4c below. It gives the monotone mean–variance risk, which
     * is bounded below by the smallest loss.
     *
     * @param c positive
     */
    record MonotoneQuadratic(double c) implements Distortion {
        public MonotoneQuadratic {
            RowLossStatistics.requirePositive("c of a quadratic distortion", c);
        }

        @Override
        public String name() {
            return "monotone-quadratic(c=" + c + ")";
        }

        @Override
        public double value(double t) {
            double within = Math.max(t, -0.5 / c);
            return within + c * within * within;
        }

        @Override
        public double slope(double t) {
            return Math.max(0, 1 + 2 * c * t);
        }

        @Override
        public double curvature(double t) {
            return t < -0.5 / c ? 0 : 2 * c;
        }
    }
}

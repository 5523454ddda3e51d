package io.credence.mixed.component;

import java.util.List;

/**
 * Coordinates y(x) of variance components x, in which a design over them is made. Its points are weighted by the
 * density of x.
 */
public interface DesignCoordinates {

    /** Coordinates that are the components themselves. */
    DesignCoordinates SAME = new DesignCoordinates() {
        @Override
        public double[] toDesign(double[] x) {
            return x;
        }

        @Override
        public double[] fromDesign(double[] y) {
            return y;
        }

        @Override
        public double logJacobian(double[] x, double[] y) {
            return 0;
        }

        @Override
        public double[] toDesignCurvature(double[] mode, double[] curvature) {
            return curvature;
        }
    };

    /** Converts components x to coordinates y of the design. An x without a density gives any finite y. */
    double[] toDesign(double[] x);

    /** Converts coordinates y of the design to components x. A y without a density gives an x without one. */
    double[] fromDesign(double[] y);

    /** Log-Jacobian log |dy/dx| at an x whose y is known. */
    double logJacobian(double[] x, double[] y);

    /** Log-Jacobian log |dy/dx| at x. */
    default double logJacobian(double[] x) {
        return logJacobian(x, toDesign(x));
    }

    /** Minus the Hessian in y at {@code mode}, d × d, given minus the Hessian in x. */
    double[] toDesignCurvature(double[] mode, double[] curvature);

    /** Converts coordinates y of the design to components x. */
    default List<double[]> fromDesign(List<double[]> points) {
        return points.stream().map(this::fromDesign).toList();
    }

    /** Converts points of the components x to coordinates y of the design. */
    default List<double[]> toDesign(List<double[]> points) {
        return points.stream().map(this::toDesign).toList();
    }
}

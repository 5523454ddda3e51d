package io.credence.mixed.component;

import java.util.List;

/**
 * Coordinates y(x) of variance components x in which a design over them is made; its points are weighted by the density
 * of x.
 */
public interface DesignCoordinates {

    /** Coordinates that are the components themselves. */
    DesignCoordinates SAME = new DesignCoordinates() {
        @Override
        public double[] of(double[] x) {
            return x;
        }

        @Override
        public double[] components(double[] y) {
            return y;
        }

        @Override
        public double logScale(double[] x, double[] y) {
            return 0;
        }

        @Override
        public double[] curvature(double[] mode, double[] curvature) {
            return curvature;
        }
    };

    /** Converts x to y; of an x without a density any y that is finite. */
    double[] of(double[] x);

    /** Converts y to x; one without a density where y has none. */
    double[] components(double[] y);

    /** Log-Jacobian log |dy/dx| at an x whose y is known. */
    double logScale(double[] x, double[] y);

    /** Log-Jacobian log |dy/dx| at x. */
    default double logScale(double[] x) {
        return logScale(x, of(x));
    }

    /** Minus the Hessian in y at {@code mode}, d × d, given minus the Hessian in x. */
    double[] curvature(double[] mode, double[] curvature);

    /** Converts points of y to points of x. */
    default List<double[]> components(List<double[]> points) {
        return points.stream().map(this::components).toList();
    }

    /** Converts points of x to points of y. */
    default List<double[]> of(List<double[]> points) {
        return points.stream().map(this::of).toList();
    }
}

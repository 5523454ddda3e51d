package io.credence.mixed;

import java.util.List;

/** Coordinates y(x) of variance components x in which a design over them is made: it is weighted in x. */
interface DesignCoordinates {

    /** Those of the components themselves. */
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

    /** y of x; of an x without a density any that is finite. */
    double[] of(double[] x);

    /** x of y; one without a density where y has none. */
    double[] components(double[] y);

    /** log |dy/dx| at an x whose y is known. */
    double logScale(double[] x, double[] y);

    /** The same at an x alone. */
    default double logScale(double[] x) {
        return logScale(x, of(x));
    }

    /** Minus the Hessian in y at {@code mode}, d × d, of minus that in x. */
    double[] curvature(double[] mode, double[] curvature);

    /** Points of y as ones of x. */
    default List<double[]> components(List<double[]> points) {
        return points.stream().map(this::components).toList();
    }

    /** Points of x as ones of y. */
    default List<double[]> of(List<double[]> points) {
        return points.stream().map(this::of).toList();
    }
}

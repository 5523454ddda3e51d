package io.credence.network.dense;

/** Loss of normal labels with one standard deviation for all rows. Its logarithm is fitted, without uncertainty. */
interface SharedNoiseLoss extends GaussianNoiseLoss {

    /** Logarithm of the noise's standard deviation at the start, where labels have standard deviation 1. */
    double START = -1;

    @Override
    default int outputs() {
        return 1;
    }

    @Override
    default int points() {
        return 1;
    }

    @Override
    default double[] startingPoints() {
        return new double[] {START};
    }

    @Override
    default double noise(double[] outputs, int rows, int row, double[] values, int firstPoint) {
        return Math.exp(2 * values[firstPoint]);
    }
}

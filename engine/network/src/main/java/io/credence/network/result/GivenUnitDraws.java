package io.credence.network.result;

import io.credence.network.row.Standardisation;

/**
 * Draws that take rows, and state labels, in the units in which the rows were given.
 *
 * @param draws draws in the units of the training
 */
record GivenUnitDraws(PredictionDraws draws, Standardisation units) implements PredictionDraws {

    @Override
    public int count() {
        return draws.count();
    }

    @Override
    public double[] shares() {
        return draws.shares();
    }

    /** @throws IllegalArgumentException if the row has another number of columns than the training had */
    @Override
    public void moveTo(double[] row) {
        if (row.length != units.columns()) {
            throw new IllegalArgumentException("a row must have " + units.columns() + " columns, found " + row.length);
        }
        double[] standard = row.clone();
        units.standardise(standard);
        draws.moveTo(standard);
    }

    @Override
    public double[] outputs(int s) {
        return draws.outputs(s);
    }

    @Override
    public double mean(int s) {
        return units.labelMean() + units.labelSd() * draws.mean(s);
    }

    @Override
    public double variance(int s) {
        return scaled(draws.variance(s));
    }

    @Override
    public double noise(int s) {
        return scaled(draws.noise(s));
    }

    private double scaled(double variance) {
        return units.labelSd() * units.labelSd() * variance;
    }
}

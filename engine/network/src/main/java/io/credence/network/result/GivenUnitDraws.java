package io.credence.network.result;

import io.credence.network.row.Standardisation;

/**
 * Draws that take rows, and return labels, in the units in which the rows were given.
 *
 * @param draws draws in the units of the training
 */
record GivenUnitDraws(PredictionDraws draws, Standardisation units) implements PredictionDraws {

    @Override
    public int count() {
        return draws.count();
    }

    @Override
    public double[] drawWeights() {
        return draws.drawWeights();
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
    public double[] linearPredictors(int s) {
        return draws.linearPredictors(s);
    }

    @Override
    public double labelMean(int s) {
        return units.labelMean() + units.labelSd() * draws.labelMean(s);
    }

    @Override
    public double variance(int s) {
        return toGivenVariance(draws.variance(s));
    }

    @Override
    public double noiseVariance(int s) {
        return toGivenVariance(draws.noiseVariance(s));
    }

    private double toGivenVariance(double variance) {
        return units.labelSd() * units.labelSd() * variance;
    }
}

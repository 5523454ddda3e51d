package io.credence.model;

/**
 * Row made of given numbers, with offset 0.
 *
 * @param label label
 * @param features features
 */
record GivenRow(double label, double[] features) implements Row {

    @Override
    public int columns() {
        return features.length;
    }

    @Override
    public double feature(int column) {
        return features[column];
    }

    @Override
    public double offset() {
        return 0;
    }
}

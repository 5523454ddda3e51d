package io.credence.benchmark;

/**
 * How well labels 0 and 1 are distinguished at one half.
 *
 * @param counts rows of true label i that were given label j, at [i][j]
 */
record Classification(int[][] counts) {

    /** Of a logistic regression at θ. */
    static Classification of(RegressionRows rows, double[] theta) {
        int[][] counts = new int[2][2];
        for (int i = 0; i < rows.count(); i++) {
            counts[rows.labels()[i] > 0.5 ? 1 : 0][rows.predictor(i, theta) >= 0 ? 1 : 0]++;
        }
        return new Classification(counts);
    }

    double accuracy() {
        return (counts[0][0] + counts[1][1]) / (double) (given(0) + given(1));
    }

    /** Of the rows given that label, how many have it. */
    double precision(int label) {
        return counts[label][label] / (double) given(label);
    }

    /** Of the rows that have that label, how many were given it. */
    double recall(int label) {
        return counts[label][label] / (double) (counts[label][0] + counts[label][1]);
    }

    /** Mean over the two labels. */
    double macroPrecision() {
        return 0.5 * (precision(0) + precision(1));
    }

    /** Mean over the two labels. */
    double macroRecall() {
        return 0.5 * (recall(0) + recall(1));
    }

    /** Mean over the two labels of the harmonic mean of precision and recall. */
    double macroF1() {
        double sum = 0;
        for (int label = 0; label < 2; label++) {
            sum += precision(label) * recall(label) / (precision(label) + recall(label));
        }
        return sum;
    }

    private int given(int label) {
        return counts[0][label] + counts[1][label];
    }
}

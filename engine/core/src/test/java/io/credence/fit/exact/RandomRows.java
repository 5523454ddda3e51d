package io.credence.fit.exact;

import io.credence.fit.Rows;
import java.util.Random;

/** Rows with labels that a family can have, and rows whose columns are nearly collinear. */
record RandomRows(Random random) {

    double[][] collinear(int n, double apart) {
        double[][] features = new double[n][];
        for (int i = 0; i < n; i++) {
            double x = random.nextGaussian();
            features[i] = new double[] {1, x, 1e6 * (x + apart * random.nextGaussian()), random.nextGaussian()};
        }
        return features;
    }

    Rows labelled(String family, Rows rows) {
        double[] labels = new double[rows.labels().length];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = random.nextInt(family.startsWith("bernoulli") ? 2 : 3) + (family.equals("gamma") ? 0.5 : 0);
        }
        return rows.withLabels(labels);
    }
}

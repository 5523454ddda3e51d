package io.credence.gradient;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.loss.PredictorLoss;
import io.credence.testkit.Naive;
import java.util.Arrays;
import org.hipparchus.distribution.continuous.GammaDistribution;
import org.hipparchus.distribution.continuous.NormalDistribution;

/** Likelihoods of linear predictors, with the loss of a row written down independently. */
public enum DrawModel {
    LOGIT("bernoulli", 1, false),
    POISSON("poisson", 1, false),
    SOFTMAX("softmax", 2, false),
    GAUSSIAN("gaussian", 1, false),
    GAUSSIAN_DRAWN("gaussian", 1, true),
    GAMMA_DRAWN("gamma", 1, true);

    private static final double DISPERSION = 0.7;

    private final String name;
    private final int predictors;
    private final boolean drawn;

    DrawModel(String name, int predictors, boolean drawn) {
        this.name = name;
        this.predictors = predictors;
        this.drawn = drawn;
    }

    public PredictorLoss loss(int columns) {
        return new PredictorLoss(
                Likelihoods.named(name, 4, 3), columns, drawn ? null : new DispersionPosterior.Known(dispersion(0)));
    }

    public int dimension(int columns) {
        return predictors * columns + (drawn ? 1 : 0);
    }

    private double dispersion(double logDispersion) {
        return drawn ? Math.exp(logDispersion) : this == GAUSSIAN ? DISPERSION : 1;
    }

    /** Rows with labels that the likelihood takes. */
    public RandomRows rows(int rows, int columns) {
        RandomRows random = RandomRows.of(name(), rows, columns, this == LOGIT ? 2 : 3);
        return this == GAMMA_DRAWN
                ? new RandomRows(
                        random.x(),
                        Arrays.stream(random.labels()).map(y -> y + 0.3).toArray(),
                        random.weights(),
                        random.offsets())
                : random;
    }

    /** Weighted loss of the rows from {@code begin} to {@code end} at θ, row by row. */
    public double total(RandomRows rows, int begin, int end, double[] theta) {
        double sum = 0;
        for (int i = begin; i < end; i++) {
            double[] eta = new double[predictors];
            for (int a = 0; a < predictors; a++) {
                double[] own = Arrays.copyOfRange(theta, a * rows.columns(), (a + 1) * rows.columns());
                eta[a] = Naive.dot(rows.x()[i], own) + rows.offsets()[i];
            }
            sum += rows.weights()[i] * row(rows.labels()[i], eta, dispersion(theta[theta.length - 1]));
        }
        return sum;
    }

    private double row(double y, double[] eta, double dispersion) {
        return switch (this) {
            case LOGIT -> Math.log1p(Math.exp(eta[0])) - y * eta[0];
            case POISSON -> Math.exp(eta[0]) - y * eta[0] + (y == 2 ? Math.log(2) : 0);
            case SOFTMAX -> Math.log(1 + Math.exp(eta[0]) + Math.exp(eta[1])) - (y == 0 ? 0 : eta[(int) y - 1]);
            case GAUSSIAN, GAUSSIAN_DRAWN -> -new NormalDistribution(eta[0], Math.sqrt(dispersion)).logDensity(y);
            case GAMMA_DRAWN -> -new GammaDistribution(1 / dispersion, dispersion * Math.exp(eta[0])).logDensity(y);
        };
    }
}

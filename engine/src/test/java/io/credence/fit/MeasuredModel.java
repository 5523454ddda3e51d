package io.credence.fit;

import io.credence.model.DecomposedModel;
import io.credence.model.Parameter;
import io.credence.model.Row;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * The decomposable loss of GVI equation 97: three measurements x of a row explained by its label y through θ1 + yθ2, θ2 + yθ3
 * and θ4.
 *
 * @param absolute whether errors are taken absolutely, else squared
 */
record MeasuredModel(boolean absolute) implements DecomposedModel {

    static final List<String> COLUMNS = List.of("x1", "x2", "x3");
    private static final double[] THETA = {0.5, -1, 0.8, 0.3};

    /** Random rows. */
    static Rows rows(int count, Random random) {
        double[][] x = new double[count][3];
        double[] y = new double[count];
        for (int i = 0; i < count; i++) {
            y[i] = random.nextGaussian();
            for (int l = 0; l < 3; l++) {
                x[i][l] = predicted(l, y[i], THETA) + 0.5 * random.nextGaussian();
            }
        }
        return new Rows(x, y);
    }

    /** Weights of the parameters in measurement l. */
    static double[] weights(int l, double y) {
        return switch (l) {
            case 0 -> new double[] {1, y, 0, 0};
            case 1 -> new double[] {0, 1, y, 0};
            default -> new double[] {0, 0, 0, 1};
        };
    }

    static double predicted(int l, double y, double[] theta) {
        return io.credence.Naive.dot(weights(l, y), theta);
    }

    @Override
    public List<Parameter> parameters(List<String> columns) {
        return List.of(
                Parameter.real("theta1"), Parameter.real("theta2"), Parameter.real("theta3"), Parameter.real("theta4"));
    }

    @Override
    public List<Set<String>> terms(List<Parameter> parameters) {
        return List.of(Set.of("theta1", "theta2"), Set.of("theta2", "theta3"), Set.of("theta4"));
    }

    @Override
    public double[] logLikelihoods(Row row, double[] theta) {
        double[] terms = new double[3];
        for (int l = 0; l < 3; l++) {
            double error = predicted(l, row.label(), theta) - row.feature(l);
            terms[l] = absolute ? -Math.abs(error) : -error * error;
        }
        return terms;
    }
}

package io.credence.benchmark;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.model.DecomposedModel;
import io.credence.model.Parameter;
import io.credence.model.Row;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * The decomposable loss of 000, equation 97, squared: three measurements x of a row, explained by its label y through θ1 + yθ2,
 * θ2 + yθ3 and θ4.
 */
record MeasuredModel() implements DecomposedModel {

    static final List<String> COLUMNS = List.of("x1", "x2", "x3");
    private static final double[] THETA = {0.5, -1, 0.8, 0.3};

    /** Random rows in one partition. */
    static List<List<RowBlock>> rows(int count) {
        Random random = new Random(97);
        BlockBuilder builder = BlockBuilder.dense(3, Precision.FLOAT64, 1 << 24);
        for (int i = 0; i < count; i++) {
            double y = random.nextGaussian();
            double[] x = predicted(y, THETA);
            for (int l = 0; l < x.length; l++) {
                x[l] += 0.5 * random.nextGaussian();
            }
            builder.add(y, 1, 0, x);
        }
        return List.of(List.of(builder.build()));
    }

    private static double[] predicted(double y, double[] theta) {
        return new double[] {theta[0] + y * theta[1], theta[1] + y * theta[2], theta[3]};
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
        double[] terms = predicted(row.label(), theta);
        for (int l = 0; l < terms.length; l++) {
            double error = terms[l] - row.feature(l);
            terms[l] = -2 * error * error;
        }
        return terms;
    }
}

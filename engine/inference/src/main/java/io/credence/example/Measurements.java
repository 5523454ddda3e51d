package io.credence.example;

import io.credence.model.DecomposedModel;
import io.credence.model.ModelOptions;
import io.credence.model.Parameter;
import io.credence.model.Row;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Model that predicts three measurements of a row from its label y, as θ1 + yθ2, θ2 + yθ3 and θ4 (Knoblauch et al.
 * 2022, equation 97). Each measurement involves one or two of the four parameters, so that each parameter is judged by
 * one or two of the three terms. The loss is that of a prediction and no density: the weighted sum of squared errors,
 * or of absolute ones, whose kinks leave values only.
 *
 * <p>The data have three features and no intercept. Options: {@code weight} of the errors, 1 unless given;
 * {@code absolute}, true for absolute errors and false, unless given, for squared ones.
 */
public final class Measurements implements DecomposedModel {

    private static final long serialVersionUID = 1;

    private final double weight;
    private final boolean absolute;

    /** Creates the model with squared errors of weight 1. */
    public Measurements() {
        this(Map.of());
    }

    /** Creates the model with options. */
    public Measurements(Map<String, String> options) {
        ModelOptions known = ModelOptions.of(options, "weight", "absolute");
        weight = known.number("weight", 1, 0, Double.POSITIVE_INFINITY);
        absolute = known.flag("absolute", false);
    }

    /** Predicts the three measurements at a label. */
    public static double[] predicted(double label, double[] theta) {
        return new double[] {theta[0] + label * theta[1], theta[1] + label * theta[2], theta[3]};
    }

    @Override
    public List<Parameter> parameters(List<String> columns) {
        if (columns.size() != 3) {
            throw new IllegalArgumentException(
                    "a row must have three features, its measurements, and no intercept, but has " + columns);
        }
        return List.of(
                Parameter.real("theta1"), Parameter.real("theta2"), Parameter.real("theta3"), Parameter.real("theta4"));
    }

    @Override
    public List<Set<String>> terms(List<Parameter> parameters) {
        return List.of(Set.of("theta1", "theta2"), Set.of("theta2", "theta3"), Set.of("theta4"));
    }

    @Override
    public double[] logLikelihoods(Row row, double[] parameters) {
        double[] terms = predicted(row.label(), parameters);
        for (int l = 0; l < terms.length; l++) {
            double error = terms[l] - row.feature(l);
            terms[l] = -weight * (absolute ? Math.abs(error) : error * error);
        }
        return terms;
    }
}

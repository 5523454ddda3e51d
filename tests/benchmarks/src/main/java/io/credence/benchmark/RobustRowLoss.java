package io.credence.benchmark;

import io.credence.Inference;
import io.credence.likelihood.robust.GeneralisedLosses;
import java.util.Map;

/**
 * Losses of a number under a normal model with variance 1, written from the paper and apart from the engine.
 *
 * @param kind a loss of the engine's configuration
 * @param hyperparameter weight, β, γ or δ
 */
record RobustRowLoss(String kind, double hyperparameter) {

    private static final double LOG_2_PI = Math.log(2 * Math.PI);

    /** What {@code problem} requests, with the engine's loss of that name. */
    Inference of(Inference problem) {
        Inference requested = problem.objective("gvi", Map.of("loss.kind", kind));
        if (kind.equals("log-likelihood") || kind.equals("absolute")) {
            return requested;
        }
        String option = GeneralisedLosses.ALL.named(kind).options().get(0).name();
        return requested.with("objective.loss." + option, hyperparameter);
    }

    /** The loss of label {@code y} at the mean {@code theta}, up to a constant. */
    double of(double y, double theta) {
        double r = y - theta;
        double c = hyperparameter;
        double log = -0.5 * (LOG_2_PI + r * r);
        // ∫ p^c of a normal density with variance 1.
        double integral = Math.pow(2 * Math.PI, 0.5 * (1 - c)) / Math.sqrt(c);
        return switch (kind) {
            case "log-likelihood" -> -log;
            case "power" -> -c * log;
            case "beta" -> -Math.expm1((c - 1) * log) / (c - 1) + integral / c;
            case "gamma" -> -c / (c - 1) * (Math.exp((c - 1) * log) / Math.pow(integral, (c - 1) / c) - 1);
            case "absolute" -> Math.abs(r);
            case "huber" -> Math.abs(r) <= c ? 0.5 * r * r : c * (Math.abs(r) - 0.5 * c);
            default -> throw new IllegalArgumentException("unknown loss " + kind);
        };
    }

    /** E Σ_i ℓ_i under N(mean, sd²), by a trapezoid. */
    double expectedTotal(double[] labels, double mean, double sd) {
        int half = kind.equals("absolute") ? 300 : 60;
        double reach = 7.5;
        double sum = 0;
        double weights = 0;
        for (int k = -half; k <= half; k++) {
            double z = reach * k / half;
            double weight = Math.exp(-0.5 * z * z);
            double total = 0;
            for (double y : labels) {
                total += of(y, mean + sd * z);
            }
            sum += weight * total;
            weights += weight;
        }
        return sum / weights;
    }

    String label() {
        return switch (kind) {
            case "log-likelihood" -> "−log p (VI)";
            case "power" -> "power, w = " + hyperparameter;
            case "beta" -> "β = " + hyperparameter;
            case "gamma" -> "γ = " + hyperparameter;
            case "huber" -> "Huber, δ = " + hyperparameter;
            default -> kind;
        };
    }
}

package io.credence.gradient;

import io.credence.gradient.GradientComparison.Contradiction;
import io.credence.linalg.Vectors;
import io.credence.model.Model;
import io.credence.model.Parameter;
import io.credence.model.Parameters;
import io.credence.model.Transform;
import io.credence.prior.DensityTerm;
import io.credence.prior.TransformedPrior;
import io.credence.random.AddressedRandom;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Check of derivatives that a user wrote by hand, of a log prior or of a constraint. They are compared with differences
 * before a fit, since a wrong gradient leads a fit to a wrong answer that seems right.
 */
public final class GradientCheck {

    /**
     * Number of comparisons that have to disagree before derivatives are refused. A formula may be hard to evaluate at
     * one set of points.
     */
    private static final int ENOUGH = 3;

    private static final int WEIGHTS = 3;

    private GradientCheck() {}

    /**
     * Refuses derivatives that finite differences contradict.
     *
     * @param parameters parameters of the model
     * @param prior prior of the model itself; null where it has none
     * @param seed seed of the points and directions in which derivatives are compared with differences
     */
    public static void requireCorrectDerivatives(
            Model model, Parameters parameters, @Nullable TransformedPrior prior, long seed) {
        List<String> names = parameters.unconstrainedNames();
        if (parameters.list().stream().anyMatch(GradientCheck::hasOwnTransform)) {
            double[] weights = new double[parameters.constrainedCount()];
            for (int k = 0; k < weights.length; k++) {
                weights[k] = AddressedRandom.normal(AddressedRandom.bits(seed, WEIGHTS), k);
            }
            TransformedPrior weighted = new TransformedPrior(new WeightedSum(parameters.list(), weights), parameters);
            refuseGradient(
                    model,
                    "the derivatives of a constraint are",
                    findContradiction(weighted, names.size(), seed),
                    names);
        }
        if (prior != null) {
            refuseGradient(
                    model, "the gradient of its log prior is", findContradiction(prior, names.size(), seed), names);
        }
    }

    private static boolean hasOwnTransform(Parameter parameter) {
        return !parameter.transform().getClass().getPackageName().equals(Transform.class.getPackageName());
    }

    private static @Nullable Contradiction findContradiction(DensityTerm density, int dimension, long seed) {
        Contradiction first = null;
        for (int k = 0; k < ENOUGH; k++) {
            Contradiction found =
                    new GradientComparison(density, dimension, AddressedRandom.bits(seed, k)).findContradiction();
            if (found == null) {
                return null;
            }
            first = first == null ? found : first;
        }
        return first;
    }

    private static void refuseGradient(Model model, String subject, @Nullable Contradiction found, List<String> names) {
        if (found == null) {
            return;
        }
        String where = found.parameter() < 0 ? "a direction of several parameters" : names.get(found.parameter());
        throw new IllegalArgumentException(String.format(
                Locale.ROOT,
                "in class %s %s wrong: the derivative in %s is given as %.6g, but differences of its values give %.6g",
                model.getClass().getName(),
                subject,
                where,
                found.byGradient(),
                found.byDifferences()));
    }

    /** Weighted sum of the constrained numbers, taken as a log prior. Its derivatives are those of the constraints. */
    private record WeightedSum(List<Parameter> list, double[] weights) implements Model {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return list;
        }

        @Override
        public boolean hasPrior() {
            return true;
        }

        @Override
        public double logPrior(double[] parameters) {
            return Vectors.dot(weights, parameters);
        }

        @Override
        public boolean addLogPriorGradient(double[] parameters, double[] gradient) {
            Vectors.addScaled(gradient, 1, weights);
            return true;
        }
    }
}

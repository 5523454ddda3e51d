package io.credence.prior;

import io.credence.model.Model;
import io.credence.model.Parameters;

/**
 * The prior that a model supplies for its constrained parameters x, as a density of the unconstrained ones: log π(θ) =
 * log π_x(x(θ)) + log |det ∂x/∂θ|. The gradient of the second term is exact; that of the first is exact where the model
 * offers one, else by central differences in θ with step h = ε^(1/3) · max(1, |θ_j|), good to about 1e-9 of the term's
 * size.
 *
 * @param model model that has a prior
 * @param parameters its parameters
 */
public record TransformedPrior(Model model, Parameters parameters) implements DensityTerm {

    private static final double RELATIVE_STEP = Math.cbrt(Math.ulp(1.0));

    public TransformedPrior {
        if (!model.hasPrior()) {
            throw new IllegalArgumentException(
                    "model " + model.getClass().getName() + " must have a prior of its own but has none");
        }
    }

    @Override
    public double logDensity(double[] theta) {
        return logPrior(theta) + parameters.logJacobian(theta);
    }

    private double logPrior(double[] theta) {
        return model.logPrior(parameters.constrain(theta));
    }

    @Override
    public void addGradient(double[] theta, double[] gradient) {
        double[] slopes = new double[parameters.constrained()];
        if (model.addLogPriorGradient(parameters.constrain(theta), slopes)) {
            parameters.addPullback(theta, 0, slopes, gradient, 0);
        } else {
            addDifferences(theta, gradient);
        }
        parameters.addLogJacobianGradient(theta, gradient);
    }

    private void addDifferences(double[] theta, double[] gradient) {
        double[] shifted = theta.clone();
        for (int j = 0; j < theta.length; j++) {
            double step = RELATIVE_STEP * Math.max(1, Math.abs(theta[j]));
            shifted[j] = theta[j] + step;
            double above = logPrior(shifted);
            shifted[j] = theta[j] - step;
            double below = logPrior(shifted);
            shifted[j] = theta[j];
            gradient[j] += (above - below) / (2 * step);
        }
    }
}

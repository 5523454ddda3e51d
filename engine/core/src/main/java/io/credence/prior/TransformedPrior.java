package io.credence.prior;

import io.credence.autodiff.DifferentiableFunction;
import io.credence.autodiff.RecordedFunction;
import io.credence.model.Model;
import io.credence.model.Parameters;
import io.credence.model.RecordingFallback;
import java.io.Serializable;
import java.util.Optional;
import org.hipparchus.CalculusFieldElement;
import org.jspecify.annotations.Nullable;

/**
 * Prior that a model supplies for its constrained parameters x, as a density of the unconstrained ones. It is log π(θ)
 * = log π_x(x(θ)) + log |det ∂x/∂θ|. The gradient of the second term is exact; that of the first is the one that the
 * model offers, or that of its formula by automatic differentiation, else by central differences in θ with step h =
 * ε^(1/3) · max(1, |θ_j|), good to about 1e-9 of the term's size.
 */
public final class TransformedPrior implements DensityTerm {

    private static final long serialVersionUID = 1;
    /**
     * Least number of parameters at which differences of differences, 4 d² densities, would cost more than they are
     * worth.
     */
    private static final int MANY = 30;

    private final Model model;
    private final Parameters parameters;
    private final @Nullable PriorFormula formula;
    private final boolean written;

    /**
     * Prior of a model that supplies one.
     *
     * @param parameters parameters of the model
     */
    public TransformedPrior(Model model, Parameters parameters) {
        if (!model.hasPrior()) {
            throw new IllegalArgumentException(
                    "model " + model.getClass().getName() + " must have a prior of its own but has none");
        }
        this.model = model;
        this.parameters = parameters;
        double[] origin = parameters.constrain(new double[parameters.dimension()]);
        this.written = model.addLogPriorGradient(origin, new double[origin.length]);
        this.formula = !written && model.hasPriorFormula() ? new PriorFormula(model) : null;
    }

    @Override
    public double logDensity(double[] theta) {
        return logPrior(theta) + parameters.logJacobian(theta);
    }

    private double logPrior(double[] theta) {
        return model.logPrior(parameters.constrain(theta));
    }

    @Override
    public boolean hasCurvature() {
        return written || formula != null || parameters.dimension() < MANY;
    }

    @Override
    public void addGradient(double[] theta, double[] gradient) {
        addGradients(new double[][] {theta}, new double[][] {gradient});
    }

    @Override
    public void addGradients(double[][] points, double[][] gradients) {
        double[][] slopes = slopes(points);
        for (int i = 0; i < points.length; i++) {
            if (slopes == null) {
                addDifferences(points[i], gradients[i]);
            } else {
                parameters.addPullback(points[i], 0, slopes[i], gradients[i], 0);
            }
            parameters.addLogJacobianGradient(points[i], gradients[i]);
        }
    }

    /** Gradients in the constrained parameters; null where only differences give them. */
    private double @Nullable [][] slopes(double[][] points) {
        if (!written && formula == null) {
            return null;
        }
        double[][] constrained = new double[points.length][];
        for (int i = 0; i < points.length; i++) {
            constrained[i] = parameters.constrain(points[i]);
        }
        if (formula != null) {
            return formula.slopes(constrained);
        }
        double[][] slopes = new double[points.length][parameters.constrainedCount()];
        for (int i = 0; i < points.length; i++) {
            model.addLogPriorGradient(constrained[i], slopes[i]);
        }
        return slopes;
    }

    private void addDifferences(double[] theta, double[] gradient) {
        double[] shifted = theta.clone();
        for (int j = 0; j < theta.length; j++) {
            double step = Parameters.differenceStep(theta[j]);
            shifted[j] = theta[j] + step;
            double above = logPrior(shifted);
            shifted[j] = theta[j] - step;
            double below = logPrior(shifted);
            shifted[j] = theta[j];
            gradient[j] += (above - below) / (2 * step);
        }
    }

    /**
     * Derivatives of a prior that a model wrote for any number type. They come from a recording made at the first
     * points, else from forward differentiation.
     */
    static final class PriorFormula implements DifferentiableFunction, Serializable {

        private static final long serialVersionUID = 1;

        private final Model model;
        private transient volatile @Nullable Optional<RecordedFunction> recording;

        PriorFormula(Model model) {
            this.model = model;
        }

        @Override
        public <T extends CalculusFieldElement<T>> T of(T[] parameters) {
            return model.logPrior(parameters);
        }

        /** Gradients in the constrained parameters at several points, one array each. */
        double[][] slopes(double[][] points) {
            Optional<RecordedFunction> recorded = recording;
            if (recorded == null) {
                recorded = RecordedFunction.of(this, points, why -> RecordingFallback.reportOnce(model, why));
                recording = recorded;
            }
            return recorded.isPresent() ? recorded.get().replay(points.length).gradients(points) : gradients(points);
        }
    }
}

package io.credence;

import io.credence.fit.ExecutionBackend;
import io.credence.gradient.GradientCheck;
import io.credence.gradient.GradientFindings;
import io.credence.loss.DrawLoss;
import io.credence.model.GradientModel;
import io.credence.model.Model;
import io.credence.model.Parameters;
import io.credence.model.SeriesModel;
import io.credence.model.Transform;
import io.credence.prior.TransformedPrior;
import org.jspecify.annotations.Nullable;

/**
 * Validation of derivatives that a user wrote by hand, of a log likelihood, a log prior or a constraint. They are
 * compared with differences before a fit, since a wrong gradient leads a fit to a wrong answer that seems right.
 *
 * @param model model with the derivatives
 * @param parameters parameters of the model
 * @param backend backend that holds the rows
 * @param seed seed of the points and directions in which derivatives are compared with differences
 */
record GradientValidation(Model model, Parameters parameters, ExecutionBackend backend, long seed) {

    /** Refuses derivatives that differences contradict. */
    void require(DrawLoss loss, @Nullable TransformedPrior prior) {
        boolean ownTransforms = parameters.list().stream()
                .anyMatch(parameter ->
                        !parameter.transform().getClass().getPackageName().equals(Transform.class.getPackageName()));
        if (loss.hasGradient() && !loss.isRandom() && (model instanceof GradientModel || ownTransforms)) {
            refuse(ofRows(loss));
        }
        if (prior != null) {
            refuse(GradientCheck.refusal(prior, parameters.unconstrainedNames(), seed));
        }
    }

    /** Checks the gradient on the first partition that has rows. */
    private @Nullable String ofRows(DrawLoss loss) {
        GradientCheck check = new GradientCheck(loss, model instanceof SeriesModel, seed);
        for (int partition = 0; partition < backend.summary().partitions(); partition++) {
            GradientFindings findings =
                    backend.collect(check, new int[] {partition}).get(0);
            if (!findings.isEmpty()) {
                return findings.refusal(parameters.unconstrainedNames(), partition);
            }
        }
        return null;
    }

    private void refuse(@Nullable String why) {
        if (why != null) {
            throw new IllegalArgumentException("in class " + model.getClass().getName() + " " + why);
        }
    }
}

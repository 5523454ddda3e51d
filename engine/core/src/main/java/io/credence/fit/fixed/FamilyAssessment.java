package io.credence.fit.fixed;

import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.Approximation;
import io.credence.fit.AssessedAnswer;
import io.credence.fit.FinalAssessment;
import io.credence.fit.ParameterGeometry;
import io.credence.random.RandomUse;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Assessment, with fresh points, of the answer of the search for a family's largest bound: whether a step promises
 * more, and whether the bound is lower than at the start of the search.
 *
 * @param doubt doubt about the answer; null for none
 * @param isBelowStart whether its bound is lower than at the start of the search
 * @param rows rows visited
 */
record FamilyAssessment(AssessedAnswer outcome, @Nullable String doubt, boolean isBelowStart, long rows) {

    /** Smallest number of fresh points of each stratum. */
    private static final int DRAWS = 1024;

    static FamilyAssessment of(FixedPointsState state, Posterior q, FamilyBound bound, double mcse) {
        FixedPointsState.FamilyStart start = Objects.requireNonNull(state.start());
        GaussianPosterior near = start.controlGaussian();
        long address = RandomUse.FAMILY_ASSESSMENT.address(start.assessments());
        int draws = Math.max(DRAWS, state.points().draws());
        FamilyBound.BoundEvaluation here = bound.at(q, near, address, draws);
        FamilyBound.BoundEvaluation before =
                bound.at(state.approximation(start.nearestMember()).posterior(), near, address, draws);
        double[] above = here.differenceFrom(before);
        boolean below = !(above[0] >= -FinalAssessment.ERRORS * above[1]);
        AssessedAnswer outcome = new AssessedAnswer(
                new Approximation(q, state.dispersion()), -here.bound(), here.bound(), here.error(), Double.NaN, mcse);
        String doubt = below
                ? String.format(Locale.ROOT, "its bound is %.2g nats below that of its start", -above[0])
                : doubt(q, here, state.search().value() - here.bound());
        return new FamilyAssessment(outcome, doubt, below, here.rows() + before.rows());
    }

    private static @Nullable String doubt(Posterior q, FamilyBound.BoundEvaluation here, double flattered) {
        if (!(flattered <= Math.max(FinalAssessment.SLACK, FinalAssessment.ERRORS * here.error()))) {
            return String.format(Locale.ROOT, "other draws give a bound that is %.2g nats lower", flattered);
        }
        double gain = ParameterGeometry.gain(q, here.estimate(q.parameterScales()));
        return gain > FinalAssessment.GAIN * q.parameterCount() ? FinalAssessment.promisedGainDoubt(gain) : null;
    }
}

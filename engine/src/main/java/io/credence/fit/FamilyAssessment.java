package io.credence.fit;

import io.credence.family.Posterior;
import io.credence.random.RandomUse;
import java.util.Locale;

/**
 * A look with fresh draws at what the climb of a family's bound ended at: whether a step promises more, and whether it is below
 * where the climb began.
 */
final class FamilyAssessment {

    private static final int DRAWS = 1024;
    /** Errors by which a bound may be below another one. */
    private static final double ERRORS = 3;
    /** Nats by which a bound over the draws that it was raised over may flatter. */
    private static final double FLATTERED = 0.01;

    private FamilyAssessment() {}

    /**
     * What was found.
     *
     * @param fit with the answer in it
     * @param optimal whether nothing is to be gained
     * @param below whether it is below where the climb began
     * @param told what is
     */
    record Found(FitState fit, boolean optimal, boolean below, String told) {}

    static Found of(FitState fit, FamilyState state, Posterior q, FamilyBound bound, double mcse) {
        Position answer = new Position(q, state.origin().scale());
        long address = RandomUse.FAMILY_ASSESSMENT.address(state.looks());
        int draws = Math.max(DRAWS, state.draws());
        FamilyBound.Seen here = bound.at(q, state.near(), address, draws);
        Posterior start = state.position(state.nearest()).posterior();
        FamilyBound.Seen before = bound.at(start, state.near(), address, draws);
        double[] above = here.above(before);
        double gain = ParameterGeometry.gain(q, here.estimate(q.units()));
        Outcome outcome = new Outcome(answer, -here.bound(), here.bound(), here.error(), Double.NaN, mcse);
        FitState next = fit.visited(here.rows() + before.rows()).with(state.with(outcome));
        double flattered = state.climb().value() - here.bound();
        boolean below = !(above[0] >= -ERRORS * above[1]);
        boolean fitted = !(flattered <= Math.max(FLATTERED, ERRORS * here.error()));
        boolean promises = gain > FinalAssessment.GAIN * q.parameters().length;
        String why = below
                ? String.format(Locale.ROOT, "its bound is %.2g nats below that of its start", -above[0])
                : fitted
                        ? String.format(Locale.ROOT, "other draws give a bound that is %.2g nats lower", flattered)
                        : String.format(Locale.ROOT, "a look over all rows promises %.2g nats more", gain);
        return new Found(next, !below && !fitted && !promises, below, why);
    }
}

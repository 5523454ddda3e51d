package io.credence.fit.fixed;

import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.AssessedAnswer;
import io.credence.fit.FitResult;
import io.credence.optimize.BfgsSearch;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * State of a fit over fixed draws.
 *
 * @param stepsBefore number of steps before this fit, which count against another budget
 * @param coordinates coordinates x of the posterior
 * @param dispersion known dispersion
 * @param stage search over the present draws
 * @param start start of a family's fit; null where it does not matter
 * @param answer answer over these draws or earlier ones; null before the first
 * @param outcome outcome of the last final assessment; null before it
 */
record FixedDrawState(
        int stepsBefore,
        NaturalCoordinates coordinates,
        DispersionPosterior dispersion,
        DrawSetSearch stage,
        @Nullable FamilyElboStart start,
        @Nullable ComparedOptimum answer,
        @Nullable AssessedAnswer outcome)
        implements DrawSetFit.State {

    /**
     * Search over a set of fixed draws.
     *
     * @param search search for the largest bound, in x
     * @param points fixed draws
     * @param passes number of passes over these draws
     */
    record DrawSetSearch(BfgsSearch search, DrawSet points, int passes) implements Serializable {}

    /**
     * Start of a family's fit.
     *
     * @param controlGaussian Gaussian of the control variate
     * @param nearestMember finished search for the member nearest to that Gaussian
     * @param assessments number of assessments so far
     */
    record FamilyElboStart(GaussianPosterior controlGaussian, BfgsSearch nearestMember, int assessments)
            implements Serializable {}

    /**
     * Optimum over one set of draws, compared with the optimum over the set before it.
     *
     * @param q optimum, with the covariance of linear response where there is one
     * @param error largest estimated error of its means and log standard deviations, in standard deviations, from the
     *     difference to the optimum before; NaN for the first
     * @param agreements number of successive answers that left no more error than is allowed
     */
    record ComparedOptimum(GaussianPosterior q, DrawSet points, double error, int agreements) implements Serializable {

        /**
         * An answer compared with the one before. Errors of answers by S and S′ independent draws are as √(1/S) to
         * √(1/S′), and their difference has both.
         */
        static ComparedOptimum comparedWith(@Nullable ComparedOptimum before, GaussianPosterior found, DrawSet by) {
            if (before == null) {
                return new ComparedOptimum(found, by, Double.NaN, 0);
            }
            int others = before.points.draws();
            double share = Math.sqrt(others / ((double) others + by.draws()));
            double[] sd = found.sd();
            double[] sdBefore = before.q.sd();
            double largest = 0;
            for (int j = 0; j < sd.length; j++) {
                double shift = Math.abs(found.mean()[j] - before.q.mean()[j]) / sd[j];
                largest = Math.max(largest, Math.max(shift, Math.abs(Math.log(sd[j] / sdBefore[j]))));
            }
            return new ComparedOptimum(found, by, share * largest, before.agreements);
        }

        /** Whether the answer was compared with one over another set of draws. */
        boolean isCompared() {
            return !Double.isNaN(error);
        }

        ComparedOptimum withAgreements(int other) {
            return new ComparedOptimum(q, points, error, other);
        }
    }

    static FixedDrawState initial(
            int begun,
            NaturalCoordinates coordinates,
            DispersionPosterior scale,
            BfgsSearch search,
            DrawSet points,
            @Nullable FamilyElboStart start) {
        return new FixedDrawState(begun, coordinates, scale, new DrawSetSearch(search, points, 0), start, null, null);
    }

    BfgsSearch search() {
        return stage.search;
    }

    DrawSet points() {
        return stage.points;
    }

    int passes() {
        return stage.passes;
    }

    @Override
    public Approximation best() {
        return outcome != null ? outcome.approximation() : approximation(stage.search);
    }

    @Override
    public int draws() {
        return stage.points.draws() * best().posterior().stratumCount();
    }

    @Override
    public FitResult completeResult(FitResult result) {
        return answer == null ? result : result.withPosterior(answer.q);
    }

    /** The approximation at the current point of a search. */
    Approximation approximation(BfgsSearch of) {
        Posterior q = coordinates.at(of.point());
        return new Approximation(q == null ? coordinates.origin() : q, dispersion);
    }

    /** Whether the search is at the start of the fit. */
    boolean isAtStart() {
        return start != null && Arrays.equals(stage.search.point(), start.nearestMember.point());
    }

    /** A copy after one more evaluation over the same draws. */
    FixedDrawState withSearch(BfgsSearch next) {
        return new FixedDrawState(
                stepsBefore,
                coordinates,
                dispersion,
                new DrawSetSearch(next, stage.points, stage.passes + 1),
                start,
                answer,
                outcome);
    }

    /** A copy that continues over other draws. */
    FixedDrawState overPoints(DrawSet others, BfgsSearch from) {
        return new FixedDrawState(
                stepsBefore, coordinates, dispersion, new DrawSetSearch(from, others, 0), start, answer, null);
    }

    FixedDrawState with(ComparedOptimum found) {
        return new FixedDrawState(stepsBefore, coordinates, dispersion, stage, start, found, outcome);
    }

    FixedDrawState with(AssessedAnswer found) {
        FamilyElboStart next = start == null
                ? null
                : new FamilyElboStart(start.controlGaussian, start.nearestMember, start.assessments + 1);
        return new FixedDrawState(stepsBefore, coordinates, dispersion, stage, next, answer, found);
    }

    @Override
    public FixedDrawState withoutAnswer() {
        return new FixedDrawState(stepsBefore, coordinates, dispersion, stage, start, answer, null);
    }
}

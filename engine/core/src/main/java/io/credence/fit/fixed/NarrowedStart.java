package io.credence.fit.fixed;

import io.credence.family.GaussianPosterior;
import io.credence.fit.StartSettings;
import io.credence.fit.TaylorControlVariate;
import io.credence.fit.start.StartingPoints;
import io.credence.optimize.BfgsSearch;
import io.credence.optimize.RestartCount;
import io.credence.prior.Prior;
import java.util.Arrays;

/** Start of the search for the largest mean-field bound, made narrower as long as that raises the bound. */
record NarrowedStart(NaturalCoordinates coordinates, Prior prior, long seed) {

    /** The given start made narrower, or one around other points where its bound is not finite at any width. */
    BfgsSearch narrowedStart(BfgsSearch start, FixedDrawBound bound) {
        BfgsSearch best = narrowed(bound, start);
        int d = prior.dimension();
        if (Double.isFinite(best.value()) || d > TaylorControlVariate.MOST_DIFFERENCED) {
            return best;
        }
        double[] points =
                new StartingPoints(prior, StartSettings.DEFAULT, seed).points(0, StartingPoints.AFTER_FAILURE);
        GaussianPosterior around = coordinates.gaussian(start);
        for (int k = 0; k < StartingPoints.AFTER_FAILURE && !Double.isFinite(best.value()); k++) {
            best = narrowed(
                    bound, NaturalCoordinates.searchFrom(around.withMean(Arrays.copyOfRange(points, k * d, (k + 1) * d))));
        }
        return best;
    }

    private BfgsSearch narrowed(FixedDrawBound bound, BfgsSearch start) {
        GaussianPosterior q = coordinates.gaussian(start);
        BfgsSearch best = bound.evaluateTrial(start);
        for (RestartCount times = RestartCount.NONE; !times.isSpent(); times = times.next()) {
            q = RestartCount.narrower(q);
            BfgsSearch narrower = bound.evaluateTrial(NaturalCoordinates.searchFrom(q));
            if (Double.isFinite(best.value()) && narrower.value() <= best.value()) {
                return best;
            }
            best = narrower;
        }
        return best;
    }
}

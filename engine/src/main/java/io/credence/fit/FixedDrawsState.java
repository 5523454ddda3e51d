package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.FixedDrawsBound.Sample;
import io.credence.optimize.BfgsSearch;
import org.jspecify.annotations.Nullable;

/**
 * Where a fit by fixed draws is.
 *
 * @param best mean-field position
 * @param climb in (μ, log σ); null before the first step through these draws
 * @param sample draws
 * @param answer last optimum, with the covariance of linear response where there is one; null before the first
 * @param answeredBy draws that it rests on; null before the first
 * @param error what the last two answers tell of the error of the last one's means and log standard deviations, the largest
 *     of them in its standard deviations; NaN before the second
 * @param agreements comparisons of answers in a row that left no more error than is allowed
 * @param elbo bound at the answer over fresh draws or exact; NaN while the fit runs
 * @param elboError its Monte-Carlo standard error; 0 where it is exact
 */
record FixedDrawsState(
        Position best,
        @Nullable BfgsSearch climb,
        Sample sample,
        @Nullable GaussianPosterior answer,
        @Nullable Sample answeredBy,
        double error,
        int agreements,
        double elbo,
        double elboError)
        implements AlgorithmState {

    static FixedDrawsState begun(Position at, Sample sample) {
        return new FixedDrawsState(at, null, sample, null, null, Double.NaN, 0, Double.NaN, Double.NaN);
    }

    /** On the way through the same draws. */
    FixedDrawsState at(Position next, BfgsSearch further) {
        return new FixedDrawsState(next, further, sample, answer, answeredBy, error, agreements, elbo, elboError);
    }

    /** From the same position through other draws, after so many agreements in a row. */
    FixedDrawsState through(Sample other, int agreed) {
        return new FixedDrawsState(best, null, other, answer, answeredBy, error, agreed, elbo, elboError);
    }

    /** At the optimum of these draws. */
    FixedDrawsState answered(GaussianPosterior found) {
        return new FixedDrawsState(best, climb, sample, found, sample, errorOf(found), agreements, elbo, elboError);
    }

    /** With the bound of the answer. */
    FixedDrawsState worth(double value, double valueError) {
        return new FixedDrawsState(best, climb, sample, answer, answeredBy, error, agreements, value, valueError);
    }

    /** Whether an answer stands beside one by other draws. */
    boolean isCompared() {
        return !Double.isNaN(error);
    }

    /** Errors of answers by S and S′ independent draws are as √(1/S) to √(1/S′), and their difference has both. */
    private double errorOf(GaussianPosterior found) {
        GaussianPosterior before = answer;
        Sample other = answeredBy;
        if (before == null || other == null) {
            return Double.NaN;
        }
        double share = Math.sqrt(other.draws() / ((double) other.draws() + sample.draws()));
        double[] sd = found.sd();
        double[] sdBefore = before.sd();
        double largest = 0;
        for (int j = 0; j < sd.length; j++) {
            double shift = Math.abs(found.mean()[j] - before.mean()[j]) / sd[j];
            largest = Math.max(largest, Math.max(shift, Math.abs(Math.log(sd[j] / sdBefore[j]))));
        }
        return share * largest;
    }
}

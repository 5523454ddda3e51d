package io.credence.fit;

import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.family.ScaleFactor;
import io.credence.schedule.Iterates;
import io.credence.schedule.PartitionPlan;
import io.credence.update.Memory;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where a fit of an objective by draws is.
 *
 * @param begun steps of the whole fit before this stage
 * @param phase on the way, or averaging
 * @param here the iterate
 * @param memory of the update rule
 * @param back the iterate before, to begin a shorter step from; null at the beginning
 * @param retakes times the last step was shortened
 * @param plan which partitions come next
 * @param draws how many draws
 * @param level share of the step size that the stopping rule left
 * @param iterates monitored numbers of the iterates of this phase
 * @param sums of the averaged iterates' coordinates; empty before there are any
 * @param summed how many
 * @param outcome the answer; null while the fit runs
 */
record Track(
        int begun,
        Phase phase,
        Posterior here,
        Memory memory,
        @Nullable Posterior back,
        int retakes,
        PartitionPlan plan,
        int draws,
        double level,
        Iterates iterates,
        double[] sums,
        int summed,
        @Nullable Outcome outcome)
        implements Place {

    /**
     * The answer with what fresh draws over all rows say of it.
     *
     * @param value the objective, nats
     * @param elbo evidence lower bound, nats
     * @param elboError its standard error
     * @param logWeights log p(D, θ_s) − log q(θ_s), of stratified draws those of equally likely ones
     * @param rhat largest R̂ of the iterates that were averaged; NaN if it was not found
     * @param mcse largest standard error of the average, posterior sds; NaN if it was not found
     */
    record Outcome(
            Posterior posterior,
            double value,
            double elbo,
            double elboError,
            double[] logWeights,
            double rhat,
            double mcse)
            implements Serializable {

        static Outcome of(Posterior posterior, ObjectiveLook.Seen seen, double rhat, double mcse) {
            double[] weights = seen.logWeights();
            double[] base = seen.base();
            double elbo = 0;
            for (int s = 0; s < weights.length; s++) {
                elbo += base[s] * weights[s];
            }
            double squares = 0;
            double[] even = weights.clone();
            for (int s = 0; s < weights.length; s++) {
                squares += base[s] * base[s] * (weights[s] - elbo) * (weights[s] - elbo);
                even[s] += Math.log(base[s] * base.length);
            }
            return new Outcome(posterior, seen.value(), elbo, Math.sqrt(squares), even, rhat, mcse);
        }
    }

    static Track begin(int begun, Posterior start, PartitionPlan plan, int draws) {
        return new Track(
                begun,
                Phase.APPROACH,
                start,
                Memory.NONE,
                null,
                0,
                plan,
                draws,
                1,
                Iterates.NONE,
                new double[0],
                0,
                null);
    }

    Track planned(PartitionPlan next) {
        return new Track(
                begun, phase, here, memory, back, retakes, next, draws, level, iterates, sums, summed, outcome);
    }

    Track moved(Posterior next, Memory kept) {
        return new Track(begun, phase, next, kept, here, 0, plan, draws, level, iterates, sums, summed, outcome);
    }

    /** Nearer to the iterate before. */
    Track retaken(Posterior nearer) {
        return new Track(
                begun,
                phase,
                nearer,
                Memory.NONE,
                back,
                retakes + 1,
                plan,
                draws,
                level,
                iterates,
                sums,
                summed,
                outcome);
    }

    Track watched(Iterates next, double[] newSums, int count) {
        return new Track(begun, phase, here, memory, back, retakes, plan, draws, level, next, newSums, count, outcome);
    }

    Track into(Phase next, Iterates kept) {
        return new Track(begun, next, here, memory, back, retakes, plan, draws, level, kept, new double[0], 0, null);
    }

    Track lowered(Posterior from, double newLevel) {
        return new Track(
                begun,
                Phase.APPROACH,
                from,
                Memory.NONE,
                null,
                0,
                plan,
                draws,
                newLevel,
                Iterates.NONE,
                new double[0],
                0,
                null);
    }

    Track withDraws(int more) {
        return new Track(begun, phase, here, memory, back, retakes, plan, more, level, iterates, sums, summed, outcome);
    }

    Track answered(Outcome found) {
        return new Track(begun, phase, here, memory, back, retakes, plan, draws, level, iterates, sums, summed, found);
    }

    /** The best posterior so far, as a Gaussian of its moments. */
    @Override
    public Position best() {
        Posterior q = outcome != null ? outcome.posterior() : back == null ? here : back;
        return new Position(gaussian(q), new ScaleFactor.Known(1));
    }

    /** The Gaussian with the same means and, for other families than Gaussians, standard deviations. */
    static GaussianPosterior gaussian(Posterior q) {
        if (q instanceof GaussianPosterior same) {
            return same;
        }
        double[] precision = q.sd().clone();
        for (int j = 0; j < precision.length; j++) {
            precision[j] = 1 / (precision[j] * precision[j]);
        }
        return new DiagonalGaussian(q.mean(), precision);
    }
}

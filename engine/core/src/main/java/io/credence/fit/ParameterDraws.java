package io.credence.fit;

import io.credence.data.Draws;
import io.credence.family.Posterior;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.random.AddressedRandom;
import io.credence.random.NormalDraws;

/**
 * Draws of the parameters for one evaluation.
 *
 * @param standard standard normal numbers ε_s
 * @param strata stratum of each draw; empty for one stratum
 * @param theta parameters θ(ε_s), last the log dispersion where the dispersion is estimated by a factor
 * @param baseWeights weight of each draw; they sum to 1
 * @param dispersionDraws draws of the dispersion; empty where it is not estimated by a factor
 */
public record ParameterDraws(
        NormalDraws standard, int[] strata, Draws theta, double[] baseWeights, double[] dispersionDraws) {

    /**
     * Generates at least {@code count} draws of {@code approximation}.
     *
     * @param iteration address of the draws
     * @param form form of the gradients; with folded ones executors make the draws of independent parameters
     *     themselves
     */
    public static ParameterDraws of(
            Approximation approximation,
            NormalDraws.Dependence kind,
            long seed,
            long iteration,
            int count,
            GradientForm form) {
        Posterior q = approximation.posterior();
        int strata = q.stratumCount();
        int per = NormalDraws.roundedUpCount(kind, (count + strata - 1) / strata);
        NormalDraws standard = new NormalDraws(seed, iteration, per * strata, q.noiseDimension(), kind);
        int total = standard.count();
        int[] of = new int[strata == 1 ? 0 : total];
        double[] base = new double[total];
        for (int s = 0; s < total; s++) {
            int stratum = (kind == NormalDraws.Dependence.ANTITHETIC ? s / 2 : s) % strata;
            base[s] = q.weight(stratum) / per;
            if (strata > 1) {
                of[s] = stratum;
            }
        }
        double[] scales = drawDispersions(approximation, seed, iteration, total);
        if (form == GradientForm.FOLDED) {
            return new ParameterDraws(
                    standard, of, new Draws.RegeneratedDraws(q.mean(), q.sd(), standard), base, scales);
        }
        return new ParameterDraws(standard, of, drawTheta(q, standard, of, scales), base, scales);
    }

    private static double[] drawDispersions(Approximation approximation, long seed, long iteration, int count) {
        return approximation
                .dispersion()
                .quantiles(count, s -> AddressedRandom.uniform(seed, iteration, s, NormalDraws.DISPERSION));
    }

    private static Draws drawTheta(Posterior q, NormalDraws standard, int[] strata, double[] scales) {
        int d = q.dimension();
        int width = d + (scales.length > 0 ? 1 : 0);
        double[] values = new double[Math.multiplyExact(standard.count(), width)];
        double[] epsilon = new double[standard.dimension()];
        for (int s = 0; s < standard.count(); s++) {
            standard.fill(s, epsilon);
            System.arraycopy(q.draw(strata.length == 0 ? 0 : strata[s], epsilon), 0, values, s * width, d);
            if (width > d) {
                values[s * width + d] = Math.log(scales[s]);
            }
        }
        return new Draws.ExplicitDraws(values, standard.count(), width, standard.stepSeed());
    }

    /** All draws θ_s, each cut to the first {@code d} parameters, S × d. */
    public double[][] matrix(int d) {
        double[][] all = new double[theta.count()][theta.dimension()];
        for (int s = 0; s < all.length; s++) {
            theta.fill(s, all[s]);
            all[s] = all[s].length == d ? all[s] : java.util.Arrays.copyOf(all[s], d);
        }
        return all;
    }

    /** Number of draws. */
    public int count() {
        return standard.count();
    }
}

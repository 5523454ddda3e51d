package io.credence.fit;

import io.credence.data.Draws;
import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.ScaleFactor.InverseGamma;
import io.credence.gradient.ConstantVariateEstimator;
import io.credence.gradient.DrawPass;
import io.credence.gradient.Drawn;
import io.credence.gradient.Estimate;
import io.credence.gradient.GradientEstimator;
import io.credence.gradient.GradientForm;
import io.credence.gradient.InverseGammaEstimator;
import io.credence.gradient.Surrogate;
import io.credence.random.AddressedRandom;
import io.credence.random.NormalDraws;
import io.credence.statistics.DrawSums;
import io.credence.statistics.NonFinite;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at a position through draws: makes them, sends them through the rows, and turns the sums into an estimate. */
final class Observer {

    private static final int SCALE_ADDRESS = -2;

    private final DrawProblem problem;
    private final ExecutionBackend backend;
    private final GradientEstimator estimator;
    private final boolean factors;
    private final NormalDraws.Kind kind;
    private final long seed;

    /**
     * A look by draws.
     *
     * @param factors whether the losses of each factor's Markov blanket are told apart, where there is no anchor
     */
    Observer(
            DrawProblem problem,
            ExecutionBackend backend,
            GradientEstimator estimator,
            boolean factors,
            NormalDraws.Kind kind,
            long seed) {
        this.problem = problem;
        this.backend = backend;
        this.estimator = estimator;
        this.factors = factors;
        this.kind = kind;
        this.seed = seed;
    }

    /**
     * Looks.
     *
     * @param iteration address of the draws
     * @param partitions which to read
     * @param anchor expansion of all rows; null for none
     * @param before what was known of log p
     */
    Observation look(
            Position position,
            long iteration,
            int count,
            int[] partitions,
            @Nullable Anchored anchor,
            Surrogate before) {
        GaussianPosterior q = position.coefficients();
        NormalDraws standard = new NormalDraws(seed, iteration, NormalDraws.whole(kind, count), q.dimension(), kind);
        double[] scales = scaleDraws(position, iteration, standard.count());
        Draws draws = draws(q, standard, scales);
        DrawPass pass = factors && anchor == null
                ? DrawPass.ofBlankets(problem.loss(), draws, q.blocks())
                : new DrawPass(problem.loss(), draws, anchor == null ? null : anchor.anchor(), estimator.form());
        List<DrawSums> parts = backend.collect(pass, partitions);
        DrawSums sums = new DrawSums(standard.count(), parts.get(0).gradients().length);
        parts.forEach(sums::merge);
        NonFinite wrong = sums.nonFinite();
        if (wrong != null || sums.weight() == 0) {
            return Observation.failed(
                    sums.rows(), wrong == null ? new NonFinite("weight of the minibatch", -1, 0, 0) : wrong);
        }
        double factor = backend.summary().weight() / sums.weight();
        LogDensities densities = new LogDensities(problem, draws, anchor, factor);
        Drawn drawn = pass.factors() == null
                ? densities.of(standard, sums, estimator.form())
                : densities.ofFactors(standard, sums, q.blocks());
        Observation seen = estimate(position, drawn, scales, before, sums.rows());
        return partitions.length == backend.summary().partitions()
                ? seen
                : seen.withChoiceNoise(ChoiceNoise.of(
                        q,
                        standard,
                        parts,
                        pass.form(),
                        factor,
                        partitions.length,
                        backend.summary().partitions()));
    }

    private Observation estimate(Position position, Drawn drawn, double[] scales, Surrogate before, long rows) {
        if (!(position.scale() instanceof InverseGamma factor)) {
            Estimate estimate = estimator.estimate(drawn, position.coefficients(), before);
            return new Observation(drawn, estimate, new double[0], 0, rows, null);
        }
        double[] prior = {
            factor.shape() - problem.scalePrior().shape(),
            factor.scale() - problem.scalePrior().scale()
        };
        double[] known = InverseGammaEstimator.known(factor, scales, prior);
        double[] values = drawn.values().clone();
        for (int s = 0; s < values.length; s++) {
            values[s] -= known[s];
        }
        Drawn rest = new Drawn(drawn.standard(), values, drawn.gradients());
        Estimate estimate = estimator.estimate(rest, position.coefficients(), before);
        // Constants of a score's elements are no quadratic to be taken off.
        double[] left =
                estimator instanceof ConstantVariateEstimator ? values : before.left(rest, position.coefficients());
        double[] natural = InverseGammaEstimator.naturalGradient(factor, scales, drawn, left, prior);
        return new Observation(rest, estimate, natural, 0, rows, null);
    }

    private double[] scaleDraws(Position position, long iteration, int count) {
        if (!(position.scale() instanceof InverseGamma factor)) {
            return new double[0];
        }
        double[] scales = new double[count];
        for (int s = 0; s < count; s++) {
            scales[s] = factor.quantile(AddressedRandom.uniform(seed, iteration, s, SCALE_ADDRESS));
        }
        return scales;
    }

    private Draws draws(GaussianPosterior q, NormalDraws standard, double[] scales) {
        if (estimator.form() == GradientForm.FOLDED && q instanceof DiagonalGaussian) {
            return new Draws.Addressed(q.mean(), q.sd(), standard);
        }
        int d = q.dimension();
        int width = d + (scales.length > 0 ? 1 : 0);
        double[] values = new double[Math.multiplyExact(standard.count(), width)];
        double[] epsilon = new double[d];
        for (int s = 0; s < standard.count(); s++) {
            standard.fill(s, epsilon);
            double[] deviation = q.deviation(epsilon);
            for (int j = 0; j < d; j++) {
                values[s * width + j] = q.mean()[j] + deviation[j];
            }
            if (width > d) {
                values[s * width + d] = Math.log(scales[s]);
            }
        }
        return new Draws.Given(values, standard.count(), width, standard.address());
    }
}

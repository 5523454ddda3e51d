package io.credence.mixed.levelwise;

import io.credence.linalg.LogSums;
import io.credence.linalg.Vectors;
import io.credence.mixed.component.PointMoments;
import io.credence.mixed.result.JointParameterPosterior;
import io.credence.mixed.result.MixedPosterior.SurrogateCheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Posterior of ψ whose likelihood is about quadratic in β and the variances, in which levels are equally informative
 * everywhere. It serves where ψ is known well, or has more unknowns than a design has even weights for. Its quadratic
 * is that of the mode first, then by gradients at draws of its own posterior, round by round, until the importance
 * weights of draws hardly differ: a posterior that is skewed, or ends at "no variance", is so by its exact prior and in
 * its exact coordinates. A share of the levels serves where they are very many, less its slope by chance.
 */
record QuadraticPosteriorNearMode(LevelwiseDensity density) implements PosteriorNearMode {

    /** Unit of the number of draws of a round, which is a multiple of it. */
    private static final int DRAWS = 64;
    /** Number of draws per unknown. The quadratic is fitted to the gradients at them. */
    private static final int DRAWS_EACH = 3;

    private static final int MOST_ROUNDS = 4;
    /** Largest error of the means by a round's draws at which the rounds end, in standard deviations. */
    private static final double KNOWN = 0.06;
    /** Number of levels that suffice to determine the shape of the likelihood. */
    private static final double LEVELS = 4000;

    @Override
    public double levelShare() {
        return Math.min(1, LEVELS / density.survey().levelCount());
    }

    @Override
    public List<double[]> nextPoints(LevelwiseState at) {
        int rounds = rounds(at);
        if (at.pointsAroundMode().all().isEmpty()) {
            List<double[]> points = new ArrayList<>();
            points.add(at.psi());
            points.addAll(thinDraws(posterior(at, 0).draws(), draws()));
            return points;
        }
        boolean isEnough =
                rounds == MOST_ROUNDS || evaluatedRound(at, rounds - 1).check().meanError() < KNOWN;
        return isEnough ? List.of() : thinDraws(posterior(at, rounds).draws(), draws());
    }

    /** Number of draws of a round. */
    private int draws() {
        return (DRAWS_EACH * density.dimension() + DRAWS - 1) / DRAWS * DRAWS;
    }

    /** Number of rounds that were evaluated. */
    private int rounds(LevelwiseState at) {
        return Math.max(0, at.pointsAroundMode().evaluations().size() - 1) / draws();
    }

    /** Selects {@code count} of the draws, at equal distances. */
    private static List<double[]> thinDraws(List<double[]> draws, int count) {
        int each = draws.size() / count;
        return IntStream.rangeClosed(1, count)
                .mapToObj(s -> draws.get(s * each - 1))
                .toList();
    }

    /**
     * Residuals of the quadratic likelihood at the draws of a round that have a density: gradients, and log weights of
     * all draws.
     */
    private record QuadraticResiduals(List<double[]> points, List<double[]> gradients, double[] logs) {}

    /**
     * Round of draws that was evaluated.
     *
     * @param draws draws of the posterior of this round
     * @param moments moments of the draws
     * @param meanCorrection correction of the mean by the weights of some of them
     */
    private record EvaluatedRound(
            QuadraticPosterior posterior,
            List<double[]> draws,
            PointMoments moments,
            QuadraticResiduals residuals,
            double[] meanCorrection,
            SurrogateCheck check) {}

    private EvaluatedRound evaluatedRound(LevelwiseState at, int round) {
        QuadraticPosterior surrogate = posterior(at, round);
        List<double[]> draws = surrogate.draws();
        PointMoments moments = moments(draws);
        QuadraticResiduals left = residuals(at, surrogate.likelihood(), round);
        double[] move = new double[density.dimension()];
        SurrogateCheck check = check(at, left, moments, round, move);
        return new EvaluatedRound(surrogate, draws, moments, left, move, check);
    }

    private static PointMoments moments(List<double[]> draws) {
        double[] even = new double[draws.size()];
        Arrays.fill(even, 1.0 / even.length);
        return PointMoments.of(draws, even);
    }

    /**
     * Quadratic likelihood of a round, fitted to the draws of the rounds before it. Draws of the first round, which
     * come from the mode's quadratic, are left out once there are others.
     */
    private QuadraticLikelihood likelihood(LevelwiseState at, int round) {
        QuadraticLikelihood likelihood = atMode(at);
        double[] prior =
                Arrays.copyOf(density.layout().model().coefficientPrior().precision(), density.dimension());
        for (int r = 0; r < round; r++) {
            List<double[]> points = new ArrayList<>();
            List<double[]> gradients = new ArrayList<>();
            for (int own = Math.min(r, 1); own <= r; own++) {
                QuadraticResiduals left = residuals(at, likelihood, own);
                points.addAll(left.points());
                gradients.addAll(left.gradients());
            }
            QuadraticLikelihood next = likelihood.fitToGradients(points, gradients, prior);
            likelihood = next == null ? likelihood : next;
        }
        return likelihood;
    }

    private QuadraticLikelihood atMode(LevelwiseState at) {
        double[] from = at.search().start();
        return density.quadratic(at.psi(), from == null ? at.psi() : from, at.requireStepEvaluation());
    }

    private QuadraticPosterior posterior(LevelwiseState at, int round) {
        return new QuadraticPosterior(density, likelihood(at, round), at.psi(), at.precision(), density.seed());
    }

    private QuadraticResiduals residuals(LevelwiseState at, QuadraticLikelihood likelihood, int round) {
        List<double[]> points = new ArrayList<>();
        List<double[]> gradients = new ArrayList<>();
        double[] logs = new double[draws()];
        LevelwiseEvaluation mode = at.pointsAroundMode().evaluations().get(0);
        double more = density.backend().summary().rows() / (double) mode.rows();
        QuadraticLikelihood first = atMode(at);
        Likelihood atMode = rowLikelihood(at.psi(), mode);
        for (int s = 0; s < logs.length; s++) {
            int number = 1 + round * draws() + s;
            double[] psi = at.pointsAroundMode().all().get(number);
            Likelihood own =
                    rowLikelihood(psi, at.pointsAroundMode().evaluations().get(number));
            double[] x = density.toVarianceScale(psi);
            double tangent = Vectors.dot(atMode.slope(), Vectors.difference(x, first.centre()));
            double change = more * (own.value() - atMode.value() - tangent)
                    + Vectors.dot(first.slope(), Vectors.difference(x, first.centre()));
            double[] slope = Vectors.plusScaled(first.slope(), more, Vectors.difference(own.slope(), atMode.slope()));
            boolean isNone = own.value() == Double.NEGATIVE_INFINITY;
            logs[s] = isNone ? Double.NEGATIVE_INFINITY : change - likelihood.logLikelihoodChange(x);
            if (!isNone) {
                points.add(x);
                gradients.add(Vectors.difference(slope, likelihood.gradient(x)));
            }
        }
        return new QuadraticResiduals(points, gradients, logs);
    }

    /** Log likelihood and gradient of the rows of the share, without the prior, in the coordinates of the quadratic. */
    private Likelihood rowLikelihood(double[] psi, LevelwiseEvaluation found) {
        double[] slope = new double[psi.length];
        double prior = density.logPrior(psi, slope);
        double[] rows = Vectors.difference(found.gradient(), slope);
        double[] slopes = density.varianceScaleSlopes(psi);
        Arrays.setAll(rows, j -> rows[j] / slopes[j]);
        return new Likelihood(found.value() - prior, rows);
    }

    private record Likelihood(double value, double[] slope) {}

    @Override
    public String description() {
        return "coefficients and variance components were drawn by a likelihood that is quadratic in variances, of "
                + density.survey().levelCount() + " levels";
    }

    @Override
    public JointParameterPosterior posterior(LevelwiseState at) {
        int rounds = rounds(at);
        if (rounds == 0) {
            List<double[]> draws = posterior(at, 0).draws();
            return posterior(draws, moments(draws), new double[density.dimension()], null, Double.NaN);
        }
        EvaluatedRound found = evaluatedRound(at, rounds - 1);
        double logIntegral = found.posterior().logIntegral(found.draws(), found.moments());
        return posterior(
                found.draws(),
                found.moments(),
                found.meanCorrection(),
                found.check(),
                logEvidence(at, logIntegral, found.residuals()));
    }

    private JointParameterPosterior posterior(
            List<double[]> draws,
            PointMoments moments,
            double[] move,
            @Nullable SurrogateCheck check,
            double logEvidence) {
        double[] even = new double[draws.size()];
        Arrays.fill(even, 1.0 / even.length);
        List<double[]> components = draws.stream()
                .map(psi -> density.withPositiveSds(density.components(Vectors.plusScaled(psi, 1, move))))
                .toList();
        return new JointParameterPosterior(
                Vectors.plusScaled(moments.mean(), 1, move),
                moments.covariance(),
                components,
                even,
                new double[0],
                List.of(),
                check,
                logEvidence);
    }

    /** Log evidence, computed from the log density before the last step. */
    private double logEvidence(LevelwiseState at, double logIntegral, QuadraticResiduals left) {
        LevelwiseEvaluation known = at.requireStepEvaluation();
        double[] step = Vectors.difference(at.psi(), at.requireStepStart());
        double likelihood = known.value()
                + 0.5 * Vectors.dot(known.gradient(), step)
                - density.logPrior(at.psi(), new double[step.length]);
        return likelihood + logIntegral + LogSums.logSumExp(left.logs()) - Math.log(draws());
    }

    /**
     * Computes into {@code move} the change of the mean by the draws' weights from the mean of all draws. The returned
     * check has the error of that change by chance.
     */
    private SurrogateCheck check(
            LevelwiseState at, QuadraticResiduals left, PointMoments moments, int round, double[] move) {
        double[] weights = LogSums.softmax(left.logs());
        int count = weights.length;
        double error = 0;
        for (int j = 0; j < move.length; j++) {
            double squares = 0;
            for (int s = 0; s < count; s++) {
                double away = at.pointsAroundMode().all().get(1 + round * count + s)[j] - moments.mean()[j];
                double each = (weights[s] - 1.0 / count) * away;
                move[j] += each;
                squares += each * each;
            }
            error += squares / moments.covariance()[j * (move.length + 1)] / move.length;
        }
        double worth = 1 / Arrays.stream(weights).map(w -> w * w).sum();
        double spread = Math.sqrt(Math.max(0, count / worth - 1));
        return new SurrogateCheck(count, spread, Math.sqrt(error), spread / Math.sqrt(count));
    }
}

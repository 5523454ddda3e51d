package io.credence.fit.importance;

import io.credence.fit.Approximation;
import io.credence.fit.ImportanceWeights;
import io.credence.fit.ParameterDraws;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.LogSums;
import io.credence.linalg.Vectors;
import io.credence.random.NormalDraws;
import io.credence.random.RandomUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Mixture of a posterior and wider copies of it. Some are stretched from its mean in all directions, others along
 * single parameters and those correlated with them. Draws of all of them are weighed by the density of their mixture,
 * which is never much below that of any: so what the posterior itself draws too seldom counts for what it is (defensive
 * importance sampling, Hesterberg 1995; the balance heuristic of Veach and Guibas 1995).
 *
 * @param approximation the posterior
 * @param centre means; the last is that of the log dispersion where the dispersion is estimated by a factor
 * @param stretches maps that make the wider copies
 * @param draws number of draws of the posterior itself
 * @param drawsPerCopy number of draws of each copy
 */
record WidenedPosterior(
        Approximation approximation, double[] centre, List<Stretch> stretches, int draws, int drawsPerCopy) {

    /**
     * Stretches of all parameters together, in multiples of a standard deviation. Each is divided by the root of the
     * dimension and added to 1.
     */
    private static final double[] OVERALL = {1.5, 3};
    /**
     * Factors by which single parameters are stretched. They reach the tail in which a coefficient of separated rows
     * has its mass.
     */
    private static final double[] SINGLE = {2, 4};
    /** Largest number of parameters that are stretched singly: those whose moments the weights change most. */
    private static final int MOST_NUMBERS = 4;
    /** Number of draws whose densities one thread computes at a time. */
    private static final int TOGETHER = 64;
    /** Largest number of multiplications in the densities of draws; they take about a second. */
    private static final double MOST_WORK = 2e9;

    /**
     * Linear map that widens a distribution.
     *
     * @param factor factor of the stretch
     * @param parameterIndex index of the parameter that is stretched; −1 for all
     * @param slopes slopes of the regression of all parameters on the stretched one; empty where all are stretched
     */
    record Stretch(double factor, int parameterIndex, double[] slopes) {

        private double logVolume(int dimension) {
            return (parameterIndex < 0 ? dimension : 1) * Math.log(factor);
        }

        /** Writes the image of a point, about the centre. */
        private void writeImage(double[] x, double[] centre, double[] image) {
            writeMoved(x, centre, factor, image);
        }

        /** Writes the point whose image is this one. */
        private void writePreimage(double[] x, double[] centre, double[] preimage) {
            writeMoved(x, centre, 1 / factor, preimage);
        }

        private void writeMoved(double[] x, double[] centre, double by, double[] moved) {
            double along = parameterIndex < 0 ? 0 : x[parameterIndex] - centre[parameterIndex];
            for (int i = 0; i < x.length; i++) {
                moved[i] = x[i] + (by - 1) * (parameterIndex < 0 ? x[i] - centre[i] : slopes[i] * along);
            }
        }
    }

    /**
     * The mixture with copies widened along the parameters that the weights change most.
     *
     * @param count number of draws of all copies
     */
    static WidenedPosterior of(Approximation q, ImportanceWeights weights, int count) {
        double[][] theta = weights.theta();
        int d = theta[0].length;
        List<Stretch> stretches = new ArrayList<>();
        for (double times : OVERALL) {
            stretches.add(new Stretch(1 + times / Math.sqrt(d), -1, new double[0]));
        }
        double products = (double) (theta.length + count) * d * d;
        int most = d == 1 ? 0 : Math.min(MOST_NUMBERS, (int) (MOST_WORK / products / SINGLE.length));
        double[] centre = q.means(d);
        double[] moves = momentChanges(weights, centre);
        int[] order = Vectors.sortedIndices(d, number -> -moves[number]);
        for (int number : Arrays.copyOf(order, Math.min(d, most))) {
            double[] slopes = slopes(weights, centre, number);
            for (double factor : SINGLE) {
                stretches.add(new Stretch(factor, number, slopes));
            }
        }
        return new WidenedPosterior(q, centre, stretches, theta.length, count / stretches.size());
    }

    /**
     * Change of each parameter's moments by the weights. It is that of the mean in standard deviations, or half the
     * relative change of the variance if that is larger.
     */
    private static double[] momentChanges(ImportanceWeights weights, double[] centre) {
        double[] shares = weights.normalisedWeights();
        double[] moves = new double[centre.length];
        for (int number = 0; number < moves.length; number++) {
            double mean = 0;
            double square = 0;
            double variance = 0;
            for (int s = 0; s < shares.length; s++) {
                double off = weights.theta()[s][number] - centre[number];
                mean += (shares[s] - weights.baseWeights()[s]) * off;
                square += (shares[s] - weights.baseWeights()[s]) * off * off;
                variance += weights.baseWeights()[s] * off * off;
            }
            moves[number] = Math.max(Math.abs(mean) / Math.sqrt(variance), 0.5 * Math.abs(square) / variance);
        }
        return moves;
    }

    /** Slopes of the regression of all parameters on one of them. */
    private static double[] slopes(ImportanceWeights weights, double[] centre, int number) {
        double[] slopes = new double[centre.length];
        for (int s = 0; s < weights.baseWeights().length; s++) {
            double[] theta = weights.theta()[s];
            double own = weights.baseWeights()[s] * (theta[number] - centre[number]);
            for (int i = 0; i < slopes.length; i++) {
                slopes[i] += own * (theta[i] - centre[i]);
            }
        }
        double variance = slopes[number];
        Arrays.setAll(slopes, i -> i == number ? 1 : slopes[i] / variance);
        return slopes;
    }

    /**
     * Draws of the wider copies, in the order of the copies.
     *
     * @param theta draws, ordered by copy
     * @param relativeProbability base weight of each draw, relative to their average
     */
    record WiderDraws(double[][] theta, double[] relativeProbability) {}

    /** Generates draws of the wider copies, determined by the seed. */
    WiderDraws drawWiderCopies(long seed) {
        ParameterDraws plain = ParameterDraws.of(
                approximation,
                NormalDraws.Dependence.INDEPENDENT,
                seed,
                RandomUse.WIDENED_DRAWS.firstAddressWord(),
                drawsPerCopy * stretches.size(),
                GradientForm.NONE);
        double[][] theta = plain.matrix(centre.length);
        double[] relative = new double[theta.length];
        for (int s = 0; s < theta.length; s++) {
            stretches
                    .get((int) ((long) s * stretches.size() / theta.length))
                    .writeImage(theta[s].clone(), centre, theta[s]);
            relative[s] = plain.baseWeights()[s] * theta.length;
        }
        return new WiderDraws(theta, relative);
    }

    /**
     * Importance weights, by the density of the mixture, of the posterior's draws together with those of the wider
     * copies.
     *
     * @param weights weights of the posterior's own draws
     * @param others draws of the wider copies
     * @param logJoint log p(D, θ) at these
     */
    ImportanceWeights combinedWeights(ImportanceWeights weights, WiderDraws others, double[] logJoint) {
        int first = weights.theta().length;
        int all = first + others.theta().length;
        double[][] theta = Arrays.copyOf(weights.theta(), all);
        System.arraycopy(others.theta(), 0, theta, first, others.theta().length);
        double[] base = new double[all];
        double[] logs = new double[all];
        IntStream.range(0, (all + TOGETHER - 1) / TOGETHER).parallel().forEach(part -> {
            ToDoubleFunction<double[]> own = approximation.logDensity();
            MixtureDensity ofMixture = new MixtureDensity(own);
            for (int s = part * TOGETHER; s < Math.min(all, (part + 1) * TOGETHER); s++) {
                double relative =
                        s < first ? weights.baseWeights()[s] * first : others.relativeProbability()[s - first];
                double density = own.applyAsDouble(theta[s]);
                double joint = s < first ? weights.logWeights()[s] + density - Math.log(relative) : logJoint[s - first];
                double mixture = ofMixture.logDensity(theta[s], density);
                base[s] = Math.exp(density - mixture) * relative;
                logs[s] = joint - mixture + Math.log(relative);
            }
        });
        double sum = Arrays.stream(base).sum();
        return new ImportanceWeights(theta, Vectors.scaled(1 / sum, base), logs);
    }

    /** Log density of the mixture, with room for a point at a time. Each component's share is its share of the draws. */
    private final class MixtureDensity {

        private final ToDoubleFunction<double[]> own;
        private final double[] preimage = new double[centre.length];
        private final double[] logs = new double[stretches.size() + 1];
        private final double[] logVolumes = new double[stretches.size()];
        private final double logOwnShare;
        private final double logCopyShare;

        MixtureDensity(ToDoubleFunction<double[]> own) {
            this.own = own;
            double total = draws + (double) drawsPerCopy * stretches.size();
            this.logOwnShare = Math.log(draws / total);
            this.logCopyShare = Math.log(drawsPerCopy / total);
            Arrays.setAll(logVolumes, k -> stretches.get(k).logVolume(centre.length));
        }

        double logDensity(double[] x, double ofOwn) {
            logs[0] = ofOwn + logOwnShare;
            for (int k = 0; k < logVolumes.length; k++) {
                stretches.get(k).writePreimage(x, centre, preimage);
                double log = own.applyAsDouble(preimage) - logVolumes[k] + logCopyShare;
                logs[k + 1] = Double.isNaN(log) ? Double.NEGATIVE_INFINITY : log;
            }
            return LogSums.logSumExp(logs);
        }
    }
}

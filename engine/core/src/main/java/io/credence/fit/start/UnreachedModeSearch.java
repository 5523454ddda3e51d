package io.credence.fit.start;

import io.credence.family.FullGaussian;
import io.credence.fit.Approximation;
import io.credence.fit.FitResult;
import io.credence.fit.FitSetup;
import io.credence.fit.ImportanceWeights;
import io.credence.fit.LogJoint;
import io.credence.fit.OtherMode;
import io.credence.fit.Problem;
import io.credence.fit.StartSettings;
import io.credence.linalg.LogSums;
import io.credence.linalg.Symmetric;
import io.credence.linalg.SymmetricEigen;
import io.credence.linalg.Vectors;
import io.credence.optimize.BfgsSearch;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.prior.GaussianPrior;
import io.credence.random.NormalDraws;
import io.credence.random.RandomUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Search for modes that the draws of a fitted posterior do not reach. One pass evaluates points all over the prior,
 * mirror images of the posterior's mean and exchanges of its entries, which is where models that are not identified
 * have their other modes; short searches begin at the best of them; and the mass around ends outside of the draws is
 * estimated by draws of normal densities there.
 */
public record UnreachedModeSearch(FitSetup setup) {

    /** Number of points drawn from the prior. */
    private static final int POINTS = 32;
    /**
     * Largest number of parameters for which entries of the mean are exchanged. The next constant is the largest for
     * which modes are searched for at all.
     */
    private static final int FEW = 10;

    private static final int MOST = 50;
    /** Number of searches, half of them from points of the prior. */
    private static final int CLIMBS = 8;
    /** Number of passes of the searches: with ten parameters all end in 40. */
    private static final int PASSES = 40;
    /** Largest number of row gradients of a search. Where it would take more, modes are not searched for. */
    private static final double MOST_WORK = 2e7;
    /** Number of ends whose mass is estimated; the next constant is the number of draws for each. */
    private static final int ENDS = 4;

    private static final int DRAWS = 200;
    /** Largest negligible share of the mass. It moves an end of a 90 % interval by a tenth of a standard deviation. */
    private static final double NEGLIGIBLE = 0.01;
    /** Smallest gain promised by a step of a search that continues, nats. */
    private static final double GAIN = 0.01;
    /** Length of the differences of gradients that give the curvature, in standard deviations. */
    private static final double STEP = 0.01;

    /** Posterior whose draws were weighed, with its evidence and its smallest log density at a draw. */
    private record WeighedPosterior(
            Approximation q, ToDoubleFunction<double[]> logDensity, double evidence, double leastLogDensity) {

        static WeighedPosterior of(FitResult result, ImportanceWeights weights) {
            Approximation q = new Approximation(result.posterior(), result.dispersion());
            ToDoubleFunction<double[]> logDensity = q.logDensity();
            double least =
                    Arrays.stream(weights.theta()).mapToDouble(logDensity).min().orElseThrow();
            return new WeighedPosterior(
                    q, logDensity, LogSums.logSumExp(weights.logWeights()) - Math.log(weights.theta().length), least);
        }

        /** Whether a point is farther out than every draw of the posterior. */
        boolean isOutside(double[] theta) {
            return !(logDensity.applyAsDouble(theta) >= leastLogDensity);
        }
    }

    /**
     * Modes that the draws do not reach, that of most mass first. There are none where a search would be pointless or
     * take too long.
     */
    public List<OtherMode> unreachedModes(FitResult result) {
        ImportanceWeights weights = result.weights();
        if (weights == null || !isPossible()) {
            return List.of();
        }
        WeighedPosterior known = WeighedPosterior.of(result, weights);
        List<double[]> starts = starts(known, weights);
        return starts.isEmpty() ? List.of() : modesWithMass(known, ends(known, searchesFrom(starts)));
    }

    private boolean isPossible() {
        Problem problem = setup.problem();
        double work = (double) setup.backend().summary().rows() * CLIMBS * PASSES;
        boolean single = problem.loss().isLogConcave() && problem.prior().term() == null;
        return problem.loss().hasGradient()
                && !problem.loss().isRandom()
                && !single
                && problem.loss().dimension() <= MOST
                && work <= MOST_WORK;
    }

    private LogJoint density() {
        return new LogJoint(setup.problem(), setup.backend());
    }

    /** Best points of each kind that lie outside of the draws. */
    private List<double[]> starts(WeighedPosterior known, ImportanceWeights weights) {
        double[] mean = known.q().means(setup.problem().loss().dimension());
        List<double[]> together = new ArrayList<>();
        int d = setup.problem().prior().dimension();
        StartingPoints points = new StartingPoints(
                setup.problem().prior(), StartSettings.DEFAULT, setup.settings().seed());
        double[] all = points.points(StartingPoints.OF_LOOK, POINTS);
        for (int k = 0; k < POINTS; k++) {
            double[] point = mean.clone();
            System.arraycopy(all, k * d, point, 0, d);
            together.add(point);
        }
        together.addAll(images(mean));
        double[] values = density().logDensities(together);
        List<double[]> starts = new ArrayList<>();
        addBest(known, together, values, 0, POINTS, starts);
        addBest(known, together, values, POINTS, together.size(), starts);
        return starts;
    }

    private static void addBest(
            WeighedPosterior known, List<double[]> points, double[] values, int from, int to, List<double[]> starts) {
        IntStream.range(from, to)
                .boxed()
                .filter(k -> Double.isFinite(values[k]) && known.isOutside(points.get(k)))
                .sorted(Comparator.comparingDouble(k -> -values[k]))
                .limit(CLIMBS / 2)
                .forEach(k -> starts.add(points.get(k)));
    }

    /**
     * Images of the mean under symmetries: one entry, or all, mirrored at the prior's mean, or two entries exchanged.
     */
    private List<double[]> images(double[] mean) {
        GaussianPrior prior = setup.problem().prior().normalPrior();
        int d = prior.dimension();
        List<double[]> images = new ArrayList<>();
        double[] opposite = mean.clone();
        for (int j = 0; j < d; j++) {
            double[] image = mean.clone();
            image[j] = 2 * prior.mean()[j] - mean[j];
            opposite[j] = image[j];
            images.add(image);
            for (int i = 0; i < j && d <= FEW; i++) {
                double[] exchanged = mean.clone();
                exchanged[i] = mean[j];
                exchanged[j] = mean[i];
                images.add(exchanged);
            }
        }
        images.add(opposite);
        return images;
    }

    private List<BfgsSearch> searchesFrom(List<double[]> starts) {
        int d = starts.get(0).length;
        double[] all = Vectors.concatenate(starts);
        LogJoint density = density();
        LogJoint.LogJointValues first = density.evaluateAt(all, RowSample.ALL, 0);
        List<BfgsSearch> each = new ArrayList<>();
        for (int k = 0; k < starts.size(); k++) {
            if (Double.isFinite(first.values()[k])) {
                double[] gradient = Arrays.copyOfRange(first.gradients(), k * d, (k + 1) * d);
                each.add(BfgsSearch.from(starts.get(k), first.values()[k], gradient, GAIN));
            }
        }
        ModeSearches climbs = new ModeSearches(each);
        for (int pass = 0; pass < PASSES && climbs.areClimbing(); pass++) {
            LogJoint.LogJointValues found = density.evaluateAt(climbs.trials(d), RowSample.ALL, 0);
            climbs = climbs.afterEvaluation(found.values(), found.gradients(), GAIN);
        }
        return climbs.searches();
    }

    /** Ends of searches outside of the draws, highest first. Of ends near each other only one is kept. */
    private static List<BfgsSearch> ends(WeighedPosterior known, List<BfgsSearch> climbs) {
        List<BfgsSearch> kept = new ArrayList<>();
        climbs.stream()
                .filter(climb -> !climb.isRunning() && known.isOutside(climb.point()))
                .sorted(Comparator.comparingDouble(climb -> -climb.value()))
                .forEach(climb -> {
                    if (kept.size() < ENDS && kept.stream().noneMatch(other -> ModeSearches.areNear(other, climb))) {
                        kept.add(climb);
                    }
                });
        return kept;
    }

    /** Modes with the mass around each end, where that is not negligible. */
    private List<OtherMode> modesWithMass(WeighedPosterior known, List<BfgsSearch> ends) {
        List<OtherMode> modes = new ArrayList<>();
        for (int e = 0; e < ends.size(); e++) {
            FullGaussian around = gaussianAround(ends.get(e));
            double mass = around == null ? Double.NEGATIVE_INFINITY : logMass(known, around, e);
            double share = 1 / (1 + Math.exp(known.evidence() - mass));
            if (share > NEGLIGIBLE) {
                modes.add(new OtherMode(ends.get(e).point(), share));
            }
        }
        modes.sort(Comparator.comparingDouble(mode -> -mode.massShare()));
        return List.copyOf(modes);
    }

    /** The Gaussian around an end, with the curvature by differences of gradients; null where that is not a density. */
    private @Nullable FullGaussian gaussianAround(BfgsSearch end) {
        double[] point = end.point();
        int d = point.length;
        double[] inverse = end.inverseCurvature();
        double[] steps = new double[d];
        List<double[]> beside = new ArrayList<>();
        for (int j = 0; j < d; j++) {
            steps[j] = STEP * (inverse == null ? 1 : Math.sqrt(Math.max(Double.MIN_NORMAL, inverse[j * d + j])));
            for (double side : new double[] {steps[j], -steps[j]}) {
                double[] moved = point.clone();
                moved[j] += side;
                beside.add(moved);
            }
        }
        double[] gradients = density()
                .evaluateAt(Vectors.concatenate(beside), RowSample.ALL, 0)
                .gradients();
        double[] precision = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                double change = gradients[(2 * j + 1) * d + i] - gradients[2 * j * d + i];
                precision[j * d + i] += 0.5 * change / (2 * steps[j]);
                precision[i * d + j] += 0.5 * change / (2 * steps[j]);
            }
        }
        SymmetricEigen eigen = SymmetricEigen.decompose(precision, d);
        double largest = Arrays.stream(eigen.eigenvalues()).max().orElseThrow();
        // Wider than the curvature, so that tails are drawn as well
        double wider = 1 + 1 / Math.sqrt(d);
        double[] values = Arrays.stream(eigen.eigenvalues())
                .map(value -> Math.max(value, SymmetricEigen.NEGLIGIBLE * largest) / (wider * wider))
                .toArray();
        return largest > 0
                ? FullGaussian.of(setup.kernel(), point, Symmetric.pack(eigen.matrixWithEigenvalues(values), d))
                : null;
    }

    private double logMass(WeighedPosterior known, FullGaussian around, int number) {
        int d = around.dimension();
        NormalDraws standard = new NormalDraws(
                setup.settings().seed(),
                RandomUse.OTHER_MODES.firstAddressWord(number),
                DRAWS,
                d,
                NormalDraws.Dependence.INDEPENDENT);
        List<double[]> theta = new ArrayList<>();
        double[] epsilon = new double[d];
        for (int s = 0; s < DRAWS; s++) {
            standard.fill(s, epsilon);
            theta.add(around.draw(0, epsilon));
        }
        double[] logs = density().logDensities(theta);
        Arrays.setAll(
                logs,
                s -> Double.isFinite(logs[s]) && known.isOutside(theta.get(s))
                        ? logs[s] - around.logDensity(theta.get(s))
                        : Double.NEGATIVE_INFINITY);
        return LogSums.logSumExp(logs) - Math.log(DRAWS);
    }
}

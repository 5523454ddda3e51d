package io.credence.fit.start;

import io.credence.fit.SamplingSettings;
import io.credence.fit.StartSettings;
import io.credence.linalg.SymmetricEigen;
import io.credence.optimize.BfgsSearch;
import io.credence.prior.Prior;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.util.Arrays;

/**
 * Starting points of searches for modes: the prior's mode or a given point, then draws near the prior and uniform ones.
 */
public final class StartingPoints {

    /**
     * Largest number of parameters for which several modes are searched for by default. Passes are then cheap compared
     * with the cost of a wrong mode.
     */
    static final int FEW_PARAMETERS = 10;

    /** Number of points tried next where the log density was finite at none. */
    public static final int AFTER_FAILURE = 8;

    /**
     * Number of the round of points for finding modes that a fitted posterior does not reach; no search for a start has
     * it.
     */
    static final int OF_LOOK = 1000;

    /** Default number of points. */
    private static final int USUAL_COUNT = 4;
    /**
     * Largest distance of a starting point from the first in a coordinate. Also that of draws near the prior from its
     * mode, in its standard deviations.
     */
    private static final double FARTHEST = 2;

    private final Prior prior;
    private final StartSettings settings;
    private final long seed;
    private final BfgsSearch mode;

    public StartingPoints(Prior prior, StartSettings settings, long seed) {
        this.prior = prior;
        this.settings = settings;
        this.seed = seed;
        this.mode = mode(prior);
    }

    /** Number of points in the first round. */
    int count() {
        return areSeveral() ? Math.max(USUAL_COUNT, settings.restarts()) : settings.restarts();
    }

    /** Whether several points are taken by default. */
    boolean areSeveral() {
        return prior.dimension() <= FEW_PARAMETERS && settings.mean().length == 0;
    }

    /**
     * Starting points of a round, n × d. A round after the first follows where all points were infeasible, or modes did
     * not agree.
     */
    public double[] points(int round, int count) {
        int d = prior.dimension();
        double[] all = new double[count * d];
        for (int k = 0; k < count; k++) {
            double[] point = round == 0 && k == 0 ? first() : k % 2 == 1 ? uniform(round, k) : nearPrior(round, k);
            System.arraycopy(point, 0, all, k * d, d);
        }
        return all;
    }

    private double[] first() {
        return settings.mean().length == 0 ? mode.point() : settings.firstPoint(prior.dimension());
    }

    private double[] uniform(int round, int k) {
        double[] point =
                settings.mean().length == 0 ? prior.normalPrior().mean().clone() : first().clone();
        for (int j = 0; j < point.length; j++) {
            point[j] += FARTHEST
                    * (2 * AddressedRandom.uniform(seed, RandomUse.UNIFORM_STARTS.firstAddressWord(), round, k, j) - 1);
        }
        return point;
    }

    private double[] nearPrior(int round, int k) {
        int d = prior.dimension();
        double[] standard = new double[d];
        for (int j = 0; j < d; j++) {
            standard[j] = AddressedRandom.normal(seed, RandomUse.PRIOR_STARTS.firstAddressWord(), round, k, j);
            standard[j] = Math.max(-FARTHEST, Math.min(FARTHEST, standard[j]));
        }
        double[] inverse = mode.inverseCurvature();
        double[] point = mode.point().clone();
        if (inverse == null) {
            return uniform(round, k);
        }
        SymmetricEigen eigen = SymmetricEigen.decompose(inverse, d);
        for (int j = 0; j < d; j++) {
            standard[j] *= Math.sqrt(Math.max(0, eigen.eigenvalues()[j]));
        }
        double[] move = eigen.fromBasis(standard);
        for (int j = 0; j < d; j++) {
            point[j] += move[j];
        }
        return point;
    }

    /** The mode of the prior, found on the driver; where there is none, the point that the search reached. */
    private static BfgsSearch mode(Prior prior) {
        double[] at = prior.normalPrior().mean().clone();
        if (prior.term() == null && prior.normalPrior().flatCount() == 0) {
            return searchEndedAt(prior, at);
        }
        BfgsSearch ascent = BfgsSearch.from(
                        at, prior.logDensity(at), prior.gradient(at), SamplingSettings.Stop.DEFAULT.negligibleGain())
                .runWith(climb -> evaluateTrial(prior, climb));
        boolean wild = Arrays.stream(ascent.point()).anyMatch(x -> !(Math.abs(x) < 1e3));
        return wild ? BfgsSearch.endedAt(at, 0, null) : ascent;
    }

    private static BfgsSearch evaluateTrial(Prior prior, BfgsSearch climb) {
        double[] trial = climb.trialPoint();
        return climb.withEvaluation(
                prior.logDensity(trial), prior.gradient(trial), SamplingSettings.Stop.DEFAULT.negligibleGain());
    }

    private static BfgsSearch searchEndedAt(Prior prior, double[] at) {
        return BfgsSearch.endedAt(at, prior.logDensity(at), prior.normalPrior().covariance());
    }
}

package io.credence.mixed.levelwise;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.quadrature.QuadratureRule;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Integral over the effects of levels whose rows depend on one number ξ ~ N(0, 1) each, as intercepts do: adaptive
 * Gauss–Hermite quadrature around the mode of ξ (Liu and Pierce 1994). No iteration over sites and no draws are needed.
 * Results are left in the workspace as if they came from sites: mean and variance of ξ, and for each row a precision W
 * and a shift b with b − W(E η − m₀) = E ρ, the expected slope of its log likelihood, and W = −Cov(ξ, ρ)/Cov(ξ, η), the
 * derivative of E ξ in m₀ over −Cov(ξ, η). Not thread-safe.
 */
final class LevelQuadrature {

    private static final QuadratureRule RULE = QuadratureRule.gaussHermite(21);
    private static final int NODES = RULE.nodes().length;
    /** Largest number of Newton steps to a mode. */
    private static final int MOST_STEPS = 1_000;
    /** Longest step to a mode, in units of a linear predictor. */
    private static final double LONGEST_STEP = 2;
    /** Step in standard deviations after which the mode is near enough to centre the nodes. */
    private static final double CLOSE = 0.01;

    private final LevelWorkspace room;
    private final RowLoss loss;
    private final DenseKernel kernel;
    private final PredictorChunk chunk = new PredictorChunk(1, new double[8]);
    private final PredictorDraws points = new PredictorDraws(NODES, 1);
    private final double[] losses = new double[NODES * PredictorChunk.CAPACITY];
    /** Rows of a piece, and the number of the level of each. */
    private final int[] slots = new int[PredictorChunk.CAPACITY];

    private final int[] owners = new int[PredictorChunk.CAPACITY];
    private final double[] expected = new double[PredictorChunk.CAPACITY];
    private final double[] covariance = new double[PredictorChunk.CAPACITY];
    private int[] levels = new int[0];
    private int[] active = new int[0];
    private double[] slope = new double[0];
    private double[] curvature = new double[0];
    private double[] below = new double[0];
    private double[] above = new double[0];
    private double[] longest = new double[0];
    private double[] sds = new double[0];
    /** Logarithms at the nodes, later masses, by node and level. */
    private double[] masses = new double[0];
    /** Masses times the distance from the mean, by node and level. */
    private double[] moments = new double[0];

    private double[] shifted = new double[0];
    private int count;

    LevelQuadrature(LevelWorkspace room, RowLoss loss, DenseKernel kernel) {
        this.room = room;
        this.loss = loss;
        this.kernel = kernel;
    }

    /** Removes all levels. */
    void clear() {
        count = 0;
    }

    /**
     * Adds a level of rank 1.
     *
     * @param start value of ξ from which its mode is searched for
     */
    void add(int g, double start) {
        if (count == levels.length) {
            resize(Math.max(64, 2 * count));
        }
        room.modes[g] = start;
        levels[count++] = g;
    }

    private void resize(int size) {
        levels = Arrays.copyOf(levels, size);
        active = new int[size];
        slope = new double[size];
        curvature = new double[size];
        below = new double[size];
        above = new double[size];
        longest = new double[size];
        sds = new double[size];
        masses = new double[size * NODES];
        moments = new double[size * NODES];
        shifted = new double[size * NODES];
    }

    /** Integrates over the effects of the levels. */
    void integrate() {
        searchModes();
        Arrays.fill(masses, 0, count * NODES, 0.0);
        Arrays.setAll(active, n -> n);
        int pieces = forEachPiece(count, used -> {
            evaluateAtNodes(used);
            addLogs(used);
        });
        normaliseMasses();
        forEachPiece(count, used -> {
            if (pieces > 1) {
                evaluateAtNodes(used);
            }
            writeSites(used);
        });
    }

    /**
     * Passes the rows of the first {@code size} active levels on, as many at a time as fill a chunk.
     *
     * @return number of chunks
     */
    private int forEachPiece(int size, IntConsumer taker) {
        int pieces = 0;
        int used = 0;
        for (int a = 0; a < size; a++) {
            int g = levels[active[a]];
            for (int at = room.first[g]; at < room.first[g + 1]; at++) {
                if (used == PredictorChunk.CAPACITY) {
                    taker.accept(used);
                    pieces++;
                    used = 0;
                }
                chunk.label()[used] = room.labels[at];
                owners[used] = active[a];
                slots[used++] = at;
            }
        }
        if (used > 0) {
            taker.accept(used);
            pieces++;
        }
        return pieces;
    }

    /** Factor of ξ in the linear predictor of a row of the {@code n}-th level. */
    private double factor(int n, int at) {
        int g = levels[n];
        return room.factors[room.factorAt[g] + at - room.first[g]];
    }

    /** Finds the modes by Newton steps within bounds on either side of each mode. */
    private void searchModes() {
        for (int n = 0; n < count; n++) {
            int g = levels[n];
            double largest = 0;
            for (int at = room.first[g]; at < room.first[g + 1]; at++) {
                largest = Math.max(largest, Math.abs(factor(n, at)));
            }
            longest[n] = LONGEST_STEP / largest;
            below[n] = Double.NEGATIVE_INFINITY;
            above[n] = Double.POSITIVE_INFINITY;
            active[n] = n;
        }
        int left = count;
        for (int step = 0; step < MOST_STEPS && left > 0; step++) {
            for (int a = 0; a < left; a++) {
                slope[active[a]] = room.modes[levels[active[a]]];
                curvature[active[a]] = 1;
            }
            forEachPiece(left, this::addSlopes);
            int kept = 0;
            for (int a = 0; a < left; a++) {
                if (moveMode(active[a]) >= CLOSE) {
                    active[kept++] = active[a];
                }
            }
            left = kept;
        }
    }

    /** Adds slopes and curvatures of the rows' losses at the modes to those of their levels. */
    private void addSlopes(int used) {
        chunk.resize(used);
        for (int i = 0; i < used; i++) {
            int n = owners[i];
            chunk.weight()[i] = room.weights[slots[i]];
            chunk.predictorMeans()[i] = room.centres[slots[i]] + factor(n, slots[i]) * room.modes[levels[n]];
            chunk.predictorCovariances()[i] = 0;
        }
        loss.writeExpectedMoments(kernel, chunk);
        for (int i = 0; i < used; i++) {
            int n = owners[i];
            double f = factor(n, slots[i]);
            double own = Math.max(chunk.weight()[i] * chunk.moments().curvature()[i], 0);
            room.precisions[slots[i]] = own;
            slope[n] += chunk.weight()[i] * chunk.moments().slope()[i] * f;
            curvature[n] += own * f * f;
        }
    }

    /** Moves the mode of a level; returns the length of the step in standard deviations. */
    private double moveMode(int n) {
        int g = levels[n];
        double before = room.modes[g];
        sds[n] = 1 / Math.sqrt(curvature[n]);
        if (slope[n] > 0) {
            above[n] = before;
        } else {
            below[n] = before;
        }
        double step = Math.max(-longest[n], Math.min(longest[n], -slope[n] / curvature[n]));
        double next = before + step;
        room.modes[g] = below[n] <= next && next <= above[n] ? next : 0.5 * (below[n] + above[n]);
        return Math.abs(room.modes[g] - before) / sds[n];
    }

    private void evaluateAtNodes(int used) {
        points.moveTo(chunk.label(), 0, used, losses);
        for (int k = 0; k < NODES; k++) {
            double z = RULE.nodes()[k];
            int to = points.predictorOffset(k, 0);
            for (int i = 0; i < used; i++) {
                int n = owners[i];
                double xi = room.modes[levels[n]] + sds[n] * z;
                points.predictors()[to + i] = room.centres[slots[i]] + factor(n, slots[i]) * xi;
            }
        }
        loss.evaluateAtDraws(kernel, points, 0, NODES);
    }

    private void addLogs(int used) {
        for (int k = 0; k < NODES; k++) {
            int from = points.predictorOffset(k, 0);
            for (int i = 0; i < used; i++) {
                masses[k * count + owners[i]] -= room.weights[slots[i]] * losses[from + i];
            }
        }
    }

    /** Turns logarithms at the nodes into masses, and computes the levels' values and moments. */
    private void normaliseMasses() {
        double[] most = slope;
        Arrays.fill(most, 0, count, Double.NEGATIVE_INFINITY);
        for (int k = 0; k < NODES; k++) {
            double z = RULE.nodes()[k];
            for (int n = 0; n < count; n++) {
                double xi = room.modes[levels[n]] + sds[n] * z;
                masses[k * count + n] += 0.5 * (z * z - xi * xi);
                most[n] = Math.max(most[n], masses[k * count + n]);
            }
        }
        for (int k = 0; k < NODES; k++) {
            for (int n = 0; n < count; n++) {
                shifted[k * count + n] = masses[k * count + n] - most[n];
            }
        }
        kernel.exp(shifted, 0, NODES * count, masses);
        for (int n = 0; n < count; n++) {
            writeMoments(n, most[n]);
        }
    }

    private void writeMoments(int n, double most) {
        double sum = 0;
        double first = 0;
        double second = 0;
        for (int k = 0; k < NODES; k++) {
            double z = RULE.nodes()[k];
            double mass = RULE.weights()[k] * masses[k * count + n];
            masses[k * count + n] = mass;
            sum += mass;
            first += mass * z;
            second += mass * z * z;
        }
        first /= sum;
        double spread = second / sum - first * first;
        for (int k = 0; k < NODES; k++) {
            double mass = masses[k * count + n] / sum;
            masses[k * count + n] = mass;
            moments[k * count + n] = mass * sds[n] * (RULE.nodes()[k] - first);
        }
        int g = levels[n];
        room.values[g] = most + Math.log(sum * sds[n]);
        room.failed[g] |= !Double.isFinite(room.values[g]) || !(spread > 0);
        room.unknowns[room.unknownAt(g)] = room.modes[g] + sds[n] * first;
        room.roots[room.rootAt[g]] = sds[n] * Math.sqrt(spread);
    }

    /** Writes the moments of the rows' linear predictors and their sites. */
    private void writeSites(int used) {
        Arrays.fill(expected, 0, used, 0.0);
        Arrays.fill(covariance, 0, used, 0.0);
        for (int k = 0; k < NODES; k++) {
            int from = points.predictorOffset(k, 0);
            for (int i = 0; i < used; i++) {
                double own = points.slopes()[from + i];
                expected[i] += masses[k * count + owners[i]] * own;
                covariance[i] += moments[k * count + owners[i]] * own;
            }
        }
        for (int i = 0; i < used; i++) {
            int at = slots[i];
            int g = levels[owners[i]];
            double f = factor(owners[i], at);
            double sd = room.roots[room.rootAt[g]];
            double weight = room.weights[at];
            // A row without the effect keeps the curvature at its linear predictor
            double precision = f == 0 ? room.precisions[at] : weight * covariance[i] / (f * sd * sd);
            double moved = f * room.unknowns[room.unknownAt(g)];
            room.means[at] = room.centres[at] + moved;
            room.variances[at] = f * f * sd * sd;
            room.turned[room.factorAt[g] + at - room.first[g]] = f * sd;
            room.precisions[at] = precision;
            room.shifts[at] = precision * moved - weight * expected[i];
        }
    }
}

package io.credence.mixed.levelwise;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.quadrature.QuadratureRule;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Integral over the effects of levels whose rows depend on one number ξ ~ N(0, 1) each, as intercepts do: adaptive
 * Gauss–Hermite quadrature around the mode of ξ (Liu and Pierce 1994), and a trapezoid where a row's linear predictor
 * changes so much around the mode that its likelihood is a step. No iteration over sites and no draws are needed.
 * Results are left in the workspace as if they came from sites: mean and variance of ξ, and for each row a precision W
 * and a shift b with b − W(E η − m₀) = E ρ, the expected slope of its log likelihood, and W = −Cov(ξ, ρ)/Cov(ξ, η), the
 * derivative of E ξ in m₀ over −Cov(ξ, η). Not thread-safe.
 */
final class LevelQuadrature {

    private static final QuadratureRule SMOOTH = QuadratureRule.gaussHermite(21);
    /** Number of nodes that are evaluated at once. */
    private static final int TOGETHER = SMOOTH.nodes().length;
    /**
     * Largest change of a linear predictor within one standard deviation around the mode at which {@link #SMOOTH} is right
     * to 2e-5 nats a level: that of a single count of 0; of labels it is right to 1e-7.
     */
    private static final double MOST_SMOOTH = 1.5;
    /** Number of rules. Changes with ξ beyond that of the last, 1024, have its 20,000 nodes. */
    private static final int RULES = 11;
    /** The smooth rule, then rules for changes with ξ of up to 2, 4, 8, …, whose steps are a third of a peak's sd at most. */
    private static final List<QuadratureRule> BY_CHANGE = IntStream.range(0, RULES)
            .mapToObj(index -> index == 0 ? SMOOTH : QuadratureRule.forWidth(1 << index))
            .toList();
    /** Largest number of nodes of levels that are integrated together. */
    private static final int MOST_NODES = 1 << 16;

    /** Largest number of Newton steps to a mode. */
    private static final int MOST_STEPS = 1_000;
    /** Longest step to a mode, in units of a linear predictor. */
    private static final double LONGEST_STEP = 2;
    /** Step in standard deviations after which the mode is near enough to centre the nodes. */
    private static final double CLOSE = 0.01;
    /** Least change of a row's linear predictor within one sd of ξ whose covariance with a slope is more than rounding. */
    private static final double LEAST_CHANGE = 1e-6;

    private final LevelWorkspace room;
    private final RowLoss loss;
    private final DenseKernel kernel;
    private final PredictorChunk chunk = new PredictorChunk(1, new double[8]);
    private final PredictorDraws points = new PredictorDraws(TOGETHER, 1);
    private final double[] losses = new double[TOGETHER * PredictorChunk.CAPACITY];
    /** Rows of a piece, and the place of the level of each among the active ones. */
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
    private double[] steepness = new double[0];
    private double[] sds = new double[0];
    /** Units of the nodes of the active levels. */
    private double[] scales = new double[0];

    private QuadratureRule rule = SMOOTH;
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
        steepness = new double[size];
        sds = new double[size];
        scales = new double[size];
    }

    /** Integrates over the effects of the levels. */
    void integrate() {
        searchModes();
        for (int index = 0; index < RULES; index++) {
            rule = BY_CHANGE.get(index);
            int most = Math.max(1, MOST_NODES / rule.nodes().length);
            int size = 0;
            for (int n = 0; n < count; n++) {
                if (ruleIndex(steepness[n], sds[n]) == index) {
                    scales[size] = index == 0 ? sds[n] : 1;
                    active[size++] = n;
                }
                if (size == most || size > 0 && n == count - 1) {
                    integrate(size);
                    size = 0;
                }
            }
        }
    }

    private static int ruleIndex(double steepness, double sd) {
        if (steepness * sd <= MOST_SMOOTH) {
            return 0;
        }
        int index = 1;
        while (index < RULES - 1 && !(steepness <= 1 << index)) {
            index++;
        }
        return index;
    }

    /** Integrates over the effects of the first {@code size} active levels by the rule. */
    private void integrate(int size) {
        int nodes = rule.nodes().length;
        if (masses.length < size * nodes) {
            masses = new double[size * nodes];
            moments = new double[size * nodes];
            shifted = new double[size * nodes];
        }
        Arrays.fill(masses, 0, size * nodes, 0.0);
        int pieces = forEachPiece(size, used -> {
            for (int from = 0; from < nodes; from += TOGETHER) {
                evaluateAtNodes(from, used);
                addLogs(from, used, size);
            }
        });
        normaliseMasses(size);
        forEachPiece(size, used -> {
            Arrays.fill(expected, 0, used, 0.0);
            Arrays.fill(covariance, 0, used, 0.0);
            for (int from = 0; from < nodes; from += TOGETHER) {
                if (pieces > 1 || nodes > TOGETHER) {
                    evaluateAtNodes(from, used);
                }
                addSlopes(from, used, size);
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
                owners[used] = a;
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

    /**
     * Finds the modes by Newton steps within bounds on either side of each mode. The longest step doubles where a step
     * would be longer, so that a row of a large factor does not hold up the others of its level. A level without a mode
     * counts as failed.
     */
    private void searchModes() {
        for (int n = 0; n < count; n++) {
            int g = levels[n];
            double largest = 0;
            for (int at = room.first[g]; at < room.first[g + 1]; at++) {
                largest = Math.max(largest, Math.abs(factor(n, at)));
            }
            longest[n] = LONGEST_STEP / largest;
            steepness[n] = largest;
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
            forEachPiece(left, this::addLossSlopes);
            int kept = 0;
            for (int a = 0; a < left; a++) {
                if (moveMode(active[a]) >= CLOSE) {
                    active[kept++] = active[a];
                }
            }
            left = kept;
        }
        for (int a = 0; a < left; a++) {
            room.failed[levels[active[a]]] = true;
        }
    }

    /** Adds slopes and curvatures of the rows' losses at the modes to those of their levels. */
    private void addLossSlopes(int used) {
        chunk.resize(used);
        for (int i = 0; i < used; i++) {
            int n = active[owners[i]];
            chunk.weight()[i] = room.weights[slots[i]];
            chunk.predictorMeans()[i] = room.centres[slots[i]] + factor(n, slots[i]) * room.modes[levels[n]];
            chunk.predictorCovariances()[i] = 0;
        }
        loss.writeExpectedMoments(kernel, chunk);
        for (int i = 0; i < used; i++) {
            int n = active[owners[i]];
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
        double newton = -slope[n] / curvature[n];
        double next = before + Math.max(-longest[n], Math.min(longest[n], newton));
        if (Math.abs(newton) > longest[n]) {
            longest[n] *= 2;
        }
        room.modes[g] = below[n] <= next && next <= above[n] ? next : 0.5 * (below[n] + above[n]);
        return Math.abs(room.modes[g] - before) / sds[n];
    }

    private int nodesFrom(int from) {
        return Math.min(TOGETHER, rule.nodes().length - from);
    }

    /** Evaluates the losses of a piece's rows at nodes from one on. */
    private void evaluateAtNodes(int from, int used) {
        points.moveTo(chunk.label(), 0, used, losses);
        for (int k = 0; k < nodesFrom(from); k++) {
            double z = rule.nodes()[from + k];
            int to = points.predictorOffset(k, 0);
            for (int i = 0; i < used; i++) {
                int n = active[owners[i]];
                double xi = room.modes[levels[n]] + scales[owners[i]] * z;
                points.predictors()[to + i] = room.centres[slots[i]] + factor(n, slots[i]) * xi;
            }
        }
        loss.evaluateAtDraws(kernel, points, 0, nodesFrom(from));
    }

    private void addLogs(int from, int used, int size) {
        for (int k = 0; k < nodesFrom(from); k++) {
            int at = points.predictorOffset(k, 0);
            for (int i = 0; i < used; i++) {
                masses[(from + k) * size + owners[i]] -= room.weights[slots[i]] * losses[at + i];
            }
        }
    }

    /** Turns logarithms at the nodes into masses, and computes the levels' values and moments. */
    private void normaliseMasses(int size) {
        int nodes = rule.nodes().length;
        double[] most = slope;
        Arrays.fill(most, 0, size, Double.NEGATIVE_INFINITY);
        for (int k = 0; k < nodes; k++) {
            double z = rule.nodes()[k];
            for (int a = 0; a < size; a++) {
                double xi = room.modes[levels[active[a]]] + scales[a] * z;
                masses[k * size + a] += 0.5 * (z * z - xi * xi);
                most[a] = Math.max(most[a], masses[k * size + a]);
            }
        }
        for (int k = 0; k < nodes; k++) {
            for (int a = 0; a < size; a++) {
                shifted[k * size + a] = masses[k * size + a] - most[a];
            }
        }
        kernel.exp(shifted, 0, nodes * size, masses);
        for (int a = 0; a < size; a++) {
            writeMoments(a, size, most[a]);
        }
    }

    private void writeMoments(int a, int size, double most) {
        double sum = 0;
        double first = 0;
        double second = 0;
        for (int k = 0; k < rule.nodes().length; k++) {
            double z = rule.nodes()[k];
            double mass = rule.weights()[k] * masses[k * size + a];
            masses[k * size + a] = mass;
            sum += mass;
            first += mass * z;
            second += mass * z * z;
        }
        first /= sum;
        double spread = second / sum - first * first;
        for (int k = 0; k < rule.nodes().length; k++) {
            double mass = masses[k * size + a] / sum;
            masses[k * size + a] = mass;
            moments[k * size + a] = mass * scales[a] * (rule.nodes()[k] - first);
        }
        int g = levels[active[a]];
        room.values[g] = most + Math.log(sum * scales[a]);
        room.failed[g] |= !Double.isFinite(room.values[g]) || !(spread > 0);
        room.unknowns[room.unknownAt(g)] = room.modes[g] + scales[a] * first;
        room.roots[room.rootAt[g]] = scales[a] * Math.sqrt(spread);
    }

    /** Adds to the rows' expected slopes and their covariances with ξ those of nodes from one on. */
    private void addSlopes(int from, int used, int size) {
        for (int k = 0; k < nodesFrom(from); k++) {
            int at = points.predictorOffset(k, 0);
            for (int i = 0; i < used; i++) {
                int place = (from + k) * size + owners[i];
                // A node without mass may have an infinite slope
                double own = masses[place] > 0 ? points.slopes()[at + i] : 0;
                expected[i] += masses[place] * own;
                covariance[i] += moments[place] * own;
            }
        }
    }

    /** Writes the moments of the rows' linear predictors and their sites. */
    private void writeSites(int used) {
        for (int i = 0; i < used; i++) {
            int n = active[owners[i]];
            int at = slots[i];
            int g = levels[n];
            double f = factor(n, at);
            double sd = room.roots[room.rootAt[g]];
            double weight = room.weights[at];
            room.failed[g] |= !Double.isFinite(expected[i]);
            // A row that hardly has the effect keeps the curvature at its linear predictor
            double precision =
                    Math.abs(f) * sd < LEAST_CHANGE ? room.precisions[at] : weight * covariance[i] / (f * sd * sd);
            double moved = f * room.unknowns[room.unknownAt(g)];
            room.means[at] = room.centres[at] + moved;
            room.variances[at] = f * f * sd * sd;
            room.turned[room.factorAt[g] + at - room.first[g]] = f * sd;
            room.precisions[at] = precision;
            room.shifts[at] = precision * moved - weight * expected[i];
        }
    }
}

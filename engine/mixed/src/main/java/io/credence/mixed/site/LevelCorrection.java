package io.credence.mixed.site;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.random.DigitalNormals;
import io.credence.random.RandomUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Difference of log p(y) from its value by expectation propagation. It is Σ over local levels of log E Π r_i, where the
 * expectation is over the normal linear predictors η of the level's rows, and r_i(η_i), of mean 1, is a row's
 * likelihood over its site. Levels are counted as if they were independent, which they are but for their common
 * coefficients. The mean of Π r_i − Σ (r_i − 1) over antithetic draws differs from it by noise of products of two rows
 * and more. Levels of many rows, where each row is nearly normal, add to second order Σ over pairs of γ₃γ₃′ρ³/6 +
 * γ₄γ₄′ρ⁴/24, with ρ the correlation of their linear predictors and γ the standardised cumulants of what each row's
 * site stands for (Opper, Paquet and Winther 2013, equation 25).
 */
final class LevelCorrection {

    /**
     * Largest number of rows of a level whose linear predictors are drawn together. Of larger levels, as many rows have
     * their pairs counted.
     */
    private static final int MOST_ROWS = 48;

    /**
     * Factor by which draws are wider than the normal density along the first row's linear predictor, since products
     * have heavy tails. For one effect, noise is 400 times less.
     */
    private static final double WIDER = 1.6;

    /**
     * Smallest share of a row's variance that the rows before it leave unknown; below it, the share counts as none.
     */
    private static final double LEAST_VARIANCE = 1e-9;

    /** Largest number of rows that are held before completed levels are added up: some 40 MB. */
    private static final int MOST_HELD = 100_000;

    private final int mostHeld;
    private final Map<Integer, LevelTerms> levels = new LinkedHashMap<>();
    private int held;
    private double settled;

    /**
     * Row of a level, with its part in the correlations of the level's linear predictors.
     *
     * @param localDirection entries of the row's linear predictor for independent standard normal numbers of its level
     * @param globalEntries entries for the global unknowns, in the order of the level's columns
     * @param globalCovarianceProduct covariance of the global unknowns times {@code globalEntries}
     * @param ratio ratio of the row's likelihood to its site
     */
    record RowTerms(
            double[] localDirection, double[] globalEntries, double[] globalCovarianceProduct, SiteRatio ratio) {

        private double correlation(RowTerms other) {
            double sum = Vectors.dot(localDirection, 0, other.localDirection, 0, localDirection.length)
                    + Vectors.dot(globalEntries, 0, other.globalCovarianceProduct, 0, globalEntries.length);
            return sum / (ratio.sd() * other.ratio.sd());
        }
    }

    private static final class LevelTerms {
        private final List<RowTerms> rows = new ArrayList<>();
        private long count;
    }

    LevelCorrection() {
        this(MOST_HELD);
    }

    LevelCorrection(int mostHeld) {
        this.mostHeld = mostHeld;
    }

    void add(int level, RowTerms row) {
        LevelTerms own = levels.computeIfAbsent(level, key -> new LevelTerms());
        own.count++;
        if (own.rows.size() < MOST_ROWS) {
            own.rows.add(row);
            held++;
        }
    }

    /**
     * Adds up and drops the rows of all levels but the last, where many rows are held. As a rule, rows of a level
     * follow each other; where they do not, their levels count as several.
     *
     * @param level level of the last row
     */
    void settleLevels(int level, RowLoss loss, DenseKernel kernel, int draws, long seed) {
        if (held <= mostHeld) {
            return;
        }
        LevelTerms last = levels.remove(level);
        settled = total(loss, kernel, draws, seed);
        levels.clear();
        held = 0;
        if (last != null) {
            levels.put(level, last);
            held = last.rows.size();
        }
    }

    /**
     * Sum of the correction over levels, nats.
     *
     * @param loss loss of the rows
     * @param draws number of draws of each level, an even number
     */
    double total(RowLoss loss, DenseKernel kernel, int draws, long seed) {
        DrawWorkspace work = new DrawWorkspace(loss, kernel, draws, seed);
        double total = settled;
        for (Map.Entry<Integer, LevelTerms> each : levels.entrySet()) {
            LevelTerms level = each.getValue();
            if (level.rows.size() > 1) {
                double drawn = level.count > MOST_ROWS ? Double.NaN : work.logMean(each.getKey(), level.rows);
                total += Double.isFinite(drawn) ? drawn : sumOfPairs(level);
            }
        }
        return total;
    }

    private static double sumOfPairs(LevelTerms level) {
        int kept = level.rows.size();
        double sum = 0;
        for (int i = 0; i < kept; i++) {
            for (int j = 0; j < i; j++) {
                sum += pair(level.rows.get(i), level.rows.get(j));
            }
        }
        double pairs = 0.5 * level.count * (level.count - 1);
        return sum * pairs / (0.5 * kept * (kept - 1));
    }

    private static double pair(RowTerms one, RowTerms other) {
        double correlation = one.correlation(other);
        double cube = correlation * correlation * correlation;
        return one.ratio.thirdCumulant() * other.ratio.thirdCumulant() * cube / 6
                + one.ratio.fourthCumulant() * other.ratio.fourthCumulant() * cube * correlation / 24;
    }

    /** Workspace for the draws of one level after the other. */
    private static final class DrawWorkspace {

        private final RowLoss loss;
        private final DenseKernel kernel;
        private final int draws;
        private final DigitalNormals normals;
        private final PredictorDraws points = new PredictorDraws(1, 1);
        private final double[] labels = new double[PredictorChunk.CAPACITY];
        private final double[] losses = new double[PredictorChunk.CAPACITY];
        private final double[] logRatios = new double[PredictorChunk.CAPACITY];
        private final double[] ratios = new double[PredictorChunk.CAPACITY];
        private final double[] z = new double[MOST_ROWS];
        private final double[] root = new double[MOST_ROWS * MOST_ROWS];
        private final double[] logs;
        private final double[] products;
        private final double[] weights;
        private final double[] singles;
        private double[] away = new double[0];

        DrawWorkspace(RowLoss loss, DenseKernel kernel, int draws, long seed) {
            this.loss = loss;
            this.kernel = kernel;
            this.draws = draws;
            this.normals = new DigitalNormals(seed, RandomUse.LEVEL_EFFECTS.firstAddressWord(), draws / 2, MOST_ROWS);
            this.logs = new double[draws];
            this.products = new double[draws];
            this.weights = new double[draws];
            this.singles = new double[draws];
        }

        /** Log mean of the product of ratios over draws; NaN where the draws are too few for a positive mean. */
        double logMean(int level, List<RowTerms> rows) {
            factorCorrelations(rows);
            draw(level, rows.size());
            Arrays.fill(logs, 0);
            Arrays.fill(singles, 0);
            int all = draws * rows.size();
            for (int begin = 0; begin < all; begin += PredictorChunk.CAPACITY) {
                addLogRatios(rows, begin, Math.min(PredictorChunk.CAPACITY, all - begin));
            }
            kernel.exp(logs, 0, draws, products);
            double sum = 0;
            for (int s = 0; s < draws; s++) {
                sum += weights[s] * (products[s] - 1 - singles[s]);
            }
            return Math.log1p(sum / draws);
        }

        /** Computes the Cholesky factor of the linear predictors' correlations, of less rank where rows are alike. */
        private void factorCorrelations(List<RowTerms> rows) {
            int n = rows.size();
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < i; j++) {
                    root[i * n + j] = rows.get(i).correlation(rows.get(j));
                }
                root[i * n + i] = 1;
            }
            Cholesky.semidefiniteRoot(root, 0, n, LEAST_VARIANCE, root);
        }

        /**
         * Draws linear predictors, in standard deviations from their means. The one of draw s and row i lies at s·n +
         * i.
         */
        private void draw(int level, int n) {
            if (away.length < draws * n) {
                away = new double[draws * n];
            }
            normals.moveTo(level);
            for (int pair = 0; pair < draws / 2; pair++) {
                normals.fill(pair, z, 0, n);
                double own = z[0];
                z[0] *= WIDER;
                double weight = WIDER * Math.exp(0.5 * (own - z[0]) * (own + z[0]));
                weights[2 * pair] = weight;
                weights[2 * pair + 1] = weight;
                for (int i = 0; i < n; i++) {
                    double move = Vectors.dot(root, i * n, z, i + 1);
                    away[2 * pair * n + i] = move;
                    away[(2 * pair + 1) * n + i] = -move;
                }
            }
        }

        private void addLogRatios(List<RowTerms> rows, int begin, int count) {
            int n = rows.size();
            for (int i = 0; i < count; i++) {
                SiteRatio ratio = rows.get((begin + i) % n).ratio;
                labels[i] = ratio.response().label();
                points.predictors()[i] = ratio.predictor(away[begin + i]);
            }
            points.moveTo(labels, 0, count, losses);
            loss.evaluateAtDraws(kernel, points, 0, 1);
            for (int i = 0; i < count; i++) {
                logRatios[i] = rows.get((begin + i) % n).ratio.log(away[begin + i], losses[i]);
                logs[(begin + i) / n] += logRatios[i];
            }
            kernel.exp(logRatios, 0, count, ratios);
            for (int i = 0; i < count; i++) {
                singles[(begin + i) / n] += ratios[i] - 1;
            }
        }
    }
}

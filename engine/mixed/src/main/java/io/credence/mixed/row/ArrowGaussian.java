package io.credence.mixed.row;

import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Triangular;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.SmoothMoments;
import io.credence.mixed.model.VarianceComponents;
import io.credence.prior.GaussianPrior;
import org.jspecify.annotations.Nullable;

/**
 * Gaussian posterior of all effects given variance components, whose precision has the shape of an arrow. With u = Ls
 * and s ~ N(0, I), the precision of (s, β) is LᵀHL + diag(I, P0) for sums of rows H. Local levels are eliminated
 * (Schur): A_g = C_gC_gᵀ of order k, X_g = C_g⁻¹B_g, and S = S_0 − Σ X_gᵀX_g over the global unknowns. Nothing is
 * divided by a standard deviation, which may be 0.
 */
public final class ArrowGaussian {

    private final ArrowStatistics statistics;
    private final VarianceComponents components;
    private final double scale;
    private final GaussianPrior prior;
    private final double[] roots;
    private final double[] reduced;
    private final int[] at;
    private final Cholesky schur;
    private final double[] mean;
    private final double logDeterminant;
    private final double quadratic;

    private ArrowGaussian(ArrowElimination from, Cholesky schur) {
        this.statistics = from.statistics();
        this.components = from.components();
        this.scale = from.scale();
        this.prior = from.prior();
        this.roots = from.localCholeskyFactors();
        this.reduced = from.reducedBlocks();
        this.at = from.reducedOffsets();
        this.schur = schur;
        double[] half = schur.solveFactor(from.shift());
        this.mean = schur.solveTransposed(half);
        double square = from.quadratic();
        for (double each : half) {
            square += each * each;
        }
        this.quadratic = square;
        this.logDeterminant = from.logDeterminant() + schur.logDeterminant();
    }

    /**
     * Computes the Gaussian under {@code components}.
     *
     * @param scale residual precision, by which the sums of rows are multiplied
     * @return null if the precision is not positive definite to the last bit, or not finite
     */
    public static @Nullable ArrowGaussian of(
            ArrowStatistics statistics, VarianceComponents components, double scale, DenseKernel kernel) {
        ArrowElimination elimination = new ArrowElimination(statistics, components, scale);
        if (!elimination.run()) {
            return null;
        }
        Cholesky schur = Cholesky.of(
                kernel, elimination.globalPrecision(), statistics.layout().globalCount());
        return schur == null ? null : new ArrowGaussian(elimination, schur);
    }

    public ArrowStatistics statistics() {
        return statistics;
    }

    public VarianceComponents components() {
        return components;
    }

    /** Prior of β given the variance components. */
    public GaussianPrior coefficientPrior() {
        return prior;
    }

    /** Moments of the coefficients of smooths. */
    public SmoothMoments smoothMoments() {
        return new SmoothMoments(statistics.layout().model(), prior, mean, schur.inverse());
    }

    /** Log-determinant of the precision of all effects and coefficients. */
    public double logDeterminant() {
        return logDeterminant;
    }

    /** Log-determinant of the precision of the effects given the fixed effects. */
    public double logDeterminantGivenFixed() {
        double sum = logDeterminant;
        int n = schur.order();
        for (int i = statistics.layout().globalRandomCount(); i < n; i++) {
            sum -= 2 * Math.log(schur.factor()[i * n + i]);
        }
        return sum;
    }

    /** Quadratic form hᵀ(precision)⁻¹h, with h the precision times the mean. */
    public double quadratic() {
        return quadratic;
    }

    /** Means of the global unknowns s and β. */
    public double[] globalMean() {
        return mean;
    }

    /** Factorisation of the precision of the global unknowns. */
    public Cholesky globalCholesky() {
        return schur;
    }

    /**
     * Index in {@link #reducedBlocks} of the first of the k × (global columns, then 1) numbers C⁻¹(B, h) of local level
     * number {@code g}.
     */
    public int reducedOffset(int g) {
        return at[g];
    }

    public double[] reducedBlocks() {
        return reduced;
    }

    /** Cholesky factors C of the precision of each local level's effects, k × k each. */
    public double[] localCholeskyFactors() {
        return roots;
    }

    /** Global columns of local level number {@code g}, which are as many as its width. */
    public int[] globalColumns(int g) {
        return globalColumns(statistics, g);
    }

    public static int[] globalColumns(ArrowStatistics statistics, int g) {
        EffectLayout layout = statistics.layout();
        SharedLevels shared = statistics.shared();
        int[] columns = new int[statistics.globalColumnCount(g)];
        int used = 0;
        for (int i = shared.begin(g); i < shared.end(g); i++) {
            int size = layout.otherEffects(shared.others()[i]).size();
            for (int t = 0; t < size; t++) {
                columns[used++] = shared.columns()[i] + t;
            }
        }
        for (int j = 0; j < layout.fixedEffectCount(); j++) {
            columns[used++] = layout.globalRandomCount() + j;
        }
        return columns;
    }

    /** Mean of the effects s of local level number {@code g}, k numbers. */
    public double[] localMean(int g) {
        int k = statistics.layout().localEffectsPerLevel();
        int[] columns = globalColumns(g);
        double[] m = new double[k];
        for (int t = 0; t < k; t++) {
            int row = at[g] + t * (columns.length + 1);
            m[t] = reduced[row + columns.length];
            for (int j = 0; j < columns.length; j++) {
                m[t] -= reduced[row + j] * mean[columns[j]];
            }
        }
        Triangular.solveTransposed(roots, g * k * k, k, m, 0, 1);
        return m;
    }

    /**
     * Expected weighted sum of squared residuals of rows with a normal response, E Σ w(y − η)² scale.
     *
     * @param response Σ w y²
     * @param moments second moments of the local effects
     */
    public double expectedSquaredResiduals(double response, LevelMoments moments) {
        int q = statistics.layout().globalRandomCount();
        double residual = scale * response - moments.shiftTimesMean();
        double unknowns =
                (double) statistics.localLevelCount() * statistics.layout().localEffectsPerLevel() + mean.length;
        double traced = moments.localTrace();
        double priorTerm = -moments.localSquares();
        double[] covariance = schur.inverse();
        for (int i = 0; i < mean.length; i++) {
            double own = i < q ? 1 : prior.precision()[i - q];
            double centre = i < q ? 0 : prior.mean()[i - q];
            traced += own * covariance[i * mean.length + i];
            priorTerm += own * (centre - mean[i]) * mean[i];
        }
        return residual + priorTerm + unknowns - traced;
    }

    /** Change of −2 log density of the prior from the mean to 0. */
    public double priorDevianceChange(LevelMoments moments) {
        int q = statistics.layout().globalRandomCount();
        double change = -moments.localSquares();
        for (int i = 0; i < mean.length; i++) {
            double own = i < q ? 1 : prior.precision()[i - q];
            double centre = i < q ? 0 : prior.mean()[i - q];
            change += own * (2 * centre - mean[i]) * mean[i];
        }
        return change;
    }
}

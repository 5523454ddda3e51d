package io.credence.fit.exact;

import io.credence.family.Blocks;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.linalg.Cholesky;
import io.credence.linalg.Products;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Triangular;
import io.credence.linalg.Vectors;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.PassStatistics;
import java.util.Arrays;

/**
 * Coordinates of full Gaussians in the frame of one of them, N(m0, (L0 L0ᵀ)⁻¹), which is N(0, I) there. A Gaussian has
 * m = m0 + L0⁻ᵀ u and S = L0⁻ᵀ C Cᵀ L0⁻¹ with C upper triangular, so that the precision has the Cholesky factor L0 C⁻ᵀ.
 * The vector is u, then the coordinates of Cᵀ as a {@linkplain Triangular log-Cholesky}: d + d(d+1)/2 numbers, all 0 at the origin. In
 * (m, C) the bound of a log-concave likelihood is concave (Challis and Barber 2013).
 *
 * @param origin Gaussian of the frame
 * @param sumsWhitenedRows whether passes sum over whitened rows, as they can with one linear predictor
 */
record FullGaussianCoordinates(FullGaussian origin, boolean sumsWhitenedRows) implements GaussianCoordinates {

    @Override
    public int length() {
        return origin.dimension() + Symmetric.packedLength(origin.dimension());
    }

    @Override
    public int logScaleIndex(int j) {
        return origin.dimension() + Triangular.index(j, j);
    }

    @Override
    public CurvatureForm form() {
        return sumsWhitenedRows ? CurvatureForm.WHITENED : CurvatureForm.FULL;
    }

    @Override
    public FullGaussianCoordinates recentred(GaussianPosterior here, PassStatistics sums, GaussianPrior prior) {
        return new FullGaussianCoordinates(here.blockGaussians().get(0), sumsWhitenedRows);
    }

    @Override
    public FullGaussian at(double[] x) {
        int d = origin.dimension();
        double[] mean = Vectors.plusScaled(origin.mean(), 1, origin.cholesky().solveTransposed(Arrays.copyOf(x, d)));
        return FullGaussian.ofFactor(
                origin.kernel(),
                mean,
                Products.times(origin.kernel(), origin.cholesky().factor(), d, d, relative(x), d));
    }

    /** Relative factor K = C⁻ᵀ, lower triangular: the precision's Cholesky factor is L0 K. */
    private double[] relative(double[] x) {
        int d = origin.dimension();
        double[] inverse = new double[d * d];
        origin.kernel().invertTriangular(Triangular.ofLogCholesky(x, d, d), d, inverse);
        return inverse;
    }

    @Override
    public Slope slope(double[] x, GaussianPosterior here, PassStatistics sums, GaussianPrior prior) {
        FullGaussian q = here.blockGaussians().get(0);
        double[] curvature = curvature(q, sums, prior);
        double[] local = localGradient(q, sums, prior);
        return new Slope(gradient(x, local, curvature), naturalGain(local, curvature));
    }

    /** Gradient in the mean, L⁻¹ g, in the frame in which the Gaussian of the pass is N(0, I). */
    private double[] localGradient(FullGaussian here, PassStatistics sums, GaussianPrior prior) {
        return sumsWhitenedRows
                ? Vectors.plusScaled(sums.gradient(), -1, here.cholesky().solveFactor(prior.gradient(here.mean())))
                : here.cholesky().solveFactor(Vectors.plusScaled(sums.gradient(), -1, prior.gradient(here.mean())));
    }

    /**
     * Curvature M = L⁻¹ T L⁻ᵀ in the frame in which the Gaussian of the pass is N(0, I), both triangles. The
     * objective's gradient in the covariance is half of M − I.
     */
    private double[] curvature(FullGaussian here, PassStatistics sums, GaussianPrior prior) {
        int d = here.dimension();
        double[] inverse = here.cholesky().inverseFactor();
        double[] ofRows = Symmetric.unpack(sums.curvature(), d);
        double[] curvature = sumsWhitenedRows ? ofRows : Products.congruence(origin.kernel(), inverse, ofRows, d);
        // Σ_j p_j f_j f_jᵀ over the columns f_j of L⁻¹ is the prior's part.
        double[] columns = Products.transposed(inverse, d, d);
        here.kernel().addWeightedGram(columns, 0, d, d, prior.precision(), curvature);
        addCoupling(inverse, prior, curvature);
        Symmetric.fillUpper(curvature, d);
        return curvature;
    }

    /** Adds L⁻¹ N L⁻ᵀ for the off-diagonal part N of the prior's precision. */
    private void addCoupling(double[] inverse, GaussianPrior prior, double[] curvature) {
        if (prior.isIndependent()) {
            return;
        }
        int d = prior.dimension();
        double[] coupling = Symmetric.unpack(prior.precisionInBlocks(Blocks.full(d)), d);
        for (int j = 0; j < d; j++) {
            coupling[j * d + j] = 0;
        }
        double[] local = Products.congruence(origin.kernel(), inverse, coupling, d);
        for (int e = 0; e < local.length; e++) {
            curvature[e] += local[e];
        }
    }

    /** Gradient in all coordinates: K (L⁻¹ g) in u and the upper triangle of K (M − I) in C. */
    private double[] gradient(double[] x, double[] local, double[] curvature) {
        int d = origin.dimension();
        double[] relative = relative(x);
        double[] less = curvature.clone();
        for (int i = 0; i < d; i++) {
            less[i * d + i] -= 1;
        }
        double[] inFactor = Products.times(origin.kernel(), relative, d, d, less, d);
        double[] gradient = Arrays.copyOf(Symmetric.multiply(relative, local), length());
        double[] inRoot = Triangular.gradientInLogCholesky(
                Products.transposed(inFactor, d, d), Triangular.ofLogCholesky(x, d, d), d);
        System.arraycopy(inRoot, 0, gradient, d, inRoot.length);
        return gradient;
    }

    /** Gain of a natural-gradient step, nats: ½ gᵀSg plus KL(S ‖ T⁻¹). */
    private double naturalGain(double[] local, double[] curvature) {
        int d = origin.dimension();
        Cholesky target = Cholesky.of(origin.kernel(), curvature, d);
        if (target == null) {
            return Double.POSITIVE_INFINITY;
        }
        double gain = 0.5 * Vectors.dot(local, local);
        for (int i = 0; i < d; i++) {
            double pivot = target.factor()[i * d + i];
            gain += 0.5 * (pivot - 1) * (pivot + 1) - Math.log(pivot);
            for (int j = 0; j < i; j++) {
                gain += 0.5 * target.factor()[i * d + j] * target.factor()[i * d + j];
            }
        }
        return gain;
    }
}

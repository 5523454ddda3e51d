package io.credence.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianStructure;
import io.credence.family.law.DispersionPosterior;
import io.credence.prior.GaussianPrior;
import io.credence.testkit.TestSeed;
import java.util.Random;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.junit.jupiter.api.Test;

/** Linear models whose posterior is known in closed form, or by coordinate updates written down independently. */
class ConjugateTest {

    private static final int N = 60;
    private static final int D = 5;
    private final Random random = new Random(TestSeed.get());
    private final Rows rows = responses(Rows.normal(N, D, random));
    private final RealMatrix x = new Array2DRowRealMatrix(rows.features());
    private final RealVector y = new ArrayRealVector(rows.labels());

    private Rows responses(Rows features) {
        double[] labels = new double[N];
        for (int i = 0; i < N; i++) {
            labels[i] = features.predictor(i, new double[] {2, -1, 0.5, 0, 3}) + 1.5 * random.nextGaussian();
        }
        return features.withLabels(labels);
    }

    @Test
    void knownVariance_posteriorIsTheClosedForm() {
        double variance = 2.25;
        double priorVariance = 5;
        ExactProblem problem = ExactProblem.withKnownDispersion(
                Fits.likelihood("gaussian"), GaussianPrior.of(D, 0.3, Math.sqrt(priorVariance)), variance);
        FitResult result = Fits.converged(problem, FitSettings.of(GaussianStructure.FULL), rows.blocks(3, 7));

        RealMatrix precision = x.transpose()
                .multiply(x)
                .scalarMultiply(1 / variance)
                .add(MatrixUtils.createRealIdentityMatrix(D).scalarMultiply(1 / priorVariance));
        RealMatrix covariance = new CholeskyDecomposition(precision).getSolver().getInverse();
        RealVector mean = covariance.operate(
                x.transpose().operate(y).mapDivide(variance).add(new ArrayRealVector(D, 0.3 / priorVariance)));
        FullGaussian q = (FullGaussian) result.posterior();
        for (int i = 0; i < D; i++) {
            assertEquals(mean.getEntry(i), q.mean()[i], 1e-10);
            for (int j = 0; j < D; j++) {
                assertEquals(covariance.getEntry(i, j), q.covariance()[i * D + j], 1e-10);
            }
        }
        assertEquals(logEvidence(variance, priorVariance), elbo(result), 1e-9);
    }

    /** log N(y; X·0.3, σ²I + 5XXᵀ): for the exact posterior the bound is the evidence itself. */
    private double logEvidence(double variance, double priorVariance) {
        RealMatrix marginal = x.multiply(x.transpose())
                .scalarMultiply(priorVariance)
                .add(MatrixUtils.createRealIdentityMatrix(N).scalarMultiply(variance));
        CholeskyDecomposition factored = new CholeskyDecomposition(marginal);
        RealVector residual = y.subtract(x.operate(new ArrayRealVector(D, 0.3)));
        return -0.5
                * (N * Math.log(2 * Math.PI)
                        + Math.log(factored.getDeterminant())
                        + residual.dotProduct(factored.getSolver().solve(residual)));
    }

    @Test
    void knownVariance_diagonalHasTheExactMeanAndTheInverseOfThePrecisionsDiagonal() {
        ExactProblem problem = ExactProblem.withKnownDispersion(
                Fits.likelihood("gaussian"), GaussianPrior.of(D, 0, Math.sqrt(5)), 2.25);
        FitSettings settings = FitSettings.of(GaussianStructure.DIAGONAL).withTolerance(1e-14);
        DiagonalGaussian q = (DiagonalGaussian)
                Fits.converged(problem, settings, rows.blocks(1, 100)).posterior();
        RealMatrix precision = x.transpose()
                .multiply(x)
                .scalarMultiply(1 / 2.25)
                .add(MatrixUtils.createRealIdentityMatrix(D).scalarMultiply(0.2));
        RealVector mean = new CholeskyDecomposition(precision)
                .getSolver()
                .solve(x.transpose().operate(y).mapDivide(2.25));
        for (int j = 0; j < D; j++) {
            assertEquals(mean.getEntry(j), q.mean()[j], 1e-6 * q.sd()[j]);
            assertEquals(precision.getEntry(j, j), q.precision()[j], 1e-10);
        }
    }

    @Test
    void unknownVariance_isTheFixedPointOfTheCoordinateUpdates() {
        DispersionPosterior.InverseGamma prior = new DispersionPosterior.InverseGamma(3, 1);
        ExactProblem problem = ExactProblem.withEstimatedDispersion(
                Fits.likelihood("gaussian"), GaussianPrior.of(D, 0, Math.sqrt(5)), prior);
        FitSettings settings = FitSettings.of(GaussianStructure.FULL).withTolerance(1e-14);
        FitResult result = Fits.converged(problem, settings, rows.blocks(2, 8));

        RealMatrix gram = x.transpose().multiply(x);
        RealVector cross = x.transpose().operate(y);
        double scale = 1;
        double shape = prior.shape() + 0.5 * N;
        RealMatrix covariance = MatrixUtils.createRealIdentityMatrix(D);
        RealVector mean = new ArrayRealVector(D);
        for (int iteration = 0; iteration < 500; iteration++) {
            double precision = shape / scale;
            covariance = new CholeskyDecomposition(gram.scalarMultiply(precision)
                            .add(MatrixUtils.createRealIdentityMatrix(D).scalarMultiply(0.2)))
                    .getSolver()
                    .getInverse();
            mean = covariance.operate(cross.mapMultiply(precision));
            RealVector residual = y.subtract(x.operate(mean));
            scale = prior.scale()
                    + 0.5
                            * (residual.dotProduct(residual)
                                    + gram.multiply(covariance).getTrace());
        }
        DispersionPosterior.InverseGamma factor = (DispersionPosterior.InverseGamma) result.dispersion();
        assertEquals(shape, factor.shape(), 1e-9);
        // A bound within 1e-12 nats leaves the flat direction of the scale sqrt(2e-12/shape) open, relatively.
        assertEquals(scale, factor.scale(), 1e-6 * scale);
        for (int j = 0; j < D; j++) {
            assertEquals(mean.getEntry(j), result.posterior().mean()[j], 1e-6);
            assertEquals(
                    Math.sqrt(covariance.getEntry(j, j)), result.posterior().sd()[j], 1e-6);
        }
    }

    private static double elbo(FitResult result) {
        Double elbo = result.elbo();
        return elbo == null ? Double.NaN : elbo;
    }
}

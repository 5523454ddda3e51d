package io.credence.fit;

import static io.credence.testkit.Close.assertWithin;

import io.credence.data.RowBlock;
import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.stochastic.StochasticAlgorithm;
import io.credence.loss.PredictorLoss;
import io.credence.objective.Objectives;
import io.credence.prior.GaussianPrior;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The EUBO's fit of independent coefficients to a normal regression with known noise, whose optimum is the exact posterior's
 * means and marginal standard deviations: where the ELBO's is too narrow.
 */
class InclusiveFitTest {

    private static final int ROWS = 40;
    private static final int COLUMNS = 4;

    /** A feature, and the same again with noise, so that coefficients are the more correlated the less there is of it. */
    private static Rows rows(double noise) {
        RandomArrays random = RandomArrays.of("inclusive");
        double[][] features = new double[ROWS][COLUMNS];
        double[] labels = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            double common = random.normals(1)[0];
            double[] own = random.normals(COLUMNS);
            labels[i] = common + random.normals(1)[0];
            for (int j = 0; j < COLUMNS; j++) {
                features[i][j] = common + noise * own[j];
            }
        }
        return new Rows(features, labels);
    }

    private static RealMatrix covariance(Rows rows) {
        RealMatrix x = new Array2DRowRealMatrix(rows.features());
        RealMatrix precision = x.transpose().multiply(x);
        for (int j = 0; j < COLUMNS; j++) {
            precision.addToEntry(j, j, 1);
        }
        return new LUDecomposition(precision).getSolver().getInverse();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 0.3})
    void independentCoefficients_haveTheExactMarginals(double noise) {
        Rows rows = rows(noise);
        RealMatrix covariance = covariance(rows);
        double[] mean = covariance.operate(
                new Array2DRowRealMatrix(rows.features()).transpose().operate(rows.labels()));
        GaussianPosterior found = fit(rows.blocks(2, 16));
        for (int j = 0; j < COLUMNS; j++) {
            double sd = Math.sqrt(covariance.getEntry(j, j));
            assertWithin("mean in sds", 0, (found.mean()[j] - mean[j]) / sd, 0.1);
            assertWithin("log sd", 0, Math.log(found.sd()[j] / sd), 0.1);
        }
    }

    private static GaussianPosterior fit(List<List<RowBlock>> blocks) {
        GaussianPrior prior = GaussianPrior.of(COLUMNS, 0, 1);
        PredictorLoss loss = new PredictorLoss(Fits.likelihood("gaussian"), COLUMNS, new DispersionPosterior.Known(1));
        double[] precision = new double[COLUMNS];
        Arrays.fill(precision, ROWS);
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            return (GaussianPosterior) StochasticAlgorithm.of(new FitSetup(
                            Problem.of(loss, prior, null).with(Objectives.named("eubo", Map.of())),
                            DrawFits.settings(GaussianStructure.DIAGONAL),
                            SamplingSettings.DEFAULT,
                            any -> new DiagonalGaussian(new double[COLUMNS], precision),
                            backend,
                            Fits.KERNEL))
                    .fit()
                    .posterior();
        }
    }
}

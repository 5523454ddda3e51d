package io.credence.gradient;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.statistics.PassStatistics;
import io.credence.testkit.Naive;

/** The sums of a pass, one row at a time by their definition. */
public final class NaivePass {

    private final RowLoss loss;
    private final double[] mean;
    private final double[] covariance;
    private final int k;
    private final double[] totals;
    private double weight;
    private double value;
    private double variance;
    private double rowCurvature;
    private double leverage;
    private final double[] gradient;
    private final double[] curvature;

    private NaivePass(RowLoss loss, double[] mean, double[] covariance) {
        this.loss = loss;
        this.mean = mean;
        this.covariance = covariance;
        this.k = loss.predictorCount();
        this.totals = new double[loss.dispersionTotalCount()];
        this.gradient = new double[mean.length];
        this.curvature = new double[mean.length * mean.length];
    }

    public static NaivePass over(RandomRows rows, RowLoss loss, double[] mean, double[] covariance) {
        NaivePass sums = new NaivePass(loss, mean, covariance);
        for (int i = 0; i < rows.rows(); i++) {
            sums.add(rows, i);
        }
        return sums;
    }

    /** Row x as the coefficients of predictor {@code a} see it: x at a·columns, zero elsewhere. */
    private double[] spread(double[] x, int a) {
        double[] spread = new double[mean.length];
        System.arraycopy(x, 0, spread, a * x.length, x.length);
        return spread;
    }

    private void add(RandomRows rows, int i) {
        double w = rows.weights()[i];
        PredictorChunk chunk = new PredictorChunk(k, totals);
        chunk.resize(1);
        chunk.label()[0] = rows.labels()[i];
        chunk.weight()[0] = w;
        for (int a = 0; a < k; a++) {
            double[] xa = spread(rows.x()[i], a);
            chunk.predictorMeans()[a] = Naive.dot(xa, mean) + rows.offsets()[i];
            for (int b = 0; b < k; b++) {
                chunk.predictorCovariances()[a * k + b] = Naive.form(xa, covariance, spread(rows.x()[i], b));
            }
            variance += w * chunk.predictorCovariances()[a * k + a];
        }
        loss.writeExpectedMoments(JavaDenseKernel.INSTANCE, chunk);
        weight += w;
        value += w * chunk.moments().value()[0];
        rowCurvature += w * chunk.moments().curvature()[0];
        for (int a = 0; a < k; a++) {
            for (int b = 0; b < k; b++) {
                addOuter(rows.x()[i], a, b, w, chunk);
                leverage += w * chunk.moments().curvature()[a * k + b] * chunk.predictorCovariances()[a * k + b];
            }
        }
    }

    private void addOuter(double[] x, int a, int b, double w, PredictorChunk chunk) {
        int d = mean.length;
        for (int j = 0; j < x.length; j++) {
            gradient[a * x.length + j] += b == 0 ? w * chunk.moments().slope()[a] * x[j] : 0;
            for (int l = 0; l < x.length; l++) {
                curvature[(a * x.length + j) * d + b * x.length + l] +=
                        w * chunk.moments().curvature()[a * k + b] * x[j] * x[l];
            }
        }
    }

    /** The curvature in the form in which a pass brings it home. */
    public double[] curvature(CurvatureForm form) {
        int d = mean.length;
        return switch (form) {
            case NONE -> new double[0];
            case FULL, WHITENED -> Symmetric.pack(curvature, d);
            case DIAGONAL -> {
                double[] diagonal = new double[d];
                for (int j = 0; j < d; j++) {
                    diagonal[j] = curvature[j * d + j];
                }
                yield diagonal;
            }
            case PRODUCT -> throw new IllegalArgumentException("a product needs a direction");
        };
    }

    public void assertMatches(String what, long rows, CurvatureForm form, PassStatistics actual, double tolerance) {
        assertEquals(rows, actual.rows(), what);
        assertClose(what + " weight", weight, actual.weight(), tolerance);
        assertClose(what + " value", value, actual.expectedLoss(), tolerance);
        assertClose(what + " variance", variance, actual.predictorVariance(), tolerance);
        assertClose(what + " row curvature", rowCurvature, actual.predictorCurvature(), tolerance);
        assertClose(what + " leverage", leverage, actual.totalLeverage(), tolerance);
        assertClose(what + " gradient", gradient, actual.gradient(), tolerance);
        assertClose(what + " curvature", curvature(form), actual.curvature(), tolerance);
        assertClose(what + " totals", totals, actual.dispersionTotals(), tolerance);
    }
}

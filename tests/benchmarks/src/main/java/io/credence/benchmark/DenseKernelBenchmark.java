package io.credence.benchmark;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.linalg.Moments;
import io.credence.quadrature.QuadratureRule;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The kernel's hot calls on one chunk of 512 rows, and the driver's factorisation, on one thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DenseKernelBenchmark {

    private static final int ROWS = 512;

    @Param({"java", "native"})
    private String implementation = "java";

    @Param({"50", "200", "1000"})
    private int columns = 50;

    private DenseKernel kernel;
    private double[] x;
    private float[] single;
    private double[] weights;
    private double[] factor;
    private double[] gram;
    private double[] precision;
    private double[] out;
    private Moments moments;
    private final QuadratureRule rule = QuadratureRule.gaussHermite(5);

    /** Random rows, and a well-conditioned precision. */
    @Setup
    public void fill() {
        kernel = Kernels.named(implementation);
        Random random = new Random(1);
        x = random.doubles((long) ROWS * columns, -1, 1).toArray();
        single = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            single[i] = (float) x[i];
        }
        weights = random.doubles(ROWS, 0.1, 1).toArray();
        gram = new double[columns * columns];
        precision = new double[columns * columns];
        kernel.addWeightedGram(x, 0, ROWS, columns, weights, precision);
        for (int j = 0; j < columns; j++) {
            precision[j * columns + j] += columns;
        }
        factor = precision.clone();
        kernel.cholesky(factor, columns);
        out = new double[ROWS];
        moments = Moments.ofCapacity(ROWS);
    }

    /** Weighted Gram matrix, double. */
    @Benchmark
    public double[] gramDouble() {
        kernel.addWeightedGram(x, 0, ROWS, columns, weights, gram);
        return gram;
    }

    /** Weighted Gram matrix, float. */
    @Benchmark
    public double[] gramFloat() {
        kernel.addWeightedGram(single, 0, ROWS, columns, weights, gram);
        return gram;
    }

    /** Row variances, double. */
    @Benchmark
    public double[] variancesDouble() {
        kernel.squaredNorms(x, 0, ROWS, columns, factor, out);
        return out;
    }

    /** Row variances, float. */
    @Benchmark
    public double[] variancesFloat() {
        kernel.squaredNorms(single, 0, ROWS, columns, factor, out);
        return out;
    }

    /** Linear predictors, double. */
    @Benchmark
    public double[] multiplyDouble() {
        kernel.multiply(x, 0, ROWS, columns, factor, out);
        return out;
    }

    /** Cholesky factorisation of the driver. */
    @Benchmark
    public int cholesky() {
        return kernel.cholesky(precision.clone(), columns);
    }

    /** Softplus at five nodes for each row. */
    @Benchmark
    public Moments softplus() {
        kernel.softplus(out, weights, 0, ROWS, rule.nodes(), rule.weights(), moments);
        return moments;
    }
}

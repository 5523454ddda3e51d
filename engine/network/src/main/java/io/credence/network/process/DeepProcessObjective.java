package io.credence.network.process;

import io.credence.autodiff.Matrix;
import io.credence.autodiff.MatrixTape;
import io.credence.divergence.Divergence;
import io.credence.linalg.DenseKernel;
import io.credence.network.dense.BatchObjective;
import io.credence.network.dense.LayerSums;
import io.credence.network.dense.NetworkObjective;
import io.credence.network.row.NetworkRows;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.util.Arrays;
import java.util.List;

/** Objective of a deep Gaussian process on a batch, with its gradient. Not thread-safe. */
final class DeepProcessObjective implements BatchObjective {

    /** Size of the natural-gradient steps. */
    private static final double NATURAL_STEP = 0.1;

    private final DeepProcessShape shape;
    private final int draws;
    private final NetworkObjective objective;
    private final long seed;
    private final DeepProcessTape process;
    private final List<Divergence> divergences;
    private final double naturalFactor;

    DeepProcessObjective(DeepProcessProblem problem, DenseKernel kernel) {
        this.shape = problem.shape();
        this.draws = problem.draws();
        this.objective = problem.objective();
        this.seed = problem.seed();
        this.process = new DeepProcessTape(shape, kernel);
        this.divergences = DeepProcessProblem.layerDivergences(objective, shape.layers());
        // a divergence that counts the entropy w times takes shares of 1/w
        double entropyWeight = divergences.get(shape.layers() - 1).constantEntropyWeight();
        this.naturalFactor = NATURAL_STEP * objective.divergenceDivisor() / entropyWeight;
    }

    @Override
    public double evaluate(double[] values, NetworkRows.Batch batch, long step, double all, double[] gradient) {
        try {
            return evaluateDefinite(values, batch, step, all, gradient);
        } catch (ArithmeticException indefinite) {
            // a covariance of numbers that are lost: the epoch before is kept
            Arrays.fill(gradient, Double.NaN);
            return Double.NaN;
        }
    }

    /** Moves the posterior of the last layer by a natural gradient (Salimbeni, Eleftheriadis and Hensman 2018). */
    @Override
    public void moveByOwnRule(double[] values, double[] gradient, double rows) {
        List<DeepProcessShape.Layer> layers = shape.allLayers();
        DeepProcessShape.Layer last = layers.get(layers.size() - 1);
        NaturalStep.move(
                process.tape().kernel(), values, gradient, last.meansOffset(), last.inducing(), naturalFactor * rows);
    }

    private double evaluateDefinite(
            double[] values, NetworkRows.Batch batch, long step, double all, double[] gradient) {
        MatrixTape tape = process.tape();
        tape.clear();
        NetworkRows.Batch repeated = repeatRows(batch, draws);
        int columns = shape.columns();
        double[] x = new double[repeated.rows() * columns];
        for (int i = 0; i < repeated.rows(); i++) {
            for (int j = 0; j < columns; j++) {
                x[i * columns + j] = batch.features()[(j + 1) * batch.rows() + i / draws];
            }
        }
        Matrix rows = tape.constant(x, repeated.rows(), columns);
        List<ProcessLayer> layers = process.layers(values, true);
        DeepProcessTape.Outputs outputs = process.forward(layers, rows, layer -> normals(x.length, step, layer));
        Arrays.fill(gradient, 0);
        Matrix loss = loss(tape, values, outputs, repeated, gradient);
        Matrix divergence = process.divergence(layers, divergences);
        Matrix whole = tape.linearCombination(loss, 1 / (objective.divergenceDivisor() * all), divergence);
        tape.addGradient(whole, gradient);
        return whole.number();
    }

    private double[] normals(int count, long step, int layer) {
        return AddressedRandom.sequenceAfter(seed, RandomUse.NETWORK_UNITS.firstAddressWord(), step, layer)
                .normals(count);
    }

    /** Mean of the expected losses. The noise is on no tape; the slope in it goes into {@code gradient}. */
    private Matrix loss(
            MatrixTape tape,
            double[] values,
            DeepProcessTape.Outputs outputs,
            NetworkRows.Batch batch,
            double[] gradient) {
        int rows = batch.rows();
        LayerSums sums = new LayerSums(1, 1, rows);
        System.arraycopy(outputs.mean().values(), 0, sums.mean, 0, rows);
        System.arraycopy(outputs.variance().values(), 0, sums.covariance, 0, rows);
        double[] losses = new double[rows];
        objective
                .constantNoise()
                .expect(tape.kernel(), sums, batch, values, shape.logNoiseOffset(), double[]::new, losses, gradient);
        gradient[shape.logNoiseOffset()] /= rows;
        double sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += batch.weight()[i] * losses[i];
        }
        return tape.recordOperation(
                1,
                1,
                new double[] {sum / rows},
                slopes -> {
                    double[] intoMean = tape.slopes(outputs.mean());
                    double[] intoVariance = tape.slopes(outputs.variance());
                    for (int i = 0; i < rows; i++) {
                        intoMean[i] += slopes[0] * sums.meanSlope[i] / rows;
                        intoVariance[i] += slopes[0] * sums.covarianceSlope[i] / rows;
                    }
                },
                outputs.mean(),
                outputs.variance());
    }

    private static NetworkRows.Batch repeatRows(NetworkRows.Batch batch, int times) {
        int rows = batch.rows() * times;
        double[] label = new double[rows];
        double[] weight = new double[rows];
        Arrays.setAll(label, i -> batch.label()[i / times]);
        Arrays.setAll(weight, i -> batch.weight()[i / times]);
        return new NetworkRows.Batch(rows, batch.features(), batch.squares(), label, weight, new int[0]);
    }
}

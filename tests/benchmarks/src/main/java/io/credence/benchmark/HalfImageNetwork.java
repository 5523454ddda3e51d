package io.credence.benchmark;

import io.credence.autodiff.Matrix;
import io.credence.autodiff.MatrixReductions;
import io.credence.autodiff.MatrixTape;
import io.credence.linalg.Kernels;
import io.credence.risk.RowReduction;
import io.credence.update.Adam;
import io.credence.update.Optimizer;
import io.credence.update.OptimizerState;
import java.util.Arrays;
import java.util.Random;

/**
 * A network that predicts the pixels of one half of an image from the other's: dense layers of ReLU units with independent normal weights
 * under a standard normal prior, logits of zeros and ones as outputs. It minimises a risk of each row over draws of the weights plus
 * KL/(α n) (Futami et al. 2022, section 5.2). Not thread-safe.
 */
final class HalfImageNetwork {

    private static final int BATCH = 100;
    private static final double STEP = 0.01;

    private final int[] sizes;
    private final int weights;
    private final double[] values;
    private final Random random;
    private final MatrixTape tape = new MatrixTape(Kernels.best());
    private final MatrixReductions rows = new MatrixReductions(tape);

    /**
     * Before its first step.
     *
     * @param sizes numbers that come in, units of each hidden layer, numbers that come out
     */
    HalfImageNetwork(int[] sizes, long seed) {
        this.sizes = sizes.clone();
        this.random = new Random(seed);
        int d = 0;
        for (int l = 1; l < sizes.length; l++) {
            d += (sizes[l - 1] + 1) * sizes[l];
        }
        this.weights = d;
        this.values = new double[2 * d];
        Arrays.fill(values, d, 2 * d, -4);
        for (int l = 1, at = 0; l < sizes.length; l++) {
            at += sizes[l];
            for (int j = 0; j < sizes[l - 1] * sizes[l]; j++, at++) {
                values[at] = Math.sqrt(2.0 / sizes[l - 1]) * random.nextGaussian();
            }
        }
    }

    /** Goes over the rows {@code epochs} times by Adam, whose steps fall by half a cosine. */
    void train(double[][] in, double[][] out, RowReduction risk, int draws, double alpha, int epochs) {
        Optimizer adam = Adam.DEFAULT;
        OptimizerState memory = OptimizerState.NONE;
        int[] order = new int[in.length];
        Arrays.setAll(order, i -> i);
        int steps = epochs * (in.length / BATCH);
        for (int step = 0; step < steps; step++) {
            int first = step * BATCH % (in.length / BATCH * BATCH);
            if (first == 0) {
                shuffle(order);
            }
            double[] gradient =
                    gradient(batch(in, order, first), batch(out, order, first), risk, draws, 1 / (alpha * in.length));
            for (int j = 0; j < gradient.length; j++) {
                gradient[j] = -gradient[j];
            }
            double size = STEP * 0.5 * (1 + Math.cos(Math.PI * step / steps));
            Optimizer.Move move = adam.move(gradient, memory, size);
            memory = move.optimizerState();
            for (int j = 0; j < values.length; j++) {
                values[j] += move.parameterChange()[j];
            }
        }
    }

    private void shuffle(int[] order) {
        for (int i = order.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int kept = order[i];
            order[i] = order[other];
            order[other] = kept;
        }
    }

    private static double[] batch(double[][] rows, int[] order, int first) {
        int columns = rows[0].length;
        double[] batch = new double[BATCH * columns];
        for (int i = 0; i < BATCH; i++) {
            System.arraycopy(rows[order[first + i]], 0, batch, i * columns, columns);
        }
        return batch;
    }

    private double[] gradient(double[] in, double[] out, RowReduction risk, int draws, double share) {
        tape.clear();
        Matrix x = tape.constant(in, BATCH, sizes[0]);
        Matrix y = tape.constant(out, BATCH, sizes[sizes.length - 1]);
        Matrix[] losses = new Matrix[draws];
        double[] all = new double[draws * BATCH];
        for (int s = 0; s < draws; s++) {
            losses[s] = losses(logits(x, true), y);
            System.arraycopy(losses[s].values(), 0, all, s * BATCH, BATCH);
        }
        double[] slope = new double[all.length];
        double sum = 0;
        for (int i = 0; i < BATCH; i++) {
            sum += risk.reduce(all, i, BATCH, draws, slope);
        }
        Matrix mean = tape.recordOperation(
                1,
                1,
                new double[] {sum / BATCH},
                slopes -> {
                    for (int s = 0; s < draws; s++) {
                        double[] into = tape.slopes(losses[s]);
                        for (int i = 0; i < BATCH; i++) {
                            into[i] += slopes[0] * slope[s * BATCH + i] / BATCH;
                        }
                    }
                },
                losses);
        double[] gradient = new double[values.length];
        tape.addGradient(mean, gradient);
        for (int j = 0; j < weights; j++) {
            gradient[j] += share * values[j];
            gradient[weights + j] += share * (Math.exp(2 * values[weights + j]) - 1);
        }
        return gradient;
    }

    /** Outputs of rows at a new draw of the weights. */
    private Matrix logits(Matrix x, boolean learned) {
        Matrix now = x;
        for (int l = 1, at = 0; l < sizes.length; l++) {
            Matrix bias = drawn(at, 1, sizes[l], learned);
            at += sizes[l];
            Matrix weight = drawn(at, sizes[l - 1], sizes[l], learned);
            at += sizes[l - 1] * sizes[l];
            now = rows.addRow(tape.product(now, weight), bias);
            now = l < sizes.length - 1 ? tape.relu(now) : now;
        }
        return now;
    }

    private Matrix drawn(int offset, int count, int columns, boolean learned) {
        double[] noise = new double[count * columns];
        Arrays.setAll(noise, j -> random.nextGaussian());
        if (learned) {
            Matrix sd = tape.exp(tape.variable(values, weights + offset, count, columns));
            return tape.linearCombination(
                    tape.variable(values, offset, count, columns),
                    1,
                    tape.times(sd, tape.constant(noise, count, columns)));
        }
        Arrays.setAll(noise, j -> values[offset + j] + Math.exp(values[weights + offset + j]) * noise[j]);
        return tape.constant(noise, count, columns);
    }

    /** −log p of each row, Σ log(1 + eᶻ) − y z. */
    private Matrix losses(Matrix logits, Matrix y) {
        Matrix normalizers =
                tape.map(logits, z -> Math.max(0, z) + Math.log1p(Math.exp(-Math.abs(z))), (z, v) -> 1 - Math.exp(-v));
        return rows.rowSums(tape.linearCombination(normalizers, -1, tape.times(y, logits)));
    }

    /** log E_q p of each row by so many draws of the weights. */
    double[] logDensities(double[][] in, double[][] out, int draws) {
        double[] largest = new double[in.length];
        double[] sums = new double[in.length];
        Arrays.fill(largest, Double.NEGATIVE_INFINITY);
        double[] x = Arrays.stream(in).flatMapToDouble(Arrays::stream).toArray();
        double[] y = Arrays.stream(out).flatMapToDouble(Arrays::stream).toArray();
        for (int s = 0; s < draws; s++) {
            tape.clear();
            Matrix losses = losses(
                    logits(tape.constant(x, in.length, sizes[0]), false),
                    tape.constant(y, in.length, sizes[sizes.length - 1]));
            for (int i = 0; i < sums.length; i++) {
                double value = -losses.values()[i];
                double top = Math.max(value, largest[i]);
                sums[i] = sums[i] * Math.exp(largest[i] - top) + Math.exp(value - top);
                largest[i] = top;
            }
        }
        Arrays.setAll(sums, i -> largest[i] + Math.log(sums[i] / draws));
        return sums;
    }

    /** KL(q‖π), nats. */
    double divergence() {
        double sum = 0;
        for (int j = 0; j < weights; j++) {
            double logSd = values[weights + j];
            sum += 0.5 * (values[j] * values[j] + Math.exp(2 * logSd) - 1) - logSd;
        }
        return sum;
    }

    /** Σ of the squares of the means of the weights, biases included. */
    double squares() {
        return Arrays.stream(values, 0, weights).map(w -> w * w).sum();
    }
}

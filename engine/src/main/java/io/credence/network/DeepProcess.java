package io.credence.network;

import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.linalg.DenseKernel;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.io.IOException;
import java.io.Serializable;

/**
 * A trained deep Gaussian process.
 *
 * @param units in which it sees rows
 * @param values parameters, as {@link DeepProcessShape} orders them
 * @param objective of the last epoch, nats a row
 * @param epochs done; fewer than requested where numbers of the next were not finite
 * @param seed of the fit
 */
public record DeepProcess(
        DeepProcessShape shape, Standardisation units, double[] values, double objective, int epochs, long seed)
        implements Serializable {

    /** Draws of the inner layers by which a row is predicted; the paper's. */
    private static final int DRAWS = 100;

    public DeepProcess {
        if (values.length != shape.parameters() || units.columns() != shape.columns() + 1) {
            throw new IllegalArgumentException("a deep process must have " + shape.parameters() + " parameters and "
                    + (shape.columns() + 1) + " columns but has " + values.length + " and " + units.columns());
        }
    }

    /**
     * What is known of a row's function value: an even mixture of normals, one for each draw of the inner layers, in the units of the labels.
     *
     * @param mean of each
     * @param variance of each, without noise
     * @param noise variance of a label around it
     */
    public record Mixture(double[] mean, double[] variance, double noise) {}

    /**
     * The predictions of a row.
     *
     * @param features in the units as given, a leading 1 included
     */
    public Mixture predict(DenseKernel kernel, double[] features) {
        if (features.length != units.columns()) {
            throw new IllegalArgumentException(
                    "a row must have " + units.columns() + " columns, found " + features.length);
        }
        double[] row = features.clone();
        units.standardise(row);
        DeepProcessTape of = new DeepProcessTape(shape, kernel);
        int draws = shape.layers() == 1 ? 1 : DRAWS;
        int columns = shape.columns();
        double[] x = new double[draws * columns];
        for (int s = 0; s < draws; s++) {
            System.arraycopy(row, 1, x, s * columns, columns);
        }
        DeepProcessTape.Outputs outputs =
                of.forward(values, of.tape().constant(x, draws, columns), layer -> normals(x.length, columns, layer));
        double sd = units.labelSd();
        double[] mean = new double[draws];
        double[] variance = new double[draws];
        for (int s = 0; s < draws; s++) {
            mean[s] = units.labelMean() + sd * outputs.mean().values()[s];
            variance[s] = sd * sd * outputs.variance().values()[s];
        }
        return new Mixture(mean, variance, sd * sd * Math.exp(2 * values[shape.noise()]));
    }

    private double[] normals(int count, int columns, int layer) {
        double[] normal = new double[count];
        for (int i = 0; i < count; i++) {
            normal[i] =
                    AddressedRandom.normal(seed, RandomUse.NETWORK_DRAWS.address(), layer, i / columns, i % columns);
        }
        return normal;
    }

    /** As bytes, in the form of checkpoints. */
    public byte[] write() {
        return StateWriter.write(this);
    }

    /**
     * From those bytes.
     *
     * @throws IOException if they are none
     */
    public static DeepProcess read(byte[] bytes) throws IOException {
        return StateReader.read(bytes, DeepProcess.class);
    }
}

package io.credence.network.process;

import io.credence.autodiff.Matrix;
import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.DenseKernel;
import io.credence.network.dense.NetworkModel;
import io.credence.network.result.HoldOutScores;
import io.credence.network.result.NetworkEnsemble;
import io.credence.network.result.PredictionDraws;
import io.credence.network.result.ResponsePosterior;
import io.credence.network.row.Standardisation;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Trained deep Gaussian process.
 *
 * @param units units in which the process takes rows
 * @param values parameters, as {@link DeepProcessShape} orders them
 * @param objective objective of the last epoch, nats a row
 * @param epochs number of epochs done; fewer than requested where numbers of the next were not finite
 * @param seed seed of the fit
 * @param heldOut scores of predictions of held-out rows, made when the process was trained on the others; null where
 *     none were held out
 */
public record DeepProcess(
        DeepProcessShape shape,
        Standardisation units,
        double[] values,
        double objective,
        int epochs,
        long seed,
        @Nullable HoldOutScores heldOut)
        implements ResponsePosterior {

    public DeepProcess {
        if (values.length != shape.parameterCount() || units.columns() != shape.columns() + 1) {
            throw new IllegalArgumentException("a deep process must have " + shape.parameterCount() + " parameters and "
                    + (shape.columns() + 1) + " columns but has " + values.length + " and " + units.columns());
        }
    }

    @Override
    public String family() {
        return "deep-process";
    }

    @Override
    public Likelihood likelihood() {
        return Likelihoods.named(NetworkModel.GAUSSIAN, 1, 0);
    }

    @Override
    public Map<String, Object> sizesByKey() {
        Map<String, Object> sizes = new LinkedHashMap<>();
        sizes.put("processes", shape.layers());
        sizes.put("inducing", shape.inducing());
        return sizes;
    }

    @Override
    public List<NetworkEnsemble.TrainedMember> members() {
        return NetworkEnsemble.TrainedMember.alone(values);
    }

    @Override
    public int parameterCount(NetworkEnsemble.TrainedMember member) {
        return values.length;
    }

    @Override
    public DeepProcessDraws standardisedDraws(DenseKernel kernel) {
        return new DeepProcessDraws(this, kernel);
    }

    @Override
    public String text() {
        return String.format(
                Locale.ROOT,
                "%s: a deep Gaussian process of %d columns, layers: %d, inducing inputs of each: %d",
                NetworkModel.GAUSSIAN,
                shape.columns(),
                shape.layers(),
                shape.inducing());
    }

    /** Writes the process as bytes, in the form of checkpoints. */
    public byte[] write() {
        return StateWriter.write(this);
    }

    /**
     * Reads a process from bytes.
     *
     * @throws IOException if they are not those of a process
     */
    public static DeepProcess read(byte[] bytes) throws IOException {
        return StateReader.read(bytes, DeepProcess.class);
    }

    /**
     * Predictions of rows under a deep Gaussian process, by draws of its inner layers. Parts that do not depend on
     * rows, such as factors of covariances of inducing inputs, are computed once. Not thread-safe.
     */
    static final class DeepProcessDraws implements PredictionDraws {

        /** Number of draws of the inner layers for predicting a row, as in the paper. */
        private static final int DRAWS = 100;

        private final DeepProcess process;
        private final DeepProcessTape rows;
        private final List<ProcessLayer> layers;
        private final List<double[]> normals = new ArrayList<>();
        private final int draws;
        private double[] mean = {};
        private double[] variance = {};

        /** Makes the draws of a process, which are the same for equal fits. */
        public DeepProcessDraws(DeepProcess process, DenseKernel kernel) {
            DeepProcessShape shape = process.shape();
            this.process = process;
            this.rows = new DeepProcessTape(shape, kernel);
            this.layers = new DeepProcessTape(shape, kernel).layers(process.values(), false);
            this.draws = shape.layers() == 1 ? 1 : DRAWS;
            for (int l = 0; l < shape.layers() - 1; l++) {
                double[] layer = new double[draws * shape.columns()];
                for (int i = 0; i < layer.length; i++) {
                    layer[i] = AddressedRandom.normal(
                            process.seed(),
                            RandomUse.NETWORK_DRAWS.firstAddressWord(),
                            l,
                            i / shape.columns(),
                            i % shape.columns());
                }
                normals.add(layer);
            }
        }

        @Override
        public int count() {
            return draws;
        }

        @Override
        public void moveTo(double[] row) {
            int columns = process.shape().columns();
            double[] x = new double[draws * columns];
            for (int s = 0; s < draws; s++) {
                System.arraycopy(row, 1, x, s * columns, columns);
            }
            rows.tape().clear();
            Matrix all = rows.tape().constant(x, draws, columns);
            DeepProcessTape.Outputs outputs = rows.forward(layers, all, normals::get);
            mean = outputs.mean().values();
            variance = outputs.variance().values();
        }

        @Override
        public double labelMean(int s) {
            return mean[s];
        }

        @Override
        public double variance(int s) {
            return variance[s];
        }

        @Override
        public double noiseVariance(int s) {
            return Math.exp(2 * process.values()[process.shape().logNoiseOffset()]);
        }
    }
}

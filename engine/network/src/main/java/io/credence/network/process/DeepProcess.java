package io.credence.network.process;

import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.DenseKernel;
import io.credence.network.dense.MemberKind;
import io.credence.network.dense.NetworkModel;
import io.credence.network.result.EpochPosterior;
import io.credence.network.result.HoldOutScores;
import io.credence.network.result.NetworkEnsemble;
import io.credence.network.row.Standardisation;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Trained deep Gaussian process.
 *
 * @param units units in which it takes rows
 * @param values parameters, as {@link DeepProcessShape} orders them
 * @param objective objective of the last epoch, nats a row
 * @param epochs number of epochs done; fewer than requested where numbers of the next were not finite
 * @param seed seed of the fit
 * @param heldOut scores of its predictions of rows held out, when it was trained on the others; null where none were
 */
public record DeepProcess(
        DeepProcessShape shape,
        Standardisation units,
        double[] values,
        double objective,
        int epochs,
        long seed,
        @Nullable HoldOutScores heldOut)
        implements EpochPosterior {

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
        return List.of(new NetworkEnsemble.TrainedMember(new MemberKind(false, 1), 1, values));
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
}

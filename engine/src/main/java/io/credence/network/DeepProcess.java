package io.credence.network;

import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import java.io.IOException;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A trained deep Gaussian process.
 *
 * @param units in which it sees rows
 * @param values parameters, as {@link DeepProcessShape} orders them
 * @param objective of the last epoch, nats a row
 * @param epochs done; fewer than requested where numbers of the next were not finite
 * @param seed of the fit
 * @param heldOut how well it predicted rows held out, when it was trained on the others; null where none were
 */
public record DeepProcess(
        DeepProcessShape shape,
        Standardisation units,
        double[] values,
        double objective,
        int epochs,
        long seed,
        @Nullable HeldOut heldOut)
        implements Serializable {

    public DeepProcess {
        if (values.length != shape.parameters() || units.columns() != shape.columns() + 1) {
            throw new IllegalArgumentException("a deep process must have " + shape.parameters() + " parameters and "
                    + (shape.columns() + 1) + " columns but has " + values.length + " and " + units.columns());
        }
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

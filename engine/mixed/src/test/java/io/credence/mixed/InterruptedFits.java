package io.credence.mixed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.fit.Algorithm;
import io.credence.fit.FitState;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/** Fits that are written down after some steps and go on elsewhere. */
public final class InterruptedFits {

    private InterruptedFits() {}

    /**
     * Asserts that a fit ends in the state of the whole one, bit for bit, however often it was interrupted.
     *
     * @param algorithms a new one for each part of the fit
     * @param steps after which it is interrupted, ascending
     */
    public static void endAs(FitState whole, Supplier<Algorithm> algorithms, int... steps) throws IOException {
        FitState state = algorithms.get().init();
        int done = 0;
        for (int after : steps) {
            Algorithm next = algorithms.get();
            for (; done < after; done++) {
                state = next.step(state);
            }
            state = StateReader.read(StateWriter.write(state), FitState.class);
        }
        Algorithm last = algorithms.get();
        FitState resumed = last.run(state, List.of());
        assertArrayEquals(StateWriter.write(whole), StateWriter.write(resumed));
        assertArrayEquals(
                algorithms.get().result(whole).posterior().parameters(),
                last.result(resumed).posterior().parameters());
    }
}

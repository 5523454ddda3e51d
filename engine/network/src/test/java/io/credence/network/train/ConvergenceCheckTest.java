package io.credence.network.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.network.result.HoldOutScores;
import io.credence.network.train.NetworkAlgorithm.ConvergenceCheck;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConvergenceCheckTest {

    /** Falls by a nat with every tenfold number of epochs up to that one. */
    private static List<Double> falling(int epochs, int until) {
        return IntStream.rangeClosed(1, epochs)
                .mapToObj(e -> -Math.log10(Math.min(e, until)))
                .toList();
    }

    private static HoldOutScores explaining(double nats) {
        return new HoldOutScores(50, new double[] {1}, nats - 2, 0.1, -2, List.of());
    }

    @ParameterizedTest(name = "{0} epochs of which {1} gain, columns explain {2} nats")
    @CsvSource({
        "100, 100, 1, false",
        "100, 100, 4, true",
        "100, 25, 1, true",
        "1000, 1000, 0.5, false",
        "1000, 200, 0, true",
        "1000, 300, 0, false",
        "4, 1, 1, true",
        "3, 1, 1, false"
    })
    void training_hasSettledWhereMoreOfItGainsLittle(int epochs, int until, double explained, boolean settled) {
        ConvergenceCheck found = ConvergenceCheck.of(falling(epochs, until), explaining(explained));
        assertEquals(settled, found.isSettled(), found.text());
    }

    @Test
    void withoutRowsHeldOut_aTenthOfANatARowIsLittle_orASmallShareOfMany() {
        List<Double> objectives = falling(100, 31);
        assertTrue(ConvergenceCheck.of(objectives, null).isSettled());
        assertEquals(false, ConvergenceCheck.of(falling(100, 100), null).isSettled());
        List<Double> ofImages = falling(100, 100).stream().map(x -> 100 + x).toList();
        assertTrue(ConvergenceCheck.of(ofImages, null).isSettled());
    }
}

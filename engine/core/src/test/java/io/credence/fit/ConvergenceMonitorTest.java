package io.credence.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.fit.ConvergenceMonitor.Advice;
import io.credence.fit.FitState.Phase;
import io.credence.schedule.Iterates;
import io.credence.testkit.TestSeed;
import io.credence.update.Updates;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When averaged iterates are taken for the answer. */
class ConvergenceMonitorTest {

    private static final ConvergenceMonitor MONITOR =
            new ConvergenceMonitor(SamplingSettings.Stop.DEFAULT, SamplingSettings.DEFAULT.update());

    /** Iterates of one parameter of standard deviation 1, whose mean moves so; its log sd and the bound stand in noise. */
    private static Iterates iterates(int count, String name, IntToDoubleFunction mean) {
        Random random = new Random(TestSeed.of(name));
        List<double[]> values = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            values.add(new double[] {mean.applyAsDouble(t), 0.001 * random.nextGaussian(), random.nextGaussian()});
        }
        return new Iterates(values);
    }

    private static Advice advice(Iterates iterates) {
        return MONITOR.assess(Phase.AVERAGE, iterates, 0, 1).advice();
    }

    @Test
    void noiseAroundAPlace_isAnAnswer() {
        Random random = new Random(TestSeed.of("noise"));
        assertEquals(Advice.ANSWER, advice(iterates(80, "noise", t -> 0.05 * random.nextGaussian())));
    }

    /** Independent noise of sd 0.45 takes (0.45/0.02)² steps to an error of 0.02, of which 200 may be left. */
    @Test
    void steps_thatAreLeft_areCounted() {
        Random random = new Random(TestSeed.of("patience"));
        Iterates noisy = iterates(160, "patience", t -> 0.45 * random.nextGaussian());
        ConvergenceMonitor.Verdict verdict = MONITOR.assess(Phase.AVERAGE, noisy, 0, 1);
        assertEquals(Advice.READ_MORE, verdict.advice());
        assertEquals((506 - 160) / 200.0, verdict.patienceRatio(), 0.9);
    }

    /** It moves by less than the standard error that is allowed, but is nowhere near where it goes. */
    @ParameterizedTest
    @ValueSource(ints = {40, 80, 160})
    void slowDrift_isNoAnswer(int count) {
        Random random = new Random(TestSeed.of("drift"));
        Iterates drifting = iterates(count, "drift", t -> 0.5 * Math.exp(-4e-4 * t) + 1e-5 * random.nextGaussian());
        assertTrue(drifting.spreads()[0] < 0.02, "it moves little");
        assertEquals(Advice.GO_ON, advice(drifting));
    }

    @Test
    void movesOfNoAccount_areNotWaitedFor() {
        assertEquals(Advice.ANSWER, advice(iterates(80, "still", t -> 1e-5 * t)));
    }

    @Test
    void shortFirstOrderSteps_areWatchedForLonger() {
        SamplingSettings.Update adam = SamplingSettings.Update.of(Updates.ADAM);
        ConvergenceMonitor watch = new ConvergenceMonitor(SamplingSettings.Stop.DEFAULT, adam);
        assertEquals(Advice.ANSWER, watch.assess(Phase.AVERAGE, still(40), 0, 1).advice());
        assertEquals(
                Advice.GO_ON, watch.assess(Phase.AVERAGE, still(40), 0, 0.25).advice());
        assertEquals(
                Advice.ANSWER, watch.assess(Phase.AVERAGE, still(160), 0, 0.25).advice());
    }

    @Test
    void longRuns_areLookedAtToTheEnd() {
        int looked = 0;
        for (int count = 3500; count <= 20_000; count += 500) {
            int from = count;
            boolean within = false;
            for (int c = from; c < from + 2000 && !within; c += 10) {
                within = MONITOR.assess(Phase.APPROACH, still(c), 0, 1).advice() != Advice.GO_ON;
            }
            looked += within ? 1 : 0;
        }
        assertEquals(34, looked);
    }

    /** Iterates that stand still. */
    private static Iterates still(int count) {
        return new Iterates(java.util.Collections.nCopies(count, new double[] {0, 0, 0}));
    }
}

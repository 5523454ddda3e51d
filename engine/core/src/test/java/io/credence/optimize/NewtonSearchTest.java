package io.credence.optimize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class NewtonSearchTest {

    private static final double[] START = {1, 2};

    private static NewtonSearch<double[], String> afterStep() {
        return NewtonSearch.<double[], String>beginningAt(new double[2])
                .accept(START, "known")
                .withTrial(new double[] {5, -2}, 1);
    }

    @Test
    void firstTrial_hasNoStepToHalve() {
        assertNull(NewtonSearch.halfwayBack(NewtonSearch.<double[], String>beginningAt(START)));
    }

    @Test
    void halving_goesBackToTheStart() {
        NewtonSearch<double[], String> half = NewtonSearch.halfwayBack(afterStep());
        assertArrayEquals(new double[] {3, 0}, half.trial());
        assertArrayEquals(START, half.start());
        assertEquals("known", half.evaluation());
        assertEquals(0.25, NewtonSearch.halfwayBack(half).share());
    }

    @Test
    void halving_ends() {
        NewtonSearch<double[], String> search = afterStep();
        int count = 0;
        for (NewtonSearch<double[], String> next = search; next != null; next = NewtonSearch.halfwayBack(next)) {
            search = next;
            count++;
        }
        assertEquals(41, count);
        assertEquals(NewtonSearch.LEAST_SHARE, search.share());
        assertFalse(search.mayBeShortened());
    }

    @Test
    void trial_liesAtTheLargestPossibleShare() {
        NewtonSearch<Double, String> search =
                NewtonSearch.<Double, String>beginningAt(0.0).accept(2.0, "known");
        NewtonSearch<Double, String> next = search.withLargestStep(1, share -> share > 0.3 ? null : 2 + share);
        assertEquals(2.25, next.trial());
        assertEquals(0.25, next.share());
        assertEquals(2.125, next.shortened(share -> 2 + share).trial());
        assertNull(search.withLargestStep(1, share -> null));
    }

    @Test
    void largestStep_endsAtTheLeastShare() {
        assertEquals(0.5, NewtonSearch.largestStep(4, 0.5, share -> share > 0.5 ? null : share));
        assertNull(NewtonSearch.largestStep(4, 0.5, share -> share > 0.25 ? null : share));
    }

    /** Slopes 3 and −1 along a step have their zero at three quarters of it. */
    @Test
    void stepBeyondTheZeroOfItsSlope_shortensTheNext() {
        double[] step = {1, 0};
        assertEquals(0.75, NewtonSearch.shareBySlopes(step, new double[] {3, 9}, new double[] {-1, 9}));
        assertEquals(1, NewtonSearch.shareBySlopes(step, new double[] {3, 9}, new double[] {1, -9}));
        assertEquals(1, NewtonSearch.shareBySlopes(step, new double[] {-3, 9}, new double[] {-1, 9}));
    }
}

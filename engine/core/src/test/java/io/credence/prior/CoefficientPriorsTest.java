package io.credence.prior;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.prior.CoefficientPriors.LaplaceDensity;
import io.credence.prior.CoefficientPriors.ShrinkageStudent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoefficientPriorsTest {

    private static final double[] THETA = {0.4, -1, 0.2, 3};

    private static CoefficientPrior prior(String kind, Map<String, ?> options, Integer... plain) {
        return CoefficientPriors.named(kind, options, 4, List.of(plain));
    }

    private static void refused(String kind, Map<String, ?> options, String message, Integer... plain) {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> prior(kind, options, plain));
        assertTrue(refusal.getMessage().contains(message), refusal.getMessage());
    }

    @Test
    void normal_isNormal() {
        CoefficientPrior prior = prior("normal", Map.of("mean", 1, "sd", 0.5));
        assertNull(prior.term());
        assertArrayEquals(new double[] {1, 1, 1, 1}, prior.normalPrior().mean());
        assertArrayEquals(new double[] {4, 4, 4, 4}, prior.normalPrior().precision());
    }

    @Test
    void laplaceWithAPlainIntercept_hasBothParts() {
        CoefficientPrior prior = prior("laplace", Map.of("scale", 0.5, "sd", 2), 0);
        assertNull(prior.nonCentredMap());
        assertArrayEquals(new double[] {0.25, 0, 0, 0}, prior.normalPrior().precision());
        assertNotNull(prior.term());
        LaplaceDensity law = new LaplaceDensity(0, 0.5);
        assertClose(
                "term",
                law.logDensity(-1) + law.logDensity(0.2) + law.logDensity(3),
                prior.term().logDensity(THETA),
                1e-14);
    }

    @Test
    void centredGroups_areGroupDensities() {
        Map<String, ?> options = Map.of("scale", 0.5, "groups", List.of(3));
        int[] at = {0, 2, 3};
        DensityTerm laplace = prior("laplace", options, 1).term();
        DensityTerm student = prior("student-t", options, 1).term();
        assertNotNull(laplace);
        assertNotNull(student);
        assertClose("laplace", new ShrinkageLaplace(at, 0, 0.5).logDensity(THETA), laplace.logDensity(THETA), 1e-14);
        assertClose("student", new ShrinkageStudent(at, 3, 0, 0.5).logDensity(THETA), student.logDensity(THETA), 1e-14);
    }

    @Test
    void nonCentredKinds_haveParametersOfTheirOwn() {
        CoefficientPrior laplace = prior("laplace", Map.of("nonCentred", true));
        assertNotNull(laplace.nonCentredMap());
        assertEquals(8, laplace.parameterCount());
        Map<String, ?> grouped = Map.of("nonCentred", true, "groups", List.of(4));
        assertEquals(5, prior("laplace", grouped).parameterCount());
        assertEquals(8, prior("student-t", Map.of("nonCentred", true)).parameterCount());
        assertEquals(9, prior("horseshoe", Map.of("globalScale", 0.1)).parameterCount());
        assertEquals(7, prior("horseshoe", Map.of("groups", List.of(2, 2))).parameterCount());
    }

    @Test
    void optionsAKindDoesNotKnow_areRefused() {
        refused("laplace", Map.of("degreesOfFreedom", 3), "does not know degreesOfFreedom");
        refused("laplace", Map.of("globalScale", 3), "does not know globalScale");
        refused("normal", Map.of("groups", List.of(4)), "does not know groups");
        refused("normal", Map.of("nonCentred", true), "does not know nonCentred");
        refused("half-cauchy", Map.of(), "unknown prior 'half-cauchy'");
        refused(
                "horseshoe",
                Map.of("scale", 1),
                "horseshoe does not know scale: required one of mean, sd, globalScale");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -2, Double.NaN})
    void numbersOutOfRange_areRefused(double number) {
        refused("normal", Map.of("sd", number), "sd of normal must be a number above 0, or auto but was " + number);
        refused("student-t", Map.of("degreesOfFreedom", number), "must be a number above 0");
        refused("laplace", Map.of("sd", number), "must be a number above 0", 0);
    }

    @Test
    void groupsThatDoNotAddUp_areRefused() {
        refused("laplace", Map.of("groups", List.of(2, 3)), "add up to the 4 coefficients but were [2, 3]");
        refused("laplace", Map.of("groups", List.of(5, -1)), "a list of whole numbers from 1");
        refused("laplace", Map.of(), "numbers from 0 to 3", 4);
        refused("laplace", Map.of(), "different numbers", 1, 1);
        refused("lasso", Map.of(), "unknown prior 'lasso'");
    }

    @Test
    void groups_skipPlainCoefficients() {
        ShrinkageBlocks groups = ShrinkageBlocks.of(6, List.of(0, 3), List.of(2, 2));
        assertArrayEquals(new int[] {-1, 0, 0, -1, 1, 1}, groups.blockOf());
        assertArrayEquals(new int[] {2, 2}, groups.blockSizes());
        assertArrayEquals(new int[] {0, 3}, groups.plainIndices());
        assertFalse(groups.areAllSingletons());
        assertTrue(ShrinkageBlocks.of(3, List.of(0, 1, 2), List.of()).areAllSingletons());
        assertEquals(0, ShrinkageBlocks.of(3, List.of(0, 1, 2), List.of()).blockCount());
    }
}

package io.credence.prior;

import static io.credence.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoefficientPriorsTest {

    private static final double[] THETA = {0.4, -1, 0.2, 3};
    private static final PriorOptions SCALED = PriorOptions.NONE.withScale(0.5);

    private static void refused(String kind, PriorOptions options, String message) {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> CoefficientPriors.named(kind, options, 4));
        assertTrue(refusal.getMessage().contains(message), refusal.getMessage());
    }

    @Test
    void normal_isNormal() {
        CoefficientPrior prior = CoefficientPriors.named("normal", SCALED.withMean(1), 3);
        assertNull(prior.term());
        assertArrayEquals(new double[] {1, 1, 1}, prior.normal().mean());
        assertArrayEquals(new double[] {4, 4, 4}, prior.normal().precision());
    }

    @Test
    void laplaceWithAPlainIntercept_hasBothParts() {
        CoefficientPrior prior = CoefficientPriors.named("laplace", SCALED.withPlain(2, List.of(0)), 4);
        assertNull(prior.map());
        assertArrayEquals(new double[] {0.25, 0, 0, 0}, prior.normal().precision());
        assertNotNull(prior.term());
        LaplaceDensity law = new LaplaceDensity(0, 0.5);
        assertClose(
                "term",
                law.logDensity(-1) + law.logDensity(0.2) + law.logDensity(3),
                prior.term().logDensity(THETA),
                1e-14);
        assertEquals(List.of("a", "b", "c", "d"), prior.names(List.of("a", "b", "c", "d")));
    }

    @Test
    void centredGroups_areGroupDensities() {
        PriorOptions options = SCALED.withGroups(List.of(3)).withPlain(1, List.of(1));
        int[] at = {0, 2, 3};
        DensityTerm laplace = CoefficientPriors.named("laplace", options, 4).term();
        DensityTerm student = CoefficientPriors.named("student-t", options.withDegreesOfFreedom(3), 4)
                .term();
        assertNotNull(laplace);
        assertNotNull(student);
        assertClose("laplace", new GroupLaplace(at, 0, 0.5).logDensity(THETA), laplace.logDensity(THETA), 1e-14);
        assertClose("student", new GroupStudent(at, 3, 0, 0.5).logDensity(THETA), student.logDensity(THETA), 1e-14);
    }

    @Test
    void halfCauchy_isOfLogarithms() {
        DensityTerm term = CoefficientPriors.named("half-cauchy", SCALED, 4).term();
        assertNotNull(term);
        DensityTerm expected = IndependentTerm.of(0, 4, new LogHalfCauchy(0.5));
        assertClose("term", expected.logDensity(THETA), term.logDensity(THETA), 1e-14);
    }

    @Test
    void nonCentredKinds_haveParametersOfTheirOwn() {
        PriorOptions free = SCALED.withNonCentred();
        CoefficientPrior laplace = CoefficientPriors.named("laplace", free, 4);
        assertNotNull(laplace.map());
        assertEquals(8, laplace.parameters());
        assertEquals(
                5,
                CoefficientPriors.named("laplace", free.withGroups(List.of(4)), 4)
                        .parameters());
        assertEquals(
                8,
                CoefficientPriors.named("student-t", free.withDegreesOfFreedom(3), 4)
                        .parameters());
        PriorOptions horseshoe = PriorOptions.NONE.withGlobalScale(0.1).withNonCentred();
        assertEquals(9, CoefficientPriors.named("horseshoe", horseshoe, 4).parameters());
        assertEquals(
                7,
                CoefficientPriors.named("horseshoe", horseshoe.withGroups(List.of(2, 2)), 4)
                        .parameters());
    }

    @Test
    void optionsAKindDoesNotKnow_areRefused() {
        refused("laplace", SCALED.withDegreesOfFreedom(3), "does not know degreesOfFreedom");
        refused("laplace", SCALED.withGlobalScale(3), "does not know globalScale");
        refused("normal", SCALED.withGroups(List.of(4)), "does not know groups");
        refused("normal", SCALED.withNonCentred(), "does not know nonCentred");
        refused("half-cauchy", SCALED.withMean(1), "does not know mean");
        refused("horseshoe", SCALED.withNonCentred(), "does not know scale");
    }

    @Test
    void missingOptions_areRefused() {
        refused("laplace", PriorOptions.NONE, "requires scale");
        refused("student-t", SCALED, "requires degreesOfFreedom");
        refused("horseshoe", PriorOptions.NONE.withNonCentred(), "requires globalScale");
        refused("horseshoe", PriorOptions.NONE.withGlobalScale(1), "required nonCentred = true");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -2, Double.NaN})
    void numbersOutOfRange_areRefused(double number) {
        refused("normal", PriorOptions.NONE.withScale(number), "must be positive and finite");
        refused("student-t", SCALED.withDegreesOfFreedom(number), "must be positive and finite");
        refused("laplace", SCALED.withPlain(number, List.of(0)), "must be positive and finite");
    }

    @Test
    void groupsThatDoNotAddUp_areRefused() {
        refused("laplace", SCALED.withGroups(List.of(2, 3)), "add up to the 4 coefficients but were [2, 3]");
        refused("laplace", SCALED.withGroups(List.of(5, -1)), "at least 1 long");
        refused("laplace", SCALED.withPlain(1, List.of(4)), "numbers from 0 to 3");
        refused("laplace", SCALED.withPlain(1, List.of(1, 1)), "different numbers");
        refused("lasso", SCALED, "unknown prior 'lasso'");
    }

    @Test
    void groups_skipPlainCoefficients() {
        CoefficientGroups groups = CoefficientGroups.of(6, List.of(0, 3), List.of(2, 2));
        assertArrayEquals(new int[] {-1, 0, 0, -1, 1, 1}, groups.groupOf());
        assertArrayEquals(new int[] {2, 2}, groups.sizes());
        assertArrayEquals(new int[] {0, 3}, groups.plain());
        assertFalse(groups.isSingle());
        assertTrue(CoefficientGroups.of(3, List.of(0, 1, 2), List.of()).isSingle());
        assertEquals(0, CoefficientGroups.of(3, List.of(0, 1, 2), List.of()).count());
    }
}

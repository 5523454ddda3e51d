package io.credence.formula;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Columns of the same name that are other columns. */
class DesignConflictTest {

    private static Design design(String formula, List<String> levels, Map<String, Basis> bases) {
        return Formula.parse(formula).design(new DesignData(List.of(), Set.of("g"), Map.of("g", levels), bases));
    }

    private static Design of(String formula, String... levels) {
        return design(formula, List.of(levels), Map.of());
    }

    private static void assertConflict(Design before, Design now, String part) {
        String found = now.differenceFrom(before);
        assertNotNull(found);
        assertTrue(found.contains(part), found);
    }

    @Test
    void newTermsAndLevels_areNoConflict() {
        Design before = of("y ~ x + g", "A", "B");
        assertNull(before.differenceFrom(before));
        assertNull(of("y ~ g + x + z + x:z", "A", "B", "C").differenceFrom(before));
        assertNull(of("y ~ x", "A", "B").differenceFrom(before));
    }

    @Test
    void otherBaselineOrContrasts_areConflicts() {
        Design before = of("y ~ x + g", "A", "B", "C");
        assertConflict(before, of("y ~ x + g", "B", "A", "C"), "gC, a level against B, was a level against A");
        assertConflict(before, of("y ~ 0 + g", "A", "B", "C"), "gB, a level, was a level against A");
        assertConflict(before, of("y ~ x + x:g + g", "C", "B", "A"), "gB");
        assertNull(of("y ~ x:g", "A", "B", "C").differenceFrom(before));
    }

    @Test
    void columnsOfFurtherPredictors_areCompared() {
        assertConflict(
                withPredictor("~ g", "A", "B", "C"), withPredictor("~ g", "B", "A", "C"), "gC, a level against B");
    }

    private static Design withPredictor(String terms, String... levels) {
        return Formula.parse("y ~ x")
                .withPredictors(List.of(PredictorTerms.parse("sigma", terms)), List.of())
                .design(new DesignData(List.of(), Set.of("g"), Map.of("g", List.of(levels)), Map.of()));
    }

    @Test
    void splinesWithOtherKnots_areConflicts() {
        Basis spline = new NaturalSplineBasis(List.of(0.0, 1.0, 2.0));
        Basis other = new NaturalSplineBasis(List.of(0.0, 1.5, 2.0));
        String formula = "y ~ ns(x, 2)";
        Design before = design(formula, List.of(), Map.of("ns(x, 2)", spline));
        assertNull(design(formula, List.of(), Map.of("ns(x, 2)", new NaturalSplineBasis(List.of(0.0, 1.0, 2.0))))
                .differenceFrom(before));
        assertConflict(before, design(formula, List.of(), Map.of("ns(x, 2)", other)), "knots [0.0, 1.0, 2.0]");
    }
}

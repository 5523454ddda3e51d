package io.credence.formula;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.Serialised;
import io.credence.formula.Design.FactorEffects;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupingTermTest {

    private static final Map<String, List<String>> LEVELS = Map.of("f", List.of("a", "b", "c"));

    private static Design design(String formula) {
        return Formula.parse(formula).draft(List.of(), "f"::equals).design(LEVELS, Map.of());
    }

    private static double[] row(Design design, double... cells) {
        double[] columns = new double[design.names().size()];
        design.createWriter().write(cells, (column, value) -> columns[column] = value);
        return columns;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "y ~ x + (1 + x | g); g:true (Intercept) x",
                "y ~ x + (x | g); g:true (Intercept) x",
                "y ~ x + (x || g); g:false (Intercept) x",
                "y ~ x + (0 + x | g); g:true x",
                "y ~ x + (x - 1 | g); g:true x",
                "y ~ x + (1 | a/b); a:true (Intercept), a,b:true (Intercept)",
                "y ~ x + (1 | a/b/c); a:true (Intercept), a,b:true (Intercept), a,b,c:true (Intercept)",
                "y ~ x + (1 | a:b); a,b:true (Intercept)",
                "y ~ x + (1 | factor(g)) + (0 + x | g); g:true (Intercept), g:true x",
                "y ~ (1 | `my g`); my g:true (Intercept)",
                "y ~ x + (f | g); g:true (Intercept) fb fc",
                "y ~ x + (0 + f | g); g:true fa fb fc",
                "y ~ x + (x:f | g); g:true (Intercept) x:fa x:fb x:fc",
                "y ~ x + (log(x) | g); g:true (Intercept) log(x)",
            })
    void notationOfLme4_isRead(String formula, String expected) {
        List<String> found = design(formula).factorEffects().stream()
                .map(group -> String.join(",", group.factorColumns()) + ":" + group.correlated() + " "
                        + String.join(" ", group.effectNames()))
                .toList();
        assertEquals(expected, String.join(", ", found));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "y ~ (1 | g); (Intercept); 1",
                "y ~ 0 + (1 | g); (Intercept); 0",
                "y ~ (1 | g) - 1 + x; x (Intercept); 1",
                "y ~ (1 | g) + (1 | h); (Intercept); 1",
                "y ~ ((1 | g)) + x; (Intercept) x; 2",
                "y ~ x + (1 + x + z | g); (Intercept) x z; 2",
                "y ~ 0 + x + (1 | g); x (Intercept); 1",
                "y ~ f + (0 + f | g); (Intercept) fb fc fa; 3",
                "y ~ C(f, contr.sum) + (0 + C(f, contr.sum) | g); (Intercept) C(f, contr.sum)1 C(f, contr.sum)2 "
                        + "C(f, contr.sum)a C(f, contr.sum)b C(f, contr.sum)c; 3",
            })
    void columnsOfEffectsAlone_standBehindThoseOfTheTerms(String formula, String names, int fixed) {
        Design design = design(formula);
        assertEquals(names, String.join(" ", design.names()));
        assertEquals(fixed, design.termColumnCount());
    }

    @Test
    void columnsOfEffects_areTheNumbersOfTheRow() {
        Design design = design("y ~ f + z + (0 + f + x | g)");
        assertEquals(List.of("(Intercept)", "fb", "fc", "z", "fa", "x"), design.names());
        FactorEffects group = design.factorEffects().get(0);
        assertEquals(List.of("fa", "fb", "fc", "x"), group.effectNames());
        assertArrayEquals(new int[] {4, 1, 2, 5}, group.columnIndices());
        List<String> inputs =
                design.cellInputs().stream().map(DesignDraft.CellInput::column).toList();
        assertEquals(List.of("f", "z", "x"), inputs);
        assertArrayEquals(new double[] {1, 0, 0, 7, 1, 3}, row(design, 0, 7, 3));
        assertArrayEquals(new double[] {1, 0, 1, 7, 0, 3}, row(Serialised.copy(design), 2, 7, 3));
    }

    @Test
    void interceptOfALevel_hasAColumnWhereCutpointsTakeTheOther() {
        Design design = design("y ~ x + (1 + x | g)").withoutIntercept();
        assertEquals(List.of("x", "(Intercept)"), design.names());
        assertEquals(1, design.termColumnCount());
        assertArrayEquals(new int[] {1, 0}, design.factorEffects().get(0).columnIndices());
        assertArrayEquals(new double[] {3, 1}, row(design, 3));
        assertTrue(design.isWithoutIntercept());
    }

    @Test
    void groupColumns_areNoCells() {
        Formula formula = Formula.parse("y ~ x + (z | g)");
        assertEquals(List.of("x", "z"), List.copyOf(formula.allColumns(List.of())));
        assertEquals("g", formula.groupingTerms().get(0).factorName());
    }

    @Test
    void groupsByName_areThoseOfTheFormula() {
        Formula formula = Formula.parse("y ~ x")
                .withGroupingTerms(List.of(GroupingTerm.of(List.of("(Intercept)", "my x"), List.of("a", "b"), false)));
        Design design = formula.draft(List.of(), name -> false).design(Map.of(), Map.of());
        assertEquals(List.of("(Intercept)", "x", "`my x`"), design.names());
        assertEquals("a:b", formula.groupingTerms().get(0).factorName());
        assertFalse(design.factorEffects().get(0).correlated());
    }
}

package io.credence.formula;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.TestSeed;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns of a design as products of functions of single columns: to rounding the columns that it writes. */
class ColumnFactorTest {

    private static final List<String> LEVELS = List.of("AA", "BB", "CC", "DD");

    private static Design design(String formula) {
        Map<String, Basis> bases = Map.of(
                "ns(x, df = 3)", new NaturalSplineBasis(List.of(-1.0, -0.2, 0.3, 2.0)),
                "bs(x, df = 4)", new BSplineBasis(List.of(-1.0, 0.3, 2.0), 3),
                "poly(x, 3)", new PolynomialBasis(List.of(0.4, 0.1, 0.5), List.of(100.0, 90.0, 60.0, 50.0)));
        return Formula.parse(formula)
                .design(new DesignData(
                        List.of(), new LinkedHashSet<>(List.of("carrier")), Map.of("carrier", LEVELS), bases));
    }

    private static double value(ColumnFactor factor, double x, double z, int level) {
        double own = factor.column().equals("x") ? x : z;
        if (factor instanceof ColumnFactor.LevelValues levels) {
            return levels.values().get(LEVELS.get(level));
        } else if (factor instanceof ColumnFactor.Piecewise smooth) {
            ColumnFactor.Polynomial piece = smooth.pieces().stream()
                    .filter(each -> own < each.upperEnd())
                    .findFirst()
                    .orElseThrow();
            double t = (own - piece.centre()) / piece.scale();
            double sum = 0;
            for (int k = piece.coefficients().size() - 1; k >= 0; k--) {
                sum = sum * t + piece.coefficients().get(k);
            }
            return sum;
        }
        return own;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "y ~ x + z",
                "y ~ ns(x, df = 3) * carrier",
                "y ~ bs(x, df = 4) + z",
                "y ~ 0 + carrier + poly(x, 3):z",
                "y ~ C(carrier, contr.helmert) + x:C(carrier, contr.sum)"
            })
    void products_areTheColumnsOfTheDesign(String formula) {
        Design design = design(formula);
        List<List<ColumnFactor>> factors = design.columnFactors();
        assertEquals(design.names().size(), factors.size());
        SplittableRandom random = new SplittableRandom(TestSeed.of(formula));
        for (int i = 0; i < 200; i++) {
            double x = random.nextDouble(-3, 4);
            double z = random.nextDouble(-3, 3);
            int level = random.nextInt(LEVELS.size());
            double[] cells = design.cellInputs().stream()
                    .mapToDouble(
                            input -> input.isLevel() ? level : input.column().equals("x") ? x : z)
                    .toArray();
            double[] written = new double[factors.size()];
            design.createWriter().write(cells, (column, value) -> written[column] = value);
            for (int j = 0; j < written.length; j++) {
                double product = factors.get(j).stream()
                        .mapToDouble(factor -> value(factor, x, z, level))
                        .reduce(1, (a, b) -> a * b);
                assertEquals(
                        written[j],
                        product,
                        1e-11 * (1 + Math.abs(written[j])),
                        design.names().get(j));
            }
        }
    }

    @Test
    void computedColumns_areRefused() {
        for (String formula : List.of("y ~ log(x)", "y ~ I(x^2) + z", "y ~ x + offset(z)")) {
            FormulaException refused = assertThrows(FormulaException.class, design(formula)::columnFactors);
            assertTrue(refused.getMessage().contains("required"), refused.getMessage());
        }
    }
}

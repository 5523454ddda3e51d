package io.credence.formula;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SmoothBasisTest {

    private static final List<Double> KNOTS = List.of(1.0, 2.0, 2.5, 4.0, 5.0);

    private final double[] rows = RandomArrays.of("rows of a smooth").uniforms(200, 1, 5);
    private final SmoothBasis basis = SmoothBasis.of(KNOTS, new RowStatistics(rows));

    private record RowStatistics(double[] rows) implements ColumnStatistics {
        @Override
        public double[] sums(int count, Contribution summand) {
            double[] sums = new double[count];
            for (double x : rows) {
                summand.add(x, sums);
            }
            return sums;
        }

        @Override
        public double[] quantiles(double... shares) {
            throw new UnsupportedOperationException("knots are given");
        }
    }

    private double[] at(double x) {
        double[] values = new double[basis.size()];
        basis.writeValues(x, values, 0);
        return values;
    }

    @Test
    void functions_areTheNumberAndOnePenalisedFunctionLessThanTwoMoreThanKnots() {
        assertEquals(1 + KNOTS.size(), basis.size());
        assertEquals(at(3)[0] + 1, at(4)[0], 1e-14);
    }

    @Test
    void columns_areCentred_andPenalisedOnesHaveVariancesThatSumToOne() {
        double[] means = new double[basis.size()];
        double variance = 0;
        for (double x : rows) {
            double[] values = at(x);
            for (int j = 0; j < values.length; j++) {
                means[j] += values[j] / rows.length;
                variance += j == 0 ? 0 : values[j] * values[j] / rows.length;
            }
        }
        assertArrayEquals(new double[basis.size()], means, 1e-12);
        assertEquals(1, variance, 1e-12);
    }

    @Test
    void squaredCoefficients_areProportionalToTheIntegralOfTheSquaredSecondDerivative() {
        RandomArrays random = RandomArrays.of("coefficients of a smooth");
        double ratio = Double.NaN;
        for (int trial = 0; trial < 3; trial++) {
            double[] u = random.normals(basis.size() - 1);
            double bend = 0;
            double step = 1e-3;
            for (double x = 1 + step; x < 5 - step / 2; x += step) {
                double second = value(x + step, u) - 2 * value(x, u) + value(x - step, u);
                bend += second * second / (step * step * step);
            }
            double found = bend / Arrays.stream(u).map(each -> each * each).sum();
            assertEquals(Double.isNaN(ratio) ? found : ratio, found, 5e-3 * found);
            ratio = found;
        }
    }

    private double value(double x, double[] u) {
        double[] values = at(x);
        double sum = 0;
        for (int j = 0; j < u.length; j++) {
            sum += u[j] * values[j + 1];
        }
        return sum;
    }

    @Test
    void beyondTheKnots_functionsAreLinear_andContinueTheirSlopes() {
        for (int j = 0; j < basis.size(); j++) {
            assertEquals(0, at(6)[j] - 2 * at(7)[j] + at(8)[j], 1e-11);
            assertEquals(0, at(0)[j] - 2 * at(-1)[j] + at(-2)[j], 1e-11);
            assertEquals((at(5)[j] - at(5 - 1e-6)[j]) / 1e-6, at(6)[j] - at(5)[j], 1e-4);
            assertEquals((at(1 + 1e-6)[j] - at(1)[j]) / 1e-6, at(1)[j] - at(0)[j], 1e-4);
        }
    }

    @Test
    void aRestoredBasis_hasTheSameValues() {
        @SuppressWarnings("unchecked")
        Basis restored = Basis.restore(
                (List<Double>) basis.parameters().get("knots"),
                OptionalInt.empty(),
                (List<Double>) basis.parameters().get("centres"),
                List.of(),
                (List<Double>) basis.parameters().get("turns"));
        for (double x : new double[] {0, 1, 2.2, 5, 9}) {
            double[] values = new double[basis.size()];
            restored.writeValues(x, values, 0);
            assertArrayEquals(at(x), values);
        }
    }

    @Test
    void polynomialPieces_haveTheSameValues() {
        for (int j = 0; j < basis.size(); j++) {
            List<ColumnFactor.Polynomial> pieces = basis.polynomialPieces(j);
            for (double x : new double[] {-1, 1, 1.7, 3, 4.999, 7}) {
                ColumnFactor.Polynomial piece = pieces.stream()
                        .filter(each -> x < each.upperEnd())
                        .findFirst()
                        .orElseThrow();
                double t = (x - piece.centre()) / piece.scale();
                double sum = 0;
                for (int c = piece.coefficients().size() - 1; c >= 0; c--) {
                    sum = sum * t + piece.coefficients().get(c);
                }
                assertEquals(at(x)[j], sum, 1e-10 * (1 + Math.abs(at(x)[j])), "function " + j + " at " + x);
            }
        }
    }

    @Test
    void knots_mustAscend() {
        assertThrows(
                IllegalArgumentException.class, () -> SmoothBasis.of(List.of(1.0, 1.0, 2.0), new RowStatistics(rows)));
    }
}

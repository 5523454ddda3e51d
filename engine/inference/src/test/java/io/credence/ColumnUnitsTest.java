package io.credence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.credence.fit.ExecutionBackend;
import io.credence.formula.ColumnProduct;
import io.credence.formula.Design;
import io.credence.formula.DesignData;
import io.credence.formula.Formula;
import io.credence.formula.PredictorTerms;
import io.credence.statistics.RowMoments;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnUnitsTest {

    private static final int ROWS = 1_200;

    /** Rows of a formula of the numbers a and b and the factor g of three levels. */
    private record Made(Rows.InMemory of, List<ColumnProduct> products) implements Rows {

        static Made of(String terms, double unit, double origin, String... further) {
            DesignData data = new DesignData(List.of(), Set.of("g"), Map.of("g", List.of("p", "q", "r")), Map.of());
            Design design = Formula.parse("y ~ " + terms)
                    .withPredictors(
                            Arrays.stream(further)
                                    .map(text -> PredictorTerms.parse("sigma", text))
                                    .toList(),
                            List.of())
                    .design(data);
            Random random = new Random(TestSeed.of("products"));
            double[][] features = new double[ROWS][];
            double[] labels = new double[ROWS];
            int ones = design.hasIntercept() ? 1 : 0;
            for (int i = 0; i < ROWS; i++) {
                double a = random.nextGaussian();
                double b = 3 + 2 * random.nextGaussian();
                int g = i % 3;
                double[] cells = design.cellInputs().stream()
                        .mapToDouble(input -> switch (input.column()) {
                            case "a" -> unit * (a + origin);
                            case "b" -> b;
                            default -> g;
                        })
                        .toArray();
                double[] row = new double[design.names().size()];
                design.createWriter().write(cells, (column, value) -> row[column] = value);
                features[i] = Arrays.copyOfRange(row, ones, row.length);
                double predictor = 0.3 * a - 0.2 * b + (g == 1 ? 0.5 * a : 0);
                labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-predictor)) ? 1 : 0;
            }
            List<String> names = design.names().subList(ones, design.names().size());
            Rows.InMemory rows = ones == 1
                    ? Rows.of(names, features, labels)
                    : (Rows.InMemory) Rows.withoutIntercept(names, features, labels);
            return new Made(rows, design.numberProducts());
        }

        @Override
        public List<String> names() {
            return of.names();
        }

        @Override
        public int classes() {
            return 2;
        }

        @Override
        public ExecutionBackend toBackend(String kernel) {
            return of.toBackend(kernel);
        }
    }

    private static double[] units(String terms) {
        Made rows = Made.of(terms, 1, 0);
        try (ExecutionBackend backend = rows.toBackend("java")) {
            ColumnUnits units =
                    new ColumnUnits(rows, RequestedPrior.moments(rows, backend).get());
            double[] all = new double[rows.names().size()];
            Arrays.setAll(all, units::columnUnit);
            return all;
        }
    }

    @Test
    void unitsOfProducts_areProductsOfUnits() {
        double[] main = units("a + b");
        double a = main[1];
        double b = main[2];
        assertArrayEquals(new double[] {1, a, b, a * b}, units("a * b"), 1e-12);
        assertArrayEquals(new double[] {1, a, 1, 1, a, a}, units("a * g"), 1e-12);
        assertArrayEquals(new double[] {1, 1, 1, a, a, a}, units("g + g:a"), 1e-6);
    }

    /** Index of the column of that name, or of the same product in the order of the model's formula. */
    private static int columnIndex(Made rows, String name) {
        return rows.names().stream()
                .map(ColumnUnitsTest::sortedVariables)
                .toList()
                .indexOf(sortedVariables(name));
    }

    private static List<String> sortedVariables(String product) {
        return Arrays.stream(product.split(":")).sorted().toList();
    }

    /** Default prior standard deviations of the coefficients of a predictor with columns of these names, or with all. */
    private static Map<String, Double> sds(Made rows, List<String> names) {
        try (ExecutionBackend backend = rows.toBackend("java")) {
            RowMoments moments = RequestedPrior.moments(rows, backend).get();
            int[] columns =
                    names.stream().mapToInt(name -> columnIndex(rows, name)).toArray();
            double[] sd = RequestedPrior.automaticPrior(
                            Inference.of("gaussian").config().prior(),
                            1,
                            1,
                            columns,
                            rows,
                            new ColumnUnits(rows, moments))
                    .coefficientPrior()
                    .sd();
            Map<String, Double> all = new LinkedHashMap<>();
            for (int j = 0; j < columns.length; j++) {
                all.put(names.get(j), sd[j]);
            }
            return all;
        }
    }

    @ParameterizedTest
    @CsvSource({"b, a * b", "1, a * b * g", "b * g, g + g:a", "g + g:a, a * g", "a * b, a * b", "g, 0 + g + g:a"})
    void priorsOfAFormula_areTheSameForEveryPredictor(String first, String terms) {
        Made alone = Made.of(terms, 20, 3);
        Map<String, Double> expected = sds(alone, alone.names());
        Map<String, Double> found = sds(Made.of(first, 20, 3, "~ " + terms), alone.names());
        expected.forEach((name, sd) -> assertEquals(1, found.get(name) / sd, 1e-6, name));
    }

    /** Columns of one number and all levels hold one array of them, or levels would take their square in memory. */
    @Test
    void columnsOfOneNumber_holdTheirSiblingsOnce() {
        List<ColumnProduct> products = Made.of("g:a", 1, 0).products();
        assertEquals(3, products.size());
        assertEquals(3, products.get(0).levelSiblings().length);
        products.forEach(each -> assertSame(products.get(0).levelSiblings(), each.levelSiblings()));
    }

    /**
     * The linear predictor is the same distribution in each row, in other units and from another origin of a, but for what independent
     * priors add to a direction of which the rows know much (decision 0032).
     */
    @ParameterizedTest
    @CsvSource({
        "a + b, 1e3, 0",
        "a + b, 1, 1000",
        "a * b, 1, 1000",
        "a * b, 1e-3, -1000",
        "a * g, 1, 1000",
        "g + g:a, 1, -1000",
        "a * b * g, 1e3, 1000"
    })
    void posteriorsOfTheSameModel_areTheSame(String terms, double unit, double origin) {
        List<double[]> here = predictors(terms, 1, 0);
        List<double[]> there = predictors(terms, unit, origin);
        for (int i = 0; i < here.size(); i++) {
            double sd = here.get(i)[1];
            assertEquals(here.get(i)[0], there.get(i)[0], 0.05 * sd, TestSeed.replay());
            assertEquals(1, there.get(i)[1] / sd, 0.02, TestSeed.replay());
        }
    }

    private static List<double[]> predictors(String terms, double unit, double origin) {
        Made rows = Made.of(terms, unit, origin);
        Fit fit = Inference.of("bernoulli").with("check.loo", "false").fit(rows);
        int d = fit.names().size();
        double[] mean = fit.posterior().mean();
        double[] covariance = fit.posterior().covariance();
        List<double[]> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            double[] x = new double[d];
            rows.of().blocks().get(0).copyRow(i, x);
            double at = 0;
            double variance = 0;
            for (int j = 0; j < d; j++) {
                at += x[j] * mean[j];
                for (int k = 0; k < d; k++) {
                    variance += x[j] * covariance[j * d + k] * x[k];
                }
            }
            all.add(new double[] {at, Math.sqrt(variance)});
        }
        return all;
    }
}

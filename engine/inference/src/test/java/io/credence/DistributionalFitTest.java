package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.distributional.DistributionalLaw;
import io.credence.distributional.DistributionalLaws;
import io.credence.distributional.DistributionalModel;
import io.credence.family.Posterior;
import io.credence.fit.FitState.FitStatus;
import io.credence.formula.CellFunction;
import io.credence.formula.ColumnStatistics;
import io.credence.formula.Design;
import io.credence.formula.DesignDraft;
import io.credence.formula.Formula;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fits of laws with a formula for each parameter against long chains of NUTS. */
class DistributionalFitTest {

    /** Model of a law with normal priors, of one width for the location's coefficients and another for the others. */
    record WithPriors(DistributionalModel model, int location, double locationSd, double otherSd)
            implements PredictorModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<String> predictors() {
            return model.predictors();
        }

        @Override
        public List<String> columnsOf(String predictor, List<String> columns) {
            return model.columnsOf(predictor, columns);
        }

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return model.parameters(columns);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            return model.logLikelihood(label, predictors, extra);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logPrior(T[] parameters) {
            T sum = parameters[0].newInstance(0);
            for (int j = 0; j < parameters.length; j++) {
                double sd = j < location ? locationSd : otherSd;
                sum = sum.subtract(parameters[j].divide(sd).square().multiply(0.5));
            }
            return sum;
        }
    }

    private static Map<String, List<String>> table(String name) throws IOException {
        List<String> lines = text(name).lines().toList();
        String[] names = lines.get(0).replace("\"", "").split(",");
        Map<String, List<String>> table = new LinkedHashMap<>();
        for (int j = 0; j < names.length; j++) {
            int column = j;
            table.put(
                    names[j],
                    lines.stream()
                            .skip(1)
                            .map(line -> line.replace("\"", "").split(",")[column])
                            .toList());
        }
        return table;
    }

    private static String text(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(DistributionalFitTest.class.getResourceAsStream("/golden/sentences/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static boolean isText(Map<String, List<String>> table, String column) {
        return !table.get(column).get(0).matches("[-0-9.e]+");
    }

    private static Design design(String formula, Map<String, List<String>> table) {
        DesignDraft draft = Formula.parse(formula).draft(List.of(), column -> isText(table, column));
        Map<String, List<String>> levels = new LinkedHashMap<>();
        for (DesignDraft.CellInput input : draft.cellInputs()) {
            if (input.isLevel()) {
                levels.put(input.column(), List.copyOf(new TreeSet<>(table.get(input.column()))));
            }
        }
        return draft.design(levels, Map.of(), number -> new TableStatistics(draft, levels, table, number));
    }

    private static double[] row(Design design, Map<String, List<String>> table, int row) {
        double[] cells = cells(design.cellInputs(), design.data().levels(), table, row);
        double[] columns = new double[design.names().size()];
        design.createWriter().write(cells, (column, value) -> columns[column] = value);
        return columns;
    }

    static double[] cells(
            List<DesignDraft.CellInput> inputs,
            Map<String, List<String>> levels,
            Map<String, List<String>> table,
            int row) {
        return inputs.stream()
                .mapToDouble(input -> {
                    String cell = table.get(input.column()).get(row);
                    return input.isLevel() ? levels.get(input.column()).indexOf(cell) : Double.parseDouble(cell);
                })
                .toArray();
    }

    /** Statistics of a table in memory. */
    private record TableStatistics(
            DesignDraft draft, Map<String, List<String>> levels, Map<String, List<String>> table, CellFunction number)
            implements ColumnStatistics {
        private double[] numbers() {
            return IntStream.range(0, table.values().iterator().next().size())
                    .mapToDouble(i -> number.evaluate(cells(draft.cellInputs(), levels, table, i)))
                    .toArray();
        }

        @Override
        public double[] sums(int count, Contribution summand) {
            double[] sums = new double[count];
            for (double x : numbers()) {
                summand.add(x, sums);
            }
            return sums;
        }

        @Override
        public double[] quantiles(double... shares) {
            double[] sorted = Arrays.stream(numbers()).sorted().toArray();
            return Arrays.stream(shares)
                    .map(share -> {
                        double at = share * (sorted.length - 1);
                        int below = (int) at;
                        int above = Math.min(sorted.length - 1, below + 1);
                        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
                    })
                    .toArray();
        }
    }

    private static void assertGolden(
            String set, String family, String response, String mean, String parameter, String other, double[] sds)
            throws IOException {
        Map<String, List<String>> table = table(set + ".csv");
        Design first = design("~ " + mean, table);
        Design second = design("~ " + other, table);
        Set<String> names = new LinkedHashSet<>(first.names());
        names.addAll(second.names());
        List<String> all = new ArrayList<>(names);
        BlockBuilder builder = BlockBuilder.dense(all.size(), Precision.FLOAT64, BlockBuilder.DEFAULT_BLOCK_BYTES);
        for (int i = 0; i < table.get(response).size(); i++) {
            double[] row = new double[all.size()];
            double[] a = row(first, table, i);
            double[] b = row(second, table, i);
            for (int j = 0; j < a.length; j++) {
                row[all.indexOf(first.names().get(j))] = a[j];
            }
            for (int j = 0; j < b.length; j++) {
                row[all.indexOf(second.names().get(j))] = b[j];
            }
            builder.add(Double.parseDouble(table.get(response).get(i)), 1, 0, row);
        }
        Rows rows = new PartitionedRows(all, 0, List.of(List.of(builder.build())));
        DistributionalLaw law = Objects.requireNonNull(DistributionalLaws.of(Likelihoods.named(family, 4, 2)));
        DistributionalModel model =
                new DistributionalModel(law, Map.of("mu", first.names(), parameter, second.names()), List.of());
        Fit fit = Inference.of(new WithPriors(model, first.names().size(), sds[0], sds[1]))
                .kernel("java")
                .posterior("auto")
                .fit(rows);
        assertEquals(FitStatus.CONVERGED, fit.result().status());
        JsonNode golden = new ObjectMapper().readTree(text(set + "_distributional.json"));
        Posterior found = fit.posterior();
        for (int j = 0; j < found.dimension(); j++) {
            double sd = golden.get("sd").get(j).asDouble();
            String name = golden.get("names").get(j).asText();
            assertWithin(name, golden.get("mean").get(j).asDouble(), found.mean()[j], 0.1 * sd);
            assertWithin("log sd " + name, Math.log(sd), Math.log(found.sd()[j]), Math.log(1.05));
        }
    }

    @Test
    @Tag("nightly")
    void accelerationsOfVaryingSpread_haveThePosteriorOfNuts() throws IOException {
        assertGolden(
                "mcycle", "gaussian", "accel", "ns(times, df = 8)", "sigma", "ns(times, df = 3)", new double[] {100, 2.5
                });
    }

    @Test
    void daysAbsentOfVaryingSize_haveThePosteriorOfNuts() throws IOException {
        assertGolden("quine", "negative-binomial", "Days", "Sex + Age + Eth", "size", "Eth", new double[] {5, 2.5});
    }
}

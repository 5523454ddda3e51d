package credence.ml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.example.RobustRegression;
import io.credence.report.PosteriorSummary;
import io.credence.spark.TestSession;
import io.credence.summary.SummaryRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of tables of draws: named and constrained like the summaries, whatever was fitted. */
class DrawnSummaryTest {

    private static final int COUNT = 8000;

    private static final Dataset<Row> ROWS = TestSession.spark()
            .range(0, 400, 1, 2)
            .selectExpr(
                    "id",
                    "cast(id % 11 as double) / 5 as x",
                    "cast((id * 37) % 101 as double) / 101 as u",
                    "cast(id % 20 as int) as site")
            .selectExpr(
                    "*",
                    "2 + 0.5 * x + (site - 10) / 10.0 + (0.2 + 0.2 * x) * ln(u + 0.01) as y",
                    "cast(floor(exp(0.5 + 0.4 * x + (site - 10) / 15.0) * (0.3 + 3 * u * u)) as double) as n",
                    "if(u < 0.3 + 0.15 * x, 1.0, 0.0) as late",
                    "if(u < 0.3, 0.0, if(u < 0.6 + 0.1 * x, 1.0, 2.0)) as grade")
            .cache();

    @TempDir
    private Path folder;

    private static VariationalEstimator of(String family, String formula) {
        return new VariationalEstimator().setFamily(family).setFormula(formula);
    }

    static Stream<VariationalEstimator> kinds() {
        return Stream.of(
                of("gaussian", "y ~ x"),
                of("negative-binomial", "n ~ x"),
                of("ordinal", "grade ~ x"),
                of("softmax", "grade ~ x"),
                of("bernoulli", "late ~ x").option("posterior", "student-t-diagonal"),
                of("gaussian", "y ~ x").setFormulas(Map.of("sigma", "~ x")),
                new VariationalEstimator()
                        .setLabelCol("y")
                        .setLikelihood(LikelihoodExpression.of(
                                "gaussian_lpdf(y, mu, sigma)",
                                Map.of("mu", "~ x", "sigma", Map.of("constraint", "positive")))),
                new VariationalEstimator()
                        .setFormula("y ~ x")
                        .option("modelClass", RobustRegression.class.getName())
                        .option("partitions", 2),
                of("gaussian", "y ~ x + (1 + x | site)"),
                of("negative-binomial", "n ~ x + (1 | site)"),
                of("bernoulli", "late ~ x + (1 | site)"),
                of("gaussian", "y ~ s(x, k = 5)"),
                of("poisson", "n ~ s(x, k = 5) + (1 | site)"));
    }

    /** Summaries of all numbers: those of the table, then those of the variance components without shares of variance. */
    private static List<SummaryRow> summaries(VariationalModel model) {
        List<SummaryRow> all = new ArrayList<>(model.posteriorSummary().summaryRows());
        model.savedPosterior().findings().effects().varianceComponents().stream()
                .filter(row -> !row.name().startsWith("icc["))
                .forEach(all::add);
        return all;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void drawsAreNamedAndConstrainedLikeSummaries(VariationalEstimator kind) {
        VariationalModel model = kind.fit(ROWS);
        Dataset<Row> table = model.draws(COUNT);
        List<Row> draws = table.collectAsList();
        List<SummaryRow> summaries = summaries(model);
        assertEquals(summaries.stream().map(SummaryRow::name).toList(), List.of(table.columns()));
        for (int k = 0; k < summaries.size(); k++) {
            int column = k;
            double[] own =
                    draws.stream().mapToDouble(row -> row.getDouble(column)).toArray();
            SummaryRow drawn = SummaryRow.of("", own, 0.9);
            SummaryRow expected = summaries.get(k);
            double sd = expected.sd();
            assertEquals(expected.mean(), drawn.mean(), 4.5 * sd / Math.sqrt(COUNT), "seed 1, " + expected.name());
            assertEquals(sd, drawn.sd(), 0.06 * sd, "seed 1, sd of " + expected.name());
        }
    }

    @Test
    void componentsAreDrawnJointly_andTravel() throws IOException {
        VariationalModel model = of("gaussian", "y ~ x + (1 + x | site)").fit(ROWS);
        Dataset<Row> table = model.draws(500);
        assertTrue(List.of(table.columns())
                .containsAll(List.of("sd[site:(Intercept)]", "sd[site:x]", "cor[site:(Intercept),x]", "sigma")));
        for (Row draw : table.collectAsList()) {
            double sigma = draw.getAs("sigma");
            assertEquals(sigma * sigma, draw.<Double>getAs("sigma2"), 1e-12, "one draw has one residual");
        }
        model.write().overwrite().save(folder.resolve("model").toString());
        VariationalModel loaded = VariationalModel.load(folder.resolve("model").toString());
        assertEquals(table.collectAsList(), loaded.draws(500).collectAsList());
        assertEquals(model.levelDraws(5).collectAsList(), loaded.levelDraws(5).collectAsList());
    }

    @Test
    void effectsOfLevels_haveTheirMomentsAndThoseWithTheCoefficients() {
        VariationalModel model = of("gaussian", "y ~ x + (1 + x | site)").fit(ROWS);
        List<Row> effects = model.randomEffects().collectAsList();
        Dataset<Row> table = model.levelDraws(COUNT);
        assertArrayEquals(new String[] {"factor", "level", "term", "draws"}, table.columns());
        List<Row> drawn = table.collectAsList();
        assertEquals(effects.size(), drawn.size());
        List<Row> coefficients = model.draws(COUNT).collectAsList();
        for (int i = 0; i < effects.size(); i++) {
            Row effect = effects.get(i);
            assertEquals(
                    List.of(effect.getString(0), effect.getString(1), effect.getString(2)),
                    List.of(
                            drawn.get(i).getString(0),
                            drawn.get(i).getString(1),
                            drawn.get(i).getString(2)));
            double[] draws = drawn.get(i).<Double>getList(3).stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            SummaryRow found = SummaryRow.of("", draws, 0.9);
            assertEquals(effect.getDouble(3), found.mean(), 4.5 * effect.getDouble(4) / Math.sqrt(COUNT));
            assertEquals(effect.getDouble(4), found.sd(), 0.05 * effect.getDouble(4));
        }
        double expected = covariance(model);
        double sum = 0;
        for (int s = 0; s < COUNT; s++) {
            sum += (coefficients.get(s).getDouble(0) - model.mean().apply(0))
                    * (drawn.get(0).<Double>getList(3).get(s) - effects.get(0).getDouble(3));
        }
        assertTrue(expected < 0, "an intercept and that of a site share what is known");
        assertEquals(expected, sum / COUNT, 0.15 * Math.abs(expected));
    }

    /** Covariance of the first coefficient with the first effect of the first level. */
    private static double covariance(VariationalModel model) {
        return model.files().effects().effects().get(0).crossCovariance()[0];
    }

    @Test
    void levelsOfOneProbabilityCanBeAskedForOfExpressions() {
        VariationalModel model = kinds().toList().get(6).fit(ROWS);
        PosteriorSummary numbers = model.posteriorSummary();
        SummaryRow wide = numbers.summaryRows(0.98).get(2);
        assertEquals("sigma", wide.name());
        assertTrue(wide.upper() > numbers.summaryRows().get(2).upper());
    }
}

package credence.ml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.spark.TestSession;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Smooth functions in formulas: fitted, drawn, scored, saved. */
class SmoothTest {

    private static final Dataset<Row> SALES = TestSession.spark()
            .range(0, 2400, 1, 3)
            .selectExpr(
                    "cast(id % 24 as double) as hour",
                    "cast((id * 7) % 100 as double) / 100 as x",
                    "cast((id * 13) % 90 as double) / 90 as z",
                    "if(id % 2 = 0, 'a', 'b') as f",
                    "id % 12 as site",
                    "cast((id * 37) % 7 as double) as noise")
            .selectExpr(
                    "*",
                    "cast(floor(exp(1 + sin(hour * pi() / 12) + if(f = 'a', 1, -1) * x * x) + noise / 4) as double) as n",
                    "sin(6 * x) + x * z + (site - 6) / 10.0 + (noise - 3) / 4 as y")
            .cache();

    @TempDir
    Path folder;

    private static Dataset<Row> motorcycles() {
        return TestSession.spark()
                .read()
                .option("header", "true")
                .option("inferSchema", "true")
                .csv(Repository.file("conf/data/mcycle.csv").toString());
    }

    /** Curve of the motorcycles by mgcv's REML with two bases, which tell how far a basis matters. */
    private static JsonNode curvesOfMgcv() throws IOException {
        return new ObjectMapper()
                .readTree(Repository.file("engine/inference/src/test/resources/golden/sentences/mcycle_smooth.json")
                        .toFile());
    }

    private static JsonNode smooths(VariationalModel model) {
        try {
            return new ObjectMapper().readTree(model.posterior()).get("smooths");
        } catch (IOException unusable) {
            throw new IllegalStateException(unusable);
        }
    }

    private static VariationalModel fitted(String formula, String family, Dataset<Row> rows) {
        return new VariationalEstimator().setFormula(formula).setFamily(family).fit(rows);
    }

    @Test
    void theCurveOfMotorcycles_isThatOfMgcv_andTravels() throws IOException {
        VariationalModel model = fitted("accel ~ s(times)", "gaussian", motorcycles());
        JsonNode smooth = smooths(model).get(0);
        assertEquals("s(times)", smooth.get("name").asText());
        double degrees = smooth.get("effectiveDegrees").asDouble();
        assertTrue(degrees > 11.5 && degrees < 13.5, "effective degrees of freedom " + degrees);
        JsonNode golden = curvesOfMgcv();
        List<JsonNode> bases = List.of(golden.get("tp, k = 40"), golden.get("ps, k = 40"));
        double sigma =
                new ObjectMapper().readTree(model.posterior()).at("/sigma/mean").asDouble();
        bases.forEach(basis -> assertEquals(basis.get("sigma").asDouble(), sigma, 0.03 * sigma));
        assertTrue(model.isReliable());
        List<Row> grid = new ArrayList<>();
        golden.get("times").forEach(time -> grid.add(RowFactory.create(time.asDouble())));
        Dataset<Row> times = TestSession.spark()
                .createDataFrame(grid, new StructType().add("times", DataTypes.DoubleType))
                .coalesce(1);
        model.write().overwrite().save(folder.resolve("model").toString());
        VariationalModel loaded = VariationalModel.load(folder.resolve("model").toString());
        for (VariationalModel each : List.of(model, loaded)) {
            List<Row> scored = each.transform(times).orderBy("times").collectAsList();
            assertEquals(golden.get("times").size(), scored.size());
            for (int i = 0; i < scored.size(); i++) {
                double mean = scored.get(i).getAs("prediction");
                for (JsonNode basis : bases) {
                    double error = basis.get("se").get(i).asDouble();
                    assertEquals(basis.get("fit").get(i).asDouble(), mean, 0.25 * error, "at " + grid.get(i));
                }
            }
        }
        Dataset<Row> curve = loaded.smooths();
        assertArrayEquals(new String[] {"term", "x", "estimate", "lower", "upper"}, curve.columns());
        assertEquals(101, curve.count());
        Row lowest = curve.orderBy("estimate").first();
        assertTrue(lowest.getDouble(1) > 20 && lowest.getDouble(1) < 23, "lowest at " + lowest);
        assertTrue(lowest.getDouble(3) < lowest.getDouble(2) && lowest.getDouble(2) < lowest.getDouble(4));
        String page = loaded.report();
        assertTrue(
                page.contains("<h2>Smooths, effective degrees of freedom s(times) 1") && page.contains("s(times), 1"),
                "the report draws the curve");
        assertTrue(!model.decisions().contains("prior and data contradict"), model.decisions());
        double slope = loaded.slopes(times).first().getAs("mean");
        assertTrue(Double.isFinite(slope));
    }

    @Test
    void countsHaveSmoothsByFactorAndOfHours() {
        VariationalModel model = fitted(
                "n ~ s(hour, bs = \"cc\", k = 8, Boundary.knots = c(0, 24)) + s(x, k = 6, by = f)", "poisson", SALES);
        assertTrue(model.isReliable(), model.decisions());
        List<Row> names =
                model.smooths().select("term").distinct().orderBy("term").collectAsList();
        assertEquals(
                List.of("s(hour)", "s(x):fa", "s(x):fb"),
                names.stream().map(row -> row.getString(0)).toList());
        List<Row> hours = model.smooths().where("term = 's(hour)'").orderBy("x").collectAsList();
        assertEquals(hours.get(0).getDouble(2), hours.get(100).getDouble(2), 1e-9);
        assertTrue(hours.get(25).getDouble(2) > 0.6 && hours.get(75).getDouble(2) < -0.6, hours.toString());
        double rise = end(model, "s(x):fa") - end(model, "s(x):fb");
        assertEquals(2, rise, 0.5);
    }

    private static double end(VariationalModel model, String term) {
        List<Row> rows =
                model.smooths().where("term = '" + term + "'").orderBy("x").collectAsList();
        return rows.get(100).getDouble(2) - rows.get(0).getDouble(2);
    }

    @Test
    void aSmoothStandsBesideLevels_andASurfaceOverTwoNumbers() {
        VariationalModel mixed = fitted("y ~ s(x, k = 6) + (1 | site)", "gaussian", SALES);
        assertEquals(12, mixed.randomEffects().count());
        assertEquals(1, smooths(mixed).size());
        String page = mixed.report();
        assertTrue(page.contains("<h2>Between levels of ") && page.contains("<h2>Smooths, effective degrees"), page);
        assertTrue(mixed.isReliable(), mixed.decisions());
        assertEquals(2400, mixed.transform(SALES).count());
        VariationalModel surface = fitted("y ~ t2(x, z, k = 6) + (1 | site)", "gaussian", SALES);
        assertEquals(3, smooths(surface).get(0).get("sd").size());
        assertEquals(441, surface.smooths().count());
        assertArrayEquals(
                new String[] {"term", "x", "z", "estimate", "lower", "upper"},
                surface.smooths().columns());
        List<Row> corners = surface.smooths()
                .where("abs(x) < 1e-9 and abs(z) < 1e-9 or abs(x - 0.99) < 1e-9 and abs(z - 0.98888888) < 1e-6")
                .orderBy("x")
                .collectAsList();
        assertEquals(2, corners.size());
        assertEquals(
                Math.sin(6 * 0.99) + 0.99 * 0.989,
                corners.get(1).getDouble(3) - corners.get(0).getDouble(3),
                0.25);
    }

    @Test
    void aCoefficientThatVaries_isInTheUnitsOfItsNumber() {
        VariationalModel one = fitted("y ~ s(x, k = 6, by = z)", "gaussian", SALES);
        VariationalModel other =
                fitted("y ~ s(x, k = 6, by = z)", "gaussian", SALES.withColumn("z", functions.expr("z / 1000")));
        assertEquals(
                smooths(one).get(0).get("effectiveDegrees").asDouble(),
                smooths(other).get(0).get("effectiveDegrees").asDouble(),
                0.05);
        List<Row> curve = one.smooths().orderBy("x").collectAsList();
        List<Row> larger = other.smooths().orderBy("x").collectAsList();
        for (int i = 0; i < curve.size(); i += 20) {
            double half = curve.get(i).getDouble(4) - curve.get(i).getDouble(2);
            assertEquals(curve.get(i).getDouble(2), larger.get(i).getDouble(2) / 1000, 0.05 * half);
        }
    }

    @Test
    void aStraightLineBesideASmooth_isLeftToTheLine() {
        VariationalModel model = fitted("y ~ x + s(x, k = 6)", "gaussian", SALES);
        assertTrue(model.names().contains("x"));
        assertTrue(!model.names().contains("s(x, k = 6)1"), model.names().toString());
        assertEquals(6, smooths(model).get(0).get("columns").asInt());
    }

    @Test
    void rowsOfSmooths_haveNoLikelihoodsAtDraws_whichIsSaid() {
        VariationalModel model = fitted("y ~ s(x, k = 6)", "gaussian", SALES);
        Exception refused = assertThrows(Exception.class, () -> model.logLikelihood(SALES, 10));
        assertTrue(refused.getMessage().contains("required ns(x, df = 5) instead of s(x)"), refused.getMessage());
    }
}

package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.effect.EffectRequest;
import io.credence.effect.EffectRequest.Kind;
import io.credence.spark.TestSession;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/**
 * Tests that columns whose names SQL has to quote work like others. A field of a column is none, and the message states
 * how to make it one.
 */
class OddNamesTest {

    private static final Dataset<Row> PLAIN = TestSession.spark()
            .range(120)
            .selectExpr(
                    "0.1 * id + sin(id) as y",
                    "double(id % 7) as x",
                    "if(id % 3 = 0, 'one', 'two') as f",
                    "concat('g', id % 6) as g")
            .cache();

    private static final List<String> ODD = List.of("y`z", "a`b.c", "f``", "`g h");

    private static Dataset<Row> odd() {
        return PLAIN.toDF(ODD.toArray(String[]::new));
    }

    private static double[] predictions(VariationalModel model, Dataset<Row> rows) {
        return model.transform(rows).select("prediction").collectAsList().stream()
                .mapToDouble(row -> row.getDouble(0))
                .toArray();
    }

    @Test
    void formulaOfThem_isThatOfPlainNames() {
        VariationalModel plain =
                new VariationalMixedModel().setFormula("y ~ x + f + (1 | g)").fit(PLAIN);
        VariationalModel model = new VariationalMixedModel()
                .setFormula("`y``z` ~ `a``b.c` + `f````` + (1 | ```g h`)")
                .fit(odd());
        assertEquals(List.of("(Intercept)", "`a``b.c`", "`f`````two"), model.names());
        assertEquals(plain.mean(), model.mean());
        assertEquals(Arrays.toString(predictions(plain, PLAIN)), Arrays.toString(predictions(model, odd())));
        List<Row> effects = model.effects(
                        odd(),
                        EffectRequest.of(Kind.COMPARISONS).variables("a`b.c").by("f``"))
                .collectAsList();
        assertEquals(2, effects.size(), effects.toString());
    }

    @Test
    void listsOfThem_areThoseOfPlainNames() {
        VariationalModel plain = new VariationalGeneralizedLinearRegression()
                .setLabelCol("y")
                .setFeatures("x", "f")
                .option("categorical", List.of("f"))
                .fit(PLAIN);
        VariationalModel model = new VariationalGeneralizedLinearRegression()
                .setLabelCol("y`z")
                .setFeatures("a`b.c", "f``")
                .option("categorical", List.of("f``"))
                .fit(odd());
        assertEquals(List.of("(Intercept)", "a`b.c", "f``=two"), model.names());
        assertEquals(plain.mean(), model.mean());
        assertEquals(Arrays.toString(predictions(plain, PLAIN)), Arrays.toString(predictions(model, odd())));
    }

    @Test
    void fieldOfAColumn_isNamedWithTheWayToMakeItAColumn() {
        Dataset<Row> rows = PLAIN.selectExpr("y", "x", "struct(f, struct(g as `g h`) as deep) as s");
        for (String formula : List.of("y ~ x + s.f", "s.f ~ x", "y ~ x + (1 | s.f)")) {
            assertField("col(\"s.f\")", "s_f", new VariationalGeneralizedLinearRegression().setFormula(formula), rows);
        }
        assertField(
                "col(\"s.deep.`g h`\")",
                "s_deep_g h",
                new VariationalGeneralizedLinearRegression().setFormula("y ~ `s.deep.g h`"),
                rows);
        assertField(
                "col(\"s.f\")",
                "s_f",
                new VariationalGeneralizedLinearRegression().setLabelCol("y").setFeatures("x", "s.f"),
                rows);
        assertField(
                "col(\"s.f\")",
                "s_f",
                new VariationalGeneralizedLinearRegression()
                        .setLabelCol("y")
                        .setFeatures("x")
                        .option("by", List.of("s.f")),
                rows);
        VariationalModel dotted = new VariationalGeneralizedLinearRegression()
                .setFormula("y ~ x + s.f")
                .fit(rows.withColumn("s.f", rows.col("s.f")));
        assertEquals(List.of("(Intercept)", "x", "s.ftwo"), dotted.names());
        String scored =
                assertThrows(Exception.class, () -> dotted.transform(rows)).getMessage();
        assertTrue(scored.contains("withColumn(\"s_f\", col(\"s.f\"))"), scored);
        EffectRequest byField = EffectRequest.of(Kind.PREDICTIONS).by("s.deep.g h");
        String averaged = assertThrows(
                        Exception.class, () -> dotted.effects(rows.withColumn("s.f", rows.col("s.f")), byField))
                .getMessage();
        assertTrue(averaged.contains("col(\"s.deep.`g h`\")"), averaged);
    }

    private static void assertField(String sql, String name, FittingStage<?, ?> estimator, Dataset<Row> rows) {
        String message =
                assertThrows(Exception.class, () -> estimator.fit(rows)).getMessage();
        assertTrue(message.startsWith("there is no column 's."), message);
        assertTrue(
                message.contains("a field of column 's', which withColumn(\"" + name + "\", " + sql
                        + ") makes a column '" + name + "'"),
                message);
    }
}

package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.effect.EffectRequest;
import io.credence.spark.TestSession;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stages whose spread has a formula of its own: accelerations in a motorcycle accident. */
class FormulasStageTest {

    @TempDir
    private Path folder;

    @Test
    void spreadOfAFormula_isPredictedSavedAndReadBack() throws IOException {
        Dataset<Row> rows = TestSession.spark()
                .read()
                .option("header", true)
                .option("inferSchema", true)
                .csv(Repository.file("conf/data/mcycle.csv").toString())
                .cache();
        VariationalModel model = new VariationalEstimator()
                .setFamily("gaussian")
                .setFormula("accel ~ ns(times, df = 8)")
                .setFormulas(Map.of("sigma", "~ ns(times, df = 3)"))
                .option("posterior", "gaussian-full")
                .fit(rows);
        EffectRequest spread = EffectRequest.of(
                Map.of("kind", "predictions", "parameter", "sigma", "variables", Map.of("times", List.of(5, 30))));
        List<Row> found = model.effects(rows, spread).collectAsList();
        double early = found.get(0).<Double>getAs("mean");
        double late = found.get(1).<Double>getAs("mean");
        assertTrue(early < 6 && late > 15, found.toString());
        String path = folder.resolve("model").toString();
        model.write().overwrite().save(path);
        VariationalModel read = VariationalModel.load(path);
        assertEquals(
                model.transform(rows).first().toString(),
                read.transform(rows).first().toString());
        assertEquals(early, read.effects(rows, spread).first().<Double>getAs("mean"), 1e-12);
    }
}

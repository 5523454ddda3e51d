package credence.ml;

import static credence.ml.Flights.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.KeyDescription;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.MLWritable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that all Params of all stages come back from disk, and so do the special defaults of a stage. */
class SavedParamsTest {

    @TempDir
    private static Path folder;

    static List<Arguments> stages() {
        return List.of(
                of(new VariationalEstimator(), StageParamNames.ESTIMATOR, VariationalEstimator::load),
                of(new VariationalLogisticRegression(), StageParamNames.ESTIMATOR, VariationalLogisticRegression::load),
                of(
                        new VariationalGeneralizedLinearRegression(),
                        StageParamNames.ESTIMATOR,
                        VariationalGeneralizedLinearRegression::load),
                of(new VariationalMixedModel(), StageParamNames.ESTIMATOR, VariationalMixedModel::load),
                of(new VariationalNetwork(), StageParamNames.NETWORK, VariationalNetwork::load),
                of(
                        new VariationalLogisticRegression()
                                .setFormula("late ~ age")
                                .fit(ROWS),
                        StageParamNames.MODEL,
                        VariationalModel::load),
                of(
                        new VariationalNetwork()
                                .setFeatures("age")
                                .setLabelCol("delay")
                                .setLayers(2)
                                .setEpochs(1)
                                .option("ensemble", 1)
                                .fit(ROWS),
                        StageParamNames.NETWORK_MODEL,
                        VariationalNetworkModel::load));
    }

    private static Arguments of(MLWritable stage, StageParamNames list, Function<String, Params> load) {
        return Arguments.of(stage, list, load);
    }

    @ParameterizedTest
    @MethodSource("stages")
    <S extends Params & MLWritable> void everyParam_comesBack(
            S stage, StageParamNames list, Function<String, Params> load) throws IOException {
        assertEquals(list.params().size(), stage.params().length);
        assertCameBack(stage, load);
        for (StageParam described : list.params()) {
            set(stage, stage.getParam(described.name()), other(described));
        }
        assertCameBack(stage, load);
    }

    private static <S extends Params & MLWritable> void assertCameBack(S stage, Function<String, Params> load)
            throws IOException {
        String path = folder.resolve(stage.uid()).toString();
        stage.write().overwrite().save(path);
        Params loaded = load.apply(path);
        for (Param<?> param : stage.params()) {
            Param<?> same = loaded.getParam(param.name());
            assertEquals(stage.isDefined(param), loaded.isDefined(same), param.name());
            if (stage.isDefined(param)) {
                Object value = stage.getOrDefault(param);
                Object found = loaded.getOrDefault(same);
                assertTrue(Objects.deepEquals(value, found), () -> param.name() + ": " + value + ", " + found);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> void set(Params stage, Param<T> param, Object value) {
        stage.set(param, (T) value);
    }

    /** A value that the Param takes and that is not its default, where it takes more than one word. */
    private static Object other(StageParam param) {
        List<Object> values = new ArrayList<>(param.domain().words());
        KeyDescription key = param.key();
        if (key != null) {
            values.addAll(key.choices() == null ? List.of() : key.choices().names());
        }
        values.addAll(
                switch (param.type()) {
                    case NUMBER -> List.of(0.25, 2.5, 0.75);
                    case WHOLE -> List.of(3L, 4L);
                    case FLAG -> List.of(true, false);
                    case TEXTS -> List.of((Object) new String[] {"a", "b c"});
                    case WHOLES -> List.of((Object) new int[] {3, 5});
                    case MAP -> List.of("{\"a b\":{\"sd\":2.5}}");
                    case TEXT ->
                        List.of(
                                "an, \"other\" \u00e9",
                                "0.25",
                                "1.5",
                                "1.25",
                                "3",
                                "[{\"kind\":\"kl\"}]",
                                "{\"kind\":\"kl\"}",
                                "{\"shape\":2.5}",
                                "a = 1");
                });
        return values.stream()
                .filter(value -> !value.equals(param.defaultValue()) && param.unmetRequirement(value) == null)
                .findFirst()
                .or(() -> param.domain().words().size() == 1
                        ? Optional.ofNullable(param.defaultValue())
                        : Optional.empty())
                .orElseThrow(() -> new AssertionError("no value of " + param.name() + ", which requires "
                        + param.domain().requirement()));
    }

    @Test
    void defaultsOfTheStageThatFitted_areSetInALoadedModel() throws IOException {
        VariationalModel model =
                new VariationalLogisticRegression().setFormula("late ~ age").fit(ROWS);
        String path = folder.resolve("model").toString();
        model.write().overwrite().save(path);
        VariationalModel loaded = VariationalModel.load(path);
        assertTrue(
                loaded.isSet(loaded.getParam(StageParamNames.PREDICT)),
                "the class of models predicts the response by default");
        assertFalse(loaded.isSet(loaded.getParam(StageParamNames.LEVEL)));
        assertEquals(Map.of(), differences(model, loaded));
        assertEquals(
                model.transform(ROWS).collectAsList(), loaded.transform(ROWS).collectAsList());
    }

    private static Map<String, Object> differences(Params one, Params other) {
        Map<String, Object> found = new TreeMap<>();
        for (Param<?> param : one.params()) {
            Param<?> same = other.getParam(param.name());
            if (one.isDefined(param) && !Objects.deepEquals(one.getOrDefault(param), other.getOrDefault(same))) {
                found.put(param.name(), other.getOrDefault(same));
            }
        }
        return found;
    }
}

package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One fit per group: what goes with it. */
class ByConfigTest {

    private static final String KEYS = "data { path = rows.csv, label = y, by = [store, day] }\noutput.path = out\n";

    private static FitConfig read(String... keys) {
        return ConfigReader.read("job.conf", KEYS, List.of(keys));
    }

    @Test
    void groups_areReadAndSeededAlone() {
        FitConfig config = read("model.family=poisson");
        assertEquals(List.of("store", "day"), config.data().roles().segmentColumns());
        FitConfig own = config.forSegment(5);
        assertEquals(5, own.seed());
        assertEquals(
                InferenceConfig.RequestedChecks.LeftOutRows.NONE,
                own.inference().check().leaveOneOut());
        assertTrue(own.inference().check().khat());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "checkpoint.path=c | checkpoint.path does not go with data.by",
                "minibatch.partitions=2 | minibatch.partitions does not go with data.by",
                "data.key=id | data.key does not go with data.by",
                "check.loo=true | check.loo does not go with data.by",
                "estimator.kind=partitioned | estimator.kind does not go with data.by",
                "prior.kind=posterior,prior.path=before | prior.kind does not go with data.by",
                "model.groups=[{ by = region }] | data.by does not go with effects that vary between levels",
                "model.family=softmax | model.classes is counted from the rows",
                "model.network.layers=[5] | data.by cannot be used with model.network"
            })
    void whatDoesNotAct_isRefused(String keys, String message) {
        List<String> all = new java.util.ArrayList<>(List.of("model.family=gaussian"));
        all.addAll(List.of(keys.split(",")));
        String found = assertThrows(ConfigurationException.class, () -> read(all.toArray(String[]::new)))
                .getMessage();
        assertTrue(found.startsWith(message), found);
    }
}

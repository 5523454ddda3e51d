package credence.ml;

import com.typesafe.config.ConfigObject;
import io.credence.config.KeyDescription;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Transformer of a table to the values of a {@link LikelihoodExpression} at its first rows, by which Python's
 * {@code Likelihood.check} is computed.
 */
public final class LikelihoodCheck extends Transformer {

    private static final long serialVersionUID = 1;

    private final String uid;
    private final Param<String> likelihood;
    private final Param<String> labelCol;
    private final Param<String> at;
    private final Param<String> count;

    /** Creates a check with a unique name. */
    public LikelihoodCheck() {
        this(Identifiable.randomUID("likelihoodCheck"));
    }

    /** Creates a check of a name. */
    public LikelihoodCheck(String uid) {
        this.uid = uid;
        this.likelihood = new Param<>(
                uid, "likelihood", "density, parameters, mean and draw as JSON", new AnyText(), String.class);
        this.labelCol = new Param<>(uid, "labelCol", "column of the response", new AnyText(), String.class);
        this.at = new Param<>(uid, "at", "values of parameters as JSON", new AnyText(), String.class);
        this.count = new Param<>(uid, "count", "number of rows", new AnyText(), String.class);
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public Param<?>[] params() {
        return new Param<?>[] {at, count, labelCol, likelihood};
    }

    @Override
    public Dataset<Row> transform(Dataset<?> rows) {
        Map<String, Object> given = map(likelihood);
        Map<String, Double> values = new HashMap<>();
        map(at).forEach((name, value) -> values.put(name, ((Number) value).doubleValue()));
        return new LikelihoodExpression(
                        String.valueOf(given.get("density")),
                        section(given.get("parameters")),
                        text(given.get("mean")),
                        text(given.get("draw")))
                .check(rows, getOrDefault(labelCol), values, Integer.parseInt(getOrDefault(count)));
    }

    private Map<String, Object> map(Param<String> param) {
        return section(KeyDescription.parseValue(getOrDefault(param)));
    }

    /** Entries of a section; none where there is no section. */
    private static Map<String, Object> section(@Nullable Object value) {
        Map<String, Object> entries = new LinkedHashMap<>();
        if (value instanceof ConfigObject section) {
            section.unwrapped().forEach(entries::put);
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((name, each) -> entries.put(String.valueOf(name), each));
        }
        return entries;
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : String.valueOf(value);
    }

    @Override
    public StructType transformSchema(StructType schema) {
        return schema;
    }

    @Override
    public LikelihoodCheck copy(ParamMap extra) {
        return defaultCopy(extra);
    }
}

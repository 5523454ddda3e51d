package credence.ml;

import io.credence.config.FitConfig;
import java.util.Map;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;

/**
 * Estimator of a mixed model, whose coefficients vary between the levels of grouping factors. Their standard deviations
 * and correlations are learned. The family is gaussian unless another {@code family} is set.
 *
 * <pre>{@code
 * VariationalModel model = new VariationalMixedModel().setFormula("y ~ x + (1 + x | county)").fit(rows);
 * Dataset<Row> effects = model.randomEffects();
 * }</pre>
 */
public class VariationalMixedModel extends VariationalEstimator {

    private static final long serialVersionUID = 1;

    /** Creates an estimator with the defaults. */
    public VariationalMixedModel() {
        this(Identifiable.randomUID("variationalMixed"));
    }

    /** Creates an estimator with a unique name. */
    public VariationalMixedModel(String uid) {
        super(uid, Map.of("family", "gaussian"));
    }

    /** Requires a grouping factor, such as that of {@code (1 | county)}, or a smooth. */
    @Override
    void requireSupported(FitConfig config) {
        if (!config.inference().model().request().hasVarianceComponents()) {
            throw unsupportedException(
                    "the formula", "a grouping factor such as (1 | county), or a smooth such as s(x)", "neither");
        }
    }

    /** Creates a reader of estimators that {@code write()} wrote. */
    public static MLReader<VariationalEstimator> read() {
        return new StageReader<>();
    }

    /** Loads the estimator that {@code write()} wrote to a path. */
    public static VariationalMixedModel load(String path) {
        return (VariationalMixedModel) read().load(path);
    }
}

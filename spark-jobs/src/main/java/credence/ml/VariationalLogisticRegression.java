package credence.ml;

import io.credence.config.FitConfig;
import io.credence.config.ModelConfig;
import io.credence.likelihood.Likelihood;
import java.util.Map;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;

/**
 * Bayesian logistic regression for labels 0 and 1. With {@code setFamily("softmax")} or {@code "ordinal"} it is for
 * classes 0, 1, 2, …; other families are refused. Its prediction is the most probable class, as that of Spark's own
 * logistic regression.
 */
public class VariationalLogisticRegression extends VariationalEstimator {

    private static final long serialVersionUID = 1;

    /** Creates an estimator with the defaults. */
    public VariationalLogisticRegression() {
        this(Identifiable.randomUID("variationalLogistic"));
    }

    /** Creates an estimator with a unique name. */
    public VariationalLogisticRegression(String uid) {
        super(uid, Map.of("family", "bernoulli", StageParamNames.PREDICT, "class"));
    }

    /** Requires classes whose log odds are linear. */
    @Override
    void requireSupported(FitConfig config) {
        ModelConfig model = config.model();
        Likelihood family = model.family() == null ? null : model.likelihood(2);
        if (family == null || family.outcomeCount() == 0 || !family.link().endsWith("logit")) {
            String what = family == null ? "modelClass" : "family";
            throw unsupportedException(what, "bernoulli, softmax or ordinal", model.name());
        }
    }

    /** Creates a reader of estimators that {@code write()} wrote. */
    public static MLReader<VariationalEstimator> read() {
        return new StageReader<>();
    }

    /** Loads the estimator that {@code write()} wrote to a path. */
    public static VariationalLogisticRegression load(String path) {
        return (VariationalLogisticRegression) read().load(path);
    }
}

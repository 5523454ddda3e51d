package credence.ml;

import java.util.Map;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;

/**
 * Bayesian generalised linear regression, gaussian unless another {@code family} is set. Its prediction is the expected
 * response, as in Spark's {@code GeneralizedLinearRegression}.
 */
public class VariationalGeneralizedLinearRegression extends VariationalEstimator {

    private static final long serialVersionUID = 1;

    /** Creates an estimator with the defaults. */
    public VariationalGeneralizedLinearRegression() {
        this(Identifiable.randomUID("variationalLinear"));
    }

    /** Creates an estimator with a unique name. */
    public VariationalGeneralizedLinearRegression(String uid) {
        super(uid, Map.of("family", "gaussian"));
    }

    /** Creates a reader of estimators that {@code write()} wrote. */
    public static MLReader<VariationalEstimator> read() {
        return new StageReader<>();
    }

    /** Loads the estimator that {@code write()} wrote to a path. */
    public static VariationalGeneralizedLinearRegression load(String path) {
        return (VariationalGeneralizedLinearRegression) read().load(path);
    }
}

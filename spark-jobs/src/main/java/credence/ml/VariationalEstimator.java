package credence.ml;

import io.credence.config.KeyDescription;
import io.credence.spark.job.ResultFiles;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;

/**
 * Estimator that fits the posterior of a generalised linear model.
 *
 * <pre>{@code
 * VariationalModel model = new VariationalEstimator().setFamily("poisson").option("priorSd", 2.5).fit(rows);
 * }</pre>
 */
public class VariationalEstimator extends FittingStage<VariationalEstimator, VariationalModel> {

    private static final long serialVersionUID = 1;

    /** Creates an estimator with the defaults; the family is to be set. */
    public VariationalEstimator() {
        this(Identifiable.randomUID("variational"));
    }

    /** Creates an estimator with a unique name. */
    public VariationalEstimator(String uid) {
        this(uid, Map.of());
    }

    /** Creates an estimator with a unique name and defaults of its own. */
    VariationalEstimator(String uid, Map<String, Object> defaults) {
        super(uid, StageParamNames.ESTIMATOR, defaults);
    }

    /** Sets the column that is added to the linear predictor. */
    public VariationalEstimator setOffsetCol(String column) {
        return option("offsetCol", column);
    }

    /**
     * Sets the formulas of further parameters of the family beside that of the response, such as {@code sigma} with
     * {@code ~ z}.
     */
    public VariationalEstimator setFormulas(Map<String, String> formulas) {
        return option("formulas", formulas);
    }

    /** Sets a likelihood that is written as an expression, in place of a family. */
    public VariationalEstimator setLikelihood(LikelihoodExpression likelihood) {
        option("modelDensity", likelihood.density());
        option("modelParameters", likelihood.parameters());
        if (likelihood.mean() != null) {
            option("modelMean", likelihood.mean());
        }
        return likelihood.draw() == null ? this : option("modelDraw", likelihood.draw());
    }

    /** Sets the kind of prior. */
    public VariationalEstimator setPrior(String kind) {
        return option("prior", kind);
    }

    /** Sets the family of posteriors. */
    public VariationalEstimator setPosterior(String family) {
        return option("posterior", family);
    }

    /** Sets the objective. */
    public VariationalEstimator setObjective(String kind) {
        return option("objective", kind);
    }

    /** Sets the published method. */
    public VariationalEstimator setMethod(String name) {
        return option("method", name);
    }

    @Override
    Map<String, Object> configSections() {
        if (!isSet(getParam(StageParamNames.GROUP_PRIORS))) {
            return Map.of();
        }
        String text = String.valueOf(getOrDefault(getParam(StageParamNames.GROUP_PRIORS)));
        return Map.of("prior.groups", Objects.requireNonNull(KeyDescription.parseValue(text), "the value of a map"));
    }

    @Override
    VariationalModel model(ResultFiles files) {
        return new VariationalModel(uid(), files);
    }

    /** Creates a reader of estimators that {@code write()} wrote. */
    public static MLReader<VariationalEstimator> read() {
        return new StageReader<>();
    }

    /** Loads the estimator that {@code write()} wrote to a path. */
    public static VariationalEstimator load(String path) {
        return read().load(path);
    }
}

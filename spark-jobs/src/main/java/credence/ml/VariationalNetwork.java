package credence.ml;

import io.credence.spark.job.ResultFiles;
import java.util.Arrays;
import java.util.Map;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;

/**
 * Estimator of a Bayesian neural network: an ensemble whose members have posteriors of their weights, and are weighted
 * by how well they predict held-out rows. The family is gaussian unless another {@code family} is set; there is one
 * hidden layer of 50 units unless {@code layers} states others.
 *
 * <pre>{@code
 * VariationalNetworkModel model = new VariationalNetwork().setFeatures("a",
 * "b").setLabelCol("y").setLayers(50).fit(rows);
 * Dataset<Row> predicted = model.transform(rows);
 * }</pre>
 */
public class VariationalNetwork extends FittingStage<VariationalNetwork, VariationalNetworkModel> {

    private static final long serialVersionUID = 1;

    /** Creates an estimator with the defaults. */
    public VariationalNetwork() {
        this(Identifiable.randomUID("variationalNetwork"));
    }

    /** Creates an estimator with a unique name. */
    public VariationalNetwork(String uid) {
        super(uid, StageParamNames.NETWORK, Map.of());
    }

    /** Sets the number of units in each hidden layer. */
    public VariationalNetwork setLayers(int... units) {
        return option("layers", Arrays.copyOf(units, units.length));
    }

    /** Sets the activation function of units: relu or tanh. */
    public VariationalNetwork setActivation(String name) {
        return option("activation", name);
    }

    /** Sets the number of epochs: how often training visits each row. */
    public VariationalNetwork setEpochs(int epochs) {
        return option("epochs", epochs);
    }

    @Override
    VariationalNetworkModel model(ResultFiles files) {
        return new VariationalNetworkModel(uid(), files);
    }

    /** Creates a reader of estimators that {@code write()} wrote. */
    public static MLReader<VariationalNetwork> read() {
        return new StageReader<>();
    }

    /** Loads the estimator that {@code write()} wrote to a path. */
    public static VariationalNetwork load(String path) {
        return read().load(path);
    }
}

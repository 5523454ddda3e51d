package credence.ml;

import io.credence.spark.job.ResultFiles;
import java.util.Arrays;
import java.util.Map;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;

/**
 * Estimator of a neural network instead of a linear predictor, gaussian unless another {@code family} is set, of one
 * hidden layer of 50 units unless {@code layers} states another: an ensemble whose weights have a posterior, weighed by
 * rows held out.
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

    /** Sets the number of visits of each row. */
    public VariationalNetwork setEpochs(int epochs) {
        return option("epochs", epochs);
    }

    @Override
    VariationalNetworkModel model(ResultFiles files) {
        return new VariationalNetworkModel(uid(), files);
    }

    /** Reads what {@code write()} wrote. */
    public static MLReader<VariationalNetwork> read() {
        return new StageReader<>();
    }

    /** Reads what {@code write()} wrote to a path. */
    public static VariationalNetwork load(String path) {
        return read().load(path);
    }
}

package credence.ml;

import io.credence.network.HeldOut;
import io.credence.spark.job.ResultFiles;
import io.credence.spark.score.PosteriorScoring;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.jspecify.annotations.Nullable;

/** An ensemble of networks that was trained. */
public class VariationalNetworkModel extends FittedStage<VariationalNetworkModel> {

    private static final long serialVersionUID = 1;

    /** A model that nothing was fitted to; for Spark, which loads stages so. */
    public VariationalNetworkModel() {
        this(Identifiable.randomUID("variationalNetworkModel"));
    }

    /** The same with a unique name. */
    public VariationalNetworkModel(String uid) {
        this(uid, null);
    }

    VariationalNetworkModel(String uid, @Nullable ResultFiles files) {
        super(uid, StageList.NETWORK_MODEL, files);
    }

    /** How well networks that were trained on the other rows predicted those that were held out; null where none were. */
    public @Nullable HeldOut heldOut() {
        return files().networks().heldOut();
    }

    @Override
    PosteriorScoring scoring() {
        return new PosteriorScoring(saved(), files().networks(), level());
    }

    @Override
    VariationalNetworkModel with(@Nullable ResultFiles files) {
        return new VariationalNetworkModel(uid(), files);
    }

    @Override
    String size() {
        return files().networks().text();
    }

    /** Reads what {@code write()} wrote. */
    public static MLReader<VariationalNetworkModel> read() {
        return new ModelReader<>(VariationalNetworkModel.class, VariationalNetworkModel::new);
    }

    /** Reads what {@code write()} wrote to that path. */
    public static VariationalNetworkModel load(String path) {
        return read().load(path);
    }
}

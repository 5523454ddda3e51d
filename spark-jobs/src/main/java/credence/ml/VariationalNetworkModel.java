package credence.ml;

import io.credence.ModelKind.SavedFit;
import io.credence.network.result.HoldOutScores;
import io.credence.result.SavedPosterior;
import io.credence.spark.job.ResultFiles;
import io.credence.spark.score.PosteriorScoring;
import java.util.List;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.jspecify.annotations.Nullable;

/** Model that is a trained ensemble of networks. */
public class VariationalNetworkModel extends FittedStage<VariationalNetworkModel> {

    private static final long serialVersionUID = 1;

    /** Creates an unfitted model, which Spark requires to load stages. */
    public VariationalNetworkModel() {
        this(Identifiable.randomUID("variationalNetworkModel"));
    }

    /** Creates an unfitted model with a unique name. */
    public VariationalNetworkModel(String uid) {
        this(uid, null);
    }

    VariationalNetworkModel(String uid, @Nullable ResultFiles files) {
        super(uid, StageParamNames.NETWORK_MODEL, files);
    }

    /**
     * Scores of predictions of held-out rows by networks that were trained on the others; null if no rows were held
     * out.
     */
    public @Nullable HoldOutScores heldOut() {
        return files().networks().heldOut();
    }

    @Override
    PosteriorScoring scoring() {
        SavedPosterior saved = savedPosterior();
        return new PosteriorScoring(new SavedFit(
                saved, null, () -> new double[0], List.of(), files()::binary, intervalLevel(), saved.seed(), uid()));
    }

    @Override
    VariationalNetworkModel withFiles(@Nullable ResultFiles files) {
        return new VariationalNetworkModel(uid(), files);
    }

    @Override
    String sizeDescription() {
        return files().networks().text();
    }

    /** Creates a reader of models that {@code write()} wrote. */
    public static MLReader<VariationalNetworkModel> read() {
        return new ModelReader<>(VariationalNetworkModel.class, VariationalNetworkModel::new);
    }

    /** Loads the model that {@code write()} wrote to a path. */
    public static VariationalNetworkModel load(String path) {
        return read().load(path);
    }
}

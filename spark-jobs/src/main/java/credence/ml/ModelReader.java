package credence.ml;

import io.credence.spark.job.ResultFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsReader$;
import org.apache.spark.ml.util.MLReader;

/** Reads what {@link ModelWriter} wrote. */
final class ModelReader extends MLReader<VariationalModel> {

    @Override
    public VariationalModel load(String path) {
        DefaultParamsReader.Metadata metadata =
                DefaultParamsReader$.MODULE$.loadMetadata(path, sparkSession(), VariationalModel.class.getName());
        try {
            VariationalModel model = new VariationalModel(metadata.uid(), ResultFiles.read(path, sparkSession()));
            metadata.getAndSetParams(model, metadata.getAndSetParams$default$2());
            return model;
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the model at " + path + " cannot be read", unreadable);
        }
    }
}

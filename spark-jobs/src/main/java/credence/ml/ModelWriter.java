package credence.ml;

import io.credence.config.FitConfig.Output;
import io.credence.spark.job.ResultFolder;
import io.credence.spark.job.Sessions;
import org.apache.spark.ml.util.DefaultParamsWriter$;
import org.apache.spark.ml.util.MLWriter;

/** Writer of a model: the metadata of spark.ml, and the files of the fit. */
final class ModelWriter extends MLWriter {

    private final FittedStage<?> model;

    ModelWriter(FittedStage<?> model) {
        this.model = model;
    }

    @Override
    public void saveImpl(String path) {
        DefaultParamsWriter$.MODULE$.saveMetadata(model, path, sparkSession());
        ResultFolder.open(new Output(path, true), Sessions.hadoop(sparkSession()))
                .write(model.files(), sparkSession());
    }
}

package credence.ml;

import io.credence.spark.job.ResultFiles;
import io.credence.spark.row.LiteralPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BiFunction;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsReader$;
import org.apache.spark.ml.util.MLReader;

/** Reader of models that {@link ModelWriter} wrote. */
final class ModelReader<M extends FittedStage<M>> extends MLReader<M> {

    private final Class<M> type;
    private final BiFunction<String, ResultFiles, M> made;

    /**
     * Creates a reader of models of a class.
     *
     * @param made creates a model of a unique name and files
     */
    ModelReader(Class<M> type, BiFunction<String, ResultFiles, M> made) {
        this.type = type;
        this.made = made;
    }

    @Override
    public M load(String path) {
        DefaultParamsReader.Metadata metadata = DefaultParamsReader$.MODULE$.loadMetadata(
                LiteralPath.of(path, sparkSession()), sparkSession(), type.getName());
        try {
            M model = made.apply(metadata.uid(), ResultFiles.read(path, sparkSession()));
            ParamMap own = model.extractParamMap();
            metadata.getAndSetParams(model, metadata.getAndSetParams$default$2());
            Arrays.stream(model.params()).forEach(param -> setInheritedDefault(model, param, own));
            return model;
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the model at " + path + " cannot be read", unreadable);
        }
    }

    /**
     * Sets a default that a model inherited from its estimator as an explicit value, if its class has another default.
     * Clients other than the JVM know the defaults of the class alone.
     */
    private static <T> void setInheritedDefault(Params model, Param<T> param, ParamMap own) {
        boolean known = model.isSet(param) || !model.hasDefault(param);
        if (!known && !(own.contains(param) && Objects.deepEquals(own.apply(param), model.getOrDefault(param)))) {
            model.set(param, model.getOrDefault(param));
        }
    }
}

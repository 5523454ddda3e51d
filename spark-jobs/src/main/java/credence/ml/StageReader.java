package credence.ml;

import io.credence.spark.row.LiteralPath;
import org.apache.spark.ml.util.DefaultParamsReader;

/** Reader of a stage that consists of Params alone. Its path is taken literally, not as a pattern. */
final class StageReader<T> extends DefaultParamsReader<T> {

    @Override
    public T load(String path) {
        return super.load(LiteralPath.of(path, sparkSession()));
    }
}

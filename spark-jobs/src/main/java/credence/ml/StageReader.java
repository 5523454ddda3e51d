package credence.ml;

import io.credence.spark.row.LiteralPath;
import org.apache.spark.ml.util.DefaultParamsReader;

/** Reader of a stage that has nothing but Params, from exactly the path that it was written to. */
final class StageReader<T> extends DefaultParamsReader<T> {

    @Override
    public T load(String path) {
        return super.load(LiteralPath.of(path, sparkSession()));
    }
}

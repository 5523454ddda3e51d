package credence.ml;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntArrayParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.param.StringArrayParam;
import scala.runtime.AbstractFunction1;

/** Params of one stage. */
final class StageParams implements Serializable {

    private static final long serialVersionUID = 1;

    private final StageParamNames list;
    private final Param<?>[] all;

    private StageParams(StageParamNames list, Param<?>[] all) {
        this.list = list;
        this.all = all;
    }

    /** Creates the Params of a list for {@code stage}, whose uid must be set already. */
    static StageParams of(Params stage, StageParamNames list) {
        return new StageParams(
                list,
                list.params().stream().map(one -> createParam(stage, list, one)).toArray(Param<?>[]::new));
    }

    /** Description of a Param by its name. */
    StageParam paramDescription(String name) {
        return list.param(name);
    }

    /** Sets the defaults of all Params; those in {@code own} take precedence. */
    void setDefaults(Params stage, Map<String, Object> own) {
        for (Param<?> param : all) {
            StageParam described = paramDescription(param.name());
            Object initial = own.getOrDefault(param.name(), described.defaultValue());
            if (initial != null) {
                setDefault(stage, param, described.toParamType(initial));
            }
        }
    }

    /**
     * Sets a Param by its name.
     *
     * @throws IllegalArgumentException if there is no such Param, or it takes no such value
     */
    void set(Params stage, String name, Object value) {
        Object typed = paramDescription(name).toParamType(value);
        stage.set(stage.getParam(name), typed);
    }

    @SuppressWarnings("unchecked")
    private static <T> void setDefault(Params stage, Param<T> param, Object value) {
        stage.setDefault(param, (T) value);
    }

    private static Param<?> createParam(Params stage, StageParamNames list, StageParam of) {
        String uid = stage.uid();
        return switch (of.type()) {
            case NUMBER -> new DoubleParam(uid, of.name(), of.description(), new ParamValidator<>(list, of.name()));
            case WHOLE -> new LongParam(uid, of.name(), of.description(), new ParamValidator<>(list, of.name()));
            case FLAG -> new BooleanParam(uid, of.name(), of.description());
            case TEXTS ->
                new StringArrayParam(stage, of.name(), of.description(), new ParamValidator<>(list, of.name()));
            case WHOLES -> new IntArrayParam(stage, of.name(), of.description(), new ParamValidator<>(list, of.name()));
            case TEXT, MAP ->
                new Param<>(uid, of.name(), of.description(), new ParamValidator<>(list, of.name()), String.class);
        };
    }

    Param<?>[] params() {
        return Arrays.copyOf(all, all.length);
    }

    /**
     * Validator that states in its message what is required of a value. Spark's own message states only that the value
     * is invalid.
     */
    private static final class ParamValidator<T> extends AbstractFunction1<T, Object> implements Serializable {

        private static final long serialVersionUID = 1;
        private final StageParamNames list;
        private final String name;

        ParamValidator(StageParamNames list, String name) {
            this.list = list;
            this.name = name;
        }

        @Override
        public Object apply(T value) {
            list.param(name).require(value);
            return true;
        }
    }
}

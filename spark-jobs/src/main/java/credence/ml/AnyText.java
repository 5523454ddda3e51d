package credence.ml;

import java.io.Serializable;
import scala.runtime.AbstractFunction1;

/** Validator of a Param that takes every text, which is checked where it is used. */
final class AnyText extends AbstractFunction1<String, Object> implements Serializable {

    private static final long serialVersionUID = 1;

    @Override
    public Object apply(String value) {
        return true;
    }
}
